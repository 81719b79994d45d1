// The sheet: typed text and clicks are one; it says "saved" when the server has stored it. What is but
// supposed is unkept: nothing stores it, here or there, and all that an answer is made of goes with the question.
import { make } from "./make.js";

const PAUSE = 700, AGAIN = 3000;

export class Sheet {
  constructor(board, changed, say) {
    this.base = board.dataset.base;
    this.serial = board.dataset.serial;
    this.form = board.querySelector("#sheet");
    this.unkept = "unkept" in this.form.dataset;
    this.box = board.querySelector("#typed");
    this.under = board.querySelector("#under");
    this.note = board.querySelector("#saved");
    this.faults = board.querySelector("#faults");
    this.other = board.querySelector("#elsewhere");
    this.traces = board.querySelector("#traces");
    this.edition = this.form.querySelector("[name=edition]").value;
    this.ready = board.querySelector("#ready");
    this.clear = board.querySelector("#clear");
    this.changed = changed;
    this.say = say;
    this.queue = Promise.resolve();
    this.stored = this.box.value;
    this.pen = board.dataset.pen;
    this.key = this.keyOf(this.serial);
    this.waits = []; // orders that were clicked and have not come
    this.lost = false; // the connection, and it was said
    this.gone = false;
    this.told = 0; // the event by which one's own windows hear of what was saved here last
    this.refused = null; // why the server would not, until something else is done
    this.unsure = null; // the edition of which it asked: ready all the same?
    this.box.addEventListener("input", () => this.typing());
    this.box.addEventListener("scroll", () => { this.under.scrollTop = this.box.scrollTop; });
    this.form.addEventListener("submit", (event) => this.submitted(event));
    this.restore();
    this.late();
  }

  keyOf(serial) { return `legation ${this.base} ${serial} ${this.pen}`; }

  get dirty() { return this.box.value !== this.stored; }

  typing() {
    this.tell(this.unkept ? "" : "Not saved yet.");
    this.keep(this.box.value);
    this.paint([]);
    clearTimeout(this.timer);
    if (!this.other.hidden) return;
    this.refused = null;
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  // What is not stored yet outlives the page: the text, and orders that were clicked. With null the text is stored.
  keep(text) {
    if (this.unkept) return;
    try {
      if (text === null && !this.waits.length) sessionStorage.removeItem(this.key);
      else sessionStorage.setItem(this.key, JSON.stringify({ edition: this.edition, typed: text === null ? this.stored : text, orders: this.waits }));
    } catch { /* no storage: the page alone keeps it */ }
  }

  keptOf(serial) {
    if (this.unkept) return null;
    try { return JSON.parse(sessionStorage.getItem(this.keyOf(serial))); } catch { return null; }
  }

  // What was not saved before the page was loaded again, and which edition it was to replace.
  restore() {
    const kept = this.keptOf(this.serial);
    if (!kept) return;
    this.keep(null);
    if (kept.typed !== this.box.value) {
      this.edition = kept.edition;
      this.box.value = kept.typed;
      this.keep(kept.typed);
      this.save();
    }
    for (const text of kept.orders) this.order(text);
  }

  // What was written for a phase that has closed since and never came: it is sent, to be kept as late.
  async late() {
    for (let serial = 0; serial < Number(this.serial); serial += 1) {
      const kept = this.keptOf(serial);
      if (!kept) continue;
      const body = this.body({ serial: String(serial), typed: [kept.typed, ...kept.orders].join("\n").trim() });
      const answer = await fetch(this.form.action, {
        method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin",
      }).catch(() => null);
      const data = answer && (answer.headers.get("Content-Type") || "").includes("json") ? await answer.json() : null;
      if (!data || !data.closed) continue;
      try { sessionStorage.removeItem(this.keyOf(serial)); } catch { /* as above */ }
      if (!data.kept) continue;
      this.say(data.error, true);
      this.changed({ closed: true });
    }
  }

  save() { return this.send({}); }

  tellKept() {
    const { saved } = this.state;
    this.tell(saved ? `Saved at ${saved}.` : saved === null ? "" : "Nothing is handed in yet.");
  }

  submitted(event) {
    const button = event.submitter;
    if (button && "leaves" in button.dataset) return; // to another page
    event.preventDefault();
    if (button === this.clear && this.box.value.trim() && button.dataset.sure !== "yes") {
      button.dataset.sure = "yes";
      button.textContent = "Clear all?";
      setTimeout(() => { button.dataset.sure = ""; button.textContent = "Clear"; }, 4000);
      return;
    }
    this.send(button && button.name ? { [button.name]: button.value } : {});
  }

  // `power`: whose order it is, where the sheet is everybody's.
  order(text, power) {
    this.waits.push(text);
    this.keep(this.box.value);
    return this.send(power ? { order: text, power } : { order: text });
  }

  // What the composer works with: of a sheet by its address, of what is supposed by what it is supposed on.
  ask(what, more = []) {
    if (!this.unkept) return fetch(`${this.base}${what === "menu" ? what : `menu/${what}`}?${new URLSearchParams(more)}`);
    const body = this.body({ ask: what });
    for (const [key, value] of more) body.append(key, value);
    return fetch(this.form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  }

  drop(line) { return this.send({ drop: line.text, line: String(line.n) }); }

  send(more) {
    clearTimeout(this.timer);
    this.queue = this.queue.then(() => this.post(more));
    return this.queue;
  }

  body(more) {
    const data = new FormData(this.form);
    data.set("serial", this.serial);
    data.set("edition", this.edition);
    if (this.unkept) data.set("ask", "sheet");
    for (const [key, value] of Object.entries(more)) data.set(key, value);
    return data;
  }

  async post(more) {
    const sent = this.box.value;
    if (!this.unkept) this.tell("Saving.");
    let answer, data;
    try {
      answer = await fetch(this.form.action, {
        method: "POST", body: this.body(more), headers: { Accept: "application/json" }, credentials: "same-origin",
      });
      data = (answer.headers.get("Content-Type") || "").includes("json") ? await answer.json() : null;
    } catch { answer = null; }
    if (!answer || answer.status >= 500) {
      this.tell(answer && answer.status === 503 ? "Not saved: the server is busy. Trying again." : "Not saved: the server does not answer. Trying again.", true);
      this.keep(this.box.value);
      if (!this.lost) this.say("This is kept here, and sent as soon as the server answers.", "stays");
      this.lost = true;
      await new Promise((done) => setTimeout(done, AGAIN));
      if (this.gone) return null;
      return this.post(more);
    }
    if (!data) {
      this.tell("Not saved: you are signed out, or the page is too old. Copy your orders and load it again.", true);
      return null;
    }
    if (more.order) {
      this.waits = this.waits.filter((text) => text !== more.order);
      this.keep(this.dirty ? this.box.value : null);
    }
    if (data.closed) {
      this.keep(null);
      this.stored = this.box.value;
      this.tell(data.error, true);
      this.say(data.error);
      this.changed({ closed: true });
      return null;
    }
    if (data.elsewhere) return this.elsewhere(data, more);
    const state = data.sheet || (data.error ? null : data);
    this.refused = data.error || null;
    if (data.unsure) this.unsure = state.edition;
    if (state) this.take(state, sent);
    if (data.error) {
      this.tell(data.error, true);
      this.say(data.error, true); // where one looks, so that nothing has to move
    } else if (this.lost) this.say(`The server answers again. ${this.note.textContent}`, true);
    this.lost = false;
    return data.error ? null : state;
  }

  // Another window has saved meanwhile. What was not touched here gives way; else who wrote both chooses.
  elsewhere(data, more) {
    const fresh = data.sheet;
    if (!this.dirty || fresh.typed === this.box.value) {
      this.take(fresh);
      return Object.keys(more).length ? this.post(more) : fresh;
    }
    clearTimeout(this.timer);
    this.refused = data.error;
    const choose = (label, act) => make("button", { type: "button", onclick: () => { this.settle(); act(); } }, label);
    this.other.replaceChildren(
      make("p", { class: "error" }, `${data.error} It was saved at ${fresh.saved} and says:`),
      make("pre", {}, fresh.typed || "(nothing)"),
      make("p", { class: "buttons" },
        choose("Save what is written here", () => { this.edition = fresh.edition; this.save(); }),
        choose("Take the other", () => { this.box.value = fresh.typed; this.take(fresh); })),
    );
    this.other.hidden = false;
    this.tell("Not saved yet.", true);
    this.say(data.error, true);
    this.other.scrollIntoView({ block: "nearest" });
    return null;
  }

  settle() {
    this.refused = null;
    this.other.hidden = true;
    this.other.replaceChildren();
  }

  // The sheet as the server has it; what was typed since then stays.
  take(state, sent) {
    if (this.box.value === sent || sent === undefined) {
      if (this.box.value !== state.typed) this.box.value = state.typed;
      this.keep(null);
      clearTimeout(this.timer);
    }
    this.stored = state.typed;
    this.edition = state.edition;
    this.told = Math.max(this.told, state.told || 0);
    if (this.dirty) this.timer = setTimeout(() => this.save(), PAUSE);
    this.state = state;
    if (!this.refused) this.tellKept();
    this.paint(state.lines);
    this.blame(state);
    if (this.traces) { // what a game master did with it
      this.traces.replaceChildren(...(state.traces || []).map((text) => make("li", {}, text)));
      this.traces.hidden = !(state.traces || []).length;
    }
    if (this.ready) {
      const { word } = this.ready.dataset, sure = this.unsure === state.edition;
      this.ready.value = state.settled ? "no" : sure ? "sure" : "yes";
      this.ready.textContent = state.settled ? "Not ready" : sure ? `${word} all the same` : word;
      this.ready.classList.toggle("first", !state.settled);
    }
    this.changed(state);
  }

  tell(text, bad) {
    this.note.textContent = text;
    this.note.classList.toggle("error", Boolean(bad));
  }

  // Underlines what is no order, in a copy of the text below the box.
  paint(lines) {
    const bad = new Map();
    for (const line of lines) {
      if (!line.ok) bad.set(line.n, [...(bad.get(line.n) || []), line.text]);
    }
    this.under.replaceChildren();
    this.box.value.split("\n").forEach((row, at) => {
      const element = document.createElement("div");
      let rest = row;
      for (const text of bad.get(at + 1) || []) {
        const start = rest.indexOf(text);
        if (start < 0) continue;
        element.append(rest.slice(0, start));
        const wrong = document.createElement("u");
        wrong.textContent = text;
        element.append(wrong);
        rest = rest.slice(start + text.length);
      }
      element.append(rest || "\u200b");
      this.under.append(element);
    });
    this.under.scrollTop = this.box.scrollTop;
    this.box.setAttribute("aria-invalid", String(bad.size > 0));
  }

  blame(state) {
    this.faults.replaceChildren();
    const add = (kind, text, clause) => {
      const row = document.createElement("p");
      row.className = kind;
      row.append(text);
      if (clause) {
        const link = document.createElement("a");
        link.className = "clause";
        link.href = `${this.form.dataset.rules}#${clause.toLowerCase()}`;
        link.textContent = clause;
        row.append(" ", link);
      }
      this.faults.append(row);
    };
    for (const line of state.lines) if (!line.ok) add("error", `Line ${line.n}: ${line.why}`, line.clause);
    for (const text of state.whole) add("error", text);
    for (const text of state.warnings) add("warning", text);
  }

  // The page goes: what is not stored is sent along.
  leave() {
    this.gone = true;
    clearTimeout(this.timer);
    if (this.dirty && !this.unkept) navigator.sendBeacon(this.form.action, this.body({}));
  }
}
