"""Kinds of order that no sheet may hold now: a variant judges sheets as a whole, too."""

from __future__ import annotations

from collections.abc import Mapping

from legation.rules.survey import Survey
from legation.table.sheets import read_sheet

_TRIED = 12  # orders of a group that are tried; one that stands is enough


def stands(survey: Survey, power: str, group: Mapping[str, object]) -> bool:
    """Would an order of this group stand, were it alone on the sheet?"""
    rows, numbers = group["rows"], group["numbers"]
    assert isinstance(rows, list)
    assert isinstance(numbers, list)
    for row in rows[:_TRIED]:
        text = row[-2]
        for number in numbers[row[-1]] if row[-1] >= 0 else ():
            text = text.replace(f"{{{number['name']}}}", str(number["min"]))
        if not any(error.line for error in read_sheet(survey, power, text).errors):
            return True
    return len(rows) > _TRIED
