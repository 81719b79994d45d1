// Borders: who passes where. The picture's are told from the table's, and taken over with one button.
import { make } from "../board/make.js";
import { bordersOf, except, join, joinAll, part, placeOf, removeBorder, setBorder } from "./change.js";
import { button, choice, labelled, refresh, Rows, tick } from "./fields.js";
import { pairOf } from "./names.js";

const KINDS = [["", "plain"], ["strait", "strait"], ["landbridge", "land bridge"], ["four-way", "where four meet"], ["bridge", "bridge"], ["canal", "canal"], ["edge", "off the picture"]];
const COASTS = { nc: "north", ec: "east", sc: "south", wc: "west" };

export class Borders {
  constructor(box, state, acts) {
    Object.assign(this, { state, acts });
    this.head = make("div", { class: "card" });
    this.differ = make("div", { class: "differ" });
    const body = make("tbody");
    this.table = make("table", { class: "rows borders" }, make("caption", {}, "All borders"),
      make("thead", {}, make("tr", {}, ...["Between", "Armies", "Fleets", "Kind", ""].map((words) => make("th", { scope: "col" }, words)))), body);
    this.rows = new Rows(body, (border, n) => this.row(border, n));
    box.append(this.head, this.differ, this.table);
  }

  show({ document: draft, preview, chosen }) {
    const named = (code) => (placeOf(draft, code) || { name: code }).name;
    const options = draft.places.map((place) => [place.code, place.name || place.code]).sort((a, b) => a[1].localeCompare(b[1]));
    const there = placeOf(draft, chosen) ? chosen : (options[0] || [""])[0];
    const others = options.filter(([code]) => code !== there);
    if (!others.some(([code]) => code === this.other)) this.other = (others[0] || [""])[0];
    const joined = bordersOf(draft, there, this.other).length > 0;
    refresh(this.head, make("p", { class: "hint" }, placeOf(draft, chosen)
      ? `${named(chosen)} is chosen: click a place to join it or to part it from ${named(chosen)}, or ${named(chosen)} again to leave it.`
      : "Click two places on the map to join them, or to part them; or choose them here."),
    others.length ? make("div", { class: "pairs" },
      labelled("Place", choice("borders/one", "Place", there, options, (code) => this.acts.choose(code))),
      labelled("and", choice("borders/other", "and", this.other, others, (code) => { this.other = code; this.state.set({}); this.show(this.state.now); })),
      button("borders/join", joined ? "Part them" : "Join them", () => this.acts.toggle(there, this.other))) : null);
    this.differences(draft, preview, named);
    this.table.hidden = !draft.borders.length;
    this.rows.show(draft.borders, draft.places);
  }

  // What the picture shows and the table has not, and the other way round.
  differences(draft, preview, named) {
    const listed = new Set((draft.extra.exceptions || []).map((each) => pairOf(each.a, each.b)));
    const table = new Set(draft.borders.map((each) => pairOf(each.a, each.b)));
    const known = preview ? preview.borders.filter((each) => placeOf(draft, each.a) && placeOf(draft, each.b)) : [];
    const seen = new Map(known.filter((each) => each.in_picture).map((each) => [pairOf(each.a, each.b), each]));
    const more = [...seen].filter(([pair]) => !table.has(pair) && !listed.has(pair)).map(([, each]) => each);
    const water = new Set(draft.borders.filter((each) => each.kind && each.kind !== "four-way").map((each) => pairOf(each.a, each.b)));
    const less = known.filter((each) => !each.in_picture && table.has(pairOf(each.a, each.b)) && !listed.has(pairOf(each.a, each.b)) && !water.has(pairOf(each.a, each.b)));
    const change = (next, what) => this.state.change(next, what);
    const now = () => this.state.now.document;
    const pair = (each) => `${named(each.a)} – ${named(each.b)}`;
    const sure = (each, how) => change(except(now(), each.a, each.b, how, how === "touch" ? "they touch, and nobody passes" : "the border is there, and cannot be drawn"), `${pair(each)} may differ`);
    refresh(this.differ,
      more.length ? make("section", {}, make("h3", {}, `The picture shows ${more.length} more`),
        make("p", { class: "buttons" }, button("borders/all", more.length === 1 ? "Take it" : `Take all ${more.length}`, () => this.acts.drawn(() => change(joinAll(now(), this.state.now.preview.borders), "borders as the picture has them")), { class: "first" })),
        make("details", {}, make("summary", {}, "Which they are"), make("ul", { class: "plain" }, ...more.map((each) => make("li", { class: "buttons" }, make("span", {}, pair(each)),
          button(`borders/take/${pairOf(each.a, each.b)}`, "Join", () => change(join(now(), each.a, each.b, each), `${pair(each)} are joined`), { "aria-label": `Join ${pair(each)}` }),
          button(`borders/touch/${pairOf(each.a, each.b)}`, "No border", () => sure(each, "touch"), { "aria-label": `${pair(each)}: no border` })))))) : null,
      less.length ? make("section", {}, make("h3", {}, `The table has ${less.length} that the picture does not show`),
        make("ul", { class: "plain" }, ...less.map((each) => make("li", { class: "buttons" }, make("span", {}, pair(each)),
          button(`borders/part/${pairOf(each.a, each.b)}`, "Part", () => change(part(now(), each.a, each.b), `${pair(each)} are parted`), { "aria-label": `Part ${pair(each)}` }),
          button(`borders/apart/${pairOf(each.a, each.b)}`, "Keep it as a dotted line", () => sure(each, "apart"), { "aria-label": `Keep ${pair(each)} as a dotted line` }))))) : null);
  }

  row(border, n) {
    const { document: draft } = this.state.now, at = (key) => `borders/${n}/${key}`;
    const one = placeOf(draft, border.a), other = placeOf(draft, border.b);
    const said = `${one ? one.name : border.a} – ${other ? other.name : border.b}`;
    const set = (fields, what) => this.state.change(setBorder(this.state.now.document, n, fields), `${said}: ${what}`);
    const coast = (place, key) => (place && place.coasts.length ? choice(at(key), `Coast of ${place.name}`, border[key], [["", "any coast"], ...place.coasts.map((each) => [each, `${COASTS[each]} coast`])], (value) => set({ [key]: value }, "coast")) : null);
    const cell = (words, ...fields) => make("td", { "data-label": words }, ...fields);
    return make("tr", { "data-row": `borders/${n}` },
      make("th", { scope: "row" }, said, coast(one, "a_coast"), coast(other, "b_coast")),
      cell("Armies", tick(at("army"), `Armies pass, ${said}`, border.army, (army) => set({ army }, army ? "armies" : "no armies"))),
      cell("Fleets", tick(at("fleet"), `Fleets pass, ${said}`, border.fleet, (fleet) => set({ fleet }, fleet ? "fleets" : "no fleets"))),
      cell("Kind", choice(at("kind"), `Kind, ${said}`, border.kind, KINDS, (kind) => set({ kind }, kind || "plain"))),
      cell("", button(at("drop"), "Part", () => this.state.change(removeBorder(this.state.now.document, n), `${said} are parted`), { "aria-label": `Part ${said}` })));
  }
}
