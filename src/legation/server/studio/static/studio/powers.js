// Powers: names, marks, colours, and whose home a place is. Whether colours can be told apart stands under Problems.
import { make } from "../board/make.js";
import { addPower, placeOf, removePower, rowOf, setPlace, setPower } from "./change.js";
import { button, choice, labelled, refresh, Rows, text } from "./fields.js";
import { inkOn } from "./names.js";

export class Powers {
  constructor(box, state, acts) {
    Object.assign(this, { state, acts });
    this.head = make("div", { class: "card" });
    const body = make("tbody");
    this.table = make("table", { class: "rows powers" }, make("caption", {}, "All powers"),
      make("thead", {}, make("tr", {}, ...["Name", "Adjective", "Mark", "Colour", "Homes", ""].map((words) => make("th", { scope: "col" }, words)))), body);
    this.rows = new Rows(body, (power, n) => this.row(power, n));
    box.append(this.head, this.table);
  }

  show({ document: draft, pen }) {
    const names = draft.powers.map((power) => power.name);
    refresh(this.head,
      names.length ? labelled("A click on a place makes it a home centre of", choice("powers/pen", "A click on a place makes it a home centre of", names.includes(pen.power) ? pen.power : names[0], names.map((name) => [name, name]), (power) => this.state.set({ pen: { ...this.state.now.pen, power } })),
        "and a home of this power nobody's again. The table of places does the same.") : make("p", { class: "hint" }, "A power has a name, a mark of two letters and a colour; its homes are chosen on the map."),
      make("p", { class: "buttons" }, button("powers/add", "Add a power", () => this.add(), names.length ? {} : { class: "first" })));
    this.table.hidden = !names.length;
    this.rows.show(draft.powers, draft.places);
  }

  add() {
    const next = addPower(this.state.now.document), { name } = next.powers.at(-1);
    this.state.change(next, `${name} is there`, { pen: { ...this.state.now.pen, power: name } });
    this.acts.focus(`powers/${next.powers.length - 1}/name`);
  }

  row(power, n) {
    const { document: draft } = this.state.now, at = (key) => `powers/${n}/${key}`;
    const set = (fields) => {
      const { document: now, pen } = this.state.now;
      if (fields.name !== undefined && (!fields.name || now.powers.some((each, other) => other !== n && each.name === fields.name))) {
        this.acts.say(fields.name ? `There is a power called ${fields.name} already.` : "A power needs a name.");
        this.rows.rows = [];
        this.state.set({});
        return;
      }
      const next = setPower(now, n, fields);
      this.state.change(next, `${next.powers[n].name} is changed`, pen.power === power.name ? { pen: { ...pen, power: next.powers[n].name } } : {});
    };
    const homes = draft.places.filter((place) => place.home === power.name);
    const cell = (words, ...fields) => make("td", { "data-label": words }, ...fields);
    const seal = make("abbr", { class: "seal", title: power.name }, power.short);
    seal.style.setProperty("--nation", power.colour);
    seal.style.setProperty("--on-nation", inkOn(power.colour));
    return make("tr", { "data-row": `powers/${n}` },
      cell("Name", text(at("name"), `Name of power ${n + 1}`, power.name, (name) => set({ name }), { maxlength: 60 })),
      cell("Adjective", text(at("adjective"), `Adjective of ${power.name}`, power.adjective, (adjective) => set({ adjective }), { maxlength: 60, placeholder: power.name })),
      cell("Mark", text(at("short"), `Mark of ${power.name}`, power.short, (short) => set({ short: short.toUpperCase() }), { maxlength: 2, class: "code" })),
      cell("Colour", make("span", { class: "colour" }, text(at("colour"), `Colour of ${power.name}`, power.colour, (colour) => set({ colour }), { type: "color" }), seal)),
      cell("Homes", make("span", { class: "hint" }, homes.length ? homes.map((place) => place.code).join(", ") : "none")),
      cell("", button(at("drop"), "Remove", () => this.state.change(removePower(this.state.now.document, n), `${power.name} is gone`), { "aria-label": `Remove ${power.name}` })));
  }
}

// A click on the map: a home of this power, or nobody's again.
export function toggleHome(document, code, power) {
  const place = placeOf(document, code), home = place.home === power ? "" : power;
  return setPlace(document, rowOf(document, code), { home });
}
