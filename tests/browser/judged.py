"""What is wrong with a page for who reads by ear, by keyboard or with little sight, as axe sees it.

Most of axe's time goes into contrast: for each text it looks up what lies below it. So
of texts in the same colours over the same layers it is shown the first three.
"""

from typing import Any

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()
BAD = {"moderate", "serious", "critical"}
CONTRAST = "color-contrast"
SHOWN = "data-shown-to-axe"

_SHOW = """mark => {
  const seen = new Map(), numbers = new Map(), layers = new Map();
  const layer = each => {
    if (!each) return 0;
    if (!layers.has(each)) {
      const style = getComputedStyle(each);
      const said = [layer(each.parentElement), each.tagName, each.getAttribute("class"),
        style.backgroundColor, style.backgroundImage, style.opacity, style.position].join();
      if (!numbers.has(said)) numbers.set(said, numbers.size + 1);
      layers.set(each, numbers.get(said));
    }
    return layers.get(each);
  };
  const hasText = each => each.matches("input, select, textarea")
    || [...each.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  for (const each of document.body.querySelectorAll("*")) {
    if (!each.checkVisibility({visibilityProperty: true}) || !hasText(each)) continue;
    const style = getComputedStyle(each);
    const said = [layer(each), style.color, style.fontSize, style.fontWeight].join();
    seen.set(said, (seen.get(said) || 0) + 1);
    if (seen.get(said) <= 3) each.setAttribute(mark, "");
  }
  return seen.size;
}"""


def faults(page: Any) -> list[str]:
    """What axe finds, and whether one has to scroll sideways."""
    rest = {"resultTypes": ["violations"], "rules": {CONTRAST: {"enabled": False}}}
    found = AXE.run(page, options=rest).response["violations"]
    if page.evaluate(_SHOW, SHOWN):
        contrast = {"resultTypes": ["violations"], "runOnly": [CONTRAST]}
        found += AXE.run(page, f"[{SHOWN}]", contrast).response["violations"]
    told = [
        f"{each['id']}: {node['html'][:200]}: {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in BAD
        for node in each["nodes"]
    ]
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [*told, *([f"{wide} px too wide"] if wide > 0 else [])]
