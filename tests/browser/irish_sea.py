"""The Irish Sea of 1170, as no map has it: thirty places and six powers for a designer."""

from typing import NamedTuple

import numpy as np

from legation.atlas.making.projection import Projection

MIDDLE = (53.4, -5.9)
WIDE, HIGH = 760, 800  # km


class Spot(NamedTuple):
    """A place by its name and degrees."""

    name: str
    lat: float
    lon: float

    @property
    def share(self) -> tuple[float, float]:
        """Where it lies in the picture, in parts of its width and of its height."""
        [[x, y]] = Projection(*MIDDLE).forward(np.array([[self.lat, self.lon]])).tolist()
        return (x + WIDE / 2) / WIDE, (HIGH / 2 - y) / HIGH


SPOTS = tuple(
    Spot(*each)
    for each in (
        *(("Derry", 54.9, -7.3), ("Belfast", 54.5, -6.3), ("Connacht", 53.7, -8.6)),
        *(("Meath", 53.55, -7.3), ("Dublin", 53.3, -6.5), ("Limerick", 52.75, -8.6)),
        *(("Wexford", 52.55, -6.7), ("Waterford", 52.25, -7.7), ("Cork", 51.95, -8.8)),
        *(("Argyll", 56.3, -5.2), ("Strathclyde", 55.75, -4.0), ("Galloway", 55.05, -4.3)),
        *(("Cumbria", 54.65, -3.0), ("Lancaster", 53.8, -2.5), ("Chester", 53.0, -2.6)),
        *(("Gwynedd", 53.0, -3.9), ("Powys", 52.45, -3.2), ("Dyfed", 51.95, -4.4)),
        *(("Gwent", 51.7, -3.0), ("Devon", 50.8, -3.7), ("Cornwall", 50.4, -4.8)),
        *(("Man", 54.22, -4.52), ("Anglesey", 53.28, -4.4), ("North Channel", 55.1, -5.7)),
        *(("Irish Sea", 53.8, -5.2), ("Saint George", 52.1, -5.9), ("Cardigan Bay", 52.4, -4.8)),
        *(("Bristol Channel", 51.3, -4.5), ("Celtic Sea", 50.7, -7.3)),
        ("Western Ocean", 53.6, -10.6),
    )
)
HOMES = {
    "Ulster": ("Derry", "Belfast"),
    "Leinster": ("Dublin", "Wexford"),
    "Munster": ("Limerick", "Cork"),
    "Alba": ("Argyll", "Strathclyde"),
    "Wales": ("Gwynedd", "Dyfed"),
    "England": ("Chester", "Devon"),
}
CENTRES = ("Connacht", "Waterford", "Man", "Cumbria", "Gwent", "Galloway")
