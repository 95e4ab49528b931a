"""What a ruling gives as text without a blank: as it is stored, sent and counted.

`average`, `average_plus`, `average_minus`, `not_played`; an award, `3/2` or `1.5`; a percent, `65%`; each X of
a weighted award with its percent, `30:50;-6:50`.
"""

import re
from fractions import Fraction

from games.game import X
from scoring.given.averages import Average
from scoring.given.kinds import FixedAward, FixedPercent, Given, NotPlayed, Weighted, WeightedAward

MOST_WEIGHTED = 3
"""So many X of a weighted award are written at most."""

_NUMBER = re.compile(r"-?\d{1,6}(?:/[1-9]\d{0,3}|[.,]\d{1,4})?", re.ASCII)
_NOT_PLAYED = "not_played"
_WORDS: dict[str, Given] = {each.value: each for each in Average} | {_NOT_PLAYED: NotPlayed()}


def read_given(text: str) -> Given:
    """What somebody wrote, with blanks or a decimal comma too. Raises ValueError for anything else."""
    text = "".join(text.split()).replace("−", "-")
    if text in _WORDS:
        return _WORDS[text]
    if ":" in text:
        return _weighted(text.split(";"))
    return FixedPercent(_exact(text[:-1])) if text.endswith("%") else FixedAward(_exact(text))


def write_given(given: Given) -> str:
    """The one text that stands for it."""
    match given:
        case Average():
            return given.value
        case FixedAward(award):
            return str(award)
        case FixedPercent(percent):
            return f"{percent}%"
        case WeightedAward(parts):
            return ";".join(f"{each.x}:{100 * each.weight}" for each in parts)
        case NotPlayed():
            return _NOT_PLAYED


def _weighted(parts: list[str]) -> Given:
    if len(parts) > MOST_WEIGHTED:
        raise ValueError(f"{len(parts)} X are more than {MOST_WEIGHTED}")
    said = [part.partition(":") for part in parts]
    return WeightedAward(
        tuple(Weighted(_exact(percent.removesuffix("%")) / 100, _x(x)) for x, _colon, percent in said)
    )


def _x(text: str) -> X:
    x = _exact(text.removeprefix("+"))
    return int(x) if x.denominator == 1 else x


def _exact(text: str) -> Fraction:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is no number")
    return Fraction(text.replace(",", "."))
