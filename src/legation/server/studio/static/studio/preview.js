// Asks what the map looks like, one question at a time, the newest; degrees of points that were moved come back, and
// which colours of powers are too much alike.
import { frame, setPlace, setPoint, rowOf } from "./change.js";
import { ask } from "./keep.js";

const PAUSE = 120, SOON = 2000, LATE = 30000;
const drawn = ({ places, borders, extra, parent, powers }) => [places, borders, extra, parent, powers.map(({ name, colour }) => `${name} ${colour}`).join()];

export class Previewer {
  constructor(state, base, token) {
    Object.assign(this, { state, base, token, wait: SOON, seen: null, running: false, after: [] });
    state.hear((now, before) => {
      const other = drawn(now.document).some((part, n) => part !== drawn(before.document)[n]);
      if (other || (now.moves !== before.moves && now.moves.length)) this.soon(PAUSE);
    });
  }

  soon(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), pause);
  }

  get due() {
    const { document, moves } = this.state.now;
    return moves.length > 0 || !this.seen || drawn(document).some((part, n) => part !== this.seen[n]);
  }

  async run() {
    if (this.running || !this.due) return;
    this.running = true;
    const { document, moves } = this.state.now;
    const { status, data } = await ask(`${this.base}preview/`, "POST", { document, moves: moves.map((move) => ({ ...move, code: this.state.called(move.code) })) }, this.token);
    this.running = false;
    if (status === 200) {
      this.wait = SOON;
      this.seen = drawn(document);
      this.came(document, moves, data);
      if (this.due) this.soon(0);
      else for (const then of this.after.splice(0)) setTimeout(then); // when all of it is shown
      return;
    }
    const text = data.text || (data.problems && data.problems[0].text) || "the server cannot now.";
    this.state.set({ problems: { ...this.state.now.problems, picture: [{ text: `The map could not be drawn: ${text}`, places: [] }] } });
    if (status === 422) { this.seen = drawn(document); this.state.set({ moves: [] }); return; }
    this.soon(this.wait);
    this.wait = Math.min(2 * this.wait, LATE);
  }

  // Degrees of what was moved go into the document, and the terrain of places that nobody has set by hand.
  came(asked, sent, preview) {
    const { now } = this.state;
    let { document } = now;
    for (const { code, i, lat, lon } of preview.moved) document = setPoint(document, this.state.called(code), i, [lat, lon]);
    if (preview.moved.length && !document.extra.frame && preview.frame) document = frame(document, preview.frame);
    if (now.document === asked) this.seen = drawn(document);
    const land = (terrain) => terrain === "inland" || terrain === "coast";
    for (const { code, shown } of preview.areas) {
      const row = rowOf(document, code), place = document.places[row];
      if (place && now.fresh.has(code) && land(shown) && land(place.terrain) && shown !== place.terrain) document = setPlace(document, row, { terrain: shown });
    }
    const moves = now.moves.filter((move) => !sent.includes(move));
    this.state.set({ document, moves, preview, problems: { ...now.problems, picture: preview.problems } });
  }
}
