"""Who is compared with whom, as a picture: the more, the stronger the tone of their square."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from tournaments.movements.fairness.quality import Comparisons
from tournaments.queries.crossings import CELL, Crossings, crossings

_TONES = 5

_WIDE, _WIDE_CELL = 3, 36
"""Characters from which a value takes a wider square, and its side."""


def compared_picture(within_each: Collection[Comparisons], numbers: Sequence[int]) -> Crossings:
    """Each ranking has tones by its own measure; `numbers` are those of the contestants in
    order."""
    values, tones = {}, {}
    for compared in within_each:
        tone_of = _tones(compared.values())
        for two, value in compared.items():
            for both in (two, two[::-1]):
                values[both], tones[both] = value, tone_of[value]
    everybody = range(1, len(numbers) + 1)
    cell = CELL if all(len(str(value)) < _WIDE for value in values.values()) else _WIDE_CELL
    return crossings(values, everybody, everybody, cell, tones).numbered(numbers)


def _tones(values: Collection[int]) -> dict[int, int]:
    """From the least to the most in equal steps; the middle one where all are alike."""
    least, most = min(values), max(values)
    if least == most:
        return {least: (_TONES + 1) // 2}
    return {
        value: 1 + round((_TONES - 1) * Fraction(value - least, most - least))
        for value in set(values)
    }
