// Where on Earth the map lies: a part of it from a list, or its middle and size by numbers, and steps from there.
import { make } from "../board/make.js";
import { frame } from "./change.js";
import { button, choice, labelled, number, refresh } from "./fields.js";

const REGIONS = [
  ["Europe", 52, 16, 4600, 4200], ["British Isles", 54.5, -4.2, 1000, 1250], ["France and the Low Countries", 48, 3.5, 1300, 1200],
  ["Germany and the Alps", 49.5, 10.5, 1200, 1150], ["Iberia", 40, -4, 1250, 1050], ["Italy", 42, 12.5, 1150, 1250],
  ["Baltic and Scandinavia", 60.5, 17.5, 1900, 2000], ["Mediterranean", 38, 16, 4200, 2300], ["Greece and the Aegean", 38.5, 24.5, 1000, 950],
  ["Black Sea and the Caucasus", 43, 36, 2200, 1500], ["Near East", 31, 42, 3400, 2700], ["Northern Africa", 27, 12, 5000, 3300], ["Africa", 2, 18, 8400, 8800],
  ["India", 22, 80, 4000, 3700], ["China", 34, 106, 5400, 4300], ["Japan and Korea", 37, 134, 2300, 2300], ["South-east Asia", 5, 112, 5200, 4300],
  ["Australia and New Zealand", -28, 146, 6600, 4700], ["North America", 46, -97, 7200, 5600], ["Caribbean", 18, -74, 3700, 2400],
  ["South America", -20, -60, 6800, 8600], ["North Atlantic", 50, -35, 8000, 5000], ["Pacific", 10, -175, 15000, 9500],
];
const STEP = 0.2, CLOSER = 0.8, EARTH = 6371; // km

const framed = (lat, lon, wide, high) => ({ centre: [lat, lon], x: [-wide / 2, wide / 2], y: [-high / 2, high / 2] });

export const EUROPE = framed(...REGIONS[0].slice(1));

// Kilometres east and north of the middle of Lambert's projection, in degrees.
function degrees([lat, lon], x, y) {
  const far = Math.hypot(x, y), turn = Math.PI / 180;
  if (far < 1e-9) return [lat, lon];
  const c = 2 * Math.asin(Math.min(far / (2 * EARTH), 1)), sin = Math.sin(c), cos = Math.cos(c);
  const phi = Math.asin(cos * Math.sin(lat * turn) + y * sin * Math.cos(lat * turn) / far);
  const lam = Math.atan2(x * sin, far * Math.cos(lat * turn) * cos - y * Math.sin(lat * turn) * sin);
  const round = (value) => Math.round(value * 100) / 100;
  return [round(phi / turn), round(((lon + lam / turn + 540) % 360) - 180)];
}

export class Where {
  constructor(state) {
    this.state = state;
    this.inside = make("div");
    this.box = make("details", { class: "where", open: !state.now.document.places.length && !state.now.document.extra.frame }, make("summary", {}, "Where the map lies"), this.inside);
  }

  show({ document: draft, preview }) {
    if (this.empty && draft.places.length) this.box.open = false;
    this.empty = !draft.places.length;
    const now = draft.extra.frame || (preview && preview.frame) || EUROPE;
    if (this.shown === now) return;
    this.shown = now;
    const { centre, x, y } = now, wide = Math.round(x[1] - x[0]), high = Math.round(y[1] - y[0]);
    const middle = degrees(centre, (x[0] + x[1]) / 2, (y[0] + y[1]) / 2);
    const set = (what, [lat, lon], w = wide, h = high) => this.state.change(frame(this.state.now.document, framed(lat, lon, w, h)), what);
    const step = (dx, dy) => degrees(middle, wide * STEP * dx, high * STEP * dy);
    const times = (by) => [Math.max(20, Math.round(wide * by)), Math.max(20, Math.round(high * by))];
    const steps = [["North", 0, 1], ["South", 0, -1], ["West", -1, 0], ["East", 1, 0]];
    const here = REGIONS.find((each) => String(Object.values(framed(...each.slice(1)))) === String([now.centre, now.x, now.y]));
    refresh(this.inside,
      labelled("A part of the Earth", choice("where/region", "A part of the Earth", here ? here[0] : "", [["", "its own"], ...REGIONS.map(([name]) => [name, name])],
        (name) => { const region = REGIONS.find((each) => each[0] === name); if (region) set(`the map is of ${name}`, region.slice(1, 3), region[3], region[4]); })),
      make("p", { class: "buttons" }, ...steps.map(([words, dx, dy]) => button(`where/${words}`, words, () => set(`further ${words.toLowerCase()}`, step(dx, dy)))),
        button("where/closer", "Closer", () => set("closer", middle, ...times(CLOSER))), button("where/farther", "Farther", () => set("farther", middle, ...times(1 / CLOSER)))),
      make("div", { class: "pairs" },
        labelled("Middle, north", number("where/lat", "Middle, degrees north", middle[0], (lat) => set("the map lies elsewhere", [lat, middle[1]]), { min: -90, max: 90, required: true })),
        labelled("Middle, east", number("where/lon", "Middle, degrees east", middle[1], (lon) => set("the map lies elsewhere", [middle[0], lon]), { min: -180, max: 180, required: true })),
        labelled("Width, km", number("where/wide", "Width in km", wide, (w) => set(`the map is ${w} km wide`, middle, w, Math.max(20, Math.round(high * w / wide))), { min: 20, max: 20000, required: true })),
        labelled("Height, km", number("where/high", "Height in km", high, (h) => set(`the map is ${h} km high`, middle, wide, Math.round(Math.min(Math.max(h, wide / 5), 3 * wide))), { min: 20, max: 20000, required: true }))));
  }
}
