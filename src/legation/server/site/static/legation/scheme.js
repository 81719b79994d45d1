// Light or dark as somebody wishes it, and not as his device has it: kept in this browser, so
// that pages stay the same for all. The rules for dark screens are switched where they stand.
(() => {
  const DARK = "(prefers-color-scheme: dark)";
  const AS = { light: `${DARK} and (max-width: 0)`, dark: `${DARK}, screen`, "": DARK };
  const SAID = { "": "as this device has them", light: "light", dark: "dark" };
  const wish = () => {
    try {
      const kept = localStorage.getItem("scheme");
      return kept === "light" || kept === "dark" ? kept : "";
    } catch {
      return ""; // a browser that keeps nothing
    }
  };
  const paint = () => {
    const wished = wish();
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.dataset.media ??= meta.media;
      const mode = meta.dataset.media.includes("dark") ? "dark" : "light";
      meta.media = !wished ? meta.dataset.media : mode === wished ? "all" : "not all";
    }
    document.documentElement.style.colorScheme = wished;
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSMediaRule && rule.media.mediaText.startsWith(DARK))
          rule.media.mediaText = AS[wished];
  };
  const offer = () => {
    const choice = document.createElement("select");
    choice.autocomplete = "off";
    for (const [value, said] of Object.entries(SAID)) choice.append(new Option(said, value));
    choice.value = wish();
    const label = document.createElement("label");
    label.className = "scheme";
    label.append("Colours ", choice);
    document.querySelector(".imprint").append(label);
    choice.addEventListener("change", () => {
      if (choice.value) localStorage.setItem("scheme", choice.value);
      else localStorage.removeItem("scheme");
      paint();
    });
  };
  if (wish()) paint();
  addEventListener("storage", paint);
  addEventListener("pageshow", paint);
  addEventListener("DOMContentLoaded", () => {
    if (wish()) paint(); // drawings bring rules of their own
    offer();
  });
})();

// Pages of who is signed in are kept for when there is no line; of who is not, none are.
addEventListener("DOMContentLoaded", () => {
  if (!navigator.serviceWorker) return;
  const door = (to) => document.querySelector(`.masthead [action="${to}"], .masthead [href="${to}"]`);
  if (door("/accounts/sign-out/")) navigator.serviceWorker.register("/worker.js");
  else if (door("/accounts/sign-in/"))
    caches.keys().then((names) => names.forEach((name) => name.startsWith("kept:") && caches.delete(name)));
});
