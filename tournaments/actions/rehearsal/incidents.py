"""The evening of a rehearsal: played at random, with everything in it that its tasks tell of."""

from collections.abc import Iterable
from random import Random

from games.fields import Outcome
from games.playout import playout
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Contestant, Play, Rehearsal, Round, SeatHolder, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.hands import SIMULATING, visible_hands
from tournaments.queries.guide.rehearsal import EARLY, TABLES

_STILL_PLAYING = (3, 4)
"""Tables that have not finished the round which is ended too early."""


def play_with_mistakes(session: Session, actor: Actor) -> None:
    """Play a session that has just begun until something of everything has gone wrong."""
    for round_ in Round.objects.filter(section__session=session, number__lte=EARLY).order_by(
        "number"
    ):
        _play(round_)
        end_round(round_.pk, actor)
    said, played = _mistaken_board(session)
    Rehearsal.objects.create(
        event=session.stage.event,
        made_by_id=actor.user_id,
        entered_board=said,
        played_board=played,
        sat_first=_of_second_line(session),
    )


def _play(round_: Round) -> None:
    for table in range(1, TABLES + 1):
        plays = list(_plays(round_.section.session, table, round_.number))
        if round_.number == EARLY and table in _STILL_PLAYING:
            plays = plays[:1]
        outcomes = _outcomes(plays)
        for play, outcome in zip(plays, outcomes, strict=True):
            _enter(play, outcome, differ=(round_.number, table) == (2, 1) and play == plays[0])


def _plays(session: Session, table: int, round_: int) -> Iterable[Play]:
    plays = Play.objects.filter(board__session=session, seating__round__number=round_)
    here = plays.filter(seating__table__number=table).select_related(
        "seating__table__section", "board__session__stage__event"
    )
    return here.order_by("board__number")


def _outcomes(plays: Iterable[Play]) -> list[Outcome]:
    """What a table makes of its boards, never twice the same: exchanged they are others."""
    found: list[Outcome] = []
    for play in plays:
        found.append(_another(play, found))
    return found


def _another(play: Play, than: Iterable[Outcome]) -> Outcome:
    known = list(than)
    attempts = (_played(play, number) for number in range(1000))
    return next(outcome for outcome in attempts if outcome not in known)


def _played(play: Play, attempt: int) -> Outcome:
    game = play.board.session.stage.event.game
    if (board := visible_hands(SIMULATING, play.board)) is None:
        raise ValueError(f"{play.board} is not dealt")
    outcome: Outcome = playout(game, board, Random(f"{play.pk}:{attempt}"))["outcome"]
    return outcome


def _enter(play: Play, outcome: Outcome, *, differ: bool) -> None:
    """Both sides say the same; where they differ, the second has it otherwise."""
    one, other = list(play.board.session.stage.event.game.lines)
    _say(play, one, _another(play, [outcome]) if differ else outcome)
    _say(play, other, outcome)


def _say(play: Play, side: str, outcome: Outcome) -> None:
    actor = Actor.of_table(play.seating.table_id, f"rehearsed {side}", side)
    submit_entry(play.pk, dict(outcome), actor, f"{play.pk} {side}")


def _mistaken_board(session: Session) -> tuple[int, int]:
    """What table 2 called its last board of the first round, and a board that nobody there is to
    play."""
    *_before, said = _plays(session, 2, 1)
    seated = said.seating.places.values_list("contestant", flat=True).distinct()
    own = Play.objects.filter(board__session=session, seating__places__contestant__in=seated)
    board = session.boards.exclude(pk__in=own.values("board")).order_by("number")[0]
    return said.board.number, board.number


def _of_second_line(session: Session) -> Contestant:
    second = list(session.stage.event.game.lines.values())[1][0]
    there = SeatHolder.objects.filter(
        seating__round__section__session=session, seating__round__number=1
    )
    return there.select_related("contestant").get(seating__table__number=3, seat=second).contestant
