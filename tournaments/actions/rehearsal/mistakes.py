"""Play the session of a rehearsal at random, with the mistakes that its tasks need."""

from collections.abc import Iterable
from random import Random

from games.fields import Outcome
from games.playout import playout
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Contestant, Play, Rehearsal, Round, SeatHolder, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.hands import SIMULATING, visible_hands
from tournaments.queries.guide.rehearsal import EARLY_ENDED_ROUND, TABLE_COUNT

# Numbers of the tables that have not finished the round that is ended too early.
_UNFINISHED_TABLES = (3, 4)
# Round and table where both sides enter different results of the first board.
_CONFLICT_ROUND_AND_TABLE = (2, 1)


def play_with_mistakes(session: Session, actor: Actor) -> None:
    """Play the first rounds of a session that has just started, with every kind of mistake."""
    for round_ in Round.objects.filter(
        section__session=session, number__lte=EARLY_ENDED_ROUND
    ).order_by("number"):
        _play(round_)
        end_round(round_.pk, actor)
    entered_board, played_board = _entered_and_played_boards(session)
    Rehearsal.objects.create(
        event=session.stage.event,
        made_by_id=actor.user_id,
        entered_board=entered_board,
        played_board=played_board,
        sat_first=_contestant_of_second_line(session),
    )


def _play(round_: Round) -> None:
    for table in range(1, TABLE_COUNT + 1):
        plays = list(_plays_at_table(round_.section.session, table, round_.number))
        if round_.number == EARLY_ENDED_ROUND and table in _UNFINISHED_TABLES:
            plays = plays[:1]
        outcomes = _distinct_outcomes(plays)
        for play, outcome in zip(plays, outcomes, strict=True):
            is_conflict_table = (round_.number, table) == _CONFLICT_ROUND_AND_TABLE
            _enter(play, outcome, in_conflict=is_conflict_table and play == plays[0])


def _plays_at_table(session: Session, table_number: int, round_number: int) -> Iterable[Play]:
    plays = Play.objects.filter(board__session=session, seating__round__number=round_number)
    plays_at_table = plays.filter(seating__table__number=table_number).select_related(
        "seating__table__section", "board__session__stage__event"
    )
    return plays_at_table.order_by("board__number")


def _distinct_outcomes(plays: Iterable[Play]) -> list[Outcome]:
    """Return an outcome for each play, all different, so that exchanging results is visible."""
    outcomes: list[Outcome] = []
    for play in plays:
        outcomes.append(_other_outcome(play, outcomes))
    return outcomes


def _other_outcome(play: Play, excluded_outcomes: Iterable[Outcome]) -> Outcome:
    excluded = list(excluded_outcomes)
    outcomes = (_random_outcome(play, number) for number in range(1000))
    return next(outcome for outcome in outcomes if outcome not in excluded)


def _random_outcome(play: Play, attempt: int) -> Outcome:
    game = play.board.session.stage.event.game
    if (board := visible_hands(SIMULATING, play.board)) is None:
        raise ValueError(f"{play.board} is not dealt")
    outcome: Outcome = playout(game, board, Random(f"{play.pk}:{attempt}"))["outcome"]
    return outcome


def _enter(play: Play, outcome: Outcome, *, in_conflict: bool) -> None:
    """Enter the outcome for both sides; if `in_conflict`, another outcome for the first side."""
    first_side, second_side = list(play.board.session.stage.event.game.lines)
    _submit_outcome(play, first_side, _other_outcome(play, [outcome]) if in_conflict else outcome)
    _submit_outcome(play, second_side, outcome)


def _submit_outcome(play: Play, side: str, outcome: Outcome) -> None:
    actor = Actor.of_table(play.seating.table_id, f"rehearsed {side}", side)
    submit_entry(play.pk, dict(outcome), actor, f"{play.pk} {side}")


def _entered_and_played_boards(session: Session) -> tuple[int, int]:
    """Return the numbers of two boards for the task about a result on the wrong board.

    The first is the board that table 2 entered last in round 1. The second is a board that those
    contestants never play: the task says that they really played this one.
    """
    *_before, last_play = _plays_at_table(session, 2, 1)
    contestant_ids = last_play.seating.places.values_list("contestant", flat=True).distinct()
    plays_of_contestants = Play.objects.filter(
        board__session=session, seating__places__contestant__in=contestant_ids
    )
    board = session.boards.exclude(pk__in=plays_of_contestants.values("board")).order_by("number")[
        0
    ]
    return last_play.board.number, board.number


def _contestant_of_second_line(session: Session) -> Contestant:
    """Return who is planned to sit on the second line of table 3 in round 1.

    The task says that the two contestants of the table really sat the wrong way round, so that this
    one sat on the first line.
    """
    seat = list(session.stage.event.game.lines.values())[1][0]
    seat_holders = SeatHolder.objects.filter(
        seating__round__section__session=session, seating__round__number=1
    )
    return (
        seat_holders.select_related("contestant")
        .get(seating__table__number=3, seat=seat)
        .contestant
    )
