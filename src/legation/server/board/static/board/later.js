// What is written in one box is not lost when another is kept: it is there again, as not kept yet.
const boxes = [...document.querySelectorAll("form.typed textarea")];
const { pen } = document.querySelector("h1").dataset; // another player of this tab does not get it
const name = (box) => `${location.pathname}#${pen}#${box.id}`;
const said = (words) => {
  const line = document.createElement("p");
  line.className = "hint";
  line.textContent = words;
  return line;
};
for (const box of boxes) {
  const written = sessionStorage.getItem(name(box));
  sessionStorage.removeItem(name(box));
  if (written !== null && written !== box.value) {
    box.value = written;
    box.closest("details").open = true;
    box.after(said("This is not kept yet."));
  }
  box.form.addEventListener("submit", () => {
    for (const other of boxes)
      if (other !== box && other.value !== other.defaultValue)
        sessionStorage.setItem(name(other), other.value);
  });
}
