"""How likely a plan's acts succeed: rough guesses, since what others do is not known.

Plain functions of numbers, which `bots.front` calls as they are and `climb` compiled.
Strengths are in units of the game: men where men are counted.
"""

from __future__ import annotations

_SURE = 0.98  # where somebody could come, and what could go wrong is not thought of
_AGAIN = 0.4  # a stand-off is broken by who brings no more than the others brought


def entering(strength: float, resistance: float, threat: float, standoff: float) -> float:
    """How likely so much strength gets into a province in which nobody is.

    `threat` is the greatest strength that one other power could send there,
    `standoff` the most that others brought to a stand-off there, or -1.
    """
    if strength <= resistance:
        return 0.0
    if threat == 0.0:
        return _SURE
    if strength <= standoff:
        return _AGAIN
    if strength > threat:
        return 0.9
    return 0.65 if strength == threat else 0.55 * strength / threat


def attacking(strength: float, hold: float, backing: float, rivals: float, leaves: float) -> float:
    """How likely it gets into one that is held by so much, with so much help that may come.

    `rivals` is the greatest strength that a third power could send there, `leaves`
    how likely its holder goes of itself.
    """
    if strength <= hold:
        return leaves
    chance = 0.92
    if strength <= hold + backing:
        chance -= 0.4 * (hold + backing - strength + 1) / (backing + 1)
    return chance * 0.75 if rivals >= strength else chance


def keeping(strength: float, threat: float) -> float:
    """How likely who stays with so much strength is not driven out."""
    if strength >= threat:
        return _SURE if threat else 1.0
    return 0.85 - 0.35 * (threat - strength) / threat
