// Orders by click, tap, drag and keyboard: a unit, what it does, and to whom or where.
import { dashed, make, provinceOf, whole } from "./make.js";
import { form, numbersOf } from "./numbers.js";
import { Rows } from "./rows.js";

const TWICE = 400; // milliseconds: a tap so soon after another answers no question that came between

export class Orders extends Rows {
  constructor(board, menu, sheet, chart, say) {
    super();
    Object.assign(this, { board, menu, sheet, chart, say });
    this.list = board.querySelector("#units");
    this.panel = board.querySelector("#composer");
    this.step = null;
    this.board.classList.add("orders-on");
    this.panel.addEventListener("keydown", (event) => this.keyInPanel(event));
    this.list.addEventListener("keydown", (event) => this.keyInList(event));
    this.list.addEventListener("focusin", (event) => this.focused(event));
  }

  // The step that is asked for

  open(at) {
    this.step = { unit: this.menu.units[at], from: `u${at}`, groups: this.menu.units[at].groups, group: null, picks: [], numbers: {} };
    this.draw();
  }

  openBeside(at) {
    const group = this.menu.beside[at];
    this.step = { unit: null, from: `b${at}`, groups: null, group, picks: [], numbers: {} };
    this.next();
  }

  // Of several units in one place one is chosen first.
  openAt(place) {
    const found = this.menu.units.map((unit, at) => [unit, at]).filter(([unit]) => unit.place === place);
    if (found.length === 1) { this.open(found[0][1]); return; }
    this.step = { unit: null, from: `u${found[0][1]}`, several: found, groups: null, group: null, picks: [], numbers: {} };
    this.draw();
  }

  choose(group) {
    this.step.group = group;
    this.step.picks = [];
    this.next();
  }

  rows() {
    const { group, picks } = this.step;
    return group.rows.filter((row) => picks.every((pick, at) => row[at] === pick));
  }

  // What may be picked next: of a place with several coasts that was pointed at, its coasts.
  options() {
    const { coasts } = this.step, all = this.every();
    return coasts ? all.filter((option) => provinceOf(option.place) === coasts) : all;
  }

  // All of it: value, what it is called, and where it is.
  every() {
    const { group, picks, fetched, further } = this.step;
    if (further) return further.left.map((place) => ({ value: place, label: this.named(place), place }));
    const field = group.fields[picks.length];
    if (!field) return [];
    const values = group.steps ? fetched || [] : [...new Set(this.rows().map((row) => row[picks.length]))];
    return values.map((value) => {
      const rest = group.steps ? [] : this.rows().filter((row) => row[picks.length] === value);
      const place = field.kind === "place" ? value : (group.at || {})[value] || "";
      let label = field.kind === "place" && value ? this.named(value) : value;
      if (!value) label = rest.length === 1 ? this.plain(rest[0], group) : "no more";
      else if (field.kind === "unit") label = `${value} · ${this.menu.names[provinceOf(place)] || ""}`;
      return { value, label, place };
    });
  }

  named(place) { return `${this.menu.names[place] || place} · ${place}`; }

  plain(row, group) {
    let text = row[row.length - 2];
    for (const number of numbersOf(group, row)) text = text.replace(`{${number.name}}`, "");
    return dashed(text.replace(/^\S+ *:/, "").replace(/ +/g, " ").trim());
  }

  async next() {
    const { group, picks } = this.step;
    if (group.steps) {
      const whose = group.power ? [["power", group.power]] : [];
      const answer = await this.sheet.ask("steps", [["verb", group.verb], ...picks.map((pick) => ["v", pick]), ...whose]);
      if (!this.step || !answer.ok) { this.close(); return; }
      const data = await answer.json();
      if (data.text) { this.commit(data.text); return; }
      this.step.fetched = data.values;
      this.draw();
      return;
    }
    const left = group.fields.length - picks.length;
    const values = left ? new Set(this.rows().map((row) => row[picks.length])) : new Set();
    if (left && values.size === 1 && values.has("")) { this.step.picks.push(""); this.next(); return; }
    if (left) { this.draw(); return; }
    const row = this.rows()[0];
    if (numbersOf(group, row).some((number) => !number.free)) { this.draw(); return; }
    this.finish();
  }

  pick(value) {
    const { further } = this.step;
    this.step.coasts = "";
    if (further) { this.again(value); return; }
    this.step.picks.push(value);
    this.next();
  }

  // The order as text, its numbers put in, or left out where that is allowed.
  finish() {
    const { group, numbers } = this.step, row = this.rows()[0];
    let text = row[row.length - 2];
    for (const number of numbersOf(group, row)) {
      const value = numbers[number.name];
      text = text.replace(`{${number.name}}`, value === undefined ? (number.free ? "" : number.min) : value);
    }
    text = text.replace(/ +/g, " ").trim();
    if (group.more && group.rows.length > 1) {
      const left = group.rows.map((each) => each[0]).filter((place) => place !== this.step.picks[0]);
      this.step.further = { text, left };
      this.commit(text, true);
      this.draw();
      return;
    }
    this.commit(text);
  }

  // A further place to retreat to, should those before it not be open.
  again(place) {
    const { further, group } = this.step;
    further.text += group.more.replace("{}", place);
    further.left = further.left.filter((each) => each !== place);
    this.commit(further.text, further.left.length > 0);
    if (further.left.length) this.draw();
  }

  async commit(text, stay) {
    const given = this.step, from = given && given.from, { power } = given.unit || given.group;
    if (!stay) this.close(true);
    const done = await this.sheet.order(text, power);
    if (!done && this.sheet.refused && !this.step && given) { // what was chosen so far stays, and says why
      if (given.group && given.picks.length) given.picks.pop();
      this.step = given;
      this.draw();
      this.panel.append(make("p", { class: "error" }, this.sheet.refused));
      if (this.sheet.state) this.sheet.tellKept(); // it stands there alone
      return;
    }
    const wrong = done && done.lines.find((line) => !line.ok && line.text === text);
    const said = this.sheet.unkept ? "supposed" : "saved";
    if (wrong) this.say(`${text}: ${said}, but it is no order. ${wrong.why}`, true);
    else if (done) this.say(`${text}: ${said}.`);
    if (!stay && from) this.focusNext(from);
  }

  focusNext(from) {
    if (matchMedia("(pointer: coarse)").matches) return;
    const open = !this.sheet.unkept && this.list.querySelector(".unit-row:has(.none)[data-at^=u]"); // not everybody has to be ordered
    const row = open || this.list.querySelector(`[data-at="${from}"]`);
    if (row) row.focus({ preventScroll: true });
  }

  back() {
    const step = this.step;
    if (step.coasts) { step.coasts = ""; this.draw(); return; }
    if (step.further) { this.close(); return; }
    if (step.group && step.picks.length) { step.picks.pop(); this.next(); return; }
    if (step.group && step.groups) { step.group = null; step.numbers = {}; this.draw(); return; }
    this.close();
  }

  close(quiet) {
    const from = this.step && this.step.from;
    this.step = null;
    this.panel.hidden = true;
    this.panel.replaceChildren();
    this.board.classList.remove("asking");
    this.chart.light([], "");
    if (!quiet && from) {
      const row = this.list.querySelector(`[data-at="${from}"]`);
      if (row) row.focus({ preventScroll: true });
    }
  }

  draw() {
    const step = this.step, { group, unit } = step;
    this.board.classList.add("asking");
    this.panel.hidden = false;
    const title = unit ? whole(unit, unit.unit) : group ? whole(group, group.label) : "Which unit?";
    const head = make("div", { class: "head" },
      make("h2", {}, title, group && unit ? ` · ${group.label}` : ""),
      make("button", { type: "button", class: "back", onclick: () => this.back() }, group && (step.coasts || step.picks.length || step.groups) ? "Back" : "Close"));
    this.panel.replaceChildren(head);
    if (step.several) this.several();
    else if (!group) this.verbs();
    else this.question();
    const options = group ? this.options() : [];
    this.bear();
    this.chart.light(step.coasts ? options.map((option) => option.place) : this.lit, this.chosen());
    const first = [".choices button, .verbs button", "input", "button"].map((each) => this.panel.querySelector(each)).find(Boolean);
    if (first) first.focus({ preventScroll: true });
    const row = step.from && this.list.querySelector(`[data-at="${step.from}"]`);
    const rows = this.list.closest(".column");
    if (row && !this.sheet.unkept && rows.scrollHeight > rows.clientHeight) { // it alone moves, and never the page; where results stand above, not even it
      const box = row.getBoundingClientRect(), seen = rows.getBoundingClientRect();
      if (box.bottom > seen.bottom) rows.scrollTop += box.bottom - seen.bottom;
      else if (box.top < seen.top + 50) rows.scrollTop -= seen.top + 50 - box.top;
    }
    const top = this.chart.box.getBoundingClientRect().top;
    if (options.length && matchMedia("(max-width: 59.99rem)").matches && (top < -40 || top > innerHeight / 2)) {
      this.chart.box.scrollIntoView({ block: "start" });
    }
  }

  // The odd rules that bear on every order that can still come of this. Below the choices, where nothing
  // moves for it, is room for what bears on the one that is pointed at.
  bear() {
    const { group, groups, several, further } = this.step;
    if (several || further) return;
    const rows = group ? (group.steps ? [] : this.rows()).map((row) => [group, row]) : groups.flatMap((each) => each.rows.map((row) => [each, row]));
    this.common = this.shared(rows);
    if (this.common.length) (this.panel.querySelector(".prompt") || this.panel.querySelector(".head")).after(this.bearings(this.common));
    if (group && group.bears && rows.some(([of, row]) => (of.bears[row[row.length - 2]] || []).length > this.common.length)) {
      this.panel.append(make("div", { class: "pointed", role: "status" }));
    }
  }

  shared(rows) {
    const said = rows.map(([of, row]) => ((of.bears || {})[row[row.length - 2]] || []).map((at) => of.bearings[at]));
    return (said[0] || []).filter((each) => said.every((others) => others.some((other) => other.text === each.text)));
  }

  pointed(value) {
    const room = this.panel.querySelector(".pointed"), { group, picks } = this.step;
    if (!room) return;
    const rows = this.rows().filter((row) => row[picks.length] === value).map((row) => [group, row]);
    const own = this.shared(rows).filter((each) => !this.common.some((other) => other.text === each.text));
    room.replaceChildren(this.bearings(own));
  }

  // Where the order that is being given stands so far.
  chosen() {
    const { unit, group, picks } = this.step;
    const places = (group ? picks : []).map((pick, at) => (group.fields[at].kind === "place" ? pick : (group.at || {})[pick]));
    return [unit ? unit.place : "", ...places].filter(Boolean);
  }

  several() {
    this.panel.append(make("div", { class: "choices" }, ...this.step.several.map(([unit, at]) =>
      make("button", { type: "button", onclick: () => this.open(at) }, whole(unit, unit.unit)))));
  }

  verbs() {
    this.panel.append(make("div", { class: "verbs" }, ...this.step.groups.map((group) =>
      make("button", { type: "button", "data-letter": group.letter, title: group.help, onclick: () => this.choose(group) },
        group.label, group.letter ? make("kbd", {}, group.letter.toUpperCase()) : null))));
  }

  question() {
    const { group, picks, further, coasts } = this.step, field = group.fields[picks.length];
    const said = coasts ? `Which coast of ${this.menu.names[coasts] || coasts}?` : further ? "And should that not be open?" : field ? field.prompt : "How many?";
    const given = picks.filter(Boolean);
    if (given.length && !further) this.panel.append(make("p", { class: "order" }, given.join(" · ")));
    if (!this.step.unit && !picks.length) this.panel.append(make("p", { class: "hint" }, group.help));
    this.panel.append(make("p", { class: "prompt", id: "prompt" }, said));
    const row = group.steps ? null : this.rows()[0];
    const numbers = row && !further ? numbersOf(group, row).map((number) => this.within(group, row, number)) : [];
    const asked = numbers.filter((number) => number.free || !field);
    if (asked.some((number) => number.max < number.min)) {
      this.panel.append(make("p", { class: "error" }, "Nothing is left for it: take away or change another order first."));
    } else if (asked.length) {
      this.panel.append(form(asked, this.step.numbers, field ? null : () => this.finish()));
    }
    const budget = asked.length && this.budget(group);
    if (budget) this.panel.append(budget);
    this.panel.append(make("div", { class: "choices", role: "group", "aria-labelledby": "prompt" }, ...this.options().map((option) =>
      make("button", { type: "button", "data-value": option.value, onclick: () => this.pick(option.value),
        onfocus: () => this.pointed(option.value), onpointerenter: () => this.pointed(option.value) }, option.label))));
    if (further) this.panel.append(make("p", { class: "buttons" }, make("button", { type: "button", class: "first", onclick: () => this.close() }, "Done")));
  }

  // Keys

  keyInList(event) {
    const row = event.target.closest(".unit-row");
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = [...this.list.querySelectorAll(".unit-row")], at = rows.indexOf(row);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined && rows[to]) { event.preventDefault(); rows[to].focus(); return; }
    const unit = (row.dataset.at || "").startsWith("u") ? this.menu.units[row.dataset.at.slice(1)] : null;
    const group = unit && unit.groups.find((each) => each.letter && each.letter === event.key.toLowerCase());
    if (group) { event.preventDefault(); this.open(Number(row.dataset.at.slice(1))); this.choose(group); }
    if (event.key === "Delete" || event.key === "Backspace") {
      const drop = row.parentElement.querySelector(".drop");
      if (drop) { event.preventDefault(); drop.click(); }
    }
  }

  keyInPanel(event) {
    if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); this.back(); return; }
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
    const rows = [...this.panel.querySelectorAll(".verbs button, .choices button")];
    const at = rows.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined && rows[to]) { event.preventDefault(); rows[to].focus(); return; }
    if (event.key.length !== 1 || event.key === " ") return;
    if (this.step && this.step.groups && !this.step.group) {
      const hit = rows.find((row) => row.dataset.letter === event.key.toLowerCase());
      if (hit) { event.preventDefault(); hit.click(); }
      return;
    }
    this.typed = Date.now() - (this.typedAt || 0) < 900 ? (this.typed || "") + event.key.toLowerCase() : event.key.toLowerCase();
    this.typedAt = Date.now();
    const fits = (row) => [row.textContent, row.dataset.value || "", ...row.textContent.split(/[ ·]+/)].some((word) => word.toLowerCase().startsWith(this.typed));
    const hit = rows.find(fits);
    if (hit) hit.focus();
  }

  // The map asks

  // What may be tapped next. Of a unit without a verb: where it may go, one's own units among them.
  get lit() {
    const { step } = this;
    if (!step) return [];
    if (step.group) return this.every().map((option) => option.place).filter(Boolean);
    const way = step.unit && this.way(step.groups);
    return way ? [...new Set(way.rows.map((row) => row[0]))] : [];
  }

  get places() { return this.menu.units.map((unit) => unit.place); }

  // The other units of who is being ordered: a tap means the unit, and not a way to where it stands.
  get others() {
    const { step } = this;
    if (!step || step.group) return [];
    return this.menu.units.filter((unit) => !step.unit || unit.power === step.unit.power).map((unit) => unit.place);
  }

  // The verb that a place alone is the rest of.
  way(groups) {
    const goes = (verb) => groups.find((each) => each.verb === verb && each.fields[0] && each.fields[0].kind === "place");
    return goes("move") || goes("retreat");
  }

  // A home where something can be built, before anybody said "Build": what may be built there is asked.
  buildAt(code) {
    if (this.step && this.step.group && this.step.picks.length) return false;
    for (const [at, group] of this.menu.beside.entries()) {
      const field = group.fields[0];
      if (group.verb !== "build" || !field || field.kind !== "unit") continue;
      const here = new Set(Object.entries(group.at || {}).filter(([, place]) => provinceOf(place) === code).map(([unit]) => unit));
      if (!here.size) continue;
      const rows = group.rows.filter((row) => here.has(row[0]));
      this.step = { unit: null, from: `b${at}`, groups: null, group: { ...group, rows }, picks: [], numbers: {} };
      this.draw(); // even where there is but one: nothing is built by a click that meant to look
      return true;
    }
    return false;
  }

  picked(place) {
    const { step } = this;
    this.fold();
    // Where several fit a place, as an army and a fleet to be built, it is asked which.
    const group = step.group, fits = group ? this.options().filter((each) => provinceOf(each.place || "") === provinceOf(place)) : [];
    if (group && group.fields[step.picks.length] && group.fields[step.picks.length].kind === "unit" && fits.length > 1 && group.verb === "build") {
      const values = new Set(fits.map((each) => each.value)), at = step.picks.length;
      step.group = { ...group, rows: group.rows.filter((row) => values.has(row[at])) };
      this.draw();
      return;
    }
    if (!step.group) Object.assign(step, { group: this.way(step.groups), picks: [] });
    if (this.asksCoast(place)) return;
    const option = this.options().find((each) => each.place === place);
    if (option) this.pick(option.value);
  }

  // Who points at a place does not say which of its coasts he means; only then, which is nearest.
  asksCoast(place) {
    const { step } = this, code = provinceOf(place);
    if (step.coasts === code) return performance.now() - step.since < TWICE;
    const fits = this.every().filter((each) => each.place === each.value && provinceOf(each.place) === code);
    step.coasts = fits.length > 1 ? code : "";
    step.since = performance.now();
    if (step.coasts) this.draw();
    return Boolean(step.coasts);
  }

  tapped(place, code) {
    this.fold();
    if (place) this.openAt(place);
    else if (code && this.buildAt(code)) return;
    else if (this.step && code) this.cannot(code);
    else if (this.step) this.close(true);
  }

  // A place was pointed at that is none for this order.
  cannot(code) {
    const { unit, group } = this.step, name = this.menu.names[code] || code;
    const goes = !group || ["move", "retreat"].includes(group.verb);
    if (unit && goes) this.say(`${unit.unit} cannot go to ${name}.`, true);
    else this.say(`${name} is no place for this order.`, true);
  }

  // The sheet of text folds away when the map is used: what is ordered stands in the rows.
  fold() {
    const text = this.board.querySelector("#text");
    if (text && !text.contains(document.activeElement)) text.open = false;
  }

  dragFrom(place) {
    this.fold();
    const at = this.menu.units.findIndex((unit) => unit.place === place), unit = this.menu.units[at];
    const group = this.way(unit.groups);
    if (!group) return;
    this.step = { unit, from: `u${at}`, groups: unit.groups, group, picks: [], numbers: {} };
    this.chart.light(this.lit, place);
  }

  dropped(place, goal, code) {
    if (!this.step || !this.step.group) return;
    if (goal && goal !== place) { this.picked(goal); return; }
    if (code && code !== provinceOf(place)) this.cannot(code);
    this.close(true);
  }
}
