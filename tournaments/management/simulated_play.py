"""Evenings that play themselves: random legal play at every table, entered through the real
actions."""

from collections.abc import Sequence
from random import Random

from games.fields import Outcome
from games.playout import playout
from games.problems import ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.results.entries import decide_play, submit_entry
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.forms import outcome_as_submitted
from tournaments.models import Entry, Play, Round, Seating, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.hands import SIMULATING, visible_hands
from tournaments.queries.rounds.seating import playing_round
from tournaments.support.progress import with_progress

MAX_REPLAYED_DRAWS = 50
"""How often a drawn table plays on: at random it has a winner long before."""

MAX_RANDOM_POINTS = 100
"""The most anybody scores where there are no cards to play."""

MAX_OUTCOMES_TRIED = 500
"""How often a board is played at random until only its points differ."""


def play_session(session: Session, seed: str, director: Actor) -> None:
    """Play every round that is left, drawn where need be, then finish. `seed` is the session's
    own."""
    while round_ := playing_round(session) or _drawn(session, seed, director):
        play_round(round_, seed)
        end_round(round_.pk, director)
    finish_session(session.pk, director)


def _drawn(session: Session, seed: str, director: Actor) -> Round | None:
    """The next round of a drawn movement, begun; None when there is none."""
    rounds = Round.objects.filter(section__session=session)
    if not session.stage.is_drawn or rounds.count() >= session.rounds_to_play:
        return None
    round_ = _draw(session, seed, director)
    begin_round(round_.pk, director)
    return playing_round(session)


def _draw(session: Session, seed: str, director: Actor) -> Round:
    """The next round; where a table must have a winner and has none, it plays on until it has."""
    for more in range(MAX_REPLAYED_DRAWS):
        try:
            return draw_round(session.pk, director)
        except ValidationFailed as refused:
            if {problem.code for problem in refused.problems} != {"table_drawn"}:
                raise
            for problem in refused.problems:
                _play_on(session, int(problem.params["table"]), f"{seed}:{more}", director)
    raise RuntimeError(f"no winner after {MAX_REPLAYED_DRAWS} times two more deals")


def _play_on(session: Session, table: int, seed: str, director: Actor) -> None:
    """Two more deals at a table: the result of its last board is another one."""
    plays = Play.objects.filter(
        seating__round__section__session=session, seating__table__number=table
    )
    play = plays.select_related("seating__table__section", "board__session__stage__event").latest(
        "seating__round__number", "board__number"
    )
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        outcome_as_submitted(_played(play, seed)),
        replaces=play.revision,
        reason="Two more deals",
        actor=director,
        key=f"on {play.pk} {play.revision}",
    )


def play_round(round_: Round, seed: str, tables: int | None = None) -> None:
    """Play every board of a round, or of its first `tables` tables; two sides of each table say
    the same."""
    plays = Play.objects.filter(seating__round=round_).select_related(
        "seating__table__section", "board__session__stage__event"
    )
    ordered = plays.order_by("seating__table__number", "board__number")
    chosen = [play for play in ordered if tables is None or play.seating.table.number <= tables]
    for play in with_progress(chosen, _("Playing")):
        _enter(play, _played(play, seed), _sides(play))


def enter_one_side(play: Play, seed: str) -> None:
    """Enter the result of one side; the other has yet to confirm it."""
    _enter(play, _played(play, seed), _sides(play)[:1])


def enter_conflict(play: Play, seed: str) -> None:
    """Enter a result for each of two sides: the same contract, with other points."""
    one_side, other_side = _sides(play)
    outcome = _played(play, seed)
    _enter(play, outcome, [one_side])
    for attempt in range(MAX_OUTCOMES_TRIED):
        other = _played(play, f"{seed}:{attempt}")
        differing = {name for name, value in outcome.items() if other[name] != value}
        if differing == {"ns_points"}:
            _enter(play, other, [other_side])
            return
    raise RuntimeError(f"no other points in {MAX_OUTCOMES_TRIED} plays of board {play.board}")


def _enter(play: Play, outcome: Outcome, sides: Sequence[str]) -> None:
    for side in sides:
        actor = phone_actor(play.seating, side)
        submit_entry(play.pk, outcome_as_submitted(outcome), actor, f"{play.pk} {side}")


def phone_actor(seating: Seating, side: str) -> Actor:
    """Return a side of a table with its phone, which goes with the contestant from table to
    table."""
    seats = seating.table.section.session.stage.event.game.lines[side]
    contestant = seating.places.filter(seat__in=seats).values_list("contestant", flat=True)[0]
    return Actor.of_table(seating.table_id, f"phone {contestant}", side)


def _sides(play: Play) -> list[str]:
    return list(play.board.session.stage.event.game.lines)[:2]


def _played(play: Play, seed: str) -> Outcome:
    """The outcome of one board at one table: each table plays the same cards its own way."""
    session = play.board.session
    game = session.stage.event.game
    random = Random(f"{seed}:{play.seating.table.label}:{play.board.number}")
    board = visible_hands(SIMULATING, play.board) if game.has_play else None
    if board is None:
        return {field.name: random.randint(0, MAX_RANDOM_POINTS) for field in game.fields}
    outcome: Outcome = playout(game, board, random)["outcome"]
    return outcome
