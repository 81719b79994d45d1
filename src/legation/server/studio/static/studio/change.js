// What an act of the designer makes of the document: each function takes one and answers another, of
// which all that did not change is the same object. Nothing here shows, stores or sends anything.
import { automatic, cased, coded, joinedBy, marked, pairOf, tint } from "./names.js";

const withRow = (rows, index, fields) => rows.map((row, n) => (n === index ? { ...row, ...fields } : row));
const without = (rows, index) => rows.filter((_, n) => n !== index);

export const placeOf = (document, code) => document.places.find((place) => place.code === code);
export const rowOf = (document, code) => document.places.findIndex((place) => place.code === code);
export const bordersOf = (document, a, b) => document.borders.filter((each) => pairOf(each.a, each.b) === pairOf(a, b));

// Places

// `past`: codes that places had before; what is on its way under one of them must not reach a new place.
export function addPlace(document, at, terrain, past) {
  const noun = terrain === "sea" ? "Sea" : "Place";
  const names = new Set(document.places.map((place) => place.name));
  let number = document.places.length + 1;
  while (names.has(`${noun} ${number}`)) number += 1;
  const name = `${noun} ${number}`, code = coded(document, name, terrain, "", past);
  const place = { code, name, terrain, centre: false, home: "", points: [at], coasts: [], region: "", features: [], aliases: [] };
  return [{ ...document, places: [...document.places, place] }, code];
}

// A row of the table with other fields. A code that was made from the name follows the name.
export function setPlace(document, index, fields) {
  const place = document.places[index], next = { ...place, ...fields };
  if ("name" in fields && automatic(document, place)) next.code = coded(document, next.name, next.terrain, place.code);
  if ("terrain" in fields) {
    next.code = cased(next.code, next.terrain);
    if (next.terrain !== "coast") next.coasts = [];
    if (next.terrain === "impassable") next.centre = false;
  }
  if (fields.home) next.centre = true;
  if (!next.centre) next.home = "";
  const lost = [...(next.home ? [] : ["claimed"]), ...(next.terrain === "sea" ? [] : ["land-in-sea"])];
  if ((next.features || []).some((each) => lost.includes(each))) next.features = next.features.filter((each) => !lost.includes(each));
  const changed = next.code === place.code ? document : renamed(document, place.code, next.code);
  return { ...changed, places: withRow(changed.places, index, next) };
}

export function removePlace(document, code) {
  const hold = document.declared.victory && document.declared.victory.hold;
  const extra = pruned(document.extra, (place) => (place === code ? null : place));
  const declared = hold ? { ...document.declared, victory: { ...document.declared.victory, hold: hold.filter((each) => each !== code) } } : document.declared;
  return {
    ...document, extra, declared,
    places: document.places.filter((place) => place.code !== code),
    borders: document.borders.filter((each) => each.a !== code && each.b !== code),
    setup: document.setup.filter((unit) => unit.place !== code),
  };
}

export function setPoint(document, code, i, at) {
  const index = rowOf(document, code);
  if (index < 0) return document;
  const points = [...document.places[index].points];
  points[Math.min(i, points.length)] = at;
  return { ...document, places: withRow(document.places, index, { points }) };
}

// One more point, where the place lies, until it is moved.
export const addPoint = (document, code) => setPoint(document, code, placeOf(document, code).points.length, placeOf(document, code).points[0]);

export function removePoint(document, code, i) {
  const index = rowOf(document, code);
  return { ...document, places: withRow(document.places, index, { points: without(document.places[index].points, i) }) };
}

// A code by another name wherever it stands.
function renamed(document, from, to) {
  const as = (code) => (code === from ? to : code);
  const { victory } = document.declared;
  const declared = victory && victory.hold ? { ...document.declared, victory: { ...victory, hold: victory.hold.map(as) } } : document.declared;
  return {
    ...document, declared, extra: pruned(document.extra, as),
    places: document.places.map((place) => (place.code === from ? { ...place, code: to } : place)),
    borders: document.borders.map((each) => (each.a === from || each.b === from ? { ...each, a: as(each.a), b: as(each.b) } : each)),
    setup: document.setup.map((unit) => (unit.place === from ? { ...unit, place: to } : unit)),
  };
}

// What the picture says of places, by other codes; null: of that place nothing any more.
function pruned(extra, as) {
  const rows = (list) => list.flatMap((row) => {
    const next = { ...row };
    for (const key of ["a", "b", "place"]) if (key in row) next[key] = as(row[key]);
    return Object.values(next).includes(null) ? [] : [next];
  });
  const keys = (table) => Object.fromEntries(Object.entries(table).flatMap(([code, at]) => (as(code) === null ? [] : [[as(code), at]])));
  const of = (key, value) => {
    if (["exceptions", "crossings", "edges", "points"].includes(key) && Array.isArray(value)) return rows(value);
    return ["points", "spots", "labels"].includes(key) && value ? keys(value) : value;
  };
  return Object.fromEntries(Object.entries(extra).map(([key, value]) => [key, of(key, value)]));
}

// Borders

export function join(document, a, b, seen) {
  const { army, fleet } = seen || joinedBy(placeOf(document, a), placeOf(document, b));
  const border = { a, b, army, fleet, kind: "", a_coast: "", b_coast: "" };
  return { ...document, borders: [...document.borders, border] };
}

export const part = (document, a, b) => ({ ...document, borders: document.borders.filter((each) => pairOf(each.a, each.b) !== pairOf(a, b)) });

export const setBorder = (document, index, fields) => ({ ...document, borders: withRow(document.borders, index, fields) });

export const sail = (document, a, b, fleet) => ({ ...document, borders: document.borders.map((each) => (pairOf(each.a, each.b) === pairOf(a, b) ? { ...each, fleet } : each)) });

export const removeBorder = (document, index) => ({ ...document, borders: without(document.borders, index) });

// All borders that the picture shows and the table has not, but for those that are to touch only.
export function joinAll(document, seen) {
  const touching = new Set((document.extra.exceptions || []).filter((each) => each.how === "touch").map((each) => pairOf(each.a, each.b)));
  const news = seen.filter((each) => !each.in_table && !touching.has(pairOf(each.a, each.b)) && placeOf(document, each.a) && placeOf(document, each.b) && !bordersOf(document, each.a, each.b).length);
  return news.reduce((grown, each) => join(grown, each.a, each.b, each), document);
}

export function except(document, a, b, how, reason) {
  const others = (document.extra.exceptions || []).filter((each) => pairOf(each.a, each.b) !== pairOf(a, b) || (how === "over") !== (each.how === "over"));
  return { ...document, extra: { ...document.extra, exceptions: [...others, { a, b, how, reason }] } };
}

export function forget(document, a, b) {
  const exceptions = (document.extra.exceptions || []).filter((each) => pairOf(each.a, each.b) !== pairOf(a, b));
  return { ...document, extra: { ...document.extra, exceptions } };
}

export const frame = (document, made) => ({ ...document, extra: { ...document.extra, frame: made } });

// Powers

export function addPower(document) {
  const names = document.powers.map((power) => power.name);
  let number = names.length + 1;
  while (names.includes(`Power ${number}`)) number += 1;
  const name = `Power ${number}`;
  const power = { name, adjective: "", short: marked(document, name), colour: tint(document) };
  return { ...document, powers: [...document.powers, power] };
}

export function setPower(document, index, fields) {
  const power = document.powers[index], next = { ...power, ...fields };
  if ("name" in fields && power.short === marked(document, power.name, power.short)) next.short = marked(document, next.name, power.short);
  const powers = withRow(document.powers, index, next);
  if (next.name === power.name) return { ...document, powers };
  const as = (name) => (name === power.name ? next.name : name);
  return {
    ...document, powers,
    places: document.places.map((place) => (place.home === power.name ? { ...place, home: as(place.home) } : place)),
    setup: document.setup.map((unit) => (unit.power === power.name ? { ...unit, power: as(unit.power) } : unit)),
  };
}

export function removePower(document, index) {
  const { name } = document.powers[index];
  return {
    ...document, powers: without(document.powers, index),
    places: document.places.map((place) => (place.home === name ? { ...place, home: "", features: place.features.filter((each) => each !== "claimed") } : place)),
    setup: document.setup.filter((unit) => unit.power !== name),
  };
}

// The units that stand there when a game begins

export function setUnit(document, place, unit) {
  const others = document.setup.filter((each) => each.place !== place);
  return { ...document, setup: unit ? [...others, { coast: "", ...unit, place }] : others };
}

// Those whose units stand there and who are no powers.
export function neutralsOf(document) {
  const names = new Set(document.powers.map((power) => power.name));
  return [...new Set(document.setup.map((unit) => unit.power))].filter((name) => name && !names.has(name));
}

export const setStart = (document, index, fields) => ({ ...document, setup: withRow(document.setup, index, fields) });

export const removeStart = (document, index) => ({ ...document, setup: without(document.setup, index) });

// A unit on each home that has none: each power's first home at a coast gets a fleet, the others armies.
export function fillHomes(document) {
  const afloat = new Set(document.setup.filter((unit) => unit.kind === "fleet").map((unit) => unit.power));
  const held = new Set(document.setup.map((unit) => unit.place));
  return document.places.filter((place) => place.home && !held.has(place.code)).reduce((grown, place) => {
    const fleet = place.terrain === "coast" && !place.coasts.length && !afloat.has(place.home);
    if (fleet) afloat.add(place.home);
    return setUnit(grown, place.code, { power: place.home, kind: fleet ? "fleet" : "army" });
  }, document);
}

// Declarations

export const declare = (document, key, value) => ({ ...document, declared: { ...document.declared, [key]: value } });

// A clause that a declaration cites is a row of the rules, added where they have none of its name. One that says
// a sentence of `ours` says the new one, and is gone where there is none; what the designer wrote stays.
export function withClause(document, id, sentence, ours = []) {
  const lines = document.rules.split("\n"), at = lines.findIndex((line) => line.includes(`| ${id} |`));
  if (at >= 0) {
    if (!ours.some((each) => each && lines[at] === `| ${id} | ${each} |`)) return document;
    lines.splice(at, 1, ...(sentence ? [`| ${id} | ${sentence} |`] : []));
    return { ...document, rules: lines.join("\n") };
  }
  if (!sentence) return document;
  const head = document.rules.includes("| what holds |") ? "" : "| id | what holds |\n|---|---|\n";
  const before = document.rules.trimEnd();
  const gap = head || !before ? "\n\n" : "\n";
  return { ...document, rules: `${before}${before ? gap : ""}${head}| ${id} | ${sentence} |\n` };
}

export const put = (document, key, value) => ({ ...document, [key]: value });
