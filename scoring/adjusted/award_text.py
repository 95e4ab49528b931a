"""Parse and format adjusted awards, as they are stored; see docs/scoring/rulings.md."""

import re
from collections.abc import Mapping
from fractions import Fraction

from scoring.adjusted.averages import Average
from scoring.adjusted.kinds import (
    AdjustedAward,
    FixedAward,
    NotPlayed,
    PercentAward,
    WeightedAward,
    WeightedX,
)

# The text for a line for which the board does not count.
NOT_PLAYED = "not_played"

# The number of X that a weighted award may have.
MAX_WEIGHTED_PARTS = 3

_WORDS: Mapping[str, AdjustedAward] = {average.value: average for average in Average} | {
    NOT_PLAYED: NotPlayed()
}
_NUMBER = re.compile(r"-?[0-9]{1,6}(/[1-9][0-9]{0,3})?")


def parse_adjusted_award(text: str) -> AdjustedAward:
    """Parse the text of an adjusted award.

    Texts are `average`, `average_plus`, `average_minus`, `not_played`, an award as `3/2`, a
    percentage of what the board can give as `60%`, or up to three X with their weights as
    `1/2:30,1/2:-6`. Raises ValueError for other texts, also for numbers that are not reduced.
    """
    adjusted = _WORDS.get(text) or _parse_numbers(text)
    if format_adjusted_award(adjusted) != text:
        raise ValueError(f"{text!r} is written {format_adjusted_award(adjusted)!r}")
    return adjusted


def format_adjusted_award(adjusted: AdjustedAward) -> str:
    """Format an adjusted award; `parse_adjusted_award` is the inverse."""
    match adjusted:
        case Average():
            return adjusted.value
        case FixedAward(award):
            return str(award)
        case PercentAward(percent):
            return f"{percent}%"
        case WeightedAward(parts):
            return ",".join(f"{part.weight}:{part.x}" for part in parts)
        case NotPlayed():
            return NOT_PLAYED


def _parse_numbers(text: str) -> AdjustedAward:
    if ":" in text:
        return WeightedAward(_parse_parts(text.split(",")))
    if text.endswith("%"):
        percent = _parse_number(text.removesuffix("%"))
        if not 0 <= percent <= 100:
            raise ValueError(f"percent are from 0 to 100, not {percent}")
        return PercentAward(percent)
    return FixedAward(_parse_number(text))


def _parse_parts(texts: list[str]) -> tuple[WeightedX, ...]:
    if len(texts) > MAX_WEIGHTED_PARTS:
        raise ValueError(f"at most {MAX_WEIGHTED_PARTS} X are weighed, not {len(texts)}")
    parts = [text.partition(":") for text in texts]
    return tuple(WeightedX(_parse_number(weight), _parse_number(x)) for weight, _colon, x in parts)


def _parse_number(text: str) -> Fraction:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is no exact number, such as -3 or 3/2")
    return Fraction(text)
