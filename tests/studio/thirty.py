"""A map of thirty invented places on the coast of Iberia, four powers, as a draft."""

from __future__ import annotations

from typing import Any

from legation.studio.document import Document, as_data, read
from legation.studio.preview import preview

LANDS = """
Cor Corvane coast 43.1 -8.6 Vesta
Lug Lugara coast 43.4 -7.0 Vesta
Por Portico coast 41.1 -8.4 Vesta
Leo Leonis inland 42.2 -6.2 Vesta
Ast Astury coast 43.3 -5.2 Vesta
Can Candel coast 43.2 -3.6 Borea
Bas Baskar coast 43.1 -2.2 Borea
Bur Burgale inland 42.2 -3.6 Borea
Nav Navar inland 42.5 -1.4 Borea
Ara Aragor coast 41.3 -0.8 Oria
Cat Catar coast 41.7 1.6 Oria
Hue Huesk inland 42.2 0.3 Oria
Val Valence coast 39.6 -0.6 Oria
Mur Murci coast 37.9 -1.3 Austra
Alm Almer coast 37.1 -2.4 Austra
Gra Granat coast 36.9 -3.6 Austra
Sev Sevan coast 37.2 -6.2 Austra
Alg Algar coast 37.3 -8.2 -
Lis Lisk coast 38.9 -8.8 -
Ale Alent inland 38.4 -7.6 -
Ext Extrem inland 39.3 -6.2 -
Sal Salman inland 40.8 -5.8 -
Mad Madrin inland 40.4 -3.8 -
Tol Toled inland 39.4 -4.2 -
Cue Cuenk inland 40.0 -2.2 -
Cdb Cordub inland 37.9 -4.8 -
"""
SEAS = """
BIS Biscane sea 44.3 -4.5 -
ATL Atlas sea 39.5 -10.5 -
CAD Cadis sea 36.2 -7.6 -
BAL Balear sea 39.5 1.6 -
ALB Albor sea 36.2 -2.2 -
"""
POWERS = {"Vesta": "#2b4a8b", "Borea": "#c8402f", "Oria": "#d9b13b", "Austra": "#3d8b4f"}


def thirty() -> Document:
    """The draft; it has no borders yet."""
    places: list[dict[str, Any]] = []
    for line in (LANDS + SEAS).split("\n"):
        if not line:
            continue
        code, name, terrain, lat, lon, home = line.split()
        owner = "" if home == "-" else home
        at = [float(lat), float(lon)]
        places.append({"code": code, "name": name, "terrain": terrain, "points": [at]})
        places[-1] |= {"centre": bool(owner), "home": owner}
    return read(
        {
            "title": "Thirty",
            "blurb": "Four powers on a coast that they never had; 9 of 17 centres to win.",
            "places": places,
            "powers": [{"name": name, "colour": colour} for name, colour in POWERS.items()],
            "setup": [
                {"power": p["home"], "kind": "army", "place": p["code"]}
                for p in places
                if p["home"]
            ],
            "declared": {"victory": {"centres": 9}},
            "rules": "# Thirty\nEverything is as in `standard`.\n",
        }
    )


def joined() -> Document:
    """The draft with the borders that its picture shows."""
    draft = thirty()
    keys = ("a", "b", "army", "fleet")
    rows = [{key: row[key] for key in keys} for row in preview(draft)["borders"]]
    return read({**as_data(draft), "borders": rows})
