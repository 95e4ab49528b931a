"""Simulated sessions: random legal play at every table, entered through the real actions."""

from collections.abc import Sequence
from random import Random

from games.fields import Outcome
from games.playout import playout
from games.problems import ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.forms import outcome_as_submitted
from tournaments.models import Entry, Play, Round, Seating, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.hands import SIMULATING, visible_hands
from tournaments.queries.rounds.seating import playing_round
from tournaments.support.progress import with_progress

# How often the tables without a winner are decided again before the simulation fails. With random
# results every table has a winner after a few attempts.
MAX_TIE_BREAK_ATTEMPTS = 50

# In a game whose play cannot be simulated, each field gets a random number up to this one.
MAX_RANDOM_POINTS = 100

# How often a board is played at random to find a result that differs in the points alone.
MAX_CONFLICT_ATTEMPTS = 500


def play_session(session: Session, seed: str, director: Actor) -> None:
    """Play the remaining rounds of a session, drawing them if necessary, and finish it.

    Random play depends on `seed` and on nothing else, so it can be repeated.
    """
    while round_ := playing_round(session) or _draw_and_begin_round(session, seed, director):
        play_round(round_, seed)
        end_round(round_.pk, director)
    finish_session(session.pk, director)


def _draw_and_begin_round(session: Session, seed: str, director: Actor) -> Round | None:
    """Draw and begin the next round, and return it.

    Returns None if all rounds are drawn, or if the stage has a movement without draws.
    """
    rounds = Round.objects.filter(section__session=session)
    if not session.stage.is_drawn or rounds.count() >= session.rounds_to_play:
        return None
    round_ = _draw_round(session, seed, director)
    begin_round(round_.pk, director)
    return playing_round(session)


def _draw_round(session: Session, seed: str, director: Actor) -> Round:
    """Draw the next round; before that, break the tie at tables that need a winner."""
    for attempt in range(MAX_TIE_BREAK_ATTEMPTS):
        try:
            return draw_round(session.pk, director)
        except ValidationFailed as error:
            if {problem.code for problem in error.problems} != {"table_drawn"}:
                raise
            for problem in error.problems:
                table = int(problem.params["table"])
                _break_tie(session, table, f"{seed}:{attempt}", director)
    raise RuntimeError(f"no winner after {MAX_TIE_BREAK_ATTEMPTS} attempts to break the tie")


def _break_tie(session: Session, table_number: int, seed: str, director: Actor) -> None:
    """Replace the result of a table's last board by another one, as the director's correction."""
    plays = Play.objects.filter(
        seating__round__section__session=session, seating__table__number=table_number
    )
    play = plays.select_related("seating__table__section", "board__session__stage__event").latest(
        "seating__round__number", "board__number"
    )
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        outcome_as_submitted(_random_outcome(play, seed)),
        replaces=play.revision,
        # In real play a tied match is decided by two more deals.
        reason="Two more deals",
        actor=director,
        key=f"on {play.pk} {play.revision}",
    )


def play_round(round_: Round, seed: str, table_count: int | None = None) -> None:
    """Play the boards of a round, or of its first `table_count` tables.

    Two sides enter each result.
    """
    plays = Play.objects.filter(seating__round=round_).select_related(
        "seating__table__section", "board__session__stage__event"
    )
    if table_count is not None:
        plays = plays.filter(seating__table__number__lte=table_count)
    ordered = list(plays.order_by("seating__table__number", "board__number"))
    for play in with_progress(ordered, _("Playing")):
        _enter_outcome(play, _random_outcome(play, seed), _confirming_lines(play))


def enter_one_side(play: Play, seed: str) -> None:
    """Enter a result for the first side only, so that it is unconfirmed."""
    _enter_outcome(play, _random_outcome(play, seed), _confirming_lines(play)[:1])


def enter_conflict(play: Play, seed: str) -> None:
    """Enter different results of two sides: the same contract with different points."""
    one_side, other_side = _confirming_lines(play)
    outcome = _random_outcome(play, seed)
    _enter_outcome(play, outcome, [one_side])
    for attempt in range(MAX_CONFLICT_ATTEMPTS):
        other_outcome = _random_outcome(play, f"{seed}:{attempt}")
        differing = {name for name, value in outcome.items() if other_outcome[name] != value}
        if differing == {"ns_points"}:
            _enter_outcome(play, other_outcome, [other_side])
            return
    raise RuntimeError(f"no other points in {MAX_CONFLICT_ATTEMPTS} plays of board {play.board}")


def _enter_outcome(play: Play, outcome: Outcome, sides: Sequence[str]) -> None:
    for side in sides:
        actor = phone_actor(play.seating, side)
        submit_entry(play.pk, outcome_as_submitted(outcome), actor, f"{play.pk} {side}")


def phone_actor(seating: Seating, side: str) -> Actor:
    """Return the actor for an entry of a side, as from the phone of that side's contestant."""
    seats = seating.table.section.session.stage.event.game.lines[side]
    contestant = seating.places.filter(seat__in=seats).values_list("contestant", flat=True)[0]
    return Actor.of_table(seating.table_id, f"phone {contestant}", side)


def _confirming_lines(play: Play) -> list[str]:
    """Return the first two lines of the game: their entries are enough to confirm a result."""
    return list(play.board.session.stage.event.game.lines)[:2]


def _random_outcome(play: Play, seed: str) -> Outcome:
    """Return the outcome of random play; it is different for each table, board and seed."""
    session = play.board.session
    game = session.stage.event.game
    random = Random(f"{seed}:{play.seating.table.label}:{play.board.number}")
    board = visible_hands(SIMULATING, play.board) if game.has_play else None
    if board is None:
        return {field.name: random.randint(0, MAX_RANDOM_POINTS) for field in game.fields}
    outcome: Outcome = playout(game, board, random)["outcome"]
    return outcome
