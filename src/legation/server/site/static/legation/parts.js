// Pieces of a page, asked for by name where something has changed, and put in their places.

// The page that holds them, once nothing is pressed that it may replace; null where it did not come.
export async function pieces(address, names, more = {}) {
  const from = new URL(address, location.href);
  for (const [name, value] of Object.entries({ parts: names.join(), ...more })) from.searchParams.set(name, value);
  const answer = await fetch(from, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = answer && answer.ok && !answer.redirected ? await answer.text().catch(() => null) : null;
  await pressed();
  return text === null ? null : new DOMParser().parseFromString(text, "text/html");
}

// What a piece says, whatever was opened or typed in it; the token of a form is another each time.
export function said(piece) {
  const copy = piece.cloneNode(true);
  for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) token.remove();
  for (const each of copy.querySelectorAll("details")) each.open = false;
  return copy.innerHTML;
}

// Is something typed or chosen in it that was not sent, or is somebody about to?
export const typed = (piece) => [...piece.querySelectorAll("input, select, textarea")].some((field) => field === document.activeElement || touched(field));

function touched(field) {
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  if (field.matches("select")) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((each) => each.defaultSelected));
  return field.value !== field.defaultValue;
}

// Puts what is in a fresh piece into its place: what was opened stays so, and the focus where it was.
export function put(mine, its) {
  for (const each of mine.querySelectorAll("details[id]")) {
    const same = its.querySelector(`#${CSS.escape(each.id)}`);
    if (same) same.open = each.open;
  }
  const held = mine.contains(document.activeElement) && document.activeElement !== mine ? document.activeElement : null;
  const rolled = [...mine.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
  mine.replaceChildren(...document.importNode(its, true).childNodes);
  for (const [at, each] of mine.querySelectorAll(".scroll").entries()) each.scrollLeft = rolled[at] ?? 0;
  if (!held) return;
  const next = again(mine, held) || mine;
  if (next === mine) mine.tabIndex = -1; // it is gone: who goes by keys goes on from here
  next.focus({ preventScroll: true });
}

// The same thing in the fresh piece: by its id or that of what it opens, or by where it leads, or what it is called.
function again(piece, held) {
  if (held.id) return piece.querySelector(`#${CSS.escape(held.id)}`);
  const opens = held.matches("summary") && held.parentElement.id;
  if (opens) return piece.querySelector(`#${CSS.escape(opens)} > summary`);
  const is = (each) => each.getAttribute("href") ?? [each.getAttribute("aria-label") ?? each.textContent, each.form?.getAttribute("action")].join("\n");
  return [...piece.querySelectorAll(held.localName)].find((each) => is(each) === is(held));
}

// Is somebody about to click, by mouse or finger? What is made anew between press and release is never
// clicked: the browser looks for what was there at both.
const LONGEST = 1000; // ms; a press whose end is not heard, of a list that opens, is over then
let ended = null, end, late, presses = 0;

addEventListener("pointerdown", () => {
  presses += 1;
  ended ||= new Promise((done) => { end = done; });
  clearTimeout(late);
  late = setTimeout(over, LONGEST);
}, true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => { const mine = presses; setTimeout(() => { if (mine === presses) over(); }); }, true); // after its click
}

function over() {
  clearTimeout(late);
  if (ended) end();
  ended = null;
}

// A promise of the release, or null where nothing is pressed.
export const pressed = () => ended;
