// A button beside each link that is marked to be copied; where that cannot be done, it is selected.
const select = (what) => getSelection().selectAllChildren(what);
for (const link of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy the link";
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  said.className = "hint";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.textContent);
      said.textContent = " Copied.";
    } catch {
      select(link);
      said.textContent = " Selected: copy it as you copy any text.";
    }
  });
  const line = document.createElement("p");
  line.className = "buttons copying";
  line.append(button, said);
  link.after(line);
}
