// What was done to the draft, step by step: one click goes back there.
import { make } from "../board/make.js";
import { ask } from "./keep.js";

export class Earlier {
  constructor(box, state, keeper) {
    Object.assign(this, { box, keeper, shown: keeper.serial });
    box.addEventListener("toggle", () => this.load());
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      this.keeper.go("steps", { step: Number(event.submitter.value) });
    });
    state.hear(() => this.load());
  }

  // The list as the server has it, while one looks at it and the draft is saved.
  async load() {
    const { serial, base, token } = this.keeper;
    if (!this.box.open || this.shown === serial) return;
    this.shown = serial;
    const { status, data } = await ask(`${base}steps/`, "GET", null, token);
    if (status !== 200) { this.shown = 0; return; }
    const held = this.box.contains(document.activeElement);
    this.box.querySelector("ol").replaceChildren(...data.steps.map(({ number, what, at, here }) => make("li", {},
      make("button", { name: "step", value: number, disabled: here, "aria-current": here && "step" }, what), " ", make("span", { class: "hint" }, at))));
    if (held) this.box.querySelector("summary").focus({ preventScroll: true });
  }
}
