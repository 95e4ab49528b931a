"""Evenings that play themselves: random legal play at every table, entered through the real actions."""

from random import Random

from games.fields import Outcome
from games.playout import playout
from tournaments.actions.actor import Actor
from tournaments.actions.plays import post_entry
from tournaments.actions.rounds import end_round
from tournaments.actions.sessions import finish_session
from tournaments.forms import as_said
from tournaments.models import Play, Round, Session
from tournaments.queries.room import playing_round

BELIEVABLE = 100
"""The most anybody scores where there are no cards to play."""


def play_to_the_end(session: Session, seed: str, director: Actor) -> None:
    """Play every round that is left, then finish the session. `seed` is the session's own."""
    while round_ := playing_round(session):
        play_round(round_, seed)
        end_round(round_.pk, director)
    finish_session(session.pk, director)


def play_round(round_: Round, seed: str, tables: int | None = None) -> None:
    """Play every board of a round, or of its first `tables` tables; two sides of each table say the same."""
    plays = Play.objects.filter(seating__round=round_).select_related(
        "seating__table", "board__session__stage__event"
    )
    for play in plays.order_by("seating__table__number", "board__number"):
        if tables is None or play.seating.table.number <= tables:
            _enter(play, seed)


def _enter(play: Play, seed: str) -> None:
    table, outcome = play.seating.table, _played(play, seed)
    for side in list(play.board.session.stage.event.game.lines)[:2]:
        actor = Actor.of_table(table.pk, table.code_counter, f"played {side}", side)
        post_entry(play.pk, as_said(outcome), actor, f"{play.pk} {side}")


def _played(play: Play, seed: str) -> Outcome:
    """The outcome of one board at one table: each table plays the same cards its own way."""
    session = play.board.session
    game = session.stage.event.game
    random = Random(f"{seed}:{play.seating.table.number}:{play.board.number}")
    if not game.has_play:
        return {field.name: random.randint(0, BELIEVABLE) for field in game.fields}
    board = game.deal(seed, session.salt or "", play.board.number)
    outcome: Outcome = playout(game, board, random)["outcome"]
    return outcome
