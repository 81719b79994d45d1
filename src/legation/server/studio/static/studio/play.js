// Rules of play that need no code: what wins, the calendar, builds, fog, kinds of units, rulings.
import { make } from "../board/make.js";
import { declare, put, withClause } from "./change.js";
import { button, choice, labelled, number, refresh, text, tick, ticked } from "./fields.js";

const PHASES = ["movement", "retreat", "adjustment"];
const SITES = [["home", "in one's own vacant home centres", "A unit is built in a vacant home centre of its power that its power owns."],
  ["any-home", "in any vacant home centre that one owns", "A unit is built in any vacant home centre, anybody's, that its power owns."],
  ["owned", "in any vacant centre that one owns", "A unit is built in any vacant centre that its power owns, whose home it ever was."],
  ["anywhere", "anywhere but in others' centres", "A unit is built in any vacant province that is no other power's centre. Where two powers build in one province, neither does."]];
const SIGHT = [["all", "the whole board", "A power sees the whole board."],
  ["adjacent", "its own units and the provinces beside them", "A power sees the provinces where its units are, or wait for a retreat, and those beside them. Phases and the owners of centres are public."],
  ["own", "the provinces of its own units alone", "A power sees the provinces where its units are, or wait for a retreat, and no others. Phases and the owners of centres are public."]];
const ORDERS = [["seen", "the orders of all units that it sees", ""],
  ["own", "its own orders alone", "A power is told of its own orders alone, with what came of them; whoever plays none, of none."]];
const GOES = [["land", "over land, as an army"], ["sea", "over water, as a fleet"], ["everywhere", "over land and water"]];
const GLYPHS = ["block", "ship", "star", "shield", "helmet"].map((each) => [each, each]);
const BUILT = [["inland", "inland"], ["coast", "at a coast"], ["sea", "at sea"], ["bridge", "on a bridge"]];
// What is declared in two keys is said in two sentences.
const sentenceOf = (tables, values) => tables.map((table, n) => table.find(([value]) => value === values[n])[2]).filter(Boolean).join(" ");
const every = ([first, ...rest]) => (first ? first.flatMap(([value]) => every(rest).map((more) => [value, ...more])) : [[]]);
const aims = (victory, centres) => {
  const hold = (victory.hold || []).map((code) => (centres.find((place) => place.code === code) || { name: code }).name);
  return [hold.length ? `Who owns ${hold.join(", ")} wins.` : "", victory["after-last-year"] === "most-centres" ? "When the last year is over, who has the most centres wins." : ""].filter(Boolean).join(" ");
};
const CALENDAR = { "first-year": 1901, years: 36, phases: [["Spring", "movement"], ["Spring", "retreat"], ["Autumn", "movement"], ["Autumn", "retreat"], ["Winter", "adjustment"]], aliases: { Fall: "Autumn" } };

// The clauses of a draft are numbered after its title: "The Irish Sea" has IS-1, IS-2.
const clauseOf = (draft, key) => `${(draft.title.toUpperCase().match(/\b(?!THE\b|A\b|OF\b)[A-Z]/g) || []).join("").slice(0, 3).padEnd(2, "X")}-${{ builds: 1, visibility: 2, victory: 3 }[key]}`;

export class Play {
  constructor(box, state, acts, parent) {
    Object.assign(this, { state, acts, parent });
    this.box = make("div", { class: "card" });
    box.append(this.box);
  }

  get draft() { return this.state.now.document; }

  show({ document: draft }) {
    if (this.shown === draft) return;
    this.shown = draft;
    refresh(this.box, this.named(draft), this.victory(draft), this.calendar(draft), this.builds(draft), this.kinds(draft), this.options(draft));
  }

  part(title, ...inside) { return make("fieldset", { "data-row": title.toLowerCase() }, make("legend", {}, title), ...inside); }

  said(key, value, what) { this.state.change(declare(this.draft, key, value), what); }

  // A declaration that cites a clause brings its sentence along; `ours` are those that another choice brings. A clause
  // that the designer has put in his own words is cited as long as there is something to declare.
  ruled(key, value, sentence, ours, what) {
    const own = this.draft.declared[key], kept = own && own.clause && own.clause !== "STD-END", clause = kept ? own.clause : clauseOf(this.draft, key);
    const next = withClause(declare(this.draft, key, value), clause, value ? sentence : "", ours);
    const cited = value && (sentence || (kept && next.rules.includes(`| ${clause} |`)));
    this.state.change(cited ? declare(next, key, { ...value, clause }) : next, what);
  }

  named(draft) {
    return this.part("Title", make("div", { class: "pairs" },
      labelled("Title", text("play/title", "Title", draft.title, (title) => this.state.change(put(this.draft, "title", title || draft.title), "the title"), { maxlength: 60, required: true }))),
    labelled("In a sentence", text("play/blurb", "In a sentence", draft.blurb, (blurb) => this.state.change(put(this.draft, "blurb", blurb), "the sentence under the title"), { maxlength: 300 }), "It stands under the title on the shelf: who, where, and what wins."));
  }

  // What wins

  victory(draft) {
    const own = draft.declared.victory, known = own || (this.parent && this.parent.victory) || {};
    const centres = draft.places.filter((place) => place.centre);
    const set = (fields, what) => {
      const { clause: _, ...next } = { ...known, ...fields };
      this.ruled("victory", next, aims(next, centres), [aims(known, centres)], what);
    };
    const held = known.hold || [];
    return this.part("What wins", make("div", { class: "pairs" },
      labelled("Centres to win", number("play/centres", "Centres to win", known.centres || 0, (value) => set({ centres: Math.round(value || 0) }, `${value} centres win`), { min: 0, max: 250, step: 1 }), `0: no number wins. There are ${centres.length} centres; more than half are ${Math.floor(centres.length / 2) + 1}.`),
      labelled("After the last year", choice("play/last", "After the last year", known["after-last-year"] || "draw", [["draw", "a draw of all who survive"], ["most-centres", "who has the most centres wins"]], (value) => set({ "after-last-year": value }, "the last year")))),
    centres.length ? make("details", { open: held.length > 0 }, make("summary", {}, held.length ? `Holding ${held.join(", ")} wins, too` : "Centres that win by being held"),
      make("p", { class: "ticks" }, ...centres.map((place) => ticked(place.name, tick(`play/hold/${place.code}`, `Hold ${place.name}`, held.includes(place.code), (on) => set({ hold: on ? [...held, place.code] : held.filter((code) => code !== place.code) }, `holding ${place.name}`)))))) : null);
  }

  calendar(draft) {
    const own = draft.declared.calendar, known = own || (this.parent && this.parent.calendar) || CALENDAR;
    const phases = known.phases || CALENDAR.phases;
    const set = (fields, what) => this.said("calendar", { ...known, ...fields }, what);
    const { prelude = [], aliases = {}, later = {} } = known, step = known.step || 1;
    const written = (moments) => moments.map(([season, kind]) => `${season} ${kind}`).join("\n");
    // What is said of seasons that are no more goes with them.
    const all = (fields) => {
      const next = { phases, prelude, aliases, later, ...fields }, seasons = new Set([...next.prelude, ...next.phases].map(([season]) => season));
      const kept = (table, of) => Object.fromEntries(Object.entries(table).filter((entry) => seasons.has(of(entry))));
      return { ...next, aliases: kept(next.aliases, ([, season]) => season), later: kept(next.later, ([season]) => season) };
    };
    const read = (key, what) => (lines) => {
      const moments = lines.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => [line.split(/[\s,]+/).slice(0, -1).join(" "), line.split(/[\s,]+/).at(-1).toLowerCase()]);
      const bad = moments.find(([season, kind]) => !season || !PHASES.includes(kind));
      if (bad) this.acts.say(`“${bad.join(" ").trim()}” is no phase: write a season and movement, retreat or adjustment, as in Spring movement.`);
      else if (key === "phases" && !moments.length) this.acts.say("A round has one phase at least.");
      else set(all({ [key]: moments }), what);
    };
    const named = (line) => {
      const pairs = line.split(",").map((each) => each.trim()).filter(Boolean).map((each) => each.split("=").map((part) => part.trim()));
      const seasons = new Set([...prelude, ...phases].map(([season]) => season)), bad = pairs.find((pair) => pair.length !== 2 || !pair[0] || !seasons.has(pair[1]));
      if (bad) this.acts.say(`“${bad.join(" = ")}” names no season: write another name and the season, as in Fall = ${phases.at(-1)[0]}.`);
      else set(all({ aliases: Object.fromEntries(pairs) }), "other names of seasons");
    };
    const seasons = [...new Set(phases.map(([season]) => season))];
    const lie = step > 1 || Object.keys(later).length ? seasons.map((season) => labelled(`${season}, years on`, number(`play/later/${season}`, `${season}, years on`, later[season] || 0,
      (value) => { const { [season]: _, ...others } = later; set({ later: value ? { ...others, [season]: Math.round(value) } : others }, `${season} lies ${value} years on`); }, { min: 0, max: step - 1, step: 1, required: true }))) : [];
    return this.part("Calendar", make("div", { class: "pairs" },
      labelled("First year", number("play/first", "First year", known["first-year"], (value) => set({ "first-year": Math.round(value || 1) }, `it begins in ${value}`), { step: 1 })),
      labelled("Rounds", number("play/years", "Rounds", known.years, (value) => set({ years: Math.max(1, Math.round(value || 1)) }, `${value} rounds`), { min: 1, max: 500, step: 1 }), "The last one ends the game."),
      labelled("Years a round", number("play/step", "Years a round", step, (value) => set({ step: Math.max(1, Math.round(value || 1)) }, `${value} years a round`), { min: 1, step: 1 }))),
    labelled("Phases of a round, one a line", text("play/phases", "Phases of a round, one a line", written(phases), read("phases", "the phases of a round"), { lines: 6 }), "A season and movement, retreat or adjustment; a retreat after each movement, and an adjustment in each round."),
    lie.length ? make("div", { class: "pairs" }, ...lie) : null,
    lie.length ? make("p", { class: "hint" }, `How many years into a round of ${step} a season lies: 0 is its first year.`) : null,
    labelled("Phases before the first round, one a line", text("play/prelude", "Phases before the first round, one a line", written(prelude), read("prelude", "the phases before the first round"), { lines: 2 }), "They come once, in the year before; as Winter adjustment, in which everybody chooses his first units."),
    labelled("Other names of seasons", text("play/aliases", "Other names of seasons", Object.entries(aliases).map((pair) => pair.join(" = ")).join(", "), named, { placeholder: "Fall = Autumn", maxlength: 200 }), "With commas between; orders and addresses may use them."),
    own ? button("play/asparent", "As in the game that it is made from", () => this.said("calendar", null, "the calendar of the parent")) : null);
  }

  // Builds and fog

  builds(draft) {
    const one = (key, tables, field, label) => {
      const parent = this.parent && this.parent[key], known = draft.declared[key] || parent || {}, fields = Object.keys(tables), options = tables[field];
      const valueOf = (each, name) => each[name] || tables[name][0][0];
      return labelled(label, choice(`play/${key}${field === fields[0] ? "" : `/${field}`}`, label, valueOf(known, field), options.map(([value, words]) => [value, words]), (value) => {
        const next = { ...known, [field]: value }, values = fields.map((name) => valueOf(next, name)), all = Object.values(tables);
        const usual = !parent && fields.every((name, n) => values[n] === tables[name][0][0]);
        const words = options.find((each) => each[0] === value)[1];
        this.ruled(key, usual ? null : Object.fromEntries(fields.map((name, n) => [name, values[n]])), sentenceOf(all, values), every(all).map((each) => sentenceOf(all, each)), `${label.toLowerCase()} ${words}`);
      }));
    };
    const sight = { sees: SIGHT, orders: ORDERS };
    return this.part("Builds and sight", make("div", {}, one("builds", { where: SITES }, "where", "Units are built"), one("visibility", sight, "sees", "A power sees"), one("visibility", sight, "orders", "A power is told")),
      make("p", { class: "hint" }, "What is not as usual becomes a clause of the rules; change its words there."));
  }

  kinds(draft) {
    const kinds = draft.declared.kinds || [];
    const set = (next, what) => this.said("kinds", next.length ? next : null, what);
    const change = (n, fields) => set(kinds.map((kind, at) => (at === n ? { ...kind, ...fields } : kind)), `the kind ${kinds[n].noun}`);
    const free = [..."WCKEGMDHSBLNPQRTVXYZ"].find((letter) => !kinds.some((kind) => kind.letter === letter));
    return this.part("Kinds of unit", make("p", { class: "hint" }, "Armies and fleets are there. Others move, support and are dislodged as they do."),
      ...kinds.map((kind, n) => make("div", { class: "kind", "data-row": `kinds/${n}` }, make("div", { class: "pairs" },
        labelled("Noun", text(`kinds/${n}/noun`, "Noun", kind.noun, (noun) => change(n, { noun: noun.toLowerCase() }), { pattern: "[A-Za-z]+", maxlength: 30 })),
        labelled("Letter", text(`kinds/${n}/letter`, "Letter", kind.letter, (letter) => change(n, { letter: letter.toUpperCase() }), { pattern: "[A-Za-z]", maxlength: 1 })),
        labelled("Goes", choice(`kinds/${n}/goes`, "Goes", kind.goes, GOES, (goes) => change(n, { goes }))),
        labelled("Drawn as", choice(`kinds/${n}/glyph`, "Drawn as", kind.glyph || "shield", GLYPHS, (glyph) => change(n, { glyph })))),
      make("p", { class: "ticks" }, make("span", {}, "Built"), ...BUILT.map(([terrain, words]) => ticked(words, tick(`kinds/${n}/${terrain}`, `Built ${words}`, (kind.built || ["inland", "coast"]).includes(terrain),
        (on) => change(n, { built: BUILT.map(([each]) => each).filter((each) => (each === terrain ? on : (kind.built || ["inland", "coast"]).includes(each))) }))))),
      button(`kinds/${n}/drop`, `Remove ${kind.noun}`, () => set(kinds.filter((_, at) => at !== n), `${kind.noun} is gone`)))),
      make("p", { class: "buttons" }, button("kinds/add", "Add a kind", () => set([...kinds, { letter: free, noun: ["wing", "cavalry", "guard"][kinds.length] || `kind${"abcdefgh"[kinds.length]}`, goes: "land", built: ["inland", "coast"], glyph: "shield" }], "a kind of unit"))));
  }

  options(draft) {
    const options = (this.parent && this.parent.options) || [];
    const chosen = draft.declared.options || {};
    const set = (id, value) => {
      const { [id]: _, ...others } = chosen;
      const next = value ? { ...others, [id]: value } : others;
      this.said("options", Object.keys(next).length ? next : null, `the ruling ${id}`);
    };
    if (!options.length) return null;
    return this.part("Rulings", make("details", { open: Object.keys(chosen).length > 0 }, make("summary", {}, `${options.length} rulings; ${Object.keys(chosen).length || "none"} chosen`),
      ...options.map((option) => labelled(option.changes, choice(`play/option/${option.id}`, option.changes, chosen[option.id] || "", [["", `As usual: ${option.values[option.default]}`], ...Object.entries(option.values)], (value) => set(option.id, value)), option.clause))));
  }
}
