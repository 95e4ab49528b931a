"""Evenings that play themselves: random legal play at every table, entered through the real actions."""

from random import Random

from games.fields import Outcome
from games.playout import playout
from tournaments.actions.actor import Actor
from tournaments.actions.draws import begin_round, draw_round
from tournaments.actions.plays import decide_play, post_entry
from tournaments.actions.rounds import end_round
from tournaments.actions.sessions import finish_session
from tournaments.forms import as_said
from tournaments.models import Entry, Play, Round, Session
from tournaments.queries.room import playing_round

BELIEVABLE = 100
"""The most anybody scores where there are no cards to play."""


def play_to_the_end(session: Session, seed: str, director: Actor) -> None:
    """Play every round that is left, drawn where need be, then finish. `seed` is the session's own."""
    while round_ := playing_round(session) or _drawn(session, seed, director):
        play_round(round_, seed)
        end_round(round_.pk, director)
    finish_session(session.pk, director)


def _drawn(session: Session, seed: str, director: Actor) -> Round | None:
    """The next round of a drawn movement, begun; None when there is none."""
    movement = session.stage.movement
    rounds = Round.objects.filter(section__session=session)
    if movement is None or movement.fixed or rounds.count() >= session.rounds_planned:
        return None
    if movement.needs_winners:
        _play_on(rounds.latest("number"), seed, director)
    round_ = draw_round(session.pk, director)
    begin_round(round_.pk, director)
    return playing_round(session)


def _play_on(round_: Round, seed: str, director: Actor) -> None:
    """Two more deals where a match without cards of its own ended level, until one side is ahead."""
    plays = Play.objects.filter(seating__round=round_).select_related("entry", "board__session__stage__event")
    for play in plays:
        if play.entry:
            _play_out(play, play.entry, seed, director)


def _play_out(play: Play, entry: Entry, seed: str, director: Actor) -> None:
    outcome, game = dict(entry.outcome), play.board.session.stage.event.game
    random = Random(f"{seed}:on:{play.pk}")
    while not game.has_play and not any(game.x(outcome, play.board.conditions).values()):
        field = random.choice(game.fields)
        outcome[field.name] = random.randint(0, BELIEVABLE)
    if outcome != entry.outcome:
        decide_play(
            play.pk,
            Entry.Kind.CORRECTION,
            as_said(outcome),
            replaces=play.revision,
            reason="Two more deals",
            actor=director,
            key=f"on {play.pk}",
        )


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
