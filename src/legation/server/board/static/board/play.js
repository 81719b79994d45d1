// What came of a phase, once: its arrows over the board as it was, until somebody does something.
import { legible } from "./legible.js";
import { make } from "./make.js";
import { pieces } from "./parts.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SUPPORTS = 0, MOVES = 350, MARKS = 1450, END = 2000; // in milliseconds
const TOGETHER = 30000; // what ends so soon after another does not take its place: retreats that nobody had

let wanted = null; // the address of the phase that is shown, or on its way to be
let since = 0;
let cover = null, words = null;

// Takes away what is shown: of any phase, or of that of an address alone.
export function unplay(address = wanted) {
  if (address !== wanted) return;
  wanted = null;
  if (!cover) return;
  if (words.contains(document.activeElement)) document.getElementById("map").focus({ preventScroll: true });
  cover.remove();
  words.remove();
  cover = null;
}

// The same on the map itself, where it shows already what came of its phase.
export function draw(svg) {
  if (STILL.matches) return;
  for (const order of svg.querySelectorAll("g.orders g.order")) animate(order);
  for (const unit of svg.querySelectorAll(".unit.dislodged")) appear(unit, MARKS, 1, .45);
}

// Shows the phase of `address`, which has just ended, over the map that `found` tells of when it is there: {stage, svg}.
export async function play(address, found) {
  if (wanted && performance.now() - since < TOGETHER) return;
  unplay();
  wanted = address;
  since = performance.now();
  const page = await pieces(address, "stage", "slider");
  if (document.hidden) await new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));
  if (wanted !== address) return;
  const picture = page && page.querySelector("#map svg"), stops = page ? [...page.querySelectorAll("#stops a")] : [];
  if (!picture || stops.at(-1).matches("[aria-current]")) { unplay(); return; } // none has ended: a rollback goes back
  const [was, now] = apart(page.querySelector("#stops [aria-current]").textContent, stops.at(-1).textContent);
  const shown = document.importNode(picture, true);
  cover = document.createElement("div");
  cover.className = "came unprinted";
  cover.setAttribute("aria-hidden", "true"); // the news says it in words
  cover.append(shown);
  words = make("p", { class: "as-played unprinted", "data-was": was }, make("span", {}, `${was} as it was played.`), make("button", { type: "button", onclick: () => unplay() }, `On to ${now}`));
  lay(found());
  draw(shown);
}

// Two phases by as much of their names as tells them apart: the first from its beginning, of the second that part.
function apart(...phases) {
  const [was, now] = phases.map((each) => each.split(", ")), at = was.findIndex((part, index) => part !== now[index]);
  return [was.slice(0, at + 1).join(", "), now[at]];
}

// Lays what is shown over the map, seen as that is: also when the page has changed below it.
export function lay({ stage, svg }) {
  if (!cover) return;
  cover.firstElementChild.setAttribute("viewBox", svg.getAttribute("viewBox"));
  cover.style.height = `${svg.parentElement.clientHeight}px`;
  stage.prepend(cover); // first, so that what it draws by name is its own
  stage.append(words);
  legible(cover.firstElementChild);
}

function animate(order) {
  const is = (name) => order.classList.contains(name);
  const moves = is("move") || is("retreat");
  for (const line of order.querySelectorAll(".line, .casing")) {
    if (is("move") && !is("void")) drawn(line, is("bounce") || is("failed"));
    else appear(line, moves ? MOVES : SUPPORTS, 0, 1);
  }
  for (const head of order.querySelectorAll(".head")) appear(head, moves ? MARKS - 200 : SUPPORTS, 0, 1);
  for (const mark of order.querySelectorAll(".fate, .fate-ground")) appear(mark, MARKS, 0, 1);
  if (is("cut") || is("void") || is("unmatched")) appear(order, MARKS, 1, .5);
}

// It comes, or, where it ends below what it is, it blinks.
function appear(element, delay, from, to) {
  const blinks = to < 1;
  const frames = [{ opacity: from }, { opacity: to }, ...(blinks ? [{ opacity: from }] : [])];
  element.animate(frames, { delay, duration: END - MARKS - 100, fill: blinks ? "none" : "backwards", easing: "ease-out" });
}

// A move draws itself; one that failed comes to its goal and is thrown back.
function drawn(line, thrown) {
  const long = line.getTotalLength();
  const to = (share) => ({ strokeDasharray: `${long * share} ${long}` });
  const frames = thrown ? [to(0), { ...to(1), offset: .55 }, { ...to(.7), offset: .75 }, to(1)] : [to(0), to(1)];
  line.animate(frames, { delay: MOVES, duration: thrown ? MARKS - MOVES + 300 : MARKS - MOVES, fill: "backwards", easing: "ease-in-out" });
}

const AROUND = ["Tab", "Shift", "Control", "Alt", "Meta"]; // keys that lead to the button, and do nothing themselves
document.addEventListener("pointerdown", (event) => { if (!event.target.closest(".as-played")) unplay(); }, { capture: true });
document.addEventListener("keydown", (event) => {
  if (!AROUND.includes(event.key) && !event.target.closest(".as-played")) unplay();
}, { capture: true });
