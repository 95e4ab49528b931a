"""Any act on any kind of event, prepared so that it can be tried out, done, and done a second time.

An act more is a function that prepares it, and its line in `ACTS`.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from tests.scenes.drawn import started_matches
from tests.scenes.evening import SEED, at, club_with_director, created, outcome, started
from tests.scenes.teams import started_teams
from tournaments.actions.actor import Actor
from tournaments.actions.acts.restoring import go_back
from tournaments.actions.acts.undoing import undo_act
from tournaments.actions.events.event import EventPlan, create_event, publish_event
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.repairs.fouled_board import foul_board, take_out_board
from tournaments.actions.repairs.opponents import exchange_opponents
from tournaments.actions.repairs.played_board import play_other_board
from tournaments.actions.repairs.repair import Repair
from tournaments.actions.repairs.reseated_table import reseat_table
from tournaments.actions.repairs.results_elsewhere import exchange_results, move_result, turn_result
from tournaments.actions.repairs.turned_table import turn_table
from tournaments.actions.results.awards_given import give_awards
from tournaments.actions.results.plays import decide_play, post_entry
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.end import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_section,
    start_session,
)
from tournaments.models import Act, Entry, Play, Round, Seating, Session

Done = Callable[[], object]


class Room(NamedTuple):
    """Where something is done: the session, its director, and whatever is chosen at random."""

    session: Session
    director: Actor
    rng: random.Random
    key: str

    @property
    def play(self) -> Play:
        """Any play of the session, as it is now."""
        plays = Play.objects.filter(board__session=self.session).select_related("seating__table", "board")
        begun = plays.filter(seating__round__started_at__isnull=False)
        return self.rng.choice(list(begun.order_by("seating__round__number", "pk")))

    @property
    def seating(self) -> Seating:
        """Any table in any round that has begun."""
        seatings = Seating.objects.filter(
            round__section__session=self.session, round__started_at__isnull=False
        )
        return self.rng.choice(list(seatings.order_by("round__number", "pk")))

    @property
    def how(self) -> Repair:
        """How a repair is asked for."""
        return Repair(self.director, self.key, "it went wrong")

    def said(self) -> dict[str, object]:
        """Some outcome of the game."""
        if self.session.stage.event.game_key == "match":
            points = self.rng.sample(range(20, 101), 2)
            return {"ns_points": str(points[0]), "ew_points": str(points[1])}
        return outcome(self.rng)


def _say(room: Room) -> Done:
    play, side, said = room.play, room.rng.choice(["ns", "ew"]), room.said()
    return lambda: post_entry(play.pk, said, at(play, side), room.key)


def _decide(kind: Entry.Kind) -> Callable[[Room], Done]:
    def prepare(room: Room) -> Done:
        play, said = room.play, {} if kind == Entry.Kind.VOID else room.said()
        how = {"replaces": play.revision, "reason": "so", "actor": room.director, "key": room.key}
        return lambda: decide_play(play.pk, kind, said, **how)  # type: ignore[arg-type]

    return prepare


def _awards(room: Room) -> Done:
    play = room.play
    ns, ew = (room.rng.choice(["3/2", "average", "average_minus", "not_played", "60%"]) for _line in "ne")
    how = {"replaces": play.revision, "reason": "so", "actor": room.director, "key": room.key}
    return lambda: give_awards(play.pk, {"ns": ns, "ew": ew}, **how)  # type: ignore[arg-type]


def _penalty(room: Room) -> Done:
    stage = room.session.stage
    contestant = room.rng.choice(list(stage.event.contestants.order_by("pk")))
    return lambda: give_penalty(contestant, stage, "1/3", "late", room.director, room.key)


def _turn(room: Room) -> Done:
    seating = room.seating
    return lambda: turn_table(seating.pk, room.how)


def _seats(room: Room) -> Done:
    seating = room.seating
    seats = sorted(seating.places.values_list("seat", flat=True))
    sat = dict(zip(seats, room.rng.sample(seats, len(seats)), strict=True))
    return lambda: reseat_table(seating.pk, sat, room.how)


def _other_side(room: Room) -> Done:
    play = room.play
    return lambda: turn_result(play.pk, room.how)


def _opponents(room: Room) -> Done:
    seating = room.seating
    one, other = room.rng.sample(list(room.session.stage.event.contestants.order_by("pk")), 2)
    return lambda: exchange_opponents(seating.round_id, one.pk, other.pk, room.how)


def _other_board(room: Room) -> Done:
    play, number = room.play, room.rng.choice(list(room.session.boards.order_by("number"))).number
    return lambda: play_other_board(play.pk, number, room.how)


def _exchange(room: Room) -> Done:
    one, other = room.play, room.play
    return lambda: exchange_results(one.pk, other.pk, room.how)


def _move(room: Room) -> Done:
    one, other = room.play, room.play
    return lambda: move_result(one.pk, other.pk, room.how)


def _foul(room: Room) -> Done:
    board = room.play.board
    plays = list(board.plays.order_by("pk").values_list("pk", flat=True))
    some = room.rng.sample(plays, room.rng.randint(1, len(plays)))
    return lambda: foul_board(board.pk, some, room.how)


def _take_out(room: Room) -> Done:
    board = room.play.board
    return lambda: take_out_board(board.pk, room.how)


def _end(room: Room) -> Done:
    rounds = Round.objects.filter(section__session=room.session, started_at__isnull=False)
    round_ = rounds.latest("number")
    return lambda: end_round(round_.pk, room.director)


def _start(room: Room) -> Done:
    section = room.rng.choice(list(room.session.sections.order_by("number")))
    return lambda: start_section(section, room.director)


def _undo(room: Room) -> Done:
    act = _any_act(room)
    return lambda: undo_act(act, room.director)


def _go_back(room: Room) -> Done:
    act = _any_act(room)
    return lambda: go_back(act, room.director)


def _any_act(room: Room) -> int:
    return room.rng.choice(list(Act.objects.order_by("pk").values_list("pk", flat=True)))


def _finish(room: Room) -> Done:
    return lambda: finish_session(room.session.pk, room.director)


def _publish(room: Room) -> Done:
    return lambda: publish_event(room.session.stage.event_id, room.director)


ACTS: dict[str, Callable[[Room], Done]] = {
    "a table says": _say,
    "corrected": _decide(Entry.Kind.CORRECTION),
    "ruled": _decide(Entry.Kind.RULING),
    "called off": _decide(Entry.Kind.VOID),
    "awards given": _awards,
    "penalty": _penalty,
    "table turned": _turn,
    "other seats": _seats,
    "other side": _other_side,
    "opponents exchanged": _opponents,
    "another board": _other_board,
    "results exchanged": _exchange,
    "result moved": _move,
    "fouled": _foul,
    "taken out": _take_out,
    "round ended": _end,
    "section started": _start,
    "undone": _undo,
    "gone back": _go_back,
    "finished": _finish,
    "published": _publish,
}

WITHOUT_KEY = {"round ended", "section started", "finished", "published"}
"""Acts that are told to come once by what is stored: a second time they are refused."""

FOR_GOOD = {"a table says", "finished", "published"}
"""What no act undoes: it is appended, or others have read it."""


def _singles(movement: str, options: dict[str, str], number: int) -> tuple[Session, Actor]:
    club, director = club_with_director()
    plan = EventPlan("Individual", players_each=1, movement_key=movement, movement_options=options)
    names = [f"Anna Puig {letter}" for letter in range(1, number + 1)]
    session = create_session(create_event(club, plan, names, director), 3, 2, director, seed=SEED)
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def _one_waits() -> tuple[Session, Actor]:
    session, director = created(10, "barometer", 3, 2)
    plans = [
        SectionPlan("A", "howell", {}, 3, (1, 2, 3, 4)),
        SectionPlan("B", "howell", {}, 3, (5, 6, 7, 8, 9, 10)),
    ]
    divide_session(session, Division(plans), director)
    deal_session(session.pk, "sort", director)
    start_section(session.sections.get(name="A"), director)
    session.refresh_from_db()
    return session, director


KINDS: dict[str, Callable[[], tuple[Session, Actor]]] = {
    "mitchell": lambda: started(6, movement="mitchell", rounds=3, boards_per_round=2),
    "howell": lambda: started(6, movement="howell", rounds=5, boards_per_round=1),
    "howell with a rest": lambda: started(5, movement="howell", rounds=5, boards_per_round=1),
    "barometer": lambda: started(6, movement="barometer", rounds=3, boards_per_round=2),
    "individual": lambda: _singles("individual", {"seats": "partners"}, 8),
    "rainbow": lambda: _singles("rainbow", {}, 20),
    "a section that waits": _one_waits,
    "swiss": lambda: started_matches(6, rounds=3),
    "round robin": lambda: started_matches(5, "round_robin", 5),
    "knock-out": lambda: started_matches(4, "knock_out", 2),
    "teams": started_teams,
}
