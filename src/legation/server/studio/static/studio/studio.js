// The studio: one state, a part of the page for each of its sections, a map beside them. Without this file
// the page has its tables as text.
import { pressed } from "../legation/parts.js";
import { addPlace, addPoint, bordersOf, join, part, placeOf, rowOf, setPlace } from "./change.js";
import { Borders } from "./borders.js";
import { Earlier } from "./earlier.js";
import { button, refresh } from "./fields.js";
import { Ground } from "./ground.js";
import { Keeper } from "./keep.js";
import { pairOf } from "./names.js";
import { Places } from "./places.js";
import { Play } from "./play.js";
import { Powers, toggleHome } from "./powers.js";
import { Previewer } from "./preview.js";
import { Problems } from "./problems.js";
import { Start, toggleUnit } from "./start.js";
import { State } from "./state.js";
import { Trying } from "./trying.js";
import { EUROPE } from "./where.js";

const root = document.getElementById("studio"), at = (id) => document.getElementById(id);
const given = (id) => { const found = at(id); return found ? JSON.parse(found.textContent) : null; };
const SECTIONS = ["places", "borders", "powers", "start", "play", "text", "try", "publish"];
const HINTS = {
  choose: "Click a place to work on it, drag its point to move it.",
  add: "Click where a place lies: on land, or at sea. Its name is asked beside.",
  point: "Click where it also lies: its area is the ground nearest to any of its points.",
  borders: "Click two places to join or part them. A full line stands in the table and in the picture; a dashed one in the table alone; a dotted one in the picture alone.",
  powers: "Click places to make them homes.",
  start: "Click places to set up units; on a home for its own power.",
};

const base = root.dataset.base, token = root.querySelector("[name=csrfmiddlewaretoken]").value;
const state = new State(given("document"));
const keeper = new Keeper(state, base, token, Number(root.dataset.serial));
const previewer = new Previewer(state, base, token);
state.set({ undo: "undo" in root.dataset, redo: "redo" in root.dataset });
if (!state.now.document.places.length) state.set({ tool: "add" });

let sought = ""; // a field that is focused once it is there
const acts = {
  say: (words) => { at("said").textContent = words; at("told").textContent = words; },
  choose: (code) => { if (code !== state.now.chosen) state.set({ chosen: code, marked: [], tool: state.now.tool === "point" ? "choose" : state.now.tool }); },
  focus: (name) => { sought = name; },
  open: (name) => { showSection(name); },
  toMap: () => { at("map").scrollIntoView({ block: "nearest" }); ground.focus(`${state.now.chosen}/0`); },
  settled: (code) => { const fresh = new Set(state.now.fresh); fresh.delete(code); state.set({ fresh }); },
  terrain: (code, shown) => { acts.settled(code); places.set(rowOf(state.now.document, code), { terrain: shown }, `${code} is ${shown}`); },
  point: (code) => { state.set({ chosen: code, tool: "point" }); acts.say(HINTS.point); },
  move: (code, i, x, y) => {
    const others = state.now.moves.filter((move) => move.code !== code || move.i !== i);
    state.set({ moves: [...others, { code, i, x, y }], what: `${code} is moved` });
  },
  add: (spot) => {
    const { document: draft, preview } = state.now;
    if (draft.places.length >= 250) { acts.say("A map has at most 250 places."); return; }
    const middle = spot || (preview ? [preview.size[0] / 2, preview.size[1] / 2] : [500, 500]);
    const frame = draft.extra.frame || (preview && preview.frame) || EUROPE;
    const [next, code] = addPlace(draft, frame.centre, ground.isLand(middle) ? "inland" : "sea", Object.keys(state.now.renamed));
    state.set({ document: { ...next, extra: { ...next.extra, frame } }, what: "a place is there", chosen: code, fresh: new Set([...state.now.fresh, code]), moves: [...state.now.moves, { code, i: 0, x: middle[0], y: middle[1] }] });
    acts.say(`${placeOf(next, code).name} is there: give it a name.`);
    acts.focus("card/name");
  },
  toggle: (a, b) => {
    const { document: draft, preview } = state.now, named = (code) => placeOf(draft, code).name;
    const seen = preview && preview.borders.find((each) => pairOf(each.a, each.b) === pairOf(a, b) && each.in_picture);
    const joined = bordersOf(draft, a, b).length > 0, said = `${named(a)} and ${named(b)} are ${joined ? "parted" : "joined"}`;
    state.change(joined ? part(draft, a, b) : join(draft, a, b, seen), said);
    acts.say(`${said}.`);
  },
  tap: (code, spot, id) => {
    const { section, tool, chosen, document: draft, pen } = state.now, place = placeOf(draft, code);
    if (section === "places" && tool === "add" && !id) acts.add(spot);
    else if (section === "places" && tool === "point" && placeOf(draft, chosen)) {
      state.change(addPoint(draft, chosen), `${chosen} has another point`, { tool: "choose" });
      acts.move(chosen, placeOf(draft, chosen).points.length, ...spot);
    } else if (!place) acts.choose("");
    else if (section === "borders" && chosen && placeOf(draft, chosen) && chosen !== code) acts.toggle(chosen, code);
    else if (section === "borders" && chosen === code) acts.choose("");
    else if (section === "powers" && draft.powers.length) {
      const power = (draft.powers.find((each) => each.name === pen.power) || draft.powers[0]).name;
      state.change(toggleHome(draft, code, power), `a home of ${power}`, { chosen: code });
    } else if (section === "start") state.change(toggleUnit(draft, code, pen), "the start", { chosen: code });
    else acts.choose(code);
  },
  // Does what goes by the picture once that is of the draft as it is now.
  drawn: (then) => {
    if (!previewer.due) { then(); return; }
    acts.say("The map is drawn first.");
    previewer.after.push(then);
  },
  // To a row of a table, and to the field in it that is wrong.
  row: (name, key) => setTimeout(() => {
    const row = root.querySelector(`[data-row="${CSS.escape(name)}"]`);
    const field = row && ((key && row.querySelector(`[data-at$="/${CSS.escape(String(key))}"]`)) || row.querySelector("input, select, textarea"));
    if (row) row.scrollIntoView({ block: "center" });
    if (field) field.focus({ preventScroll: true });
  }, 60),
};

root.classList.add("js");
const ground = new Ground(at("map"), state, acts);
const live = (name) => at(name).querySelector(".live");
const places = new Places(live("places"), state, acts);
const rules = at("rules");
let writing;
const written = () => { clearTimeout(writing); if (rules.value !== state.now.document.rules) state.change({ ...state.now.document, rules: rules.value }, "the rules"); };
rules.addEventListener("input", () => { clearTimeout(writing); writing = setTimeout(written, 400); });
rules.addEventListener("blur", written);
const shown = {
  places, borders: new Borders(live("borders"), state, acts), powers: new Powers(live("powers"), state, acts),
  start: new Start(live("start"), state, acts), play: new Play(live("play"), state, acts, given("parent")),
  text: { show: ({ document: draft }) => { if (rules.value !== draft.rules) rules.value = draft.rules; } },
};
const problems = new Problems(at("problems"), state, acts);
new Trying(root, state, keeper, acts);
new Earlier(at("earlier"), state, keeper);

// The head: what is saved, back and forth, and which of two windows counts.

function showHead(now) {
  at("saved").textContent = now.line.text;
  at("saved").classList.toggle("signal", now.line.bad);
  at("undo").disabled = !now.undo && !keeper.dirty;
  at("redo").disabled = !now.redo || keeper.dirty;
  at("title").textContent = now.document.title || "A draft without a title";
  at("torn").hidden = !now.torn;
}

for (const way of ["undo", "redo"]) at(way).addEventListener("click", () => keeper.go(way));
at("mine").addEventListener("click", () => keeper.choose(true));
at("theirs").addEventListener("click", () => keeper.choose(false));
addEventListener("keydown", (event) => {
  const { tagName, type } = event.target;
  const typing = tagName === "TEXTAREA" || (tagName === "INPUT" && !["checkbox", "color"].includes(type));
  if (event.key === "Escape") { state.set({ tool: "choose", ...(typing ? {} : { chosen: "", marked: [] }) }); return; }
  if (typing || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase(), way = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : "";
  if (way) { event.preventDefault(); keeper.go(way); }
});

// Sections

function showSection(name) {
  if (!SECTIONS.includes(name)) return;
  for (const each of SECTIONS) at(each).hidden = each !== name;
  for (const link of at("parts").querySelectorAll("a")) {
    const here = link.hash === `#${name}`;
    if (here) { link.setAttribute("aria-current", "true"); link.scrollIntoView({ block: "nearest", inline: "nearest" }); } else link.removeAttribute("aria-current");
  }
  if (state.now.section === name) return;
  at("told").textContent = "";
  state.set({ section: name, marked: [], tool: "choose", ...(name === "borders" ? { chosen: "" } : {}) });
}

at("parts").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || !link.hash) return;
  event.preventDefault();
  history.replaceState(null, "", link.hash);
  showSection(link.hash.slice(1));
});

function showTools({ section, tool, document: draft }) {
  const tools = section !== "places" ? [] : [["choose", "Choose and move"], ["add", "Add places"]];
  refresh(at("tools"), ...tools.map(([name, words]) => button(`tool/${name}`, words, () => state.set({ tool: name }), { "aria-pressed": String(tool === name) })));
  at("hint").textContent = HINTS[section === "places" ? tool : section] || "Click a place to choose it.";
  at("keys").textContent = section === "places" ? "Keys on the map: arrows go from place to place, Shift and arrows move a point, Enter chooses, Escape leaves." : "Keys on the map: arrows go from place to place, Enter is a click, Escape leaves.";
  at("map").classList.toggle("adding", section === "places" && tool !== "choose");
  at("counted").textContent = `${draft.places.length} places, ${draft.places.filter((place) => place.centre).length} centres, ${draft.borders.length} borders, ${draft.powers.length} powers`;
}

// What changed is shown once all that belongs together has happened, and the focus has gone where it goes;
// and not while a field is pressed: one that is made anew before it is released would never be clicked.
let due = 0;
function show() {
  if (pressed()) { pressed().then(show); return; }
  due = 0;
  const { now } = state;
  showHead(now);
  showTools(now);
  if (shown[now.section]) shown[now.section].show(now);
  problems.show(now);
  at("map").setAttribute("aria-busy", String(previewer.due));
  const field = sought && root.querySelector(`[data-at="${CSS.escape(sought)}"]`);
  if (field) { sought = ""; field.focus(); if (field.select) field.select(); }
}
state.hear((now, before) => {
  due ||= setTimeout(show);
  if (now.document !== before.document) at("told").textContent = ""; // what was said of an act before it
});

at("zoom").hidden = false;
at("zoom").addEventListener("click", (event) => {
  const way = event.target.dataset.zoom;
  if (way === "all") ground.whole(); else if (way) ground.zoom(way === "in" ? 1.6 : 1 / 1.6);
});

showSection(SECTIONS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "places");
keeper.restore();
ground.paint();
show();
previewer.soon(0);
