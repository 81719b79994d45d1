// The map: pinch, double tap and drag to move it; taps, and drags from a unit, as orders.
import { legible, raise } from "./legible.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 26, STILL = 8, MOST = 8;
const PHONE = "(max-width: 40rem)", SHARE = 0.54; // with the zoom buttons below it; the sheet from below has the rest
export class Chart {
  // `box` holds the svg; `asked` answers what may be tapped: {lit, units, spots}.
  constructor(box, asked) {
    this.box = box;
    this.asked = asked;
    this.pointers = new Map();
    this.adopt();
    box.addEventListener("pointerdown", (e) => this.down(e));
    box.addEventListener("pointermove", (e) => this.move(e));
    box.addEventListener("pointerup", (e) => this.up(e));
    box.addEventListener("pointercancel", (e) => this.cancel(e));
    box.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    box.addEventListener("dragstart", (e) => e.preventDefault());
  }

  adopt() {
    this.svg = this.box.querySelector("svg");
    const [x, y, w, h] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.all = { x, y, w, h };
    this.over = document.createElementNS(SVG, "g");
    this.over.setAttribute("class", "over");
    this.over.setAttribute("aria-hidden", "true");
    this.svg.append(this.over);
    this.seen = { ...this.all };
    this.fit();
  }

  // Seeing

  // On a phone the map is as high as it is useful, and lies under the finger sideways.
  fit() {
    const { w, h } = this.all, wide = this.box.clientWidth, natural = wide * h / w;
    if (wide === this.wide) return;
    const high = matchMedia(PHONE).matches ? Math.max(natural, innerHeight * SHARE - this.box.nextElementSibling.offsetHeight) : natural;
    this.box.style.height = high > natural + 1 ? `${Math.round(high)}px` : "";
    this.wide = wide;
    this.tall = high / natural; // how much higher the box is than the board as wide as it
    this.home();
  }

  // As high as the board, one's own units in the middle.
  home() {
    if (this.box.dataset.near) { this.about(...this.box.dataset.near.split(" ").map(Number)); return; }
    const { all } = this, seen = all.w / this.tall, spots = this.asked.spots();
    const own = this.asked.units().filter((place) => spots[place]).map((place) => spots[place][0]).sort((a, b) => a - b);
    const middle = own.length ? own[Math.floor(own.length / 2)] : all.x + all.w / 2;
    this.place(middle - seen / 2, all.y, seen, all.h);
    this.moves = 0;
  }

  // As much as holds a part of the board, in the shape of the box: a lesson begins there.
  about(x, y, w, h) {
    const { all } = this, shape = this.tall * all.h / all.w, wide = Math.min(all.w, Math.max(w, h / shape));
    this.place(x + (w - wide) / 2, y + (h - wide * shape) / 2, wide, wide * shape);
    this.moves = 0;
  }

  get zoomed() { return this.seen.h < this.all.h - 0.5; }

  get sideways() { return this.seen.w < this.all.w - 0.5; }

  show() {
    const { x, y, w, h } = this.seen;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.box.classList.toggle("zoomed", this.zoomed);
    legible(this.svg);
  }

  zoom(by, at) {
    const from = this.seen, all = this.all;
    const w = Math.min(all.w, Math.max(all.w / MOST, from.w / by)), h = w * this.tall * all.h / all.w;
    const point = at || { x: from.x + from.w / 2, y: from.y + from.h / 2 };
    const share = { x: (point.x - from.x) / from.w, y: (point.y - from.y) / from.h };
    this.place(point.x - share.x * w, point.y - share.y * h, w, h);
  }

  place(x, y, w, h) {
    const all = this.all;
    this.moves += 1; // so that nobody who looks at something is led away from it
    this.seen.w = w;
    this.seen.h = h;
    this.seen.x = Math.min(Math.max(x, all.x), all.x + all.w - w);
    // The whole board in a higher box stands in its middle.
    this.seen.y = h > all.h ? all.y - (h - all.h) / 2 : Math.min(Math.max(y, all.y), all.y + all.h - h);
    this.show();
  }

  whole() { this.place(this.all.x, this.all.y, this.all.w, this.all.h * this.tall); }

  point(event) {
    const matrix = this.svg.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  // Units of the picture in so many pixels of the screen.
  reach(pixels) { return pixels / this.svg.getScreenCTM().a; }

  // Pointing

  down(event) {
    if (event.button) return;
    const at = this.point(event);
    const pointer = { x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY,
      at, time: event.timeStamp, target: event.target };
    this.pointers.set(event.pointerId, pointer);
    if (this.pointers.size === 1) {
      const unit = this.asked.pen() ? this.unitAt(at, event.target) : null;
      this.dragging = unit === null ? null : { unit, from: at, on: false };
      this.moved = false;
    } else {
      this.dragging = null;
      this.undrawn();
      this.moved = true;
    }
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    const others = [...this.pointers.values()].filter((p) => p !== pointer);
    if (others.length === 1) {
      const other = others[0];
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y) || 1;
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y) || 1;
      const middle = this.point({ clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 });
      this.zoom(after / before, middle);
      this.slide((event.clientX - pointer.x) / 2, (event.clientY - pointer.y) / 2);
    } else if (!others.length) {
      const far = Math.hypot(event.clientX - pointer.fromX, event.clientY - pointer.fromY);
      if (far > STILL && !this.moved) {
        this.moved = true;
        if (this.dragging || this.sideways) this.box.setPointerCapture(event.pointerId);
        if (this.dragging) this.asked.dragFrom(this.dragging.unit);
      }
      if (this.moved && this.dragging) this.drawn(this.dragging.unit, this.point(event));
      else if (this.moved && this.sideways) this.slide(event.clientX - pointer.x, event.clientY - pointer.y);
    }
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  }

  slide(dx, dy) {
    const scale = this.svg.getScreenCTM().a;
    this.place(this.seen.x - dx / scale, this.seen.y - dy / scale, this.seen.w, this.seen.h);
  }

  up(event) {
    const pointer = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (!pointer) return;
    const at = this.point(event), dragging = this.dragging;
    this.undrawn();
    this.dragging = null;
    if (this.moved) {
      const under = dragging && document.elementFromPoint(event.clientX, event.clientY);
      if (dragging) this.asked.dropped(dragging.unit, this.litAt(at, under), this.code(under));
      return;
    }
    if (event.pointerType === "touch" && event.timeStamp - pointer.time > 600) return;
    const again = this.last && event.timeStamp - this.last.time < 320
      && Math.hypot(event.clientX - this.last.x, event.clientY - this.last.y) < 30;
    this.last = again ? null : { time: event.timeStamp, x: event.clientX, y: event.clientY };
    if (again && !this.asked.lit().length) {
      if (this.seen.h < this.all.h / 3.9) this.home(); else this.zoom(2, at);
      return;
    }
    const lit = this.asked.lit(), code = this.code(pointer.target);
    // The figure of another of one's units means that unit; its province is a place to go to.
    const other = pointer.target.closest("[data-unit]") && this.nearest(this.asked.others(), at, code);
    const best = other ? null : this.nearest(lit, at, code);
    if (best) {
      this.last = null; // what was picked is done: the next tap is the first of two
      this.asked.picked(best);
      return;
    }
    this.asked.tapped(this.unitAt(at, pointer.target), code);
  }

  cancel(event) {
    this.pointers.delete(event.pointerId);
    this.dragging = null;
    this.undrawn();
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 200), this.point(event));
  }

  code(element) {
    const found = element && element.closest && element.closest("[data-code]");
    return found ? found.dataset.code : "";
  }

  // The nearest of some places: in the province that was hit, or close by.
  nearest(places, at, code) {
    const spots = this.asked.spots();
    const rated = places.map((place) => {
      const spot = spots[place] || spots[place.split("/")[0]];
      const far = spot ? Math.hypot(spot[0] - at.x, spot[1] - at.y) : Infinity;
      return { place, far, inside: place.split("/")[0] === code };
    });
    rated.sort((a, b) => (b.inside - a.inside) || (a.far - b.far));
    const best = rated[0];
    return best && (best.inside || best.far < this.reach(NEAR)) ? best.place : null;
  }

  litAt(at, element) { return this.nearest(this.asked.lit(), at, this.code(element)); }

  unitAt(at, element) { return this.nearest(this.asked.units(), at, this.code(element)); }

  // Drawing over it

  light(places, chosen) {
    this.over.replaceChildren();
    const spots = this.asked.spots();
    for (const province of new Set(places.map((place) => place.split("/")[0]))) {
      if (this.svg.querySelector(`#p-${CSS.escape(province)}`)) this.add("use", { href: `#p-${province}`, class: "lit" });
    }
    for (const place of places) {
      const spot = spots[place];
      if (spot) this.add("circle", { cx: spot[0], cy: spot[1], r: 9, class: "lit-spot" });
    }
    for (const place of [].concat(chosen)) {
      const spot = spots[place];
      if (spot) this.add("circle", { cx: spot[0], cy: spot[1], r: 19, class: "chosen" });
    }
  }

  add(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    this.over.append(made);
    return made;
  }

  drawn(place, to) {
    const spot = this.asked.spots()[place];
    if (!spot) return;
    this.line = this.line && this.line.isConnected ? this.line : this.add("line", { class: "dragged" });
    for (const [key, value] of Object.entries({ x1: spot[0], y1: spot[1], x2: to.x, y2: to.y })) {
      this.line.setAttribute(key, value);
    }
  }

  undrawn() { if (this.line) this.line.remove(); }

  // The orders alone are drawn anew; or the units as well, where they are told to be lost.
  redraw(arrows, units) {
    const above = this.svg.querySelector("g.centres, g.labels"); // the first of them
    this.layer("orders", arrows, (made) => above && above.before(made));
    if (units !== undefined) {
      this.layer("units", units, (made) => this.over.before(made));
      this.svg.legible = 0;
      legible(this.svg);
    }
    raise(this.svg);
  }

  layer(name, drawn, lay) {
    const old = this.svg.querySelector(`g.${name}`);
    if (old) old.remove();
    const parsed = drawn && new DOMParser().parseFromString(`<svg xmlns="${SVG}">${drawn}</svg>`, "image/svg+xml");
    const group = parsed && parsed.documentElement.firstElementChild;
    if (group && group.nodeName === "g") lay(document.importNode(group, true));
  }
}
