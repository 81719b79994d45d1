// One object holds what the page knows; whoever shows a part of it is told when it is another.
const DRAFT = { title: "", blurb: "", parent: "standard", places: [], borders: [], powers: [], setup: [], extra: {}, declared: {}, rules: "", words: {} };
const PLACE = { code: "", name: "", terrain: "inland", centre: false, home: "", points: [], coasts: [], region: "", features: [], aliases: [] };
const BORDER = { a: "", b: "", army: false, fleet: false, kind: "", a_coast: "", b_coast: "" };
const POWER = { name: "", adjective: "", short: "", colour: "#8a8578", aliases: [] };
const START = { power: "", kind: "army", place: "", coast: "" };

// A document with all of its keys, so that nothing that shows it has to ask.
export function whole(document) {
  const filled = (rows, row) => rows.map((each) => ({ ...row, ...each }));
  const all = { ...DRAFT, ...document };
  return { ...all, places: filled(all.places, PLACE), borders: filled(all.borders, BORDER), powers: filled(all.powers, POWER), setup: filled(all.setup, START) };
}

// Do two documents say the same?
export function same(one, other) {
  if (one === other) return true;
  if (!one || !other || typeof one !== "object" || typeof other !== "object") return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && same(one[key], other[key]));
}

export class State {
  // `chosen`: the place that is worked on. `tool`: what a click on the map does. `moves`: points that were put
  // elsewhere on the picture, of which the degrees are not known yet. `problems`: of the picture, of the last
  // check, and why a draft was not saved.
  constructor(document) {
    this.now = {
      document: whole(document), preview: null, moves: [], chosen: "", section: "places", tool: "choose", pen: {},
      problems: { picture: [], checked: [], saving: [] }, fresh: new Set(), renamed: {}, line: { text: "", bad: false }, undo: false, redo: false,
    };
    this.heard = [];
  }

  hear(act) { this.heard.push(act); }

  set(fields) {
    const before = this.now;
    this.now = { ...before, ...fields };
    for (const act of this.heard) act(this.now, before);
  }

  // An act of the designer: `what` it was is kept with the step that it makes.
  change(document, what, fields = {}) {
    if (document === this.now.document && !Object.keys(fields).length) return;
    this.set({ document, what, ...fields });
  }

  // Another code for a place: what is on its way under the old one finds it.
  rename(from, to) {
    const as = (code) => (code === from ? to : code);
    const { renamed, fresh, chosen } = this.now;
    const earlier = Object.fromEntries(Object.entries(renamed).map(([old, code]) => [old, as(code)]));
    this.set({ renamed: { ...earlier, [from]: to }, fresh: new Set([...fresh].map(as)), chosen: as(chosen) });
  }

  called(code) {
    const there = this.now.document.places.some((place) => place.code === code);
    return there ? code : this.now.renamed[code] || code;
  }
}
