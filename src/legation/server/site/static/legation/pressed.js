// Whether somebody is about to click. What is made anew between press and release is never clicked: the
// browser looks for the click where both were.
const LONGEST = 1000; // ms; a press whose end is not heard, of a list that opens, is over then

let ended = null, end = null, late = 0;

addEventListener("pointerdown", () => {
  ended ||= new Promise((done) => { end = done; });
  clearTimeout(late);
  late = setTimeout(over, LONGEST);
}, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(over), true); // after its click

function over() {
  if (!ended) return;
  clearTimeout(late);
  const done = end;
  ended = end = null;
  done();
}

// A promise of the release, or null where nothing is pressed.
export const pressed = () => ended;
