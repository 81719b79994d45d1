// Fields of forms that keep what is being typed, and where, when the part of the page around them is made anew.
import { make } from "../board/make.js";

// `at` tells a field from all others of the page, also when it is another element.
export function text(at, label, value, done, more = {}) {
  const { lines, ...rest } = more;
  const box = make(lines ? "textarea" : "input", { "data-at": at, "aria-label": label, autocomplete: "off", spellcheck: "false", ...(lines ? { rows: lines } : { type: "text", value }), ...rest });
  if (lines) box.defaultValue = value;
  const commit = (event) => {
    if (box.value === box.defaultValue) return;
    if (event.type === "change" ? !box.reportValidity() : !box.checkValidity()) return;
    box.defaultValue = box.value;
    done(box.value.trim());
  };
  box.addEventListener("change", commit);
  box.addEventListener("blur", commit);
  return box;
}

export const number = (at, label, value, done, more = {}) => text(at, label, value === undefined ? "" : String(value), (typed) => done(typed === "" ? null : Number(typed)), { type: "number", step: "any", inputmode: "decimal", ...more });

// `options`: pairs of a value and its words.
export function choice(at, label, value, options, done, more = {}) {
  const known = options.some(([each]) => each === value) ? options : [...options, [value, `${value || "none"} (unknown)`]];
  const box = make("select", { "data-at": at, "aria-label": label, ...more }, ...known.map(([each, words]) => make("option", { value: each, selected: each === value }, words)));
  box.addEventListener("change", () => done(box.value));
  return box;
}

export function tick(at, label, checked, done, more = {}) {
  const box = make("input", { type: "checkbox", "data-at": at, "aria-label": label, checked, ...more });
  box.addEventListener("change", () => done(box.checked));
  return box;
}

export const button = (at, words, done, more = {}) => make("button", { type: "button", "data-at": at, onclick: done, ...more }, words);

export const labelled = (words, field, hint) => make("label", { class: "labelled" }, make("span", {}, words), field, hint ? make("small", { class: "hint" }, hint) : null);

export const ticked = (words, field) => make("label", { class: "ticked" }, field, make("span", {}, words));

// Makes the inside of a part of the page anew; the field that has the focus keeps it, and what is typed there.
export function refresh(box, ...inside) {
  const held = box.contains(document.activeElement) ? document.activeElement : null;
  const at = held && held.dataset.at, typed = held && held.value, was = held && held.defaultValue;
  const range = held && typeof held.selectionStart === "number" ? [held.selectionStart, held.selectionEnd] : null;
  box.replaceChildren(...inside.filter((part) => part));
  const next = at && box.querySelector(`[data-at="${CSS.escape(at)}"]`);
  if (!next || next === held && document.activeElement === held) return;
  const dirty = was !== undefined && typed !== was;
  if (dirty) next.value = typed;
  next.focus({ preventScroll: true });
  if (!dirty && next.type === "number") next.select(); // as a key that comes into it does
  if (range && next.setSelectionRange) next.setSelectionRange(...range);
}

// Rows of a table, of which those are made anew that are of another object; `around` is what all depend on.
export class Rows {
  constructor(body, build) { Object.assign(this, { body, build, rows: [], around: [] }); }

  show(items, ...around) {
    const same = around.length === this.around.length && around.every((each, n) => each === this.around[n]);
    const rows = items.map((item, n) => (same && this.rows[n] && this.rows[n].item === item ? this.rows[n] : { item, row: this.build(item, n) }));
    const moved = rows.length !== this.rows.length || rows.some((each, n) => each !== this.rows[n]);
    Object.assign(this, { rows, around });
    if (moved) refresh(this.body, ...rows.map((each) => each.row));
  }
}
