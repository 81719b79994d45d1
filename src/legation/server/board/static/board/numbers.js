// Numbers of an order: a slider and a box that say the same.

import { make } from "./make.js";

// The number fields of a row: the last entry of a row says which ranges are its own.
export const numbersOf = (group, row) => (row && row[row.length - 1] >= 0 ? group.numbers[row[row.length - 1]] : []);

const name = (word) => word[0].toUpperCase() + word.slice(1);

// A form for the numbers; those that may be left out have a tick first.
export function form(numbers, chosen, done) {
  const inside = [];
  for (const number of numbers) {
    const start = chosen[number.name] ?? number.min;
    const common = { min: number.min, max: number.max, step: number.step, value: start };
    const slider = make("input", { type: "range", ...common, "aria-label": `${name(number.name)}, slider` });
    const box = make("input", { type: "number", inputmode: "numeric", ...common, "aria-label": name(number.name) });
    const set = (value) => {
      const low = Math.min(Math.max(Number(value) || number.min, number.min), number.max);
      const fit = number.min + Math.round((low - number.min) / number.step) * number.step;
      slider.value = fit;
      if (tick && !tick.checked) tick.checked = true;
      chosen[number.name] = fit;
      return fit;
    };
    const tick = number.free ? make("input", { type: "checkbox", onchange: () => {
      if (tick.checked) chosen[number.name] = Number(box.value); else delete chosen[number.name];
    } }) : null;
    if (tick) tick.checked = chosen[number.name] !== undefined;
    else chosen[number.name] = start;
    slider.addEventListener("input", () => { box.value = set(slider.value); });
    box.addEventListener("input", () => { set(box.value); });
    const said = `${number.min.toLocaleString("en")} to ${number.max.toLocaleString("en")}${number.step > 1 ? `, in steps of ${number.step}` : ""}`;
    const hint = make("span", { class: "hint", role: "status" }, said);
    // The nearest number that is possible; a change is never made in silence.
    const fitted = () => {
      const wanted = box.value, fit = set(wanted), same = Number(wanted) === fit;
      box.value = fit;
      hint.textContent = same ? said : `${wanted || "Nothing"} is not possible: ${said}.`;
      hint.classList.toggle("error", !same);
      return same;
    };
    box.addEventListener("change", fitted);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && done) { event.preventDefault(); if (fitted()) done(); }
    });
    inside.push(make("div", { class: "number" },
      tick ? make("label", { class: "part" }, tick, " Only a part of it") : make("span", { class: "label" }, name(number.name)),
      slider, box, hint));
  }
  if (done) inside.push(make("p", { class: "buttons" }, make("button", { type: "button", class: "first", onclick: done }, "Give the order")));
  return make("div", { class: "numbers" }, ...inside);
}
