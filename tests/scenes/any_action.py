"""Every action of an event, prepared with random targets, for previews and repetitions.

To add an action, write a function that prepares it, and add it to `ACTIONS`.
"""

from collections.abc import Callable, Iterable

from django.db.models import QuerySet

from games.problems import Problem, ValidationFailed, raise_if_any
from tests.scenes.any_session import RandomChoices
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
from tournaments.actions.rounds.end_round import end_round, end_round_in_all_sections
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

PreparedAction = Callable[[], object]

# Names of substitutes who are not registered.
SUBSTITUTE_NAMES = ("Carla Mas", "Dolors Vila", "Enric Pou")


def _enter_for_one_side(room: RandomChoices) -> PreparedAction:
    """Enter an outcome for one side of a random play."""
    play, side, fields = room.play, room.side, room.said()
    return lambda: submit_entry(play.pk, fields, at(play, side), room.key)


def _enter_for_all_sides(room: RandomChoices) -> PreparedAction:
    """Enter the same outcome for every side of a table, each from its own device."""
    return _entries_of_all_sides(room, [room.play])


def _enter_late_for_all_sides(room: RandomChoices) -> PreparedAction:
    """Enter an outcome for every side of a play without entries whose round is over, if any."""
    unsaid = _plays_without_entries(room).exclude(seating__round__ended_at=None)
    return _entries_of_all_sides(room, [room.rng.choice(list(unsaid) or [room.play])])


def _enter_at_all_tables(room: RandomChoices) -> PreparedAction:
    """Enter an outcome for every play without entries in a running round."""
    return _entries_of_all_sides(
        room, list(_plays_without_entries(room).filter(seating__round__ended_at=None))
    )


def _plays_without_entries(room: RandomChoices) -> QuerySet[Play]:
    started_plays = Play.objects.filter(
        board__session=room.session, seating__round__started_at__isnull=False
    )
    return started_plays.filter(revision=0).select_related("seating__table", "board").order_by("pk")


def _entries_of_all_sides(room: RandomChoices, plays: Iterable[Play]) -> PreparedAction:
    outcomes = [(play, room.said()) for play in plays]

    def enter_results() -> None:
        for play, outcome in outcomes:
            for side in room.session.stage.event.game.lines:
                submit_entry(play.pk, outcome, at(play, side), f"{room.key} {play.pk} {side}")

    return enter_results


def _withdraw_and_confirm(room: RandomChoices) -> PreparedAction:
    """Withdraw an entry of one side and confirm another side's ("theirs is right")."""
    play = room.play
    entries = list(play.entries.filter(kind=Entry.Kind.TABLE).order_by("revision"))
    withdrawn, confirmed = (
        (room.rng.choice(entries), room.rng.choice(entries))
        if entries
        else (Entry(revision=1), Entry())
    )
    actor = at(play, withdrawn.side or room.side)
    return lambda: confirm_entry(
        play.pk, confirmed.revision, actor, room.key, withdraws=withdrawn.revision
    )


def _decide(kind: Entry.Kind) -> Callable[[RandomChoices], PreparedAction]:
    def prepare(room: RandomChoices) -> PreparedAction:
        play, fields = room.play, {} if kind == Entry.Kind.VOID else room.said()
        options = {
            "replaces": play.revision,
            "reason": "so",
            "actor": room.director,
            "key": room.key,
        }
        return lambda: decide_play(play.pk, kind, fields, **options)

    return prepare


def _give_awards(room: RandomChoices) -> PreparedAction:
    play, lines = room.play, list(room.session.stage.event.game.lines)
    choices = ["3/2", "average", "average_minus", "not_played", "60%"]
    awards = {line: room.rng.choice(choices) for line in lines}
    options = {"replaces": play.revision, "reason": "so", "actor": room.director, "key": room.key}
    return lambda: give_awards(play.pk, awards, **options)


def _accept_late(room: RandomChoices) -> PreparedAction:
    sections = Section.objects.filter(session=room.session)
    late_filter = LateResultFilter.ALL
    return lambda: accept_late_results(
        room.session, sections, late_filter, "the network", room.director, room.key
    )


def _object(room: RandomChoices) -> PreparedAction:
    """Object to a result, from a device at its table."""
    play = room.play
    contestant = room.rng.choice(list(play.seating.places.order_by("seat"))).contestant
    return lambda: object_to_result(play, contestant, "41, not 31", at(play, room.side), room.key)


def _answer_objection(room: RandomChoices) -> PreparedAction:
    objections = list(Objection.objects.unanswered().filter(play__board__session=room.session))
    if not objections:
        return lambda: raise_if_any([Problem("nobody_objects", "")])
    objection, verdict = room.rng.choice(objections), room.rng.choice(Objection.Verdict.values)
    return lambda: answer_objection(objection, verdict, "so", room.director, room.key)


def _give_penalty(room: RandomChoices) -> PreparedAction:
    contestant, stage = room.contestant, room.session.stage
    return lambda: give_penalty(contestant, stage, "1/3", "late", room.director, room.key)


def _give_penalty_step(room: RandomChoices) -> PreparedAction:
    club, stage, contestant = room.event.club, room.session.stage, room.contestant
    kind = club.penalties.first() or add_club_penalty(
        club, "Slow", ["warning", "0.25", "0.5"], room.director
    )
    had = proposed_step(kind, contestant, stage).earlier_count
    return lambda: give_penalty_step(contestant, stage, kind, had, room.director, room.key)


def _mark_unranked(room: RandomChoices) -> PreparedAction:
    event, contestant = room.event, room.contestant
    return lambda: mark_unranked(event, contestant.pk, "guest", room.director)


def _mark_ranked(room: RandomChoices) -> PreparedAction:
    event, contestant = room.event, room.contestant
    return lambda: mark_ranked(event, contestant.pk, room.director)


def _set_categories(room: RandomChoices) -> PreparedAction:
    event = room.event
    numbers = list(event.contestants.order_by("number").values_list("number", flat=True))
    categories = {
        name: room.rng.sample(numbers, 2)
        for name in room.rng.sample(["Novells", "Mixtos", "Vic"], 2)
    }
    return lambda: set_categories(event, categories, room.director)


def _turn_table(room: RandomChoices) -> PreparedAction:
    seating = room.seating
    return lambda: turn_table(seating.pk, room.how)


def _reseat_table(room: RandomChoices) -> PreparedAction:
    seating = room.seating
    seats = sorted(seating.places.values_list("seat", flat=True))
    new_seats = dict(zip(seats, room.rng.sample(seats, len(seats)), strict=True))
    return lambda: reseat_table(seating.pk, new_seats, room.how)


def _swap_result_sides(room: RandomChoices) -> PreparedAction:
    play = room.play
    return lambda: swap_result_sides(play.pk, room.how)


def _exchange_opponents(room: RandomChoices) -> PreparedAction:
    seating = room.seating
    contestant, other_contestant = room.rng.sample(
        list(room.session.stage.event.contestants.order_by("pk")), 2
    )
    return lambda: exchange_opponents(
        seating.round_id, contestant.pk, other_contestant.pk, room.how
    )


def _correct_played_board(room: RandomChoices) -> PreparedAction:
    play, number = room.play, room.rng.choice(list(room.session.boards.order_by("number"))).number
    return lambda: correct_played_board(play.pk, number, room.how)


def _correct_played_set(room: RandomChoices) -> PreparedAction:
    seating = room.seating
    sets = other_board_sets(seating)
    first = room.rng.choice(sets)[0].number if sets else 1
    return lambda: correct_played_set(seating.pk, first, room.how)


def _exchange_results(room: RandomChoices) -> PreparedAction:
    one, other = room.play, room.play
    return lambda: exchange_results(one.pk, other.pk, room.how)


def _move_result(room: RandomChoices) -> PreparedAction:
    one, other = room.play, room.play
    return lambda: move_result(one.pk, other.pk, room.how)


def _foul_board(room: RandomChoices) -> PreparedAction:
    board = room.play.board
    plays = list(board.plays.order_by("pk").values_list("pk", flat=True))
    fouled_plays = room.rng.sample(plays, room.rng.randint(1, len(plays)))
    return lambda: foul_board(board.pk, fouled_plays, room.how)


def _take_out_board(room: RandomChoices) -> PreparedAction:
    board = room.play.board
    return lambda: take_out_board(board.pk, room.how)


def _add_substitute(room: RandomChoices) -> PreparedAction:
    """Add a substitute for a random named player, from a random board and round on."""
    places = SeatHolder.objects.filter(
        seating__round__section__session=room.session, player__isnull=False
    )
    place = room.rng.choice(list(places.order_by("seating__round__number", "pk")) or [None])
    if place is None:
        return lambda: add_substitute(room.session.pk, SubstituteRequest(0, 0, "", 1), room.how)
    boards = place.seating.plays.order_by("board__number").values_list("board__number", flat=True)
    number = place.seating.round.number
    substitute_request = SubstituteRequest(
        place.contestant_id,
        room.rng.choice(seat_periods(place)).player.pk,
        room.rng.choice([*SUBSTITUTE_NAMES, place.contestant.name.split(" – ")[0]]),
        number,
        room.rng.choice([0, *boards]),
        room.rng.choice([0, number]),
    )
    return lambda: add_substitute(room.session.pk, substitute_request, room.how)


def _withdraw_during_play(room: RandomChoices) -> PreparedAction:
    event, contestant, replacement = (
        room.event,
        room.contestant,
        room.rng.choice(["", "", _newcomer_name(room)]),
    )
    return lambda: withdraw_during_play(event, contestant.pk, room.how, replacement)


def _add_late_arrival(room: RandomChoices) -> PreparedAction:
    """Add a late arrival; without free seats the request has none and is refused."""
    event, section, name = room.event, room.section, _newcomer_name(room)
    try:
        seats = find_late_arrival_seats(event, section.name)
    except ValidationFailed:
        seats = LateArrivalSeats(section.pk)
    return lambda: add_late_arrival(event, name, seats, room.how)


def _newcomer_name(room: RandomChoices) -> str:
    """Return the name of a contestant that is not registered."""
    number = room.rng.randint(1, 999)
    return f"Nova {number} – Vella {number}" if room.event.players_each == 2 else f"Nova {number}"


def _merge_tables(room: RandomChoices) -> PreparedAction:
    section = room.section
    tables = [] if section.session.stage.is_drawn else tables_for_resting(section)
    return lambda: merge_tables(section.pk, tables, room.how)


def _shorten_section(
    act: Callable[[int, CorrectionRequest], object],
) -> Callable[[RandomChoices], PreparedAction]:
    def prepare(room: RandomChoices) -> PreparedAction:
        section = room.section
        return lambda: act(section.pk, room.how)

    return prepare


def _start_section(room: RandomChoices) -> PreparedAction:
    section = room.section
    return lambda: start_section(section, room.director)


def _end_round(room: RandomChoices) -> PreparedAction:
    round_ = room.begun_round
    return lambda: end_round(round_.pk, room.director)


def _end_round_everywhere(room: RandomChoices) -> PreparedAction:
    round_ = room.begun_round
    return lambda: end_round_in_all_sections(room.session, round_.number, room.director)


def _latest_round(room: RandomChoices) -> Round:
    """Return the latest round of the session; a drawn one may not have started."""
    return (
        Round.objects.filter(section__session=room.session)
        .order_by("number", "pk")
        .latest("number")
    )


def _draw_round(room: RandomChoices) -> PreparedAction:
    return lambda: draw_round(room.session.pk, room.director)


def _undo_draw(room: RandomChoices) -> PreparedAction:
    round_ = _latest_round(room)
    return lambda: undo_draw(round_.pk, room.director)


def _begin_drawn_round(room: RandomChoices) -> PreparedAction:
    round_ = _latest_round(room)
    return lambda: begin_round(round_.pk, room.director)


def _swap_contestants(room: RandomChoices) -> PreparedAction:
    round_, (one, other) = (
        _latest_round(room),
        room.rng.sample(list(room.event.contestants.order_by("pk")), 2),
    )
    return lambda: swap_contestants(round_.pk, one.pk, other.pk, room.director)


def _give_minutes(room: RandomChoices) -> PreparedAction:
    section, minutes = room.section, room.rng.choice([5, -2])
    return lambda: give_minutes([section], minutes, room.director, room.key)


def _give_minutes_to_table(room: RandomChoices) -> PreparedAction:
    tables = room.section.tables.select_related("section__session__stage__event__club")
    table = room.rng.choice(list(tables.order_by("number")))
    return lambda: give_minutes_to_table(table, 3, room.director, room.key)


def _pause_clocks(room: RandomChoices) -> PreparedAction:
    section = room.section
    return lambda: pause_clocks([section], room.director)


def _resume_clocks(room: RandomChoices) -> PreparedAction:
    section = room.section
    return lambda: resume_clocks([section], room.director)


def _set_clock(room: RandomChoices) -> PreparedAction:
    minutes = room.rng.choice([20, 30])
    return lambda: set_clock(room.session.pk, minutes, {1: 10}, room.director)


def _mark_absent(room: RandomChoices) -> PreparedAction:
    event, contestant = room.event, room.contestant
    return lambda: mark_absent(event, contestant.pk, room.director)


def _mark_present(room: RandomChoices) -> PreparedAction:
    event, contestant = room.event, room.contestant
    return lambda: mark_present(event, contestant.pk, room.director)


def _undo_step(room: RandomChoices) -> PreparedAction:
    act = _random_undo_step(room)
    return lambda: undo_step(act, room.director)


def _restore_to(room: RandomChoices) -> PreparedAction:
    act = _random_undo_step(room)
    return lambda: restore_to(act, room.director)


def _restore_before(room: RandomChoices) -> PreparedAction:
    act = _random_undo_step(room)
    return lambda: restore_before(act, room.director)


def _random_undo_step(room: RandomChoices) -> int:
    acts = list(
        UndoStep.objects.filter(event=room.event).order_by("pk").values_list("pk", flat=True)
    )
    return room.rng.choice(acts) if acts else 0


def _finish_session(room: RandomChoices) -> PreparedAction:
    return lambda: finish_session(room.session.pk, room.director)


def _publish_event(room: RandomChoices) -> PreparedAction:
    return lambda: publish_event(room.session.stage.event_id, room.director)


ACTIONS: dict[str, Callable[[RandomChoices], PreparedAction]] = {
    "a table says": _enter_for_one_side,
    "a whole table says": _enter_for_all_sides,
    "a whole table says late": _enter_late_for_all_sides,
    "all tables say": _enter_at_all_tables,
    "theirs is right": _withdraw_and_confirm,
    "corrected": _decide(Entry.Kind.CORRECTION),
    "ruled": _decide(Entry.Kind.RULING),
    "called off": _decide(Entry.Kind.VOID),
    "awards given": _give_awards,
    "late accepted": _accept_late,
    "objected": _object,
    "objection answered": _answer_objection,
    "penalty": _give_penalty,
    "penalty of the list": _give_penalty_step,
    "takes no place": _mark_unranked,
    "takes a place": _mark_ranked,
    "categories": _set_categories,
    "table turned": _turn_table,
    "other seats": _reseat_table,
    "other side": _swap_result_sides,
    "opponents exchanged": _exchange_opponents,
    "another board": _correct_played_board,
    "another set": _correct_played_set,
    "results exchanged": _exchange_results,
    "result moved": _move_result,
    "fouled": _foul_board,
    "taken out": _take_out_board,
    "substitute": _add_substitute,
    "left": _withdraw_during_play,
    "joined": _add_late_arrival,
    "merged": _merge_tables,
    "last round dropped": _shorten_section(drop_last_round),
    "a board less": _shorten_section(drop_boards),
    "section started": _start_section,
    "round ended": _end_round,
    "round ended everywhere": _end_round_everywhere,
    "drawn": _draw_round,
    "draw taken back": _undo_draw,
    "drawn round begun": _begin_drawn_round,
    "swapped": _swap_contestants,
    "minutes given": _give_minutes,
    "minutes given to a table": _give_minutes_to_table,
    "clock stopped": _pause_clocks,
    "clock goes on": _resume_clocks,
    "clock set": _set_clock,
    "session missed": _mark_absent,
    "comes after all": _mark_present,
    "undone": _undo_step,
    "gone back": _restore_to,
    "gone back before": _restore_before,
    "finished": _finish_session,
    "published": _publish_event,
}

# Actions without an idempotency key: the stored state makes them run once, and a second request is
# refused.
WITHOUT_IDEMPOTENCY_KEY = {
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

# Actions that reverse themselves when they are repeated.
SELF_REVERSING = {"swapped"}

# Actions without an undo step: they append, draw, can be set again, or have been read by others.
NOT_UNDOABLE = {
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

# Actions that need an earlier undo step.
ON_UNDO_STEPS = {"undone", "gone back", "gone back before"}
