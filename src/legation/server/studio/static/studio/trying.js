// What takes longer than a moment: checking, the lettered board, games of bots, publishing.
import { make } from "../board/make.js";
import { button, choice, labelled, number, refresh } from "./fields.js";
import { ask } from "./keep.js";

const AGAIN = 900, PATIENCE = 400;

export class Trying {
  constructor(root, state, keeper, acts) {
    Object.assign(this, { state, keeper, acts, base: keeper.base, token: keeper.token });
    state.hear((now, before) => this.stale(now, before));
    this.said = make("p", { role: "status", class: "hint" });
    this.came = make("div");
    this.alone = make("p", { class: "buttons" });
    this.power = "";
    state.hear((now, before) => { if (now.document.powers !== before.document.powers) this.eyes(); });
    this.eyes();
    this.games = 20;
    root.querySelector("#try .live").append(
      make("p", { class: "buttons" }, button("try/check", "Check everything", () => this.job("check"), { class: "first" }), button("try/build", "Draw the lettered board", () => this.job("build"))),
      this.alone,
      make("p", { class: "buttons" }, labelled("Games of bots", number("try/games", "Games of bots", this.games, (games) => { this.games = Math.round(games || 20); }, { min: 1, max: 100, step: 1 })), button("try/lab", "Run the laboratory", () => this.job("lab", { games: this.games }))),
      this.said, this.came);
    this.told = make("p", { role: "status", class: "hint" });
    this.out = make("div");
    root.querySelector("#publish .live").append(make("p", { class: "buttons" }, button("publish/go", "Publish this edition", () => this.publish(), { class: "first" }), make("a", { class: "button", href: `${this.base}folder.zip` }, "Take it as a zip")), this.told, this.out);
  }

  // As whom a sandbox is opened: where there is fog, it shows what that power sees.
  eyes() {
    const names = this.state.now.document.powers.map(({ name }) => name);
    if (!names.includes(this.power)) this.power = "";
    refresh(this.alone, labelled("Sandbox as", choice("try/power", "Sandbox as", this.power, [["", "any power, by lot"], ...names.map((name) => [name, name])], (power) => { this.power = power; })),
      button("try/sandbox", "Open a sandbox", () => this.sandbox()));
  }

  // What is tried is what was saved.
  async saved(say) {
    say.textContent = "Saving";
    await this.keeper.save();
    for (let turn = 0; this.keeper.dirty && turn < 10; turn += 1) {
      await new Promise((go) => setTimeout(go, 500));
      await this.keeper.save();
    }
    if (!this.keeper.dirty) return true;
    say.textContent = "The draft is not saved yet: see Problems.";
    return false;
  }

  async job(kind, body = {}) {
    if (!await this.saved(this.said)) return;
    const WORDS = { check: "Checking", build: "Drawing the board", lab: "Bots are playing" };
    this.said.textContent = `${WORDS[kind]}; this goes on while you work.`;
    const { status, data } = await ask(`${this.base}${kind}/`, "POST", { ...body, serial: this.keeper.serial }, this.token);
    if (!data.job) { this.wrong(this.said, data, status); return; }
    const done = await this.wait(data.job, this.said, WORDS[kind]);
    if (done) this.show(kind, done);
  }

  async wait(job, say, words) {
    for (let turn = 0; turn < PATIENCE; turn += 1) {
      await new Promise((go) => setTimeout(go, AGAIN));
      const { status, data } = await ask(`${this.base}jobs/${job}/`, "GET", null, this.token);
      if (status === 0 || status === 429 || status === 503) continue;
      if (data.state === "done") return data;
      if (data.state === "failed" || status !== 200) { this.wrong(say, data, status); return null; }
      say.textContent = data.text || words;
    }
    say.textContent = "It takes very long. Look again later.";
    return null;
  }

  wrong(say, data, status) {
    const problems = data.problems || (data.result && data.result.problems) || [];
    say.textContent = data.text || (problems.length ? this.counted(problems) : `The server answers ${status}.`);
    if (problems.length) this.checked(problems);
  }

  counted(problems) { return problems.length === 1 ? "One thing is wrong: see Problems." : `${problems.length} things are wrong: see Problems.`; }

  checked(problems) { this.state.set({ problems: { ...this.state.now.problems, checked: problems } }); }

  // What a check said goes when what it is about is changed; the picture says its own anew.
  stale({ document: now, problems }, { document: before }) {
    if (now === before || !problems.checked.length) return;
    const holds = ({ kind, where: { section } = {} }) => !kind && section && now[section] === before[section] && now.rules === before.rules;
    this.checked(problems.checked.filter(holds));
  }

  show(kind, { result, text }) {
    const problems = result.problems || [];
    if (kind !== "lab") { this.checked(problems); this.said.textContent = text; }
    if (kind === "build" && result.svg) this.came.replaceChildren(make("figure", { class: "picture" }, make("img", { src: `${result.svg}?${Date.now()}`, alt: "The lettered board of this draft at the start." })));
    if (kind === "lab") {
      this.said.textContent = text;
      if (result.page) this.came.replaceChildren(make("p", {}, make("a", { href: result.page, class: "button" }, "What came of the games")));
    }
  }

  // What is answered at once, or by a job.
  async made(way, say, words, body = {}) {
    if (!await this.saved(say)) return null;
    say.textContent = words;
    const { status, data } = await ask(`${this.base}${way}/`, "POST", { ...body, serial: this.keeper.serial }, this.token);
    const done = data.job ? await this.wait(data.job, say, words) : data;
    const made = done && (done.result || done);
    if (!made || made.url) return made;
    this.wrong(say, made, status);
    return null;
  }

  async sandbox() {
    const made = await this.made("sandbox", this.said, "Drawing the board for a sandbox; half a minute, or less.", { power: this.power });
    if (made) location.assign(made.url);
  }

  async publish() {
    const made = await this.made("publish", this.told, "Drawing and checking what is published; half a minute, or less.");
    if (!made) return;
    this.told.textContent = `Edition ${made.edition} is published. Whoever has its address can see it and begin a game of it.`;
    this.out.replaceChildren(make("p", {}, make("a", { class: "button first", href: made.url }, "Its page: invite friends, add bots, begin")), make("p", { class: "key" }, new URL(made.url, location.href).href));
  }
}
