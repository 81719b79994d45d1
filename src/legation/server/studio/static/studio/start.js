// Where units stand when a game begins.
import { make } from "../board/make.js";
import { declare, fillHomes, neutralsOf, placeOf, removeStart, setStart, setUnit } from "./change.js";
import { button, choice, labelled, refresh, Rows, text } from "./fields.js";
import { inkOn, NEUTRAL } from "./names.js";

const COASTS = { nc: "north coast", ec: "east coast", sc: "south coast", wc: "west coast" };

export const kindsOf = (document) => ["army", "fleet", ...(document.declared.kinds || []).map((kind) => kind.noun)];

// Whose units may be: those of powers, and those of nobody, who has no player.
const whose = (draft) => [...new Set([...draft.powers.map((power) => power.name), ...neutralsOf(draft), "Neutral"])];

export class Start {
  constructor(box, state, acts) {
    Object.assign(this, { state, acts });
    this.head = make("div", { class: "card" });
    const body = make("tbody");
    this.table = make("table", { class: "rows start" }, make("caption", {}, "Units at the start"),
      make("thead", {}, make("tr", {}, ...["Power", "Unit", "Place", ""].map((words) => make("th", { scope: "col" }, words)))), body);
    this.rows = new Rows(body, (unit, n) => this.row(unit, n));
    this.foot = make("div", { class: "card" });
    box.append(this.head, this.table, this.foot);
  }

  show({ document: draft, pen }) {
    const names = whose(draft);
    const set = (fields) => this.state.set({ pen: { ...this.state.now.pen, ...fields } });
    const bare = draft.places.filter((place) => place.home && !draft.setup.some((unit) => unit.place === place.code)).length;
    const free = draft.places.filter((place) => !draft.setup.some((unit) => unit.place === place.code));
    refresh(this.head, draft.powers.length ? make("div", { class: "pairs" },
      labelled("A click on a place sets up for", choice("start/power", "A click sets up for", names.includes(pen.power) ? pen.power : names[0], names.map((name) => [name, name]), (power) => set({ power }))),
      labelled("this unit", choice("start/kind", "Unit", pen.kind || "", [["", "army, or a fleet at sea"], ...kindsOf(draft).map((kind) => [kind, kind])], (kind) => set({ kind })))) : make("p", { class: "hint" }, "There are no powers yet."),
    make("p", { class: "hint" }, "A click on a unit takes it away."),
    make("p", { class: "buttons" },
      bare ? button("start/fill", `A unit on each of ${bare} homes`, () => this.state.change(fillHomes(this.state.now.document), "a unit on each home"), { class: draft.setup.length ? "" : "first" }) : null,
      draft.powers.length && free.length ? button("start/add", "Add a unit", () => this.add(free[0].code)) : null));
    this.table.hidden = !draft.setup.length;
    this.rows.show(draft.setup, draft.places, draft.powers, draft.declared.kinds);
    refresh(this.foot, neutralsOf(draft).length ? this.neutrals(draft.declared.neutrals || {}) : null);
  }

  // How units are shown that nobody plays.
  neutrals(known) {
    const look = { mark: NEUTRAL.short, colour: NEUTRAL.colour, ...known };
    const set = (fields) => this.state.change(declare(this.state.now.document, "neutrals", { ...this.state.now.document.declared.neutrals, ...fields }), "how neutral units are shown");
    const seal = make("abbr", { class: "seal", title: "Neutral" }, look.mark);
    seal.style.setProperty("--nation", look.colour);
    seal.style.setProperty("--on-nation", inkOn(look.colour));
    return make("fieldset", { class: "small", "data-row": "declared/neutrals" }, make("legend", {}, "Neutral units: nobody orders them, and they hold"), make("div", { class: "pairs" },
      labelled("Mark", text("start/mark", "Mark of neutral units", look.mark, (mark) => set({ mark }), { minlength: 2, maxlength: 2, required: true, class: "code" })),
      labelled("Colour", make("span", { class: "colour" }, text("start/colour", "Colour of neutral units", look.colour, (colour) => set({ colour }), { type: "color" }), seal))));
  }

  add(code) {
    const next = toggleUnit(this.state.now.document, code, this.state.now.pen);
    this.state.change(next, "a unit is there");
    this.acts.focus(`start/${next.setup.length - 1}/place`);
  }

  row(unit, n) {
    const { document: draft } = this.state.now, at = (key) => `start/${n}/${key}`;
    const place = placeOf(draft, unit.place), said = `${unit.kind} in ${place ? place.name : unit.place}`;
    const set = (fields) => this.state.change(setStart(this.state.now.document, n, fields), `${unit.power}: ${said}`);
    const cell = (words, ...fields) => make("td", { "data-label": words }, ...fields);
    const names = whose(draft).map((name) => [name, name]);
    return make("tr", { "data-row": `setup/${n}` },
      cell("Power", choice(at("power"), `Power, ${said}`, unit.power, names, (power) => set({ power }))),
      cell("Unit", choice(at("kind"), `Kind, ${said}`, unit.kind, kindsOf(draft).map((kind) => [kind, kind]), (kind) => set({ kind }))),
      cell("Place", choice(at("place"), `Place, ${said}`, unit.place, draft.places.map((each) => [each.code, each.name || each.code]), (code) => set({ place: code, coast: "" })),
        place && place.coasts.length ? choice(at("coast"), `Coast, ${said}`, unit.coast, [["", "no coast"], ...place.coasts.map((each) => [each, COASTS[each]])], (coast) => set({ coast })) : null),
      cell("", button(at("drop"), "Remove", () => this.state.change(removeStart(this.state.now.document, n), `${said} is gone`), { "aria-label": `Remove ${said}` })));
  }
}

// A click on the map: a unit of the power that is set up, or none where one stands.
export function toggleUnit(document, code, pen) {
  if (document.setup.some((unit) => unit.place === code)) return setUnit(document, code, null);
  const place = placeOf(document, code), names = document.powers.map((each) => each.name);
  if (!place || !names.length) return document;
  const chosen = whose(document).includes(pen.power) ? pen.power : names[0];
  const owner = names.includes(chosen) && names.includes(place.home) ? place.home : chosen;
  const kind = pen.kind || (place.terrain === "sea" ? "fleet" : "army");
  return setUnit(document, code, { power: owner, kind, coast: kind === "fleet" && place.coasts.length ? place.coasts[0] : "" });
}
