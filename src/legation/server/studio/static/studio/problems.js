// What is wrong, from the picture, the last check and the last try to save: each leads to its row and its place.
import { make } from "../board/make.js";
import { rowOf } from "./change.js";
import { button, refresh } from "./fields.js";
import { pairOf } from "./names.js";

const MOST = 30;
// Sections of the document, and where the page has them.
const PART = { places: "places", borders: "borders", powers: "powers", setup: "start", extra: "places", rules: "text", words: "text", title: "play", blurb: "play", declared: "play" };

export class Problems {
  constructor(box, state, acts) { Object.assign(this, { box, state, acts }); }

  show({ document: draft, problems, preview }) {
    const open = new Set((preview ? preview.borders : []).filter((border) => border.in_picture && !border.in_table).map((border) => pairOf(border.a, border.b)));
    const bare = ({ places = [] }) => places.length === 2 && open.has(pairOf(...places));
    const drawn = problems.picture.filter((problem) => !bare(problem)), more = problems.picture.length - drawn.length;
    const missing = more ? [{ text: more === 1 ? "The picture shows a border that the table has not." : `The picture shows ${more} borders that the table has not.`, where: { section: "borders" } }] : [];
    const seen = new Set(), each = [...problems.saving, ...missing, ...drawn, ...problems.checked.filter((problem) => !bare(problem))].filter(({ text }) => !seen.has(text) && seen.add(text));
    const wrong = new Map((preview ? preview.areas : []).map((area) => [this.state.called(area.code), area.shown]));
    const land = (terrain) => terrain === "inland" || terrain === "coast";
    const mends = draft.places.filter((place) => land(place.terrain) && land(wrong.get(place.code)) && wrong.get(place.code) !== place.terrain)
      .map((place) => ({ place, shown: wrong.get(place.code) }));
    const title = each.length ? (each.length === 1 ? "1 problem" : `${each.length} problems`) : "No problems";
    this.box.classList.toggle("none", !each.length);
    refresh(this.box, make("h2", { id: "problems-title" }, title),
      mends.length ? make("ul", { class: "plain mends" }, ...mends.map(({ place, shown }) => make("li", {}, `${place.name} ${shown === "coast" ? "lies at the shore" : "has no shore"} in the picture. `,
        button(`mend/${place.code}`, `Make it ${shown === "coast" ? "a coast" : "inland"}`, () => this.acts.terrain(place.code, shown))))) : null,
      each.length ? make("ol", { class: "plain" }, ...each.slice(0, MOST).map((problem, n) => make("li", {}, this.line(problem, n)))) : null,
      each.length > MOST ? make("p", { class: "hint" }, `and ${each.length - MOST} more, when these are mended`) : null);
  }

  line(problem, n) {
    const leads = (problem.where && problem.where.section) || (problem.places || []).length;
    return leads ? button(`problem/${n}`, problem.text, () => this.lead(problem), { class: "problem" }) : make("p", { class: "problem" }, problem.text);
  }

  lead({ where = {}, places = [] }) {
    const { document: draft } = this.state.now;
    const there = places.filter((code) => rowOf(draft, code) >= 0);
    const section = PART[where.section] || "places";
    const row = where.row ?? (section === "places" && there.length ? rowOf(draft, there[0]) : null);
    this.acts.open(section);
    this.state.set({ marked: there, ...(section === "places" && there.length ? { chosen: there[0] } : {}) });
    this.acts.row(`${where.section && PART[where.section] ? where.section : "places"}/${row}`, where.key);
  }
}
