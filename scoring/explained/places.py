"""How a place came about: how many are ahead, and what the nearest of them has more of."""

from dataclasses import dataclass, replace
from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formula import Formula
from games.explanations.numbers import Rounded, decimals_to_distinguish
from games.text import Text, join_sentences, ngettext_noop, plural_text
from games.text import gettext_noop as _

FIGURES = {
    "total": _("a total of %(number)s"),
    "mean": _("a mean of %(number)s"),
    "percent": _("%(number)s %%"),
}
"""The figure that ranks, with its number, by its name."""

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
class Decided:
    """What put somebody behind the nearest ahead: what both have of it, and the name of a
    tie-break.

    `tells` is whether the numbers of the tie-break may be seen.
    """

    above: Fraction
    own: Fraction
    tiebreak: str = ""
    tells: bool = True


def first_explained(figure: str, own: Rounded, others: int) -> Explanation:
    """The first place, shared with so many others; `figure` is a key of `FIGURES`."""
    sentence = Text(_FIRST, {"own": Text(FIGURES[figure], {"number": own})})
    return _place("first", sentence, 0, others)


def with_next(place: Explanation, figure: str, below: Rounded) -> Explanation:
    """A place, and what the nearest behind has less."""
    said = Text(_NEXT, {"below": Text(FIGURES[figure], {"number": below})})
    return replace(place, sentence=join_sentences(place.sentence, said))


def behind_explained(figure: str, decided: Decided, ahead: int, others: int) -> Explanation:
    """A place behind `ahead` of them, shared with so many others."""
    decimals = decimals_to_distinguish(decided.above, decided.own)
    above, own = Rounded(decided.above, decimals), Rounded(decided.own, decimals)
    params: dict[str, object] = {"ahead": ahead, "tiebreak": Text(decided.tiebreak)}
    if decided.above == decided.own and not decided.tiebreak:
        return _place("by_tiebreak", plural_text(_BEHIND_AS_MUCH, ahead, params), ahead, others)
    if not decided.tiebreak:
        both = {"above": Text(FIGURES[figure], {"number": above}), "own": own}
        return _place("behind", plural_text(_BEHIND, ahead, {**params, **both}), ahead, others)
    if not decided.tells:
        return _place("by_tiebreak", plural_text(_BEHIND_UNTOLD, ahead, params), ahead, others)
    sentence = plural_text(_BEHIND_BY, ahead, {**params, "above": above, "own": own})
    return _place("by_tiebreak", sentence, ahead, others)


def in_bracket_explained(ahead: int, others: int) -> Explanation:
    """A place in a knock-out, where who comes further is ahead."""
    sentence = plural_text(_BRACKET, ahead, {"ahead": ahead}) if ahead else _FURTHEST
    return _place("bracket", sentence, ahead, others)


def _place(kind: str, sentence: Text, ahead: int, others: int) -> Explanation:
    if others:
        sentence = join_sentences(sentence, plural_text(_SHARED, others, {"others": others}))
    return Explanation(kind, sentence, Formula("1 + %(ahead)s", {"ahead": ahead}))


def too_few_explained(boards: int, least: int) -> Explanation:
    """No place, because of awards on too few boards."""
    if not boards:
        return Explanation("nothing_yet", _NOTHING_YET)
    return Explanation("too_few", plural_text(_TOO_FEW, boards, {"boards": boards, "least": least}))


def missed_explained() -> Explanation:
    """No place, because a session was missed."""
    return Explanation("missed", _MISSED)


def outside_explained(reason: Text) -> Explanation:
    """Somebody takes no place, for a reason of his own."""
    return Explanation("outside", Text(_OUTSIDE, {"reason": reason}))
