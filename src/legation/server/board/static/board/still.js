// Maps that stand still beside a text: their type is made large enough to read.
import { legible } from "./legible.js";

const all = () => document.querySelectorAll(".map.still svg").forEach(legible);
addEventListener("resize", all);
all();
