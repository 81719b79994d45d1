// Where units stand when a game begins.
import { make } from "../board/make.js";
import { fillHomes, placeOf, removeStart, setStart, setUnit } from "./change.js";
import { button, choice, labelled, refresh, Rows } from "./fields.js";

const COASTS = { nc: "north coast", ec: "east coast", sc: "south coast", wc: "west coast" };

export const kindsOf = (document) => ["army", "fleet", ...(document.declared.kinds || []).map((kind) => kind.noun)];

export class Start {
  constructor(box, state, acts) {
    Object.assign(this, { state, acts });
    this.head = make("div", { class: "card" });
    const body = make("tbody");
    this.table = make("table", { class: "rows start" }, make("caption", {}, "Units at the start"),
      make("thead", {}, make("tr", {}, ...["Power", "Unit", "Place", ""].map((words) => make("th", { scope: "col" }, words)))), body);
    this.rows = new Rows(body, (unit, n) => this.row(unit, n));
    box.append(this.head, this.table);
  }

  show({ document: draft, pen }) {
    const names = draft.powers.map((power) => power.name);
    const set = (fields) => this.state.set({ pen: { ...this.state.now.pen, ...fields } });
    const bare = draft.places.filter((place) => place.home && !draft.setup.some((unit) => unit.place === place.code)).length;
    const free = draft.places.filter((place) => !draft.setup.some((unit) => unit.place === place.code));
    refresh(this.head, names.length ? make("div", { class: "pairs" },
      labelled("A click on a place sets up for", choice("start/power", "A click sets up for", names.includes(pen.power) ? pen.power : names[0], names.map((name) => [name, name]), (power) => set({ power }))),
      labelled("this unit", choice("start/kind", "Unit", pen.kind || "", [["", "army, or a fleet at sea"], ...kindsOf(draft).map((kind) => [kind, kind])], (kind) => set({ kind })))) : make("p", { class: "hint" }, "There are no powers yet."),
    make("p", { class: "hint" }, "A click on a unit takes it away."),
    make("p", { class: "buttons" },
      bare ? button("start/fill", `A unit on each of ${bare} homes`, () => this.state.change(fillHomes(this.state.now.document), "a unit on each home"), { class: draft.setup.length ? "" : "first" }) : null,
      names.length && free.length ? button("start/add", "Add a unit", () => this.add(free[0].code)) : null));
    this.table.hidden = !draft.setup.length;
    this.rows.show(draft.setup, draft.places, draft.powers, draft.declared.kinds);
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
    const names = draft.powers.map((power) => [power.name, power.name]);
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
  const place = placeOf(document, code), power = document.powers.find((each) => each.name === pen.power) || document.powers[0];
  if (!place || !power) return document;
  const owner = document.powers.some((each) => each.name === place.home) ? place.home : power.name;
  const kind = pen.kind || (place.terrain === "sea" ? "fleet" : "army");
  return setUnit(document, code, { power: owner, kind, coast: kind === "fleet" && place.coasts.length ? place.coasts[0] : "" });
}
