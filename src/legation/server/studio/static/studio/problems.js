// What is wrong, from the picture, the last check and the last try to save: each leads to its row and its
// place, and what a click can mend has a button.
import { make } from "../board/make.js";
import { joinAll, rowOf } from "./change.js";
import { button, refresh } from "./fields.js";
import { mend, together, ways } from "./mends.js";
import { pairOf } from "./names.js";

const MOST = 30;
// Sections of the document, and where the page has them.
const PART = { places: "places", borders: "borders", powers: "powers", setup: "start", extra: "places", rules: "text", words: "text", title: "play", blurb: "play", declared: "play" };

export class Problems {
  constructor(box, state, acts) { Object.assign(this, { box, state, acts }); }

  show({ document: draft, problems, preview }) {
    const open = new Set((preview ? preview.borders : []).filter((border) => border.in_picture && !border.in_table).map((border) => pairOf(border.a, border.b)));
    const bare = ({ kind, places = [] }) => kind === "touch" && open.has(pairOf(...places));
    const drawn = problems.picture.filter((problem) => !bare(problem)), more = problems.picture.length - drawn.length;
    const seen = new Set(), each = [...problems.saving, ...drawn.filter(({ kind }) => kind === "stray"), ...this.missing(more), ...drawn, ...problems.checked.filter((problem) => !bare(problem))].filter(({ text }) => !seen.has(text) && seen.add(text));
    const known = this.known = together(draft, each);
    const title = each.length ? (each.length === 1 ? "1 problem" : `${each.length} problems`) : "No problems";
    this.box.classList.toggle("none", !each.length);
    refresh(this.box, make("h2", { id: "problems-title" }, title), this.terrains(draft, preview),
      known.length > 1 ? make("p", { class: "buttons" }, button("mend/all", `Mend ${known.length} of them at once`, () => this.acts.drawn(() => this.mend(this.known))),
        make("span", { class: "hint" }, "each as its first button would")) : null,
      each.length ? make("ol", { class: "plain" }, ...each.slice(0, MOST).map((problem, n) => make("li", {}, this.line(problem, n), this.mends(draft, problem, n)))) : null,
      each.length > MOST ? make("p", { class: "hint" }, `and ${each.length - MOST} more, when these are mended`) : null);
  }

  // Borders of the picture that the table has not are one line.
  missing(more) {
    if (!more) return [];
    const text = more === 1 ? "The picture shows a border that the table has not." : `The picture shows ${more} borders that the table has not.`;
    const take = () => this.acts.drawn(() => this.state.change(joinAll(this.state.now.document, this.state.now.preview.borders), "borders as the picture has them"));
    return [{ text, where: { section: "borders" }, ways: [[more === 1 ? "Take it" : `Take all ${more}`, take]] }];
  }

  // Lands that have a shore and are no coast, and the other way round.
  terrains(draft, preview) {
    const shown = new Map((preview ? preview.areas : []).map((area) => [this.state.called(area.code), area.shown]));
    const land = (terrain) => terrain === "inland" || terrain === "coast";
    const wrong = draft.places.filter(({ code, terrain }) => land(terrain) && land(shown.get(code)) && shown.get(code) !== terrain);
    if (!wrong.length) return null;
    return make("ul", { class: "plain mends" }, ...wrong.map(({ code, name }) => {
      const as = shown.get(code);
      return make("li", {}, `${name} ${as === "coast" ? "lies at the shore" : "has no shore"} in the picture. `,
        button(`mend/${code}`, `Make it ${as === "coast" ? "a coast" : "inland"}`, () => this.acts.terrain(code, as)));
    }));
  }

  line(problem, n) {
    const leads = (problem.where && problem.where.section) || (problem.places || []).length;
    const said = problem.text, key = /^\S+\.\S/.test(said); // victory.centres is a key, and stays one
    const text = key ? said : said.charAt(0).toUpperCase() + said.slice(1);
    return leads ? button(`problem/${n}`, text, () => this.lead(problem), { class: "problem" }) : make("p", { class: "problem" }, text);
  }

  mends(draft, problem, n) {
    const buttons = (problem.ways || ways(draft, problem)).map(([words, act], which) =>
      button(`problem/${n}/${which}`, words, problem.ways ? act : () => this.mend([problem], which)));
    return buttons.length ? make("p", { class: "buttons" }, ...buttons) : null;
  }

  mend(problems, which) {
    mend(this.state, problems, which);
    this.acts.say(`${this.state.now.what}.`);
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
