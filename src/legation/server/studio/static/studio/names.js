// Codes of places, marks and colours of powers, as they are proposed for what has none yet.
const WATERS = new Set(["sea", "bridge"]), LANDS = new Set(["inland", "coast", "bridge"]);
// Told from one another by eyes that see fewer colours, too.
const TINTS = ["#2b4a8b", "#d9a520", "#96220f", "#5aa7d6", "#2b2823", "#2f9a7c", "#9a6aa6", "#e07b39", "#7a8c2e", "#d98a9e", "#5b4636", "#8fa3ad"];
// How units are shown that nobody plays, where the draft does not say it.
export const NEUTRAL = { short: "--", colour: "#8a8578" };
const LONGEST = 3;

export const pairOf = (a, b) => [a, b].sort().join(" ");

const letters = (name) => name.normalize("NFD").replace(/[^A-Za-z]/g, "");

export const cased = (code, terrain) => (WATERS.has(terrain) ? code.toUpperCase() : code.charAt(0).toUpperCase() + code.slice(1).toLowerCase());

function* proposals(name) {
  const own = letters(name) || "Place", padded = own.padEnd(LONGEST, "a");
  yield padded.slice(0, LONGEST);
  for (let second = 1; second < own.length; second += 1)
    for (let third = second + 1; third < own.length; third += 1) yield own[0] + own[second] + own[third];
  for (const second of `${padded[1]}abcdefghijklmnopqrstuvwxyz`)
    for (const third of "abcdefghijklmnopqrstuvwxyz") yield padded[0] + second + third;
  for (const first of "abcdefghijklmnopqrstuvwxyz") yield padded + first;
}

// The code of a place of this name; `own` is the one that it has, and that is free for it; `past` are taken, too.
export function coded(document, name, terrain, own = "", past = []) {
  const taken = new Set([...document.places.map((place) => place.code), ...past].map((code) => code.toLowerCase()));
  taken.delete(own.toLowerCase());
  for (const code of proposals(name)) if (!taken.has(code.toLowerCase())) return cased(code, terrain);
  return cased(letters(name) || "Place", terrain);
}

export const automatic = (document, place) => /^(Place|Sea) \d+$/.test(place.name) || coded(document, place.name, place.terrain, place.code) === place.code;

// Who passes between two places, as far as their terrains tell.
export function joinedBy(one, other) {
  const army = LANDS.has(one.terrain) && LANDS.has(other.terrain);
  const fleet = [one, other].every((place) => place.terrain !== "inland" && place.terrain !== "impassable");
  return { army, fleet };
}

export function marked(document, name, own = "") {
  const taken = new Set(document.powers.map((power) => power.short));
  taken.delete(own);
  const all = (letters(name) || "Power").toUpperCase().padEnd(2, "X");
  for (const second of all.slice(1)) if (!taken.has(all[0] + second)) return all[0] + second;
  for (const second of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") if (!taken.has(all[0] + second)) return all[0] + second;
  return all.slice(0, 2);
}

export function tint(document) {
  const taken = new Set(document.powers.map((power) => power.colour.toLowerCase()));
  return TINTS.find((colour) => !taken.has(colour)) || TINTS[document.powers.length % TINTS.length];
}

// The contrast of two colours, #rrggbb, as WCAG 2 has it: 1 to 21.
function contrast(one, other) {
  const light = (colour) => {
    const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

export const inkOn = (colour) => (contrast(colour, "#ffffff") >= contrast(colour, "#1d1b16") ? "#ffffff" : "#1d1b16");
