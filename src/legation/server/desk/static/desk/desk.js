// The desk says when something has happened; what is being typed is never taken away.
import { hear } from "../legation/hear.js";

const desk = document.getElementById("desk"), fresh = document.getElementById("fresh");
const open = location.hash && document.getElementById(location.hash.slice(1));
if (open && open.tagName === "DETAILS") open.open = true;
let typed = "refused" in desk.dataset; // what was refused is not sent again, nor lost
document.addEventListener("input", () => { typed = true; });
const told = (kind) => {
  if (kind === "phase" && !typed) location.reload();
  else fresh.hidden = false;
};
const kinds = ["phase", "seat", "deadline", "votes", "press", "news", "sheet"];
hear(desk.dataset.events, Object.fromEntries(kinds.map((kind) => [kind, () => told(kind)])));
