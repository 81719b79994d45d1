// What would mend a problem of the picture at a click. The first way is taken where all are mended at once.
import { addPoint, except, forget, join, part, placeOf, sail, setPlace, rowOf } from "./change.js";

const MOST_POINTS = 12;
const REASONS = {
  touch: "they touch, and nobody passes", apart: "the border is there, and cannot be drawn", over: "the line has no other way",
};

// The ways of a problem: words, the document after it, and, where a point is set, whose and where.
export function ways(draft, { kind, places = [], at }) {
  if (!kind || !places.length || !places.every((code) => placeOf(draft, code))) return [];
  const [a, b] = places, named = (code) => placeOf(draft, code).name || code;
  const excused = () => (now) => except(now, a, b, kind, REASONS[kind]);
  const terrain = (value) => (now) => setPlace(now, rowOf(now, a), { terrain: value });
  switch (kind) {
    case "touch": return [["They touch, and nobody passes", excused()], ["Join them", (now) => join(now, a, b)]];
    case "apart": return [["Keep it as a dotted line", excused()], ["Part them", (now) => part(now, a, b)]];
    case "over": return [["Let the line run there", excused()]];
    case "shoreless": return [["No fleets between them", (now) => sail(now, a, b, false)]];
    case "unsailed": return [["Let fleets pass", (now) => sail(now, a, b, true)]];
    case "needless": return [["Forget the exception", (now) => forget(now, a, b)]];
    case "stray": return !at ? [] : [b, a].filter((code) => placeOf(draft, code).points.length < MOST_POINTS)
      .map((code) => [`It is ${named(code)}’s`, (now) => addPoint(now, code), { code, at }]);
    case "nowhere": return placeOf(draft, a).terrain === "sea" ? [["Make it a coast", terrain("coast")]] : [["Make it a sea", terrain("sea")]];
    default: return [];
  }
}

// Those of `problems` that are mended together: points come first, for borders follow from them.
export function together(draft, problems) {
  const known = problems.filter((problem) => ways(draft, problem).length);
  const points = known.filter(({ kind }) => kind === "stray");
  return points.length ? points : known;
}

// Mends problems, each by its first way or the one that is named.
export function mend(state, problems, which = 0) {
  const { now } = state;
  let { document: next } = now;
  const moves = [...now.moves];
  for (const problem of problems) {
    const way = ways(next, problem)[which];
    if (!way) continue;
    const [, make, point] = way;
    if (point) moves.push({ code: point.code, i: placeOf(next, point.code).points.length, x: point.at[0], y: point.at[1] });
    next = make(next);
  }
  const what = problems.length === 1 ? ways(now.document, problems[0])[which][0] : `${problems.length} problems are mended`;
  state.change(next, what, { moves });
}
