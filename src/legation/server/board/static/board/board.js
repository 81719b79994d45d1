// The board page: without this file it reads and orders all the same, by links and forms.
import { hear } from "../legation/hear.js";
import { put } from "../legation/parts.js";
import { chime, offer } from "./chime.js";
import { count, titled } from "./clock.js";
import { make } from "./make.js";
import { Chart } from "./map.js";
import { Orders } from "./orders.js";
import { pieces } from "./parts.js";
import { draw, lay, play, unplay } from "./play.js";
import { Sheet } from "./sheet.js";

const TABS = ["orders", "press", "news"];
let board, chart, sheet, orders, tab = TABS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "orders";
let turn = 0;

// Said to who hears the page; shown for a while, or until something else is, where nothing else on it says so.
let shown;
const say = (text, show, also = "") => {
  const said = document.getElementById("said");
  if (!said) return;
  said.textContent = text;
  if (also) said.append(make("span", { class: "unseen" }, ` ${also}`)); // for who hears it
  if (!show) return;
  said.className = "told";
  clearTimeout(shown);
  if (show !== "stays") shown = setTimeout(() => { said.className = "unseen"; }, 6000);
  requestAnimationFrame(() => { // when all is drawn that comes of it
    if (stands(text)) said.className = "unseen";
    settle();
  });
};

// Does it stand on the page where it is seen?
function stands(text) {
  return [...board.querySelectorAll(".error, .warning, #saved")].some((each) => {
    const { left, top, bottom, width } = each.getBoundingClientRect();
    return width && each.textContent.includes(text) && [top + 2, bottom - 2].every((y) => each.contains(document.elementFromPoint(left + 2, y)));
  });
}

// What is shown lies as low as it can without covering anything that is pressed; on a desk, over the map.
const PRESSED = "a, button, input, select, textarea, summary, #composer, #thumb, #tabs, .as-played";
const EDGE = 6, STEP = 4; // pixels
function settle() {
  const said = document.querySelector(".told"), stage = board.querySelector(".stage"), zoom = stage.querySelector("#zoom");
  if (!said) return;
  const desk = matchMedia("(min-width: 60rem)").matches, over = stage.getBoundingClientRect();
  const [left, right] = desk ? [over.left, over.right - zoom.offsetWidth - 2 * EDGE] : [0, document.documentElement.clientWidth];
  const [top, bottom] = desk ? [Math.max(0, over.top), Math.min(innerHeight, over.bottom)] : [0, innerHeight];
  said.style.left = `${left + EDGE}px`;
  said.style.maxWidth = `${Math.min(544, right - left - 2 * EDGE)}px`;
  const { width, height } = said.getBoundingClientRect();
  const pressed = [...document.querySelectorAll(PRESSED)].filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
    .filter((each) => each.left < left + EDGE + width && each.right > left + EDGE);
  let [best, least] = [bottom - height - EDGE, Infinity];
  for (let at = best; at >= top && least; at -= STEP) {
    const met = pressed.filter((each) => each.top < at + height && each.bottom > at).length;
    if (met < least) [best, least] = [at, met];
  }
  said.style.top = `${best}px`;
}
for (const each of ["scrollend", "click", "keyup"]) document.addEventListener(each, () => requestAnimationFrame(settle), { capture: true, passive: true });

// Tabs

// Where the panel lies below the map it is brought into view, and what is typed or read next is in it.
function toPanel(name) {
  if (!matchMedia("(max-width: 59.99rem)").matches) return;
  board.querySelector(".column").scrollIntoView({ block: "start" });
  const panel = board.querySelector(`#${name}`);
  panel.tabIndex = -1;
  panel.focus({ preventScroll: true });
}

function showTab(name, focus) {
  if (!board.querySelector("#tabs")) return; // a lesson has one thing beside its map
  tab = name;
  for (const link of board.querySelectorAll("#tabs a")) {
    const here = link.hash === `#${name}`;
    link.setAttribute("aria-selected", String(here));
    link.tabIndex = here ? 0 : -1;
    if (here && focus) link.focus();
    if (here) link.classList.remove("fresh");
  }
  for (const each of TABS) board.querySelector(`#${each}`).hidden = each !== name;
  document.dispatchEvent(new CustomEvent("legation:tab", { detail: name }));
}

function setTabs() {
  const tabs = board.querySelector("#tabs");
  if (!tabs) return;
  tabs.setAttribute("role", "tablist");
  for (const link of tabs.querySelectorAll("a")) {
    link.setAttribute("role", "tab");
    link.setAttribute("aria-controls", link.hash.slice(1));
    link.addEventListener("click", (event) => { event.preventDefault(); showTab(link.hash.slice(1)); toPanel(link.hash.slice(1)); });
  }
  for (const each of TABS) board.querySelector(`#${each}`).setAttribute("role", "tabpanel");
  tabs.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) { event.preventDefault(); showTab(TABS[(TABS.indexOf(tab) + by + 3) % 3], true); }
  });
  const panels = board.querySelector("#panels");
  let from = null;
  panels.addEventListener("touchstart", (event) => {
    const touch = event.touches[0];
    from = event.touches.length === 1 && !event.target.closest("input, textarea, select") ? [touch.clientX, touch.clientY] : null;
  }, { passive: true });
  panels.addEventListener("touchend", (event) => {
    if (!from) return;
    const touch = event.changedTouches[0], dx = touch.clientX - from[0], dy = touch.clientY - from[1];
    from = null;
    if (Math.abs(dx) < 60 || Math.abs(dy) > Math.abs(dx) / 2) return;
    const to = TABS.indexOf(tab) + (dx < 0 ? 1 : -1);
    if (TABS[to]) showTab(TABS[to]);
  }, { passive: true });
  showTab(tab);
}

// The chart over time: it comes when the table of standings is opened first.
document.addEventListener("toggle", async (event) => {
  const link = event.target.id === "standings" && event.target.open && event.target.querySelector("#over-time");
  if (!link || event.target.querySelector(".course")) return;
  const answer = await fetch(link.href).catch(() => null);
  if (!answer || !answer.ok) return;
  const its = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".course");
  if (its && its.querySelector("svg") && link.isConnected && !event.target.querySelector(".course")) link.parentElement.before(document.importNode(its, true));
}, true);

// History

function setTime() {
  const slider = board.querySelector("#slider"), stops = [...board.querySelectorAll("#stops a")];
  if (!slider) return; // the first phase: nothing to go back to
  slider.hidden = false;
  slider.addEventListener("input", () => {
    const name = stops[slider.value].textContent;
    slider.setAttribute("aria-valuetext", name);
    board.querySelector("#line .phase").textContent = name;
  });
  board.querySelector("#time").addEventListener("wheel", roll, { passive: false });
  slider.addEventListener("change", () => go(stops[slider.value].href, true, "#slider"));
}

// A link to another phase is followed in place.
document.addEventListener("click", (event) => {
  const link = event.target.closest("#time a.step, #stops a, #line .then a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.href, true, link.rel ? `.step[rel=${link.rel}]` : ".phases summary");
});

// A step back or forth by key, where nothing else is done with it, and by wheel over the slider.
function step(by) {
  const link = board.querySelector(`#time .step[rel=${by < 0 ? "prev" : "next"}]`);
  if (link) go(link.href, true, "");
  return Boolean(link);
}

let rolled = 0, elsewhere = -1000;
function roll(event) {
  if (event.target.closest("ol") || event.ctrlKey || !event.deltaY) return;
  if (event.timeStamp - elsewhere < 400) return; // the page is being rolled, and it passes below
  event.preventDefault();
  event.stopPropagation();
  if (event.timeStamp - rolled < 300) return;
  rolled = event.timeStamp;
  step(event.deltaY < 0 ? -1 : 1);
}
document.addEventListener("wheel", (event) => { elsewhere = event.timeStamp; }, { passive: true });

document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  if (orders && orders.step) return; // an order is being given
  const at = document.activeElement;
  if (at && at !== document.body && at.id !== "map" && !at.matches("main, #time a, #time summary")) return;
  if (step(by)) event.preventDefault();
});

// Is it there? Not so where something else was gone to meanwhile, which has its place.
async function go(address, push, focus) {
  const mine = ++turn;
  if (push) unplay();
  if (sheet) await sheet.queue;
  const fresh = await pieces(address, "board");
  if (mine !== turn) return false;
  if (!fresh) {
    if (push) location.assign(address);
    return true;
  }
  if (push) history.pushState(null, "", address);
  swap(fresh, focus);
  return true;
}

function swap(fresh, focus) {
  const next = fresh.getElementById("board"), said = document.getElementById("said");
  if (!next) { location.reload(); return; }
  const seen = chart ? chart.seen : null;
  if (sheet) { sheet.gone = true; clearTimeout(sheet.timer); }
  const press = board.querySelector("#press-panel"), top = window.scrollY;
  const made = document.importNode(next, true);
  if (press && press.dataset.loaded) made.querySelector("#press-panel").replaceWith(press);
  made.querySelector("#said").replaceWith(said);
  const text = board.querySelector("#text"), its = made.querySelector("#text");
  if (text && its) its.open = text.open;
  board.replaceWith(made);
  titled(fresh.title);
  start(seen);
  lay(below());
  window.scrollTo(0, top);
  const found = focus && board.querySelector(focus);
  if (found) found.focus({ preventScroll: true });
}

// What happens meanwhile

const phaseOf = (root) => root.querySelector("#stops li:last-child a").textContent;
const lastOf = (root) => root.querySelectorAll("#stops a").length - 1;
let phase = phaseOf(document), number = lastOf(document); // the last that was told; parts of the page may be ahead of it
let untold = false; // a phase was heard of since

async function refresh(announced) {
  untold ||= announced;
  if (sheet && sheet.dirty) await sheet.save();
  const held = board.contains(document.activeElement) && document.activeElement.id;
  const playing = announced && board.dataset.heard && board.dataset.live ? play(ended(), below) : null; // before the new board is here
  const there = await go(location.href, false, held ? `#${held}` : "");
  if (!there || !untold) return; // where two phases end at once the second is gone to, and tells of both
  untold = false;
  const now = phaseOf(board);
  if (now === phase) { // the new board did not come; or it was there already, and what is shown stays
    unplay(ended());
    return;
  }
  phase = now;
  const taught = board.querySelector(".told-here");
  if (taught) { // a lesson: what came of it is on its own map, and said below
    inSight(board.querySelector(".stage"));
    draw(chart.svg);
    say(taught.textContent.trim());
    return;
  }
  number = lastOf(board);
  chime();
  const typing = document.activeElement && document.activeElement.matches("textarea, input[type=search], input[type=text]");
  if (!typing) inSight(board.querySelector(".stage"));
  const own = board.querySelector("#own > summary"), came = own ? own.firstChild.textContent.trim() : "";
  if (held === "ready" && own) {
    showTab("orders");
    own.focus({ preventScroll: true });
  }
  const words = `A new phase: ${now}. ${came}`;
  say(words, true);
  await playing;
  const strip = board.querySelector(".as-played"); // also of a phase just before, which stays
  if (strip) say(words, true, asPlayed(strip));
  keepSeen();
}

const asPlayed = (strip) => `The map shows ${strip.dataset.was} as it was played, until you go on.`;

// The number of the phase that this browser has last shown of a game, for who comes back to it.
const SEEN = "legation:seen:";
function keepSeen() {
  try { localStorage.setItem(SEEN + board.dataset.events, number); } catch { /* nothing plays when he is back */ }
}
function lastSeen() {
  try { return localStorage.getItem(SEEN + board.dataset.events); } catch { return null; }
}

// What came of the phase that was open when he left is seen also by who comes back, once.
async function comeBack() {
  if (!board.dataset.heard || !board.dataset.live) return;
  const seen = lastSeen();
  if (seen !== null && Number(seen) < number) {
    await play(ended(Number(seen)), below);
    const strip = board.querySelector(".as-played");
    if (strip) say(asPlayed(strip));
  }
  keepSeen();
}

// The address of a phase that has ended: of that which was open when last it was told.
function ended(at = number) {
  const address = new URL(board.querySelector("#stops li:last-child a").href);
  address.searchParams.set("phase", at);
  return address.href;
}

// What happens on the map is seen also by who had gone down the page.
function inSight(stage) {
  const { top, bottom } = stage.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) stage.scrollIntoView({ block: bottom - top < innerHeight ? "center" : "start" });
}

const below = () => ({ stage: board.querySelector(".stage"), svg: chart.svg });

async function refreshParts(...names) {
  const fresh = await pieces(location.href, ...names);
  if (!fresh) return;
  for (const name of names) {
    const mine = board.querySelector(`#${name}`), its = fresh.getElementById(name);
    if (!mine || !its) continue;
    put(mine, its);
  }
  count(board);
  offer(board);
  recount();
}

const SOON = 500;
let counted;
const heard = {
  phase: () => refresh(true),
  seat: () => refresh(false),
  deadline: async () => {
    const told = phase;
    await refreshParts("line");
    if (phase !== told || phaseOf(board) !== told) return;
    const due = board.querySelector("#line .due");
    say(due && !due.dataset.due ? `${due.textContent[0].toUpperCase()}${due.textContent.slice(1)}.` : "The deadline has changed.");
  },
  news: () => { mark("news"); refreshParts("news", "line"); },
  votes: () => { document.dispatchEvent(new CustomEvent("legation:votes")); refreshParts("line"); },
  press: () => { mark("press"); document.dispatchEvent(new CustomEvent("legation:press")); },
  ready: () => { clearTimeout(counted); counted = setTimeout(refreshParts, SOON, "line"); }, // with the last one the phase ends
  sheet: async (id) => {
    if (!orders) return;
    await sheet.queue; // what is being saved here is heard of, too, and its answer says by which event
    if (!sheet || sheet.dirty || Number(id.split(".").at(-1)) <= sheet.told) return;
    loadMenu();
  },
};

function mark(name) {
  if (tab !== name) board.querySelector(`#tabs a[href="#${name}"]`).classList.add("fresh");
}

// Orders

function recount() {
  const counted = board.querySelector("#count");
  if (counted && sheet && sheet.state) counted.textContent = board.dataset.heard ? `${sheet.state.count} · ${sheet.state.settled ? "ready" : "not ready"}` : sheet.state.count;
}

function changed(state) {
  if (state.closed) { refresh(true); return; }
  recount();
  if (orders) orders.drawList();
  if (chart && state.arrows !== undefined) chart.redraw(state.arrows, state.units);
  if (state.came !== undefined) supposed(state);
  if (state.ending) say("All are ready; the phase ends.");
}

// What would come of what is supposed, how it would stand then, and one's own part of it.
function supposed(state) {
  board.querySelector("#came").innerHTML = state.came;
  const then = new DOMParser().parseFromString(state.standings, "text/html").querySelector("#standings");
  board.querySelector("#standings").replaceChildren(...document.importNode(then, true).childNodes);
  const own = board.querySelector("#own");
  if (!own) return;
  own.value = state.own;
  own.form.hidden = !state.own;
}

async function loadMenu() {
  const answer = await sheet.ask("menu").catch(() => null);
  if (answer && answer.status === 429) say((await answer.json()).error, "stays");
  if (!answer || !answer.ok || !sheet || sheet.gone) return;
  const data = await answer.json();
  if (String(data.serial) !== board.dataset.serial) { refresh(true); return; }
  const first = !orders;
  if (first) orders = new Orders(board, data, sheet, chart, say);
  orders.menu = data;
  if (first && !chart.moves) chart.home();
  const kept = sheet.dirty;
  if (!kept) sheet.take(data.sheet, sheet.box.value);
  else orders.drawList();
  board.dataset.menu = "there";
}

const asked = {
  pen: () => Boolean(orders),
  lit: () => (orders ? orders.lit : []),
  others: () => (orders ? orders.others : []),
  units: () => (orders ? orders.places : []),
  spots: () => (orders ? orders.menu.spots : {}),
  picked: (place) => orders.picked(place),
  tapped: (place, code) => { if (orders) orders.tapped(place, code); },
  dragFrom: (place) => orders.dragFrom(place),
  dropped: (place, goal, code) => orders.dropped(place, goal, code),
};

// Beginning

function start(seen) {
  board = document.getElementById("board");
  board.classList.add("js");
  orders = sheet = null;
  const zoom = board.querySelector("#zoom");
  zoom.hidden = false;
  chart = new Chart(board.querySelector("#map"), asked);
  if (seen) { chart.seen = seen; chart.moves = 1; chart.show(); }
  zoom.addEventListener("click", (event) => {
    const by = event.target.dataset.zoom;
    if (by === "all") chart.whole();
    else if (by) chart.zoom(by === "in" ? 1.6 : 1 / 1.6);
  });
  zoom.addEventListener("keydown", (event) => { // who drags nothing moves it from here
    const [across, down] = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] || [];
    if (across === undefined) return;
    event.preventDefault();
    chart.slide(across * chart.box.clientWidth / 4, down * chart.box.clientHeight / 4);
  });
  const legend = board.querySelector("#legend");
  if (legend && matchMedia("(min-width: 100rem)").matches) legend.open = true; // it has a place beside the board
  setTabs();
  setTime();
  count(board);
  offer(board);
  if (board.dataset.pen && board.querySelector("#sheet")) {
    sheet = new Sheet(board, changed, say);
    loadMenu();
  }
  const press = board.querySelector("#press-panel");
  if (press && press.dataset.href && !press.dataset.loaded) {
    fetch(press.dataset.href, { headers: { "HX-Request": "true" } }).then(async (answer) => {
      if (!answer.ok || answer.redirected) return;
      press.innerHTML = await answer.text();
      press.dataset.loaded = "yes";
      document.dispatchEvent(new CustomEvent("legation:press-loaded"));
    }).catch(() => null);
  }
}

start(null);
comeBack();
if (board.dataset.heard) hear(`${board.dataset.events}?since=${board.dataset.heard}`, heard);
setInterval(() => count(board), 1000);
window.addEventListener("resize", () => { unplay(); chart.fit(); chart.show(); settle(); });
window.addEventListener("popstate", () => { unplay(); go(location.href, false, ""); });
window.addEventListener("pagehide", () => { if (sheet) sheet.leave(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && orders && orders.step) orders.back();
});
