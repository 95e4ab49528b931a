"""Any act on any kind of event, prepared so that it can be tried out, done, and done a second time.

An act more is a function that prepares it, and its line in `ACTS`.
"""

from collections.abc import Callable, Iterable

from django.db.models import QuerySet

from games.problems import Problem, ValidationFailed, raise_if_any
from tests.scenes.any_evenings import Room
from tests.scenes.evening import at
from tournaments.actions.contestants.attendance import mark_absent, mark_present
from tournaments.actions.contestants.categories import set_categories
from tournaments.actions.contestants.departures import withdraw_during_play
from tournaments.actions.contestants.late_arrivals import add_late_arrival
from tournaments.actions.contestants.unranked import mark_ranked, mark_unranked
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.exchanged_opponents import exchange_opponents
from tournaments.actions.corrections.fewer_boards import drop_boards
from tournaments.actions.corrections.fewer_rounds import drop_last_round
from tournaments.actions.corrections.fouled_board import foul_board, take_out_board
from tournaments.actions.corrections.merged_tables import merge_tables
from tournaments.actions.corrections.misplaced_results import (
    exchange_results,
    move_result,
    swap_result_sides,
)
from tournaments.actions.corrections.reseated_table import reseat_table
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.actions.corrections.wrong_board import correct_played_board
from tournaments.actions.corrections.wrong_board_set import correct_played_set
from tournaments.actions.events.publish import publish_event
from tournaments.actions.history.undo import restore_before, restore_to, undo_step
from tournaments.actions.penalties.club_penalties import add_club_penalty
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.penalties.penalty_steps import give_penalty_step
from tournaments.actions.results.accept_late_results import accept_late_results
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import confirm_entry, submit_entry
from tournaments.actions.results.objections import answer_objection, object_to_result
from tournaments.actions.rounds.clock import (
    give_minutes,
    give_minutes_to_table,
    pause_clocks,
    resume_clocks,
)
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.actions.rounds.contestant_swaps import swap_contestants
from tournaments.actions.rounds.draws import begin_round, draw_round, undo_draw
from tournaments.actions.rounds.end_round import end_round, end_round_everywhere
from tournaments.actions.rounds.sessions import finish_session, start_section
from tournaments.models import Entry, Objection, Play, Round, SeatHolder, Section, UndoStep
from tournaments.queries.boards.copies import other_board_sets
from tournaments.queries.contestants.late_arrival_seats import (
    LateArrivalSeats,
    find_late_arrival_seats,
    tables_for_resting,
)
from tournaments.queries.contestants.penalty_steps import proposed_step
from tournaments.queries.desk.late_results import LateResultFilter
from tournaments.queries.rounds.substitutes import seat_periods

Done = Callable[[], object]

NAMES = ("Carla Mas", "Dolors Vila", "Enric Pou")
"""Who comes to play for somebody, or in the middle of the evening."""


def _say(room: Room) -> Done:
    play, side, said = room.play, room.side, room.said()
    return lambda: submit_entry(play.pk, said, at(play, side), room.key)


def _all_say(room: Room) -> Done:
    """Every side of a table the same, each from its own device."""
    return _said_by_all(room, [room.play])


def _all_say_late(room: Room) -> Done:
    """The same of a board of which nobody has spoken before its round was over, where there is
    one."""
    unsaid = _unsaid(room).exclude(seating__round__ended_at=None)
    return _said_by_all(room, [room.rng.choice(list(unsaid) or [room.play])])


def _everywhere(room: Room) -> Done:
    """Every board that is being played, and of which nobody has spoken."""
    return _said_by_all(room, list(_unsaid(room).filter(seating__round__ended_at=None)))


def _unsaid(room: Room) -> QuerySet[Play]:
    begun = Play.objects.filter(
        board__session=room.session, seating__round__started_at__isnull=False
    )
    return begun.filter(revision=0).select_related("seating__table", "board").order_by("pk")


def _said_by_all(room: Room, plays: Iterable[Play]) -> Done:
    said = [(play, room.said()) for play in plays]

    def done() -> None:
        for play, outcome in said:
            for side in room.session.stage.event.game.lines:
                submit_entry(play.pk, outcome, at(play, side), f"{room.key} {play.pk} {side}")

    return done


def _give_way(room: Room) -> Done:
    """A side takes back what it said and says what another one did: “theirs is right”."""
    play = room.play
    said = list(play.entries.filter(kind=Entry.Kind.TABLE).order_by("revision"))
    own, theirs = (
        (room.rng.choice(said), room.rng.choice(said)) if said else (Entry(revision=1), Entry())
    )
    who = at(play, own.side or room.side)
    return lambda: confirm_entry(play.pk, theirs.revision, who, room.key, withdraws=own.revision)


def _decide(kind: Entry.Kind) -> Callable[[Room], Done]:
    def prepare(room: Room) -> Done:
        play, said = room.play, {} if kind == Entry.Kind.VOID else room.said()
        how = {"replaces": play.revision, "reason": "so", "actor": room.director, "key": room.key}
        return lambda: decide_play(play.pk, kind, said, **how)  # type: ignore[arg-type]

    return prepare


def _awards(room: Room) -> Done:
    play, lines = room.play, list(room.session.stage.event.game.lines)
    choices = ["3/2", "average", "average_minus", "not_played", "60%"]
    given = {line: room.rng.choice(choices) for line in lines}
    how = {"replaces": play.revision, "reason": "so", "actor": room.director, "key": room.key}
    return lambda: give_awards(play.pk, given, **how)  # type: ignore[arg-type]


def _accept_late(room: Room) -> Done:
    sections = Section.objects.filter(session=room.session)
    which = LateResultFilter.ALL
    return lambda: accept_late_results(
        room.session, sections, which, "the network", room.director, room.key
    )


def _object(room: Room) -> Done:
    """Who sits at a table says that its result is wrong."""
    play = room.play
    contestant = room.rng.choice(list(play.seating.places.order_by("seat"))).contestant
    return lambda: object_to_result(play, contestant, "41, not 31", at(play, room.side), room.key)


def _answer(room: Room) -> Done:
    waiting = list(Objection.objects.unanswered().filter(play__board__session=room.session))
    if not waiting:
        return lambda: raise_if_any([Problem("nobody_objects", "")])
    objection, verdict = room.rng.choice(waiting), room.rng.choice(Objection.Verdict.values)
    return lambda: answer_objection(objection, verdict, "so", room.director, room.key)


def _penalty(room: Room) -> Done:
    contestant, stage = room.contestant, room.session.stage
    return lambda: give_penalty(contestant, stage, "1/3", "late", room.director, room.key)


def _step(room: Room) -> Done:
    club, stage, contestant = room.event.club, room.session.stage, room.contestant
    kind = club.penalties.first() or add_club_penalty(
        club, "Slow", ["warning", "0.25", "0.5"], room.director
    )
    had = proposed_step(kind, contestant, stage).had
    return lambda: give_penalty_step(contestant, stage, kind, had, room.director, room.key)


def _no_place(room: Room) -> Done:
    event, contestant = room.event, room.contestant
    return lambda: mark_unranked(event, contestant.pk, "guest", room.director)


def _place(room: Room) -> Done:
    event, contestant = room.event, room.contestant
    return lambda: mark_ranked(event, contestant.pk, room.director)


def _categories(room: Room) -> Done:
    event = room.event
    numbers = list(event.contestants.order_by("number").values_list("number", flat=True))
    some = {
        name: room.rng.sample(numbers, 2)
        for name in room.rng.sample(["Novells", "Mixtos", "Vic"], 2)
    }
    return lambda: set_categories(event, some, room.director)


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
    return lambda: swap_result_sides(play.pk, room.how)


def _opponents(room: Room) -> Done:
    seating = room.seating
    one, other = room.rng.sample(list(room.session.stage.event.contestants.order_by("pk")), 2)
    return lambda: exchange_opponents(seating.round_id, one.pk, other.pk, room.how)


def _other_board(room: Room) -> Done:
    play, number = room.play, room.rng.choice(list(room.session.boards.order_by("number"))).number
    return lambda: correct_played_board(play.pk, number, room.how)


def _other_set(room: Room) -> Done:
    seating = room.seating
    sets = other_board_sets(seating)
    first = room.rng.choice(sets)[0].number if sets else 1
    return lambda: correct_played_set(seating.pk, first, room.how)


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


def _substitute(room: Room) -> Done:
    """From any board of any round on, of one who sits there with a name."""
    places = SeatHolder.objects.filter(
        seating__round__section__session=room.session, player__isnull=False
    )
    place = room.rng.choice(list(places.order_by("seating__round__number", "pk")) or [None])
    if place is None:
        return lambda: add_substitute(room.session.pk, SubstituteRequest(0, 0, "", 1), room.how)
    boards = place.seating.plays.order_by("board__number").values_list("board__number", flat=True)
    number = place.seating.round.number
    wanted = SubstituteRequest(
        place.contestant_id,
        room.rng.choice(seat_periods(place)).player.pk,
        room.rng.choice([*NAMES, place.contestant.name.split(" – ")[0]]),
        number,
        room.rng.choice([0, *boards]),
        room.rng.choice([0, number]),
    )
    return lambda: add_substitute(room.session.pk, wanted, room.how)


def _leave(room: Room) -> Done:
    event, gone, instead = room.event, room.contestant, room.rng.choice(["", "", _newcomer(room)])
    return lambda: withdraw_during_play(event, gone.pk, room.how, instead)


def _join(room: Room) -> Done:
    """Where nothing is found, he would be seated nowhere, and that is refused."""
    event, section, name = room.event, room.section, _newcomer(room)
    try:
        seats = find_late_arrival_seats(event, section.name)
    except ValidationFailed:
        seats = LateArrivalSeats(section.pk)
    return lambda: add_late_arrival(event, name, seats, room.how)


def _newcomer(room: Room) -> str:
    """Somebody whom nobody knows yet."""
    number = room.rng.randint(1, 999)
    return f"Nova {number} – Vella {number}" if room.event.players_each == 2 else f"Nova {number}"


def _merge(room: Room) -> Done:
    section = room.section
    tables = [] if section.session.stage.is_drawn else tables_for_resting(section)
    return lambda: merge_tables(section.pk, tables, room.how)


def _shorter(act: Callable[[int, CorrectionRequest], object]) -> Callable[[Room], Done]:
    def prepare(room: Room) -> Done:
        section = room.section
        return lambda: act(section.pk, room.how)

    return prepare


def _start(room: Room) -> Done:
    section = room.section
    return lambda: start_section(section, room.director)


def _end(room: Room) -> Done:
    round_ = room.begun_round
    return lambda: end_round(round_.pk, room.director)


def _end_everywhere(room: Room) -> Done:
    round_ = room.begun_round
    return lambda: end_round_everywhere(room.session, round_.number, room.director)


def _last_round(room: Room) -> Round:
    """The latest round there is, of a session that is drawn perhaps not begun."""
    return (
        Round.objects.filter(section__session=room.session)
        .order_by("number", "pk")
        .latest("number")
    )


def _draw(room: Room) -> Done:
    return lambda: draw_round(room.session.pk, room.director)


def _undo_draw(room: Room) -> Done:
    round_ = _last_round(room)
    return lambda: undo_draw(round_.pk, room.director)


def _begin(room: Room) -> Done:
    round_ = _last_round(room)
    return lambda: begin_round(round_.pk, room.director)


def _swap(room: Room) -> Done:
    round_, (one, other) = (
        _last_round(room),
        room.rng.sample(list(room.event.contestants.order_by("pk")), 2),
    )
    return lambda: swap_contestants(round_.pk, one.pk, other.pk, room.director)


def _minutes(room: Room) -> Done:
    section, minutes = room.section, room.rng.choice([5, -2])
    return lambda: give_minutes([section], minutes, room.director, room.key)


def _minutes_of_a_table(room: Room) -> Done:
    tables = room.section.tables.select_related("section__session__stage__event__club")
    table = room.rng.choice(list(tables.order_by("number")))
    return lambda: give_minutes_to_table(table, 3, room.director, room.key)


def _stop(room: Room) -> Done:
    section = room.section
    return lambda: pause_clocks([section], room.director)


def _resume(room: Room) -> Done:
    section = room.section
    return lambda: resume_clocks([section], room.director)


def _clock(room: Room) -> Done:
    minutes = room.rng.choice([20, 30])
    return lambda: set_clock(room.session.pk, minutes, {1: 10}, room.director)


def _miss(room: Room) -> Done:
    event, contestant = room.event, room.contestant
    return lambda: mark_absent(event, contestant.pk, room.director)


def _come(room: Room) -> Done:
    event, contestant = room.event, room.contestant
    return lambda: mark_present(event, contestant.pk, room.director)


def _undo(room: Room) -> Done:
    act = _any_act(room)
    return lambda: undo_step(act, room.director)


def _go_back(room: Room) -> Done:
    act = _any_act(room)
    return lambda: restore_to(act, room.director)


def _go_back_before(room: Room) -> Done:
    act = _any_act(room)
    return lambda: restore_before(act, room.director)


def _any_act(room: Room) -> int:
    acts = list(
        UndoStep.objects.filter(event=room.event).order_by("pk").values_list("pk", flat=True)
    )
    return room.rng.choice(acts) if acts else 0


def _finish(room: Room) -> Done:
    return lambda: finish_session(room.session.pk, room.director)


def _publish(room: Room) -> Done:
    return lambda: publish_event(room.session.stage.event_id, room.director)


ACTS: dict[str, Callable[[Room], Done]] = {
    "a table says": _say,
    "a whole table says": _all_say,
    "a whole table says late": _all_say_late,
    "all tables say": _everywhere,
    "theirs is right": _give_way,
    "corrected": _decide(Entry.Kind.CORRECTION),
    "ruled": _decide(Entry.Kind.RULING),
    "called off": _decide(Entry.Kind.VOID),
    "awards given": _awards,
    "late accepted": _accept_late,
    "objected": _object,
    "objection answered": _answer,
    "penalty": _penalty,
    "penalty of the list": _step,
    "takes no place": _no_place,
    "takes a place": _place,
    "categories": _categories,
    "table turned": _turn,
    "other seats": _seats,
    "other side": _other_side,
    "opponents exchanged": _opponents,
    "another board": _other_board,
    "another set": _other_set,
    "results exchanged": _exchange,
    "result moved": _move,
    "fouled": _foul,
    "taken out": _take_out,
    "substitute": _substitute,
    "left": _leave,
    "joined": _join,
    "merged": _merge,
    "last round dropped": _shorter(drop_last_round),
    "a board less": _shorter(drop_boards),
    "section started": _start,
    "round ended": _end,
    "round ended everywhere": _end_everywhere,
    "drawn": _draw,
    "draw taken back": _undo_draw,
    "drawn round begun": _begin,
    "swapped": _swap,
    "minutes given": _minutes,
    "minutes given to a table": _minutes_of_a_table,
    "clock stopped": _stop,
    "clock goes on": _resume,
    "clock set": _clock,
    "session missed": _miss,
    "comes after all": _come,
    "undone": _undo,
    "gone back": _go_back,
    "gone back before": _go_back_before,
    "finished": _finish,
    "published": _publish,
}

WITHOUT_KEY = {
    "round ended",
    "round ended everywhere",
    "drawn",
    "draw taken back",
    "drawn round begun",
    "section started",
    "clock stopped",
    "clock goes on",
    "finished",
    "published",
}
"""Acts that are told to come once by what is stored: a second time they are refused."""

BACK_AND_FORTH = {"swapped"}
"""What a second time takes back the first."""

FOR_GOOD = {
    "a table says",
    "a whole table says",
    "a whole table says late",
    "all tables say",
    "theirs is right",
    "objected",
    "drawn",
    "draw taken back",
    "swapped",
    "clock set",
    "finished",
    "published",
}
"""What no act undoes: it is appended, drawn, set by another, or others have read it."""

OF_ACTS = {"undone", "gone back", "gone back before"}
"""What needs an act before it."""
