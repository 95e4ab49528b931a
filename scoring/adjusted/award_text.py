"""What a ruling gives, as it is written and stored: a word, or exact numbers; see
docs/scoring/rulings.md."""

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

NOT_PLAYED = "not_played"
"""The word for a line for which the board does not count."""

MAX_WEIGHTED_PARTS = 3
"""How many X a weighted award may have."""

_WORDS: Mapping[str, AdjustedAward] = {each.value: each for each in Average} | {
    NOT_PLAYED: NotPlayed()
}
_NUMBER = re.compile(r"-?[0-9]{1,6}(/[1-9][0-9]{0,3})?")


def parse_adjusted_award(text: str) -> AdjustedAward:
    """What a text of `format_adjusted_award` says; raises ValueError for any other text.

    A number is an award, as 3/2; with a percent sign, as 60%, it is so much of what the board can
    give; at most three X, each after its weight, as 1/2:30,1/2:-6, are weighed.
    """
    given = _WORDS.get(text) or _read_numbers(text)
    if format_adjusted_award(given) != text:
        raise ValueError(f"{text!r} is written {format_adjusted_award(given)!r}")
    return given


def format_adjusted_award(given: AdjustedAward) -> str:
    """The one text for what is given."""
    match given:
        case Average():
            return given.value
        case FixedAward(award):
            return str(award)
        case PercentAward(percent):
            return f"{percent}%"
        case WeightedAward(parts):
            return ",".join(f"{each.weight}:{each.x}" for each in parts)
        case NotPlayed():
            return NOT_PLAYED


def _read_numbers(text: str) -> AdjustedAward:
    if ":" in text:
        return WeightedAward(_parts(text.split(",")))
    if text.endswith("%"):
        percent = _number(text.removesuffix("%"))
        if not 0 <= percent <= 100:
            raise ValueError(f"percent are from 0 to 100, not {percent}")
        return PercentAward(percent)
    return FixedAward(_number(text))


def _parts(texts: list[str]) -> tuple[WeightedX, ...]:
    if len(texts) > MAX_WEIGHTED_PARTS:
        raise ValueError(f"at most {MAX_WEIGHTED_PARTS} X are weighed, not {len(texts)}")
    parts = [text.partition(":") for text in texts]
    return tuple(WeightedX(_number(weight), _number(x)) for weight, _colon, x in parts)


def _number(text: str) -> Fraction:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is no exact number, such as -3 or 3/2")
    return Fraction(text)
