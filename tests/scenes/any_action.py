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
    tables_for_sitting_out,
)
from tournaments.queries.contestants.penalty_steps import proposed_step
from tournaments.queries.desk.late_results import LateResultFilter
from tournaments.queries.rounds.substitutes import seat_periods

PreparedAction = Callable[[], object]

# Names of substitutes who are not registered.
SUBSTITUTE_NAMES = ("Carla Mas", "Dolors Vila", "Enric Pou")


def _enter_for_one_side(scene: RandomChoices) -> PreparedAction:
    """Enter an outcome for one side of a random play."""
    play, side, fields = scene.play, scene.side, scene.random_fields()
    return lambda: submit_entry(play.pk, fields, at(play, side), scene.key)


def _enter_for_all_sides(scene: RandomChoices) -> PreparedAction:
    """Enter the same outcome for every side of a table, each from its own device."""
    return _entries_of_all_sides(scene, [scene.play])


def _enter_late_for_all_sides(scene: RandomChoices) -> PreparedAction:
    """Enter an outcome for every side of a play without entries in an ended round.

    If there is no such play, use a random one.
    """
    unsaid = _plays_without_entries(scene).exclude(seating__round__ended_at=None)
    return _entries_of_all_sides(scene, [scene.rng.choice(list(unsaid) or [scene.play])])


def _enter_at_all_tables(scene: RandomChoices) -> PreparedAction:
    """Enter an outcome for every play without entries in a running round."""
    return _entries_of_all_sides(
        scene, list(_plays_without_entries(scene).filter(seating__round__ended_at=None))
    )


def _plays_without_entries(scene: RandomChoices) -> QuerySet[Play]:
    started_plays = Play.objects.filter(
        board__session=scene.session, seating__round__started_at__isnull=False
    )
    return started_plays.filter(revision=0).select_related("seating__table", "board").order_by("pk")


def _entries_of_all_sides(scene: RandomChoices, plays: Iterable[Play]) -> PreparedAction:
    outcomes = [(play, scene.random_fields()) for play in plays]

    def enter_results() -> None:
        for play, outcome in outcomes:
            for side in scene.session.stage.event.game.lines:
                submit_entry(play.pk, outcome, at(play, side), f"{scene.key} {play.pk} {side}")

    return enter_results


def _withdraw_and_confirm(scene: RandomChoices) -> PreparedAction:
    """Withdraw the entry of one side, and confirm that of another side for it."""
    play = scene.play
    entries = list(play.entries.filter(kind=Entry.Kind.TABLE).order_by("revision"))
    withdrawn, confirmed = (
        (scene.rng.choice(entries), scene.rng.choice(entries))
        if entries
        else (Entry(revision=1), Entry())
    )
    actor = at(play, withdrawn.side or scene.side)
    return lambda: confirm_entry(
        play.pk, confirmed.revision, actor, scene.key, withdraws=withdrawn.revision
    )


def _decide(kind: Entry.Kind) -> Callable[[RandomChoices], PreparedAction]:
    def prepare(scene: RandomChoices) -> PreparedAction:
        play, fields = scene.play, {} if kind == Entry.Kind.VOID else scene.random_fields()
        options = {
            "replaces": play.revision,
            "reason": "both sides agree",
            "actor": scene.director,
            "key": scene.key,
        }
        return lambda: decide_play(play.pk, kind, fields, **options)

    return prepare


def _give_awards(scene: RandomChoices) -> PreparedAction:
    play, lines = scene.play, list(scene.session.stage.event.game.lines)
    choices = ["3/2", "average", "average_minus", "not_played", "60%"]
    awards = {line: scene.rng.choice(choices) for line in lines}
    options = {
        "replaces": play.revision,
        "reason": "both sides agree",
        "actor": scene.director,
        "key": scene.key,
    }
    return lambda: give_awards(play.pk, awards, **options)


def _accept_late(scene: RandomChoices) -> PreparedAction:
    sections = Section.objects.filter(session=scene.session)
    late_filter = LateResultFilter.ALL
    return lambda: accept_late_results(
        scene.session, sections, late_filter, "the network", scene.director, scene.key
    )


def _object(scene: RandomChoices) -> PreparedAction:
    """Object to a result, from a device at its table."""
    play = scene.play
    contestant = scene.rng.choice(list(play.seating.places.order_by("seat"))).contestant
    return lambda: object_to_result(play, contestant, "41, not 31", at(play, scene.side), scene.key)


def _answer_objection(scene: RandomChoices) -> PreparedAction:
    objections = list(Objection.objects.unanswered().filter(play__board__session=scene.session))
    if not objections:
        return lambda: raise_if_any([Problem("nobody_objects", "")])
    objection, verdict = scene.rng.choice(objections), scene.rng.choice(Objection.Verdict.values)
    return lambda: answer_objection(
        objection, verdict, "both sides agree", scene.director, scene.key
    )


def _give_penalty(scene: RandomChoices) -> PreparedAction:
    contestant, stage = scene.contestant, scene.session.stage
    return lambda: give_penalty(contestant, stage, "1/3", "late", scene.director, scene.key)


def _give_penalty_step(scene: RandomChoices) -> PreparedAction:
    club, stage, contestant = scene.event.club, scene.session.stage, scene.contestant
    kind = club.penalties.first() or add_club_penalty(
        club, "Slow", ["warning", "0.25", "0.5"], scene.director
    )
    had = proposed_step(kind, contestant, stage).earlier_count
    return lambda: give_penalty_step(contestant, stage, kind, had, scene.director, scene.key)


def _mark_unranked(scene: RandomChoices) -> PreparedAction:
    event, contestant = scene.event, scene.contestant
    return lambda: mark_unranked(event, contestant.pk, "guest", scene.director)


def _mark_ranked(scene: RandomChoices) -> PreparedAction:
    event, contestant = scene.event, scene.contestant
    return lambda: mark_ranked(event, contestant.pk, scene.director)


def _set_categories(scene: RandomChoices) -> PreparedAction:
    event = scene.event
    numbers = list(event.contestants.order_by("number").values_list("number", flat=True))
    categories = {
        name: scene.rng.sample(numbers, 2)
        for name in scene.rng.sample(["Novells", "Mixtos", "Vic"], 2)
    }
    return lambda: set_categories(event, categories, scene.director)


def _turn_table(scene: RandomChoices) -> PreparedAction:
    seating = scene.seating
    return lambda: turn_table(seating.pk, scene.correction_request)


def _reseat_table(scene: RandomChoices) -> PreparedAction:
    seating = scene.seating
    seats = sorted(seating.places.values_list("seat", flat=True))
    new_seats = dict(zip(seats, scene.rng.sample(seats, len(seats)), strict=True))
    return lambda: reseat_table(seating.pk, new_seats, scene.correction_request)


def _swap_result_sides(scene: RandomChoices) -> PreparedAction:
    play = scene.play
    return lambda: swap_result_sides(play.pk, scene.correction_request)


def _exchange_opponents(scene: RandomChoices) -> PreparedAction:
    seating = scene.seating
    contestant, other_contestant = scene.rng.sample(
        list(scene.session.stage.event.contestants.order_by("pk")), 2
    )
    return lambda: exchange_opponents(
        seating.round_id, contestant.pk, other_contestant.pk, scene.correction_request
    )


def _correct_played_board(scene: RandomChoices) -> PreparedAction:
    play, number = (
        scene.play,
        scene.rng.choice(list(scene.session.boards.order_by("number"))).number,
    )
    return lambda: correct_played_board(play.pk, number, scene.correction_request)


def _correct_played_set(scene: RandomChoices) -> PreparedAction:
    seating = scene.seating
    sets = other_board_sets(seating)
    first = scene.rng.choice(sets)[0].number if sets else 1
    return lambda: correct_played_set(seating.pk, first, scene.correction_request)


def _exchange_results(scene: RandomChoices) -> PreparedAction:
    one, other = scene.play, scene.play
    return lambda: exchange_results(one.pk, other.pk, scene.correction_request)


def _move_result(scene: RandomChoices) -> PreparedAction:
    one, other = scene.play, scene.play
    return lambda: move_result(one.pk, other.pk, scene.correction_request)


def _foul_board(scene: RandomChoices) -> PreparedAction:
    board = scene.play.board
    plays = list(board.plays.order_by("pk").values_list("pk", flat=True))
    fouled_plays = scene.rng.sample(plays, scene.rng.randint(1, len(plays)))
    return lambda: foul_board(board.pk, fouled_plays, scene.correction_request)


def _take_out_board(scene: RandomChoices) -> PreparedAction:
    board = scene.play.board
    return lambda: take_out_board(board.pk, scene.correction_request)


def _add_substitute(scene: RandomChoices) -> PreparedAction:
    """Add a substitute for a random named player, from a random board and round on."""
    seat_holders = SeatHolder.objects.filter(
        seating__round__section__session=scene.session, player__isnull=False
    )
    seat_holder = scene.rng.choice(
        list(seat_holders.order_by("seating__round__number", "pk")) or [None]
    )
    if seat_holder is None:
        return lambda: add_substitute(
            scene.session.pk, SubstituteRequest(0, 0, "", 1), scene.correction_request
        )
    boards = seat_holder.seating.plays.order_by("board__number").values_list(
        "board__number", flat=True
    )
    number = seat_holder.seating.round.number
    substitute_request = SubstituteRequest(
        seat_holder.contestant_id,
        scene.rng.choice(seat_periods(seat_holder)).player.pk,
        scene.rng.choice([*SUBSTITUTE_NAMES, seat_holder.contestant.name.split(" – ")[0]]),
        number,
        scene.rng.choice([0, *boards]),
        scene.rng.choice([0, number]),
    )
    return lambda: add_substitute(scene.session.pk, substitute_request, scene.correction_request)


def _withdraw_during_play(scene: RandomChoices) -> PreparedAction:
    event, contestant, replacement = (
        scene.event,
        scene.contestant,
        scene.rng.choice(["", "", _newcomer_name(scene)]),
    )
    return lambda: withdraw_during_play(event, contestant.pk, scene.correction_request, replacement)


def _add_late_arrival(scene: RandomChoices) -> PreparedAction:
    """Add a late arrival; without free seats the request has no seats, and is refused."""
    event, section, name = scene.event, scene.section, _newcomer_name(scene)
    try:
        seats = find_late_arrival_seats(event, section.name)
    except ValidationFailed:
        seats = LateArrivalSeats(section.pk)
    return lambda: add_late_arrival(event, name, seats, scene.correction_request)


def _newcomer_name(scene: RandomChoices) -> str:
    """Return the name of a contestant that is not registered."""
    number = scene.rng.randint(1, 999)
    return f"Nova {number} – Vella {number}" if scene.event.players_each == 2 else f"Nova {number}"


def _merge_tables(scene: RandomChoices) -> PreparedAction:
    section = scene.section
    tables = [] if section.session.stage.is_drawn else tables_for_sitting_out(section)
    return lambda: merge_tables(section.pk, tables, scene.correction_request)


def _shorten_section(
    act: Callable[[int, CorrectionRequest], object],
) -> Callable[[RandomChoices], PreparedAction]:
    def prepare(scene: RandomChoices) -> PreparedAction:
        section = scene.section
        return lambda: act(section.pk, scene.correction_request)

    return prepare


def _start_section(scene: RandomChoices) -> PreparedAction:
    section = scene.section
    return lambda: start_section(section, scene.director)


def _end_round(scene: RandomChoices) -> PreparedAction:
    round_ = scene.begun_round
    return lambda: end_round(round_.pk, scene.director)


def _end_round_everywhere(scene: RandomChoices) -> PreparedAction:
    round_ = scene.begun_round
    return lambda: end_round_in_all_sections(scene.session, round_.number, scene.director)


def _latest_round(scene: RandomChoices) -> Round:
    """Return the latest round of the session; a drawn one may not have started."""
    return (
        Round.objects.filter(section__session=scene.session)
        .order_by("number", "pk")
        .latest("number")
    )


def _draw_round(scene: RandomChoices) -> PreparedAction:
    return lambda: draw_round(scene.session.pk, scene.director)


def _undo_draw(scene: RandomChoices) -> PreparedAction:
    round_ = _latest_round(scene)
    return lambda: undo_draw(round_.pk, scene.director)


def _begin_drawn_round(scene: RandomChoices) -> PreparedAction:
    round_ = _latest_round(scene)
    return lambda: begin_round(round_.pk, scene.director)


def _swap_contestants(scene: RandomChoices) -> PreparedAction:
    round_, (first_contestant, second_contestant) = (
        _latest_round(scene),
        scene.rng.sample(list(scene.event.contestants.order_by("pk")), 2),
    )
    return lambda: swap_contestants(
        round_.pk, first_contestant.pk, second_contestant.pk, scene.director
    )


def _give_minutes(scene: RandomChoices) -> PreparedAction:
    section, minutes = scene.section, scene.rng.choice([5, -2])
    return lambda: give_minutes([section], minutes, scene.director, scene.key)


def _give_minutes_to_table(scene: RandomChoices) -> PreparedAction:
    tables = scene.section.tables.select_related("section__session__stage__event__club")
    table = scene.rng.choice(list(tables.order_by("number")))
    return lambda: give_minutes_to_table(table, 3, scene.director, scene.key)


def _pause_clocks(scene: RandomChoices) -> PreparedAction:
    section = scene.section
    return lambda: pause_clocks([section], scene.director)


def _resume_clocks(scene: RandomChoices) -> PreparedAction:
    section = scene.section
    return lambda: resume_clocks([section], scene.director)


def _set_clock(scene: RandomChoices) -> PreparedAction:
    minutes = scene.rng.choice([20, 30])
    return lambda: set_clock(scene.session.pk, minutes, {1: 10}, scene.director)


def _mark_absent(scene: RandomChoices) -> PreparedAction:
    event, contestant = scene.event, scene.contestant
    return lambda: mark_absent(event, contestant.pk, scene.director)


def _mark_present(scene: RandomChoices) -> PreparedAction:
    event, contestant = scene.event, scene.contestant
    return lambda: mark_present(event, contestant.pk, scene.director)


def _undo_step(scene: RandomChoices) -> PreparedAction:
    act = _random_undo_step(scene)
    return lambda: undo_step(act, scene.director)


def _restore_to(scene: RandomChoices) -> PreparedAction:
    act = _random_undo_step(scene)
    return lambda: restore_to(act, scene.director)


def _restore_before(scene: RandomChoices) -> PreparedAction:
    act = _random_undo_step(scene)
    return lambda: restore_before(act, scene.director)


def _random_undo_step(scene: RandomChoices) -> int:
    acts = list(
        UndoStep.objects.filter(event=scene.event).order_by("pk").values_list("pk", flat=True)
    )
    return scene.rng.choice(acts) if acts else 0


def _finish_session(scene: RandomChoices) -> PreparedAction:
    return lambda: finish_session(scene.session.pk, scene.director)


def _publish_event(scene: RandomChoices) -> PreparedAction:
    return lambda: publish_event(scene.session.stage.event_id, scene.director)


ACTIONS: dict[str, Callable[[RandomChoices], PreparedAction]] = {
    "one side enters a result": _enter_for_one_side,
    "table enters a result": _enter_for_all_sides,
    "table enters a result late": _enter_late_for_all_sides,
    "all tables enter results": _enter_at_all_tables,
    "entry withdrawn for another side's": _withdraw_and_confirm,
    "result corrected": _decide(Entry.Kind.CORRECTION),
    "ruling given": _decide(Entry.Kind.RULING),
    "board called off": _decide(Entry.Kind.VOID),
    "awards given": _give_awards,
    "late result accepted": _accept_late,
    "objection made": _object,
    "objection answered": _answer_objection,
    "penalty given": _give_penalty,
    "penalty of the list given": _give_penalty_step,
    "contestant unranked": _mark_unranked,
    "contestant ranked again": _mark_ranked,
    "categories set": _set_categories,
    "table turned": _turn_table,
    "table reseated": _reseat_table,
    "result sides swapped": _swap_result_sides,
    "opponents exchanged": _exchange_opponents,
    "played board corrected": _correct_played_board,
    "played set corrected": _correct_played_set,
    "results exchanged": _exchange_results,
    "result moved": _move_result,
    "board fouled": _foul_board,
    "board taken out": _take_out_board,
    "substitute added": _add_substitute,
    "contestant left": _withdraw_during_play,
    "late arrival added": _add_late_arrival,
    "tables merged": _merge_tables,
    "last round dropped": _shorten_section(drop_last_round),
    "boards dropped": _shorten_section(drop_boards),
    "section started": _start_section,
    "round ended": _end_round,
    "round ended everywhere": _end_round_everywhere,
    "round drawn": _draw_round,
    "draw taken back": _undo_draw,
    "drawn round begun": _begin_drawn_round,
    "drawn contestants swapped": _swap_contestants,
    "time given": _give_minutes,
    "time given to a table": _give_minutes_to_table,
    "clock paused": _pause_clocks,
    "clock resumed": _resume_clocks,
    "clock set": _set_clock,
    "contestant marked absent": _mark_absent,
    "contestant marked present": _mark_present,
    "step undone": _undo_step,
    "restored to a step": _restore_to,
    "restored to before a step": _restore_before,
    "session finished": _finish_session,
    "event published": _publish_event,
}

# Actions without an idempotency key: the stored state makes them run once, and a second request is
# refused.
WITHOUT_IDEMPOTENCY_KEY = {
    "round ended",
    "round ended everywhere",
    "round drawn",
    "draw taken back",
    "drawn round begun",
    "section started",
    "clock paused",
    "clock resumed",
    "session finished",
    "event published",
}

# Actions that reverse themselves when they are repeated.
SELF_REVERSING = {"drawn contestants swapped"}

# Actions without an undo step. They append something, draw a round, can be set to another value, or
# show something to others.
NOT_UNDOABLE = {
    "one side enters a result",
    "table enters a result",
    "table enters a result late",
    "all tables enter results",
    "entry withdrawn for another side's",
    "objection made",
    "round drawn",
    "draw taken back",
    "drawn contestants swapped",
    "clock set",
    "session finished",
    "event published",
}

# Actions that need an earlier undo step.
ON_UNDO_STEPS = {"step undone", "restored to a step", "restored to before a step"}
