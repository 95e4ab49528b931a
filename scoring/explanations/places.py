"""Explanations of places: how many contestants are ahead, and why the nearest one is."""

from dataclasses import dataclass, replace
from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import RoundedNumber, decimals_to_distinguish
from games.explanations.formula import Formula
from games.text import Text, join_sentences, ngettext_noop, plural_text
from games.text import gettext_noop as _

# The figures by which contestants can be ranked, each with a phrase that contains its number.
RANKING_FIGURES = {
    "total": _("a total of %(number)s"),
    "mean": _("a mean of %(number)s"),
    "percent": _("%(number)s %%"),
}

_FIRST = _("Nobody has more than %(own)s.")
_BEHIND = ngettext_noop(
    "%(ahead)s is ahead: it has %(above)s, here it is %(own)s.",
    "%(ahead)s are ahead: the nearest has %(above)s, here it is %(own)s.",
)
_BEHIND_BY = ngettext_noop(
    "%(ahead)s is ahead, with as much, by %(tiebreak)s: %(above)s to %(own)s.",
    "%(ahead)s are ahead: the nearest, with as much, by %(tiebreak)s: %(above)s to %(own)s.",
)
_BEHIND_UNTOLD = ngettext_noop(
    "%(ahead)s is ahead, with as much, by %(tiebreak)s.",
    "%(ahead)s are ahead: the nearest, with as much, by %(tiebreak)s.",
)
_BEHIND_AS_MUCH = ngettext_noop(
    "%(ahead)s is ahead with as much, by a tie-break of the event.",
    "%(ahead)s are ahead: the nearest with as much, by a tie-break of the event.",
)
_NEXT = _("The next has %(below)s.")
_BRACKET = ngettext_noop("%(ahead)s has come further.", "%(ahead)s have come further.")
_FURTHEST = Text(_("Nobody has come further."))
_SHARED = ngettext_noop(
    "%(others)s other shares the place.",
    "%(others)s others share the place.",
)
_TOO_FEW = ngettext_noop(
    "No place: an award on %(boards)s board, where at least %(least)s are needed.",
    "No place: awards on %(boards)s boards, where at least %(least)s are needed.",
)
_NOTHING_YET = Text(_("No place yet: there is no award so far."))
_MISSED = Text(_("No place: a session was missed."))
_OUTSIDE = _("Takes no place: %(reason)s.")


@dataclass(frozen=True)
class PlaceDifference:
    """The values of the ranking figure, or of a tie-break, that put a contestant ahead.

    `value_above` belongs to the contestant ahead, `value` to the one behind. `tiebreak` is the name
    of the tie-break, or blank if the ranking figure decided. `shows_values` says whether the values
    may be shown. They are shown with `min_decimals` decimals, or with more if they would look
    equal.
    """

    value_above: Fraction
    value: Fraction
    tiebreak: str = ""
    shows_values: bool = True
    min_decimals: int = 0


def explain_first_place(figure: str, value: RoundedNumber, other_count: int) -> Explanation:
    """Explain the first place, which the contestant shares with `other_count` other contestants.

    `figure` is a key of `RANKING_FIGURES`, as in the other functions of this module.
    """
    sentence = Text(_FIRST, {"own": Text(RANKING_FIGURES[figure], {"number": value})})
    return _place_explanation("first", sentence, 0, other_count)


def with_next_behind(place: Explanation, figure: str, value_below: RoundedNumber) -> Explanation:
    """Return the explanation of a place with the value of the next contestant added."""
    next_sentence = Text(_NEXT, {"below": Text(RANKING_FIGURES[figure], {"number": value_below})})
    return replace(place, sentence=join_sentences(place.sentence, next_sentence))


def explain_lower_place(
    figure: str, difference: PlaceDifference, ahead: int, other_count: int
) -> Explanation:
    """Explain a place behind `ahead` contestants, shared with `other_count` others."""
    decimals = max(
        decimals_to_distinguish(difference.value_above, difference.value), difference.min_decimals
    )
    above, value = (
        RoundedNumber(difference.value_above, decimals),
        RoundedNumber(difference.value, decimals),
    )
    params: dict[str, object] = {"ahead": ahead, "tiebreak": Text(difference.tiebreak)}
    if not difference.tiebreak and difference.value_above == difference.value:
        return _place_explanation(
            "by_tiebreak", plural_text(_BEHIND_AS_MUCH, ahead, params), ahead, other_count
        )
    if not difference.tiebreak:
        params |= {"above": Text(RANKING_FIGURES[figure], {"number": above}), "own": value}
        return _place_explanation("behind", plural_text(_BEHIND, ahead, params), ahead, other_count)
    if not difference.shows_values:
        return _place_explanation(
            "by_tiebreak", plural_text(_BEHIND_UNTOLD, ahead, params), ahead, other_count
        )
    sentence = plural_text(_BEHIND_BY, ahead, {**params, "above": above, "own": value})
    return _place_explanation("by_tiebreak", sentence, ahead, other_count)


def explain_bracket_place(ahead: int, other_count: int) -> Explanation:
    """Explain a place in a knock-out, which ranks by the round that a contestant reached."""
    sentence = plural_text(_BRACKET, ahead, {"ahead": ahead}) if ahead else _FURTHEST
    return _place_explanation("bracket", sentence, ahead, other_count)


def _place_explanation(kind: str, sentence: Text, ahead: int, other_count: int) -> Explanation:
    if other_count:
        sentence = join_sentences(
            sentence, plural_text(_SHARED, other_count, {"others": other_count})
        )
    return Explanation(kind, sentence, Formula("1 + %(ahead)s", {"ahead": ahead}))


def explain_too_few_boards(board_count: int, required_count: int) -> Explanation:
    """Explain that a contestant has too few awards for a place, or none yet."""
    if not board_count:
        return Explanation("nothing_yet", _NOTHING_YET)
    return Explanation(
        "too_few",
        plural_text(_TOO_FEW, board_count, {"boards": board_count, "least": required_count}),
    )


def explain_missed_session() -> Explanation:
    """Explain why a contestant who missed a session has no place."""
    return Explanation("missed", _MISSED)


def explain_unranked(reason: Text) -> Explanation:
    """Explain why a contestant takes no place; `reason` is a phrase."""
    return Explanation("outside", Text(_OUTSIDE, {"reason": reason}))
