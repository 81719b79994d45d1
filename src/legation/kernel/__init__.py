"""Many battles at once: flat arrays, compiled with Numba where it is installed.

Nothing is imported here, so that ``import legation.kernel`` costs nothing:
``layout`` names the arrays, ``pack`` fills them from Battles, ``batch`` solves
them, ``solve`` and ``sinks`` are the compiled rules; ``games``, ``codes``,
``lists`` and ``turns`` are whole games upon them, and `legation.arrays` their
public face. ``docs/battle.md`` says what is computed; ``rules/resolve.py``
computes it readably.
"""
