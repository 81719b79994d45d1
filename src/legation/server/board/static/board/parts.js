// Pieces of a board's page, asked for by name: what stands there already is not sent again.

// The page that holds them; null where it did not come. The shapes of the map are those of the page that is shown.
export async function pieces(address, ...names) {
  const from = new URL(address, location.href), map = document.querySelector("#map[data-ground]");
  from.searchParams.set("parts", names.join());
  if (map) from.searchParams.set("ground", map.dataset.ground);
  const answer = await fetch(from, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = answer && answer.ok && !answer.redirected ? await answer.text().catch(() => null) : null;
  if (text === null) return null;
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const path of map ? page.querySelectorAll("#map path:not([d])") : []) {
    const its = map.querySelector(path.id ? `[id="${path.id}"]` : `path.${path.className.baseVal}`);
    if (its) path.setAttribute("d", its.getAttribute("d"));
  }
  return page;
}
