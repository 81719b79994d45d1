// Of what happens the desk asks for the pieces that it changes; what is being typed is never taken away.
import { hear } from "../legation/hear.js";
import { pieces, put, said, typed } from "../legation/parts.js";

const SOON = 400; // milliseconds until it asks, for what comes close together
const BESIDE = ["line", "next", "seal", "handed", "log"]; // they say how far the phase has come; one that is typed in stays
const TOUCHED = { // "seal" beside "next" and "handed": what they show hangs on whether his own orders are sealed
  phase: ["line", "next", "desk"], // all there is
  seat: ["next", "seal", "handed", "voting", "seats", "offers", "standing-by", "orderly", "log"],
  deadline: ["line", "next", "seal", "handed", "clock", "answer", "log"],
  votes: ["voting", "log"],
  press: ["next", "seal", "answer"],
  news: ["line", "next", "seal", "handed", "voting", "seats", "orderly", "board", "log"],
  sheet: ["next", "seal", "handed"],
  ready: ["next", "seal", "handed"],
};
const desk = document.getElementById("desk"), fresh = document.getElementById("fresh");
const open = location.hash && document.getElementById(location.hash.slice(1));
if (open && open.tagName === "DETAILS") open.open = true;

const wanted = new Set();
let waits = 0, asking = false;
const busy = (piece) => typed(piece) || piece.querySelector(".error"); // what was refused is not sent again, nor lost

function told(kind) {
  for (const name of TOUCHED[kind]) wanted.add(name);
  waits ||= setTimeout(look, SOON);
}

async function look() {
  waits = 0;
  if (asking) return; // it looks again when that has come
  asking = true;
  while (wanted.size) {
    const names = asked();
    wanted.clear();
    const page = await pieces(desk.dataset.href, names);
    for (const name of names) show(document.getElementById(name), page && page.getElementById(name));
    stand();
  }
  asking = false;
}

// Of another phase everything is another; but beside what is typed for this one its forms stay as they are.
function asked() {
  if (!wanted.has("desk")) return [...wanted];
  if (!busy(desk)) return TOUCHED.phase;
  fresh.hidden = false;
  return BESIDE;
}

function show(mine, its) {
  if (!mine) return; // of a game that is over by now
  if (its && said(mine) === said(its)) return;
  if (its && !busy(mine)) put(mine, its);
  else fresh.hidden = false;
}

// Of all buttons one stands out: that by which orders are entered, where nothing else is to be done first.
function stand() {
  const enters = document.querySelector("#others button[value=enter]");
  if (enters) enters.classList.toggle("first", !document.querySelector("#next .first, #seal .first"));
}

hear(desk.dataset.events, Object.fromEntries(Object.keys(TOUCHED).map((kind) => [kind, () => told(kind)])));
