// Places: the one that is worked on, and the table of all.
import { make } from "../board/make.js";
import { bordersOf, removePlace, removePoint, rowOf, setPlace, setPoint } from "./change.js";
import { button, choice, labelled, number, refresh, Rows, text, tick, ticked } from "./fields.js";
import { Where } from "./where.js";

const TERRAINS = [["inland", "inland"], ["coast", "coast"], ["sea", "sea"], ["bridge", "bridge"], ["impassable", "impassable"]];
const COASTS = [["nc", "north coast"], ["ec", "east coast"], ["sc", "south coast"], ["wc", "west coast"]];
// Its name in the table, what it says, and where it may be.
const FEATURES = [["claimed", "Nobody's at the start; a home once its power has taken it", ({ home }) => home],
  ["land-in-sea", "A land in the sea: armies stand there, too", ({ terrain }) => terrain === "sea"],
  ["canal", "Called a canal where the place is described", ({ terrain }) => terrain !== "impassable" && terrain !== "sea"],
  ["island", "Called an island where the place is described", ({ terrain }) => terrain === "coast"]];
const LONGEST = 60;

export class Places {
  constructor(box, state, acts) {
    Object.assign(this, { state, acts });
    this.card = make("div", { class: "card" });
    this.where = new Where(state);
    const body = make("tbody");
    this.table = make("table", { class: "rows places" }, make("caption", {}, "All places"),
      make("thead", {}, make("tr", {}, ...["Code", "Name", "Terrain", "Centre", "Home of"].map((words) => make("th", { scope: "col" }, words)))), body);
    this.rows = new Rows(body, (place, n) => this.row(place, n));
    box.append(this.where.box, this.card, this.table);
  }

  set(index, fields, what) {
    const { document } = this.state.now, from = document.places[index].code;
    const next = setPlace(document, index, fields), to = next.places[index].code;
    if ("terrain" in fields) this.acts.settled(from);
    this.state.change(next, what);
    if (to !== from) this.state.rename(from, to);
  }

  show(now) {
    const { document: draft, chosen } = now;
    this.where.show(now);
    this.table.hidden = !draft.places.length;
    this.rows.show(draft.places, draft.powers);
    for (const [n, { row, item }] of this.rows.rows.entries()) row.classList.toggle("chosen", draft.places[n] === item && item.code === chosen);
    const index = rowOf(draft, chosen);
    if (index < 0) {
      refresh(this.card, make("p", { class: "hint" }, draft.places.length
        ? "Choose a place on the map or in the table; drag its point to move it."
        : "Say where the map lies; then add places by clicking on the map, or here."), button("card/add", "Add a place", () => this.acts.add(null)));
      return;
    }
    refresh(this.card, ...this.inside(draft, draft.places[index], index));
  }

  homes(draft) { return [["", "–"], ...draft.powers.map((power) => [power.name, power.name])]; }

  row(place, n) {
    const { document: draft } = this.state.now, at = (key) => `places/${n}/${key}`;
    const cell = (words, field) => make("td", { "data-label": words }, field);
    const said = place.name || place.code;
    const row = make("tr", { "data-row": `places/${n}` },
      cell("Code", text(at("code"), `Code of ${said}`, place.code, (code) => this.recode(n, code), { maxlength: 8, class: "code", pattern: "[A-Za-z]+", title: "Letters only" })),
      cell("Name", text(at("name"), `Name of ${place.code}`, place.name, (name) => this.set(n, { name }, `${place.code} is called ${name}`), { maxlength: LONGEST })),
      cell("Terrain", choice(at("terrain"), `Terrain of ${said}`, place.terrain, TERRAINS, (terrain) => this.set(n, { terrain }, `${said} is ${terrain}`))),
      cell("Centre", tick(at("centre"), `${said} is a centre`, place.centre, (centre) => this.set(n, { centre }, `${said}: centre`))),
      cell("Home of", choice(at("home"), `Home of, ${said}`, place.home, this.homes(draft), (home) => this.set(n, { home }, `${said}: home of ${home || "nobody"}`))));
    row.addEventListener("focusin", () => this.acts.choose(this.state.now.document.places[n].code));
    return row;
  }

  recode(n, code) {
    const { document: draft } = this.state.now, own = draft.places[n].code;
    const other = draft.places.find((place, at) => at !== n && place.code.toLowerCase() === code.toLowerCase());
    if (!code || other) { this.acts.say(other ? `${other.name} has the code ${other.code} already.` : "A place needs a code."); this.rows.rows = []; this.state.set({}); return; }
    this.set(n, { code }, `${own} is ${code}`);
  }

  inside(draft, place, n) {
    const { code, name } = place, at = (key) => `card/${key}`;
    const act = (fields, what) => this.set(n, fields, what);
    const beside = draft.borders.filter((each) => each.a === code || each.b === code).map((each) => (each.a === code ? each.b : each.a));
    const named = [...new Set(beside)].map((other) => (draft.places.find((each) => each.code === other) || { name: other }).name);
    return [
      make("h3", {}, name || code, " ", make("code", {}, code)),
      make("div", { class: "pairs" },
        labelled("Name", text(at("name"), "Name", name, (value) => act({ name: value }, `${code} is called ${value}`), { maxlength: LONGEST, onkeydown: (event) => this.back(event) })),
        labelled("Terrain", choice(at("terrain"), "Terrain", place.terrain, TERRAINS, (terrain) => act({ terrain }, `${name} is ${terrain}`))),
        labelled("Home of", choice(at("home"), "Home of", place.home, this.homes(draft), (home) => act({ home }, `${name}: home of ${home || "nobody"}`)))),
      make("p", { class: "ticks" }, ticked("Supply centre", tick(at("centre"), "Supply centre", place.centre, (centre) => act({ centre }, `${name}: centre`)))),
      place.terrain === "coast" ? make("fieldset", { class: "small" }, make("legend", {}, "Coasts that are told apart"), make("p", { class: "ticks" },
        ...COASTS.map(([coast, words]) => ticked(words, tick(at(coast), words, place.coasts.includes(coast),
          (on) => act({ coasts: COASTS.map(([each]) => each).filter((each) => (each === coast ? on : place.coasts.includes(each))) }, `${name}: ${words}`)))))) : null,
      this.features(place, at, act),
      this.points(draft, place),
      labelled("Other names, with commas between", text(at("aliases"), "Other names, with commas between", place.aliases.join(", "),
        (names) => act({ aliases: names.split(",").map((each) => each.trim()).filter(Boolean) }, `other names of ${name}`), { maxlength: 300 }), "By these, too, orders may call it."),
      make("p", { class: "hint" }, named.length ? `Borders on ${named.join(", ")}.` : "Borders on nothing yet.",
        bordersOf(draft, code, code).length ? " It borders on itself." : ""),
      make("p", { class: "buttons" }, button(at("remove"), `Remove ${name || code}`, () => this.state.change(removePlace(this.state.now.document, code), `${name || code} is gone`, { chosen: "" }))),
    ];
  }

  // What a place is beside its terrain, as far as no code is needed for it; the rest is kept.
  features({ name, terrain, home, features }, at, act) {
    const rows = FEATURES.filter(([feature, , fits]) => fits({ terrain, home }) || features.includes(feature));
    const others = features.filter((feature) => !FEATURES.some(([each]) => each === feature));
    if (!rows.length && !others.length) return null;
    return make("fieldset", { class: "small" }, make("legend", {}, "What else it is"),
      make("p", { class: "ticks" }, ...rows.map(([feature, words]) => ticked(words, tick(at(feature), words, features.includes(feature),
        (on) => act({ features: on ? [...features, feature] : features.filter((each) => each !== feature) }, `${name}: ${words.toLowerCase()}`))))),
      others.length ? make("p", { class: "hint" }, `Also: ${others.join(", ")}, which only code asks for.`) : null);
  }

  // The first point is the place; the area is the ground nearest to any of them.
  points(draft, { code, name, points }) {
    const { tool } = this.state.now;
    const move = (i, at) => this.state.change(setPoint(this.state.now.document, code, i, at), `${name} is moved`);
    const rows = points.map(([lat, lon], i) => make("li", {},
      number(`card/lat${i}`, `Latitude of point ${i + 1}`, Number(lat.toFixed(3)), (value) => move(i, [value, lon]), { min: -90, max: 90, required: true }),
      number(`card/lon${i}`, `Longitude of point ${i + 1}`, Number(lon.toFixed(3)), (value) => move(i, [lat, value]), { min: -180, max: 180, required: true }),
      points.length > 1 ? button(`card/drop${i}`, "Remove", () => this.state.change(removePoint(this.state.now.document, code, i), `a point of ${name} is gone`), { "aria-label": `Remove point ${i + 1}` }) : null));
    return make("details", { class: "points-of", open: points.length > 1 || tool === "point" },
      make("summary", {}, points.length > 1 ? `${points.length} points: north, east in degrees` : "Its point, in degrees north and east"),
      make("ol", { class: "plain" }, ...rows),
      make("p", { class: "buttons" }, button("card/point", "Add a point", () => this.acts.point(code))));
  }

  // From the name of a new place back to the map, for the next one.
  back(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.target.blur();
    this.acts.toMap();
  }
}
