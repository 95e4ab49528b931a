"""Whether a task of a rehearsal is mended: what its story says is so, exactly, or what differs
from it."""

from typing import NamedTuple

from games.text import Words
from games.text import gettext_noop as _
from scoring.given.averages import PERCENTS, Average
from scoring.given.kinds import PercentAward
from scoring.given.written import write_given
from tournaments.models import Place, Play
from tournaments.queries.rehearsal_facts import EARLY, RehearsalFacts

_NOT_RIGHT = _("What counts on board %(board)s now is not what the story says.")
_RULED = _(
    "The result of board %(board)s is right, but it stands as a ruling: it only has to be "
    "corrected."
)
_STILL_THERE = _(
    "The result has to go with the board: it is to stand on board %(played)s of this table."
)
_WRONG_BOARD = _("Board %(board)s was said to be board %(now)s. The story names board %(played)s.")
_ONLY_BOARD = _("The board is right, but its result is no longer the one that was sent.")
_SEATS = _("The seats were changed, but not so that the two pairs have exchanged their lines.")
_NOT_AVERAGE = _(
    "Board %(board)s counts otherwise now, but not as an average for each of the two sides."
)
_NOT_REOPENED = _("The missing boards have something by now, but round %(round)s is over still.")
_ENDED_AGAIN = _("Round %(round)s was ended once more, and boards of it are missing still.")
_NOT_PLAYING = _("Round %(round)s is not being played now: an earlier round is.")

_AVERAGES = {Average.AVERAGE.value, write_given(PercentAward(PERCENTS[Average.AVERAGE]))}
"""Both come to the same award."""


class Found(NamedTuple):
    """Whether a task is mended; what differs from its story where somebody has tried, else None."""

    is_mended: bool
    differs: Words | None = None


MENDED, TO_DO = Found(is_mended=True), Found(is_mended=False)


def sides_agree(facts: RehearsalFacts) -> Found:
    """What E-W said is the result."""
    play = facts.at(1, 2)[0]
    if play.state == Play.State.CONFLICT:
        return TO_DO
    return _differs_from(facts, play, facts.said_at_first(play)) or MENDED


def is_on_its_board(facts: RehearsalFacts) -> Found:
    """The board that was sent is the one that was played, with the result that was sent."""
    play = facts.at(2, 1)[1]
    said, played = facts.rehearsal.said_board, facts.rehearsal.played_board
    has_result = _counts(play, facts.said_at_first(play))
    if play.board.number == said:
        return TO_DO if has_result else _tried(_STILL_THERE, played=played)
    if play.board.number != played:
        return _tried(_WRONG_BOARD, board=said, now=play.board.number, played=played)
    return MENDED if has_result else _tried(_ONLY_BOARD)


def sits_right(facts: RehearsalFacts) -> Found:
    """Both seats of each line have the pair that was to sit on the other one."""
    places = facts.places_at(3, 1)
    if all(_has_other_pair(facts, place) for place in places):
        return MENDED
    touched = any(("place", place.pk) in facts.changed for place in places)
    return _tried(_SEATS) if touched else TO_DO


def _has_other_pair(facts: RehearsalFacts, place: Place) -> bool:
    is_first = place.seat in next(iter(facts.lines.values()))
    return is_first == (place.contestant_id == facts.rehearsal.sat_first_id)


def are_exchanged(facts: RehearsalFacts) -> Found:
    """Each of the two boards has what was said of the other."""
    one, other = facts.at(4, 1)
    said, said_of_other = facts.said_at_first(one), facts.said_at_first(other)
    if _counts(one, said) and _counts(other, said_of_other):
        return TO_DO
    return _differs_from(facts, one, said_of_other) or _differs_from(facts, other, said) or MENDED


def has_averages(facts: RehearsalFacts) -> Found:
    """Each line is given an average."""
    play = facts.at(3, 2)[1]
    given = play.entry.given if play.entry else {}
    if given.keys() == facts.lines.keys() and _AVERAGES.issuperset(given.values()):
        return MENDED
    if _counts(play, facts.said_at_first(play)):
        return TO_DO
    return _tried(_NOT_AVERAGE, board=facts.board_at_first(play))


def goes_on(facts: RehearsalFacts) -> Found:
    """The early end is undone; also where the round was played to its end since, and ended
    again."""
    round_, missing = facts.early_round, _is_missing(facts)
    if round_.ended_at is None:
        return MENDED if round_.started_at else _tried(_NOT_PLAYING, round=EARLY)
    if round_.ended_at.isoformat() != facts.ended_early_at:
        return _tried(_ENDED_AGAIN, round=EARLY) if missing else MENDED
    return TO_DO if missing else _tried(_NOT_REOPENED, round=EARLY)


def _is_missing(facts: RehearsalFacts) -> bool:
    return any(
        play.state == Play.State.DUE for play in facts.plays if play.seating.round.number == EARLY
    )


def _counts(play: Play, outcome: object) -> bool:
    """Whether an outcome is the plain result of a play."""
    return play.state == Play.State.CONFIRMED and bool(play.entry and play.entry.outcome == outcome)


def _differs_from(facts: RehearsalFacts, play: Play, outcome: object) -> Found | None:
    """What is not so of a play that is to have an outcome; None where it has it."""
    if _counts(play, outcome):
        return None
    is_ruled = play.state == Play.State.RULED and play.entry and play.entry.outcome == outcome
    return _tried(_RULED if is_ruled else _NOT_RIGHT, board=facts.board_at_first(play))


def _tried(sentence: str, **params: int) -> Found:
    return Found(is_mended=False, differs=Words(sentence, params))
