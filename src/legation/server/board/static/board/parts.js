// Pieces of a board's page: what stands there already is not sent again.
import { pieces as asked } from "../legation/parts.js";

// The page that holds them; null where it did not come. The shapes of the map are those of the page that is shown.
export async function pieces(address, ...names) {
  const map = document.querySelector("#map[data-ground]");
  const page = await asked(address, names, map ? { ground: map.dataset.ground } : {});
  for (const path of page && map ? page.querySelectorAll("#map path:not([d])") : []) {
    const its = map.querySelector(path.id ? `[id="${path.id}"]` : `path.${path.className.baseVal}`);
    if (its) path.setAttribute("d", its.getAttribute("d"));
  }
  return page;
}
