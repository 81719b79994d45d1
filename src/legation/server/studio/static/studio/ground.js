// The map of a draft: the real coast, an area for each place, and the points that the areas lie around.
// Points are dragged, or moved by keys; what a tap does is for the section that is open.
import { Chart } from "../board/map.js";
import { inkOn, NEUTRAL, pairOf } from "./names.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 22, NUDGE = 4, OFTEN = 150;
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export const drawing = (name, attributes, ...inside) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== false) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

export class Ground extends Chart {
  // `acts.tap(code, at, id)`: somebody points there; `at` in the picture, `id` a point such as Bel/0.
  constructor(box, state, acts) {
    const asked = {
      units: () => Object.keys(this.spots), spots: () => this.spots || {}, lit: () => [], others: () => [], picked: () => {},
      pen: () => state.now.section === "places" && state.now.tool === "choose",
      dragFrom: (id) => acts.choose(id.split("/")[0]),
      dropped: (id) => this.put(id, this.held),
      tapped: (id, code) => acts.tap(id ? id.split("/")[0] : code, [this.at.x, this.at.y], id),
    };
    super(box, asked);
    Object.assign(this, { state, acts, spots: {}, layers: {} });
    for (const name of ["water", "coast", "areas", "shore", "marks", "lines", "names", "points", "units"]) this.over.before(this.layers[name] = drawing("g", { class: name }));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    state.hear((now, before) => this.follow(now, before));
    new ResizeObserver(() => { this.fit(); this.show(); }).observe(box);
  }

  show() {
    super.show();
    const matrix = this.svg.getScreenCTM();
    if (matrix) this.svg.style.setProperty("--px", (1 / matrix.a).toFixed(4));
  }

  home() { this.whole(); this.moves = 0; }

  // Pointing

  // A point is taken hold of where it is, and not anywhere in its area.
  unitAt(at, target) {
    this.at = at;
    const hit = target && target.closest && target.closest("[data-point]");
    if (hit) return hit.dataset.point;
    let best = null, least = this.reach(NEAR);
    for (const [id, [x, y]] of Object.entries(this.spots)) {
      const far = Math.hypot(x - at.x, y - at.y);
      if (far < least) { best = id; least = far; }
    }
    return best;
  }

  drawn(id, to) {
    this.held = to;
    const found = this.layers.points.querySelector(`[data-point="${CSS.escape(id)}"]`);
    if (found) found.setAttribute("transform", `translate(${to.x} ${to.y})`);
    if (this.sent && performance.now() - this.sent < OFTEN) return;
    this.sent = performance.now();
    this.put(id, to);
  }

  undrawn() {}

  put(id, to) {
    const { all } = this, [code, i] = id.split("/");
    const x = Math.min(Math.max(to.x, all.x + 1), all.x + all.w - 1), y = Math.min(Math.max(to.y, all.y + 1), all.y + all.h - 1);
    this.acts.move(code, Number(i), x, y);
  }

  // Land is what a place on land has, or nobody.
  isLand([x, y]) {
    const at = new DOMPoint(x, y), waters = ["sea", "bridge"];
    const hit = (path) => path.isPointInFill(at) && !waters.some((kind) => path.classList.contains(kind));
    return [...this.layers.coast.children, ...this.layers.areas.children].some(hit);
  }

  key(event) {
    const id = event.target.dataset && event.target.dataset.point, way = WAYS[event.key];
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.acts.tap(id.split("/")[0], this.spots[id], id);
    } else if (way && event.shiftKey && this.state.now.section === "places") {
      event.preventDefault();
      const [x, y] = this.spots[id], far = this.reach(NUDGE);
      this.put(id, { x: x + way[0] * far, y: y + way[1] * far });
    } else if (way && !event.shiftKey) {
      event.preventDefault();
      const next = this.beside(id, way);
      if (next) this.focus(next);
    }
  }

  // The nearest point that lies that way, rather than aside.
  beside(id, [dx, dy]) {
    const [x, y] = this.spots[id];
    const rated = Object.entries(this.spots).filter(([other]) => other !== id).map(([other, [ox, oy]]) => {
      const along = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      return { other, far: along > aside * 0.5 && along > 0 ? along + 2 * aside : Infinity };
    });
    rated.sort((a, b) => a.far - b.far);
    return rated[0] && rated[0].far < Infinity ? rated[0].other : null;
  }

  focus(id) {
    const points = [...this.layers.points.children];
    for (const each of points) each.setAttribute("tabindex", each.dataset.point === id ? "0" : "-1");
    const found = points.find((each) => each.dataset.point === id);
    if (found) found.focus({ preventScroll: true });
  }

  // Drawing

  follow(now, before) {
    if (now.preview && now.preview !== before.preview) this.lay(now.preview);
    if (["preview", "document", "moves", "chosen", "section", "pen", "marked"].some((key) => now[key] !== before[key])) this.paint();
  }

  // What the picture alone decides.
  lay(preview) {
    const [w, h] = preview.size;
    if (this.all.w !== w || this.all.h !== h || !this.layers.water.childElementCount) {
      this.layers.water.replaceChildren(drawing("rect", { width: w, height: h }));
      Object.assign(this.all, { x: 0, y: 0, w, h });
      this.wide = 0;
      this.svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
      this.fit();
    }
    this.layers.coast.replaceChildren(drawing("path", { d: preview.ground, "fill-rule": "evenodd" }));
    this.layers.shore.replaceChildren(drawing("path", { d: preview.coast }));
    this.layers.areas.replaceChildren(...preview.areas.map(({ code, d }) => drawing("path", { d, "data-code": code })));
  }

  paint() {
    const { now } = this.state, { document: draft, preview } = now;
    const held = document.activeElement && document.activeElement.dataset && document.activeElement.dataset.point;
    const places = new Map(draft.places.map((place) => [place.code, place])), colours = new Map(draft.powers.map((power) => [power.name, power.colour]));
    const stale = new Set(now.moves.map((move) => move.code));
    this.spots = {};
    for (const { code, i, x, y } of preview ? preview.points : []) {
      const as = this.state.called(code), place = places.get(as);
      if (place && i < place.points.length) this.spots[`${as}/${i}`] = [x, y];
    }
    for (const { code, i, x, y } of now.moves) this.spots[`${this.state.called(code)}/${i}`] = [x, y];
    for (const area of this.layers.areas.children) {
      const code = this.state.called(area.dataset.code), place = places.get(code);
      area.dataset.code = code;
      const owned = place && colours.get(place.home);
      area.setAttribute("class", `area ${place ? place.terrain : "gone"}${owned ? " owned" : ""}`);
      area.style.setProperty("--nation", owned || "transparent");
    }
    this.marks(preview, now);
    this.lines(draft, preview, now);
    this.words(draft, preview, stale);
    this.units(draft, colours);
    this.points(draft, now);
    this.show();
    if (held && this.spots[held]) this.focus(held);
  }

  // What is worked on, and what a problem is about.
  marks(preview, { chosen, marked }) {
    const made = preview ? preview.areas.flatMap(({ code, d }) => {
      const as = this.state.called(code), kind = as === chosen ? "chosen" : (marked || []).includes(as) && "marked";
      return kind ? [drawing("path", { d, class: kind })] : [];
    }) : [];
    this.layers.marks.replaceChildren(...made);
  }

  // Borders: of both, of the table alone, of the picture alone.
  lines(draft, preview, { section, chosen }) {
    if (section !== "borders" || !preview) { this.layers.lines.replaceChildren(); return; }
    const table = new Set(draft.borders.map((each) => pairOf(each.a, each.b))), drawnPairs = new Set();
    const made = [];
    const line = (a, b, kind, from, to) => made.push(drawing("line", {
      class: `${kind}${a === chosen || b === chosen ? " near" : ""}`, x1: from[0], y1: from[1], x2: to[0], y2: to[1],
    }));
    for (const each of preview.borders) {
      const pair = pairOf(each.a, each.b), from = this.spots[`${each.a}/0`], to = this.spots[`${each.b}/0`];
      if (drawnPairs.has(pair) || !from || !to) continue;
      drawnPairs.add(pair);
      line(each.a, each.b, table.has(pair) ? (each.in_picture ? "both" : "table") : "picture", from, to);
    }
    for (const { a, b } of draft.borders) {
      const from = this.spots[`${a}/0`], to = this.spots[`${b}/0`];
      if (!drawnPairs.has(pairOf(a, b)) && from && to) { drawnPairs.add(pairOf(a, b)); line(a, b, "table", from, to); }
    }
    this.layers.lines.replaceChildren(...made);
  }

  // Codes, where the area has room for one.
  words(draft, preview, stale) {
    const at = new Map(preview ? preview.areas.map((area) => [this.state.called(area.code), area.at]) : []);
    this.layers.names.replaceChildren(...draft.places.flatMap(({ code, terrain }) => {
      const spot = stale.has(code) ? this.spots[`${code}/0`] : this.spots[`${code}/0`] || at.get(code);
      if (!spot) return [];
      const text = drawing("text", { x: spot[0], y: spot[1], dy: "1.5em", class: terrain });
      text.textContent = code;
      return [text];
    }));
  }

  units(draft, colours) {
    this.layers.units.replaceChildren(...(this.state.now.section === "start" ? draft.setup : []).flatMap((unit) => {
      const spot = this.spots[`${unit.place}/0`], colour = colours.get(unit.power) || (draft.declared.neutrals || NEUTRAL).colour || NEUTRAL.colour;
      if (!spot) return [];
      const text = drawing("text", {});
      text.textContent = unit.kind.charAt(0).toUpperCase();
      const made = drawing("g", { transform: `translate(${spot[0]} ${spot[1]})` }, drawing("circle", {}), text);
      made.style.setProperty("--nation", colour);
      made.style.setProperty("--on-nation", inkOn(colour));
      return [made];
    }));
  }

  points(draft, { chosen, section }) {
    const tabbed = this.spots[`${chosen}/0`] ? `${chosen}/0` : Object.keys(this.spots)[0];
    const said = new Map(draft.places.map((place) => [place.code, `${place.name}, ${place.terrain}${place.centre ? ", centre" : ""}${place.home ? ` of ${place.home}` : ""}`]));
    const centres = new Set(draft.places.filter((place) => place.centre).map((place) => place.code));
    this.layers.points.replaceChildren(...Object.entries(this.spots).flatMap(([id, [x, y]]) => {
      const [code, i] = id.split("/"), first = i === "0";
      if (!first && (section !== "places" || code !== chosen)) return []; // those of all would hide the map
      const kind = `${first ? "first" : "more"}${code === chosen ? " chosen" : ""}${first && centres.has(code) ? " centre" : ""}`;
      const label = `${said.get(code)}${first ? "" : `, point ${Number(i) + 1}`}`;
      const dot = drawing("g", {
        class: kind, "data-point": id, "data-code": code, transform: `translate(${x} ${y})`,
        role: "button", tabindex: id === tabbed ? "0" : "-1", "aria-label": label, "aria-pressed": String(code === chosen),
      }, drawing("circle", { class: "hit" }), drawing("circle", { class: "dot" }));
      return [dot];
    }));
  }
}
