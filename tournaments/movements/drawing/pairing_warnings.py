"""What a director is told about a draw he has changed by hand; he may have it all the same."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.movements.base.plan import RoundSeating
from tournaments.movements.base.stage_state import StageState
from tournaments.movements.drawing.meeting_history import MeetingHistory


def pairing_warnings(state: StageState, tables: RoundSeating) -> list[Problem]:
    """Everything a drawn round would avoid, were `tables` the round after those played."""
    history = MeetingHistory(state)
    found = [warning for find in _FINDERS for warning in find(history, tables)]
    return found if state.tables_per_match == 1 else [_of_match(warning) for warning in found]


_OF_MATCHES = {
    "not_present": _(
        "Match %(table)d: %(one)d is not present; note the arrival, or seat somebody else."
    ),
    "meet_again": _(
        "Match %(table)d: %(one)d and %(other)d met in round %(round)d; change one of them."
    ),
    "floats": _(
        "Match %(table)d: %(one)d has %(upper)s and %(other)d has %(lower)s; equals meet wherever "
        "they can."
    ),
}
"""What is said of teams, whose tables are numbered otherwise than their matches."""


def _of_match(warning: Problem) -> Problem:
    return replace(warning, template=_OF_MATCHES.get(warning.code, warning.template))


def _not_present(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    for seating in tables:
        for one in seating.contestants:
            if one not in history.present:
                yield Problem(
                    "not_present",
                    _(
                        "Table %(table)d: %(one)d is not present; note the arrival, or seat "
                        "somebody else."
                    ),
                    {"table": seating.table, "one": one},
                )


def _seated_twice(_history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    seats = Counter(one for seating in tables for one in seating.contestants)
    for one, times in seats.items():
        if times > 1:
            yield Problem(
                "seated_twice", _("%(one)d has more than one place: keep one."), {"one": one}
            )


def _repeats(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    for seating in tables:
        for one, other in seating.meetings:
            if history.have_met(one, other):
                meeting_counts = history.rounds_met(one, other)[-1]
                yield Problem(
                    "meet_again",
                    _(
                        "Table %(table)d: %(one)d and %(other)d met in round %(round)d; change one "
                        "of them."
                    ),
                    {"table": seating.table, "one": one, "other": other, "round": meeting_counts},
                )


def _floats(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    """Only where there was a choice: one of the two has an equal."""
    for seating in tables:
        pair = sorted(
            set(seating.contestants).intersection(history.present), key=history.present.index
        )
        groups = [history.contestants_level_with(one) for one in pair]
        if len(pair) == 2 and groups[0] != groups[1] and max(map(len, groups)) > 1:
            yield Problem(
                "floats",
                _(
                    "Table %(table)d: %(one)d has %(upper)s and %(other)d has %(lower)s; "
                    "equals meet wherever they can."
                ),
                {
                    "table": seating.table,
                    "one": pair[0],
                    "other": pair[1],
                    **_totals(history, pair),
                },
            )


def _totals(history: MeetingHistory, pair: list[int]) -> dict[str, str]:
    upper, lower = (str(history.totals[one]) for one in pair)
    return {"upper": upper, "lower": lower}


def _rest_again(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    """A rest before everybody present has had as many."""
    for one in _resting(history, tables):
        if one not in history.sit_out_candidates:
            yield Problem(
                "rests_again",
                _("%(one)d would rest again: let %(other)d rest, who has rested less."),
                {"one": one, "other": history.sit_out_candidates[-1]},
            )


def _needless_rests(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    resting = _resting(history, tables)
    if len(resting) > 1:
        yield Problem(
            "needless_rests",
            _("%(number)d contestants have no table: seat all but an odd one."),
            {"number": len(resting), "contestants": resting},
        )


def _resting(history: MeetingHistory, tables: RoundSeating) -> list[int]:
    seating = {one for each in tables for one in each.contestants}
    return [one for one in history.present if one not in seating]


_FINDERS = (_not_present, _seated_twice, _repeats, _floats, _rest_again, _needless_rests)
