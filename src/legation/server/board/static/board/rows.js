// The list of orders: a line a unit with its state, and what is ordered beside.
import { dashed, make, provinceOf, whole } from "./make.js";

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export class Rows {
  // The list

  drawList() {
    const { units, beside } = this.menu, { lines, settled } = this.sheet.state || { lines: [] };
    const had = document.activeElement && this.list.contains(document.activeElement) ? document.activeElement.dataset.at : null;
    const also = this.list.querySelector(".also"), folded = this.sheet.unkept && units.length && !(also && also.open);
    this.list.replaceChildren();
    for (const power of new Set(units.map((unit) => unit.power))) { // but one's own, on a sheet of one's own
      const its = units.map((unit, at) => (unit.power === power ? this.unitRow(unit, at, lines) : null));
      const { css, mark } = units.find((unit) => unit.power === power);
      if (power) this.list.append(make("h3", { class: `power nation-${css}` }, make("abbr", { class: "seal", "aria-hidden": "true" }, mark), ` ${power}`));
      this.list.append(make("ul", { class: power ? `sheet nation-${css}` : "sheet", "aria-label": power ? `Units of ${power}` : "Units" }, ...its));
    }
    if (beside.length) {
      this.asked = new Set();
      const title = units.length ? "Also" : "What to order";
      const rows = make("ul", { class: "sheet special" }, ...beside.map((group, at) => this.groupRow(group, at, lines)));
      if (this.sheet.unkept) this.list.append(make("details", { class: "also", open: !folded }, make("summary", {}, title), rows));
      else this.list.append(make("h3", {}, title), rows);
    }
    const known = new Set(beside.map((group) => whole(group, group.verb)));
    const lost = lines.filter((line) => line.ok && (line.own ? !this.unitOf(line) : !known.has(whole(line, line.verb))));
    const said = new Set(units.map((unit) => this.refusedOf(unit, lines))); // in the row of their unit
    const bad = lines.filter((line) => !line.ok && !said.has(line));
    if (lost.length || bad.length) {
      this.list.append(make("ul", { class: "sheet" }, ...[...lost, ...bad].map((line) => make("li", { class: line.ok ? "" : "bad" },
        make("span", { class: "order" }, whole(line, dashed(line.text))), make("span", { class: "fate" }, line.ok ? "in" : "no order"), this.dropper(line)))));
    }
    if (!units.length && !beside.length) {
      const early = !settled && this.list.dataset.early;
      this.list.append(make("p", { class: "hint" }, `There is nothing ${this.sheet.unkept ? "" : "for you "}to order in this phase.${early ? ` ${early}` : ""}`));
    }
    const again = had !== null && this.list.querySelector(`[data-at="${had}"]`);
    if (again) again.focus({ preventScroll: true });
  }

  unitOf(line) {
    const same = this.menu.units.filter((unit) => unit.power === line.power && provinceOf(unit.place) === provinceOf(line.place));
    return same.find((unit) => !line.number || unit.unit.endsWith(`/${line.number}`)) || null;
  }

  linesOf(unit, lines) { return lines.filter((line) => line.ok && line.own && this.unitOf(line) === unit); }

  // What was written for a unit that has no order, and is none.
  refusedOf(unit, lines) {
    if (this.linesOf(unit, lines).length) return null;
    return lines.find((line) => !line.ok && line.own && this.unitOf(line) === unit) || null;
  }

  unitRow(unit, at, lines) {
    const own = this.linesOf(unit, lines), refused = this.refusedOf(unit, lines), written = refused ? [refused] : own;
    const texts = written.map((line) => make("span", { class: "order" }, dashed(line.text)));
    const button = make("button", {
      type: "button", class: "unit-row", "data-at": `u${at}`, onclick: () => this.open(at),
    }, ...(texts.length ? texts : [make("span", { class: "order" }, unit.unit)]),
    make("span", { class: own.length ? "fate" : "fate none" }, own.length ? own[0].fate || "in" : "no order"));
    const bears = own.flatMap((line) => line.bears || []);
    return make("li", { class: refused ? "bad" : "" }, button, ...written.map((line) => this.dropper(line)), bears.length ? this.bearings(bears) : null);
  }

  // Odd rules that bear on an order, each with its clause.
  bearings(said) {
    return make("div", { class: "bears" }, ...said.map(({ text, clause }) => make("p", {}, `${text} `,
      make("a", { class: "clause", href: `${this.sheet.form.dataset.rules}#${clause.toLowerCase()}` }, clause))));
  }

  groupRow(group, at, lines) {
    const own = lines.filter((line) => line.ok && !line.own && line.verb === group.verb && line.power === group.power);
    const item = make("li", { class: "group" },
      make("button", { type: "button", class: "unit-row", "data-at": `b${at}`, onclick: () => this.openBeside(at) },
        make("span", {}, whole(group, group.label)), make("span", { class: "fate none" }, own.length ? `${own.length} in` : "")),
      make("p", { class: "hint" }, group.help));
    // What bears on all orders of a kind, as one's own alignment, stands beside the question; once.
    const said = this.shared(group.rows.map((row) => [group, row])).filter(({ text }) => !this.asked.has(text));
    for (const { text } of said) this.asked.add(text);
    if (said.length) item.append(this.bearings(said));
    const budget = this.budget(group);
    if (budget) item.append(budget);
    for (const line of own) {
      item.append(make("p", { class: "given" }, make("span", { class: "order" }, dashed(line.text)), this.dropper(line)));
    }
    return item;
  }

  // What a number may be by what other orders have spent of it: the order that it replaces aside.
  within(group, row, number) {
    const most = (group.budget || {})[number.name], { unit } = this.step || {};
    const part = group.slot === "part" && unit;
    if (most === undefined && !part) return number;
    const same = new RegExp(`^${row[row.length - 2].split(/\{\w+\}/).map(escaped).join("\\d+")}$`);
    const lines = (this.sheet.state || { lines: [] }).lines.filter((line) => line.ok && !same.test(line.text));
    const others = part ? this.linesOf(unit, lines) : lines.filter((line) => line.verb === group.verb && line.power === group.power);
    const spent = others.reduce((sum, line) => sum + (line.numbers[number.name] || 0), 0);
    const whole = part ? number.max + number.min : most;
    return { ...number, max: Math.min(number.max, whole - spent) };
  }

  // A bar of what is spent, where what a number counts is scarce.
  budget(group) {
    const [name, most] = Object.entries(group.budget || {})[0] || [];
    if (!name) return null;
    const lines = (this.sheet.state || { lines: [] }).lines;
    const spent = lines.reduce((sum, line) => sum + (line.ok && line.verb === group.verb ? line.numbers[name] || 0 : 0), 0);
    return make("p", { class: "budget" },
      make("meter", { min: 0, max: most, value: Math.min(spent, most), "aria-label": name }),
      make("span", { class: spent > most ? "error" : "" }, `${spent} of ${most} ${name} spent`));
  }

  dropper(line) {
    return make("button", { type: "button", class: "drop", "aria-label": `Take away ${line.text}`, title: "Take away",
      onclick: () => this.sheet.drop(line).then((done) => done && this.say(`${line.text}: taken away.`)) }, "×");
  }

  focused(event) {
    const at = event.target.dataset.at || "";
    if (!this.step && at.startsWith("u")) this.chart.light([], this.menu.units[at.slice(1)].place);
  }
}
