// Codes, names and units keep a size that can be read at any scale of the map, and grow slower than it.
const CODE = 10.5, UNIT = 19; // in units of the picture, as they are drawn
const READ = 10.15, SEEN = 20.3, WIDER = 1.1; // pixels of type, of the narrowest unit; how much more than its own room a name may take
const CAPITAL = 0.74, DEEP = 0.05, AIR = 1; // above and below the baseline, in em; between type and a unit, and once more between a code and what it met

export function legible(svg) {
  const matrix = svg.getScreenCTM(), scale = matrix && matrix.a;
  if (!scale || Math.abs(scale / svg.legible - 1) < 0.01) return;
  svg.legible = scale;
  if (document.fonts.status === "loading") document.fonts.ready.then(() => again(svg)); // another font is of another width
  const slower = Math.min(1, 1 / Math.sqrt(scale)), type = Math.max(slower, READ / CODE / scale);
  svg.style.setProperty("--type", type.toFixed(3));
  const grow = Math.max(1, SEEN / UNIT / scale);
  svg.style.setProperty("--grow", grow.toFixed(3));
  for (const each of svg.querySelectorAll("#names .unread")) each.classList.remove("unread"); // else it has no width
  const codes = [...svg.querySelectorAll("#names .code")];
  for (const code of codes) {
    code.at ||= [Number(code.getAttribute("x")), Number(code.getAttribute("y"))];
    code.wide = code.getComputedTextLength();
  }
  const figures = [...svg.querySelectorAll(".units .unit")];
  spread(figures, grow - 1);
  raise(svg, grow);
  numbers(figures);
  const units = figures.map((unit) => {
    const { left, right, top, bottom } = unit.getBoundingClientRect();
    return [(left - matrix.e) / scale - AIR, (top - matrix.f) / scale - AIR, (right - matrix.e) / scale + AIR, (bottom - matrix.f) / scale + AIR];
  });
  const taken = [...units];
  const met = (box) => taken.find((other) => meets(box, other));
  for (const code of codes) code.free = !met(boxed(code.at, code.wide, type * CODE));
  codes.sort((a, b) => b.free - a.free); // who stands in nobody's way stays where it is
  const found = codes.map((code) => { // nothing is moved meanwhile: to ask after a change costs a layout each time
    const at = place(svg, code, type * CODE, met);
    if (at) taken.push(boxed(at, code.wide, type * CODE));
    return at;
  });
  codes.forEach((code, index) => {
    const at = found[index];
    code.classList.toggle("unread", !at);
    if (!at) return;
    code.setAttribute("x", at[0].toFixed(1));
    code.setAttribute("y", at[1].toFixed(1));
  });
  const written = names(svg).map((lines) => ({ lines, size: Math.max(lines[0].size * slower, READ / scale) }));
  for (const { lines, size } of written) for (const line of lines) line.setAttribute("font-size", size.toFixed(1));
  const wide = written.map(({ lines }) => lines.map((line) => line.getComputedTextLength()));
  written.forEach(({ lines, size }, index) => {
    const boxes = lines.map((line, at) => boxed(line.at, wide[index][at], size));
    const fits = Math.min(lines[0].size, CODE) * WIDER >= READ / scale && !boxes.some(met);
    for (const line of lines) line.classList.toggle("unread", !fits);
    if (fits) taken.push(...boxes);
  });
}

function again(svg) {
  svg.legible = 0;
  legible(svg);
}

// Whose code stands alone where it would lie over something: names, each with its lines, the largest first.
function names(svg) {
  const found = [[]];
  for (const each of svg.querySelectorAll("#names text")) {
    if (each.classList.contains("code")) { found.push([]); continue; }
    each.size ||= Number(each.getAttribute("font-size"));
    each.at ||= [Number(each.getAttribute("x")), Number(each.getAttribute("y"))];
    found.at(-1).push(each);
  }
  return found.filter((lines) => lines.length).sort((a, b) => b[0].size - a[0].size);
}

// Where units have grown, arrows between neighbours would lie below them.
const GROWN = 1.1;

export function raise(svg, grow = Number(svg.style.getPropertyValue("--grow"))) {
  const orders = svg.querySelector("g.orders"), units = svg.querySelector("g.units");
  if (!orders || !units) return;
  const above = Boolean(units.compareDocumentPosition(orders) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (grow > GROWN && !above) units.after(orders);
  else if (!(grow > GROWN) && above) svg.querySelector("g.centres, g.labels").before(orders);
}

// Of men and ships the numbers stand that meet no unit and no other number, the rarest first; the others come with more room.
function numbers(figures) {
  const counted = figures.map((unit) => ({ unit, lines: [...unit.querySelectorAll(":scope > text.code")] }))
    .filter(({ unit, lines }) => lines.length && !unit.querySelector(".seen-time"));
  if (!counted.length) return;
  for (const { lines } of counted) for (const line of lines) line.classList.remove("unread");
  const box = (element) => { const { left, top, right, bottom } = element.getBoundingClientRect(); return [left, top, right, bottom]; };
  const bodies = figures.map((unit) => [unit, box(unit.querySelector("use"))]), shown = [], often = new Map();
  for (const each of counted) {
    each.box = box(each.lines.at(-1));
    each.text = each.lines[0].textContent;
    often.set(each.text, (often.get(each.text) || 0) + 1);
  }
  counted.sort((a, b) => often.get(a.text) - often.get(b.text));
  for (const each of counted) {
    const met = shown.some((other) => meets(each.box, other)) || bodies.some(([unit, body]) => unit !== each.unit && meets(each.box, body));
    for (const line of each.lines) line.classList.toggle("unread", met);
    if (!met) shown.push(each.box);
  }
}

// Those in one province stand further apart by as much as they have grown.
function spread(figures, more) {
  const crowds = new Map();
  for (const unit of figures.filter((each) => each.dataset.unit)) {
    const province = unit.dataset.unit.split(" ")[1].split("/")[0], { e, f } = unit.transform.baseVal[0].matrix;
    crowds.set(province, [...(crowds.get(province) || []), { unit, e, f }]);
  }
  for (const crowd of crowds.values()) {
    if (crowd.length < 2) continue;
    const [x, y] = ["e", "f"].map((axis) => crowd.reduce((sum, each) => sum + each[axis], 0) / crowd.length);
    for (const { unit, e, f } of crowd) unit.style.translate = `${((e - x) * more).toFixed(1)}px ${((f - y) * more).toFixed(1)}px`;
  }
}

const boxed = ([x, y], wide, size) => [x - wide / 2, y - size * CAPITAL, x + wide / 2, y + size * DEEP];
const meets = (a, b) => Math.min(a[2], b[2]) > Math.max(a[0], b[0]) && Math.min(a[3], b[3]) > Math.max(a[1], b[1]);

// Where a code is off units and other codes: where it was drawn, or beside what it met, in its own province;
// null where that has no room.
function place(svg, { at, wide, textContent }, size, met) {
  const first = met(boxed(at, wide, size));
  if (!first) return at;
  const province = svg.querySelector(`#p-${CSS.escape(textContent)}`), half = wide / 2;
  const far = (there) => Math.hypot(there[0] - at[0], there[1] - at[1]);
  const inside = ([x, y]) => province.isPointInFill(new DOMPoint(x, y - size * CAPITAL / 2));
  const around = (from, [left, top, right, bottom]) => [
    [from[0], top - AIR - size * DEEP], [from[0], bottom + AIR + size * CAPITAL],
    [left - AIR - half, from[1]], [right + AIR + half, from[1]],
  ];
  let tried = around(at, first);
  for (let turn = 0; turn < 2; turn += 1) {
    tried = tried.filter(inside).sort((a, b) => far(a) - far(b));
    const free = tried.find((there) => !met(boxed(there, wide, size)));
    if (free) return free;
    tried = tried.flatMap((there) => around(there, met(boxed(there, wide, size))));
  }
  return null;
}
