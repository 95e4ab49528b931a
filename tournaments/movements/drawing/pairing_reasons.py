"""The reasons of a Swiss draw: why two contestants meet, or why one sits out."""

from games.text import Text
from games.text import gettext_noop as _
from tournaments.movements.drawing.meeting_history import MeetingHistory

_AT_RANDOM = _("Drawn at random.")
_HALVES = _(
    "Upper half against lower half: place %(first)d of the seeding against place %(second)d."
)
_EQUAL = _("Both have a total of %(total)s and have not met.")
# Templates by the reason why the better contestant meets nobody with an equal total, and by whether
# the other is the best contestant with a lower total whom they have not met.
_FLOATS = {
    ("alone", True): _(
        "%(upper)s against %(lower)s: nobody else had %(upper)s, "
        "and %(other)d was the best of those below not yet met."
    ),
    ("alone", False): _(
        "%(upper)s against %(lower)s: nobody else had %(upper)s, "
        "and with %(other)d the totals of the whole round are nearest."
    ),
    ("all met", True): _(
        "%(upper)s against %(lower)s: %(one)d has met everybody else who had %(upper)s, "
        "and %(other)d was the best of those below not yet met."
    ),
    ("all met", False): _(
        "%(upper)s against %(lower)s: %(one)d has met everybody else who had %(upper)s, "
        "and with %(other)d the totals of the whole round are nearest."
    ),
    ("odd", True): _(
        "%(upper)s against %(lower)s: an odd number had %(upper)s, "
        "and %(other)d was the best of those below not yet met."
    ),
    ("odd", False): _(
        "%(upper)s against %(lower)s: an odd number had %(upper)s, "
        "and with %(other)d the totals of the whole round are nearest."
    ),
    ("even", True): _(
        "%(upper)s against %(lower)s: %(other)d was the best of those below not yet met, "
        "and so the totals of the whole round are nearest."
    ),
    ("even", False): _(
        "%(upper)s against %(lower)s: so the totals of the whole round are nearest."
    ),
}

_REPEAT = _("They met in round %(round)d: this round cannot be drawn without a repeat.")

_LOWEST_WITHOUT_SIT_OUT = _("Lowest of those who have not rested yet.")
_LOWEST_WITH_FEWEST_SIT_OUTS = _("Everybody has rested; lowest of those who have rested least.")
_FEWEST_REPEATS = _("Nobody has rested less, and this rest leaves the others the fewest repeats.")


def first_round_reason(history: MeetingHistory, one: int, other: int, at_random: bool) -> Text:
    """Return why two contestants meet in the first round."""
    seeding = history.present
    places = {"first": seeding.index(one) + 1, "second": seeding.index(other) + 1}
    return Text(_AT_RANDOM if at_random else _HALVES, {"one": one, "other": other, **places})


def meeting_reason(history: MeetingHistory, one: int, other: int) -> Text:
    """Return why two contestants meet in a later round; `one` is the better."""
    if history.have_met(one, other):
        repeat = {"one": one, "other": other, "round": history.rounds_met(one, other)[-1]}
        return Text(_REPEAT, repeat)
    upper, lower = history.totals[one], history.totals[other]
    if upper == lower:
        return Text(_EQUAL, {"one": one, "other": other, "total": str(upper)})
    totals = {"upper": str(upper), "lower": str(lower)}
    return Text(_float_template(history, one, other), {"one": one, "other": other, **totals})


def _float_template(history: MeetingHistory, one: int, other: int) -> str:
    not_met_below = (
        contestant
        for contestant in history.contestants_below(one)
        if not history.have_met(one, contestant)
    )
    return _FLOATS[_float_cause(history, one), next(not_met_below, None) == other]


def _float_cause(history: MeetingHistory, one: int) -> str:
    equals = [contestant for contestant in history.contestants_level_with(one) if contestant != one]
    if not equals:
        return "alone"
    if all(history.have_met(one, contestant) for contestant in equals):
        return "all met"
    return "even" if len(equals) % 2 else "odd"


def sit_out_reason(history: MeetingHistory, contestant: int) -> Text:
    """Return why a contestant sits out."""
    if contestant != history.sit_out_candidates[-1]:
        return Text(_FEWEST_REPEATS)
    return Text(
        _LOWEST_WITH_FEWEST_SIT_OUTS
        if history.sit_out_counts[contestant]
        else _LOWEST_WITHOUT_SIT_OUT
    )
