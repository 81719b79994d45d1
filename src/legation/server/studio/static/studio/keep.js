// Saves the draft a second after its last change. Until the server has it this browser keeps a copy, so that
// neither a lost line nor a closed window takes anything away; of two windows the designer chooses.
import { same, whole } from "./state.js";

const PAUSE = 1000, SOON = 3000, LATE = 60000, OLD = 4000;

export async function ask(address, method, body, token) {
  const headers = { Accept: "application/json", "X-CSRFToken": token, ...(body ? { "Content-Type": "application/json" } : {}) };
  let answer;
  try {
    answer = await fetch(address, { method, headers, body: body && JSON.stringify(body), credentials: "same-origin" });
  } catch {
    return { status: 0, data: { text: "There is no line to the server." } };
  }
  const json = (answer.headers.get("Content-Type") || "").includes("json");
  const data = json ? await answer.json().catch(() => null) : null;
  if (!json && answer.ok) return { status: 401, data: { text: "You are signed out: sign in in another window, and go on here." } };
  return { status: answer.status, data: data || { text: `The server answers ${answer.status}.` } };
}

export class Keeper {
  constructor(state, base, token, serial) {
    Object.assign(this, { state, base, token, serial, wait: SOON, stored: state.now.document, sending: Promise.resolve() });
    this.name = `legation studio ${base} `;
    try { this.window = sessionStorage.studio ||= Math.random().toString(36).slice(2); } catch { this.window = "here"; }
    state.hear((now, before) => { if (now.document !== before.document || now.moves !== before.moves) this.changed(); });
    addEventListener("beforeunload", (event) => { if (this.dirty && !this.copied) event.preventDefault(); });
    addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden" && this.dirty) this.save(); });
    addEventListener("online", () => { if (this.dirty) this.save(); });
  }

  get dirty() { return this.state.now.document !== this.stored || this.state.now.moves.length > 0; }

  say(text, bad = false) { this.state.set({ line: { text, bad } }); }

  changed() {
    if (!this.dirty) return;
    this.copy();
    clearTimeout(this.timer);
    if (this.torn) return; // until it is said which of two is kept
    this.say("Not saved yet");
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  // The copy in this browser

  copy() {
    const { document, moves } = this.state.now;
    try {
      localStorage.setItem(this.name + this.window, JSON.stringify({ serial: this.serial, document, moves, at: Date.now() }));
      this.copied = true;
    } catch { this.copied = false; }
  }

  uncopy(window = this.window) { try { localStorage.removeItem(this.name + window); } catch { /* there is none */ } }

  // What was not saved when a window closed: its own after it was loaded again, or an orphan's.
  restore() {
    const kept = [];
    try {
      for (const key of Object.keys(localStorage).filter((each) => each.startsWith(this.name)))
        kept.push({ window: key.slice(this.name.length), ...JSON.parse(localStorage[key]) });
    } catch { return; }
    const found = kept.find((each) => each.window === this.window) || kept.find((each) => Date.now() - each.at > OLD);
    if (!found) return;
    if (found.window !== this.window) this.uncopy(found.window);
    if (!found.moves.length && same(whole(found.document), this.state.now.document)) { this.uncopy(); return; } // it came, and the answer did not
    if (found.serial === this.serial) {
      this.state.set({ document: whole(found.document), moves: found.moves, what: "kept by this browser" });
    } else {
      const theirs = { serial: this.serial, document: this.state.now.document };
      this.state.set({ document: whole(found.document), moves: found.moves, what: "kept by this browser" });
      this.conflict(theirs);
    }
  }

  // Saving

  save() {
    clearTimeout(this.timer);
    this.sending = this.sending.then(() => this.put());
    return this.sending;
  }

  async put() {
    const { document, moves, what } = this.state.now;
    if (document === this.stored || this.torn) return;
    if (moves.length) { this.timer = setTimeout(() => this.save(), PAUSE); return; } // their degrees are asked for
    this.say("Saving");
    const { status, data } = await ask(`${this.base}draft/`, "PUT", { serial: this.serial, document, what: what || "" }, this.token);
    if (status === 200) this.done(document, data);
    else if (status === 409) this.conflict(data);
    else if (status === 422) this.refused(data);
    else this.later(data);
  }

  done(document, data) {
    this.serial = data.serial;
    this.stored = document;
    this.wait = SOON;
    const { problems } = this.state.now;
    this.state.set({ undo: data.undo, redo: data.redo, problems: { ...problems, saving: [] } });
    if (this.dirty) { this.changed(); return; }
    this.uncopy();
    this.saved();
  }

  saved() { this.say(`Saved ${new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`); }

  refused(data) {
    this.state.set({ problems: { ...this.state.now.problems, saving: data.problems || [data] } });
    this.say("Not saved: see what is wrong below", true);
  }

  later(data) {
    this.say(`Not saved: ${data.text || "the server cannot now."} It is kept in this browser and sent again.`, true);
    this.timer = setTimeout(() => this.save(), this.wait);
    this.wait = Math.min(2 * this.wait, LATE);
  }

  // Two windows

  conflict(theirs) {
    const { document } = this.state.now;
    if (same(whole(theirs.document), document)) { this.done(document, theirs); return; } // it was this one
    this.torn = theirs;
    this.say("Changed in another window, too", true);
    this.state.set({ torn: theirs });
  }

  choose(mine) {
    const theirs = this.torn;
    this.torn = null;
    this.serial = theirs.serial;
    this.stored = whole(theirs.document);
    this.state.set(mine ? { torn: null, what: "kept against another window" } : { torn: null, document: this.stored, moves: [] });
    if (mine) { this.copy(); this.save(); } else { this.uncopy(); this.saved(); }
  }

  // Back and forth

  async go(way, more = {}) {
    await this.save();
    if (this.dirty || this.torn) return;
    const { status, data } = await ask(`${this.base}${way}/`, "POST", { ...more, serial: this.serial }, this.token);
    if (status === 409) { this.conflict(data); return; }
    if (status !== 200) { this.say(data.text || "The server cannot now.", true); return; }
    this.serial = data.serial;
    this.stored = whole(data.document);
    this.state.set({ document: this.stored, undo: data.undo, redo: data.redo, fresh: new Set() });
    this.saved();
  }
}
