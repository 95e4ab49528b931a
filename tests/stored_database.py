"""Create the stored database of a release: `python -m tests.stored_database FOLDER`.

The events that tests/golden/databases/README.md lists are played on a new installation, through the
current actions. The database, its standings and its event files are written into the folder.
"""

import json
import lzma
import os
import sqlite3
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import django

SALT = "sal de prova"


def play() -> None:
    """Create the demo, and everything else that may happen in a club."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("demo", verbosity=0)
    for part in (
        _add_open_problems,
        _add_corrections,
        _add_methods_and_tiebreaks,
        _add_games,
        _add_drawn_events,
        _add_events_without_results,
    ):
        part()
        _score_everything()


def _score_everything() -> None:
    """Score until nothing is pending; the snapshot interval may delay it by some seconds."""
    from tournaments import scoring_pipeline
    from tournaments.tasks import catch_up

    catch_up()
    while scoring_pipeline.pending_stages():
        time.sleep(0.2)  # no other process makes them, and what is stored must be what follows
        catch_up()


def _director() -> Any:
    from django.contrib.auth import get_user_model

    from tournaments.permissions.actor import Actor

    return Actor.of_user(get_user_model().objects.get(username="director").pk)


def _club() -> Any:
    from tournaments.models import Club

    return Club.objects.get(slug="club-de-botifarra-la-manilla")


def _start_session(
    name: str, contestants: Sequence[str], rounds: int, boards: int, **plan: Any
) -> tuple[Any, str]:
    """Start a session, and return it with its seed."""
    import hashlib

    from tournaments.actions.events.create import EventPlan, create_event
    from tournaments.actions.rounds.sessions import create_session, deal_session, start_session

    seed = hashlib.sha256(name.encode()).hexdigest()
    stage = create_event(_club(), EventPlan(name, **plan), contestants, _director())
    session = create_session(stage, rounds, boards, _director(), seed=seed)
    deal_session(session.pk, SALT, _director())
    start_session(session.pk, _director())
    session.refresh_from_db()
    return session, seed


def _pair_names(number: int) -> list[str]:
    return [f"Parella {pair} – Contrària {pair}" for pair in range(1, number + 1)]


def _play_event(
    name: str, contestants: Sequence[str], rounds: int, boards: int, **plan: Any
) -> Any:
    """Play an event to its end and publish it."""
    from tournaments.actions.events.publish import publish_event
    from tournaments.management.simulated_play import play_session

    session, seed = _start_session(name, contestants, rounds, boards, **plan)
    play_session(session, seed, _director())
    publish_event(session.stage.event_id, _director())
    return session


def _enter(play: Any, side: str, points: int, key: str) -> None:
    from tournaments.actions.results.entries import submit_entry
    from tournaments.permissions.actor import Actor

    submitted = {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": str(points)}
    actor = Actor.of_table(play.seating.table_id, f"phone {side}", side)
    submit_entry(play.pk, submitted, actor, f"{play.pk} {key}")


def _decide(play: Any, kind: str) -> None:
    from tournaments.actions.results.decisions import decide_play

    play.refresh_from_db()
    submitted = {"trump": "copes", "delegated": "no", "contro": "none", "ns_points": "41"}
    decide_play(
        play.pk,
        kind,
        {} if kind == "void" else submitted,
        replaces=play.revision,
        reason="Heard both sides",
        actor=_director(),
        key=f"decided {play.pk}",
    )


def _plays_of_round(session: Any, number: int) -> list[Any]:
    from tournaments.models import Play

    plays = Play.objects.filter(board__session=session, seating__round__number=number)
    order = ("seating__table__number", "board__number")
    return list(plays.select_related("seating__round", "seating__table", "board").order_by(*order))


def _add_open_problems() -> None:
    """Add conflicts, decisions of every kind, late and missing results, penalties, a call."""
    from tournaments.actions.rounds.end_round import end_round

    session, _seed = _start_session("Nit de proves", _pair_names(8), 4, 2, movement_key="mitchell")
    first, second, third = (_plays_of_round(session, number) for number in (1, 2, 3))
    late = first.pop(1)
    for number, play in enumerate(first):
        _enter(play, "ns", 40 + number, "ns")
        if number != 3:
            _enter(play, "ew", 40 + number + (number in (1, 2)), "ew")
    _enter(first[0], "ns", 40, "ns")  # sent twice
    for play, kind in zip(first[2:], ("correction", "ruling", "void"), strict=False):
        _decide(play, kind)
    end_round(late.seating.round_id, _director())
    _enter(late, "ns", 45, "late")
    for number, play in enumerate(second):
        _enter(play, "ns", 37 + number, "ns")
    end_round(second[0].seating.round_id, _director())
    _enter(second[0], "ew", 51, "late")
    for play in third[:3]:
        _enter(play, "ns", 44, "ns")
    _add_penalties_call_and_announcement(session)


def _add_penalties_call_and_announcement(session: Any) -> None:
    """Add two penalties, a call and an announcement."""
    from tournaments.actions.calls.announcements import announce
    from tournaments.actions.calls.calls import call_director
    from tournaments.actions.penalties.penalties import give_penalty
    from tournaments.models import Table
    from tournaments.permissions.actor import Actor

    contestants = list(session.stage.event.contestants.order_by("number"))
    for number, amount in ((0, "1/2"), (2, "-0.25")):
        give_penalty(
            contestants[number],
            session.stage,
            amount,
            "Slow play",
            _director(),
            f"penalty {number}",
        )
    table = Table.objects.filter(section__session=session).earliest("number")
    call_director(table, "card", "una carta a terra", Actor.of_table(table.pk, "phone", ""), "call")
    announce(session, "Cinc minuts", _director(), "announce")


def _add_corrections() -> None:
    """Add corrections, an undone step, unranked contestants, categories and an objection."""
    from tests.scenes.evening import at
    from tournaments.actions.contestants.categories import set_categories
    from tournaments.actions.contestants.unranked import mark_unranked
    from tournaments.actions.corrections.correcting import CorrectionRequest
    from tournaments.actions.corrections.fouled_board import foul_board
    from tournaments.actions.corrections.misplaced_results import (
        exchange_results,
        swap_result_sides,
    )
    from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
    from tournaments.actions.corrections.turned_table import turn_table
    from tournaments.actions.history.undo import undo_step
    from tournaments.actions.penalties.club_penalties import add_club_penalty
    from tournaments.actions.results.adjusted_awards import give_awards
    from tournaments.actions.results.objections import answer_objection, object_to_result
    from tournaments.actions.rounds.end_round import end_round
    from tournaments.management.simulated_play import play_round
    from tournaments.models import Objection, UndoStep

    session, seed = _start_session("Nit d'adobs", _pair_names(8), 7, 2, movement_key="howell")
    event, director = session.stage.event, _director()
    for number in (1, 2):
        round_ = session.sections.get().rounds.get(number=number)
        play_round(round_, seed)
        end_round(round_.pk, director)
    first, second, third = (_plays_of_round(session, number) for number in (1, 2, 3))
    awards = {"ns": "average_plus", "ew": "average_minus"}
    give_awards(
        first[0].pk,
        awards,
        replaces=first[0].revision,
        reason="Trucaven",
        actor=director,
        key="given",
    )
    turn_table(first[2].seating_id, CorrectionRequest(director, "turned"))
    exchange_results(second[0].pk, second[1].pk, CorrectionRequest(director, "exchanged"))
    swap_result_sides(second[2].pk, CorrectionRequest(director, "other side"))
    undo_step(UndoStep.objects.latest("pk").pk, director)
    foul_board(second[4].board_id, [second[4].pk], CorrectionRequest(director, "fouled"))
    seat_holder = third[0].seating.places.get(seat="N")
    comes = SubstituteRequest(seat_holder.contestant_id, seat_holder.player_id, "Carla Suplent", 3)
    add_substitute(session.pk, comes, CorrectionRequest(director, "comes"))
    numbers = list(event.contestants.order_by("number").values_list("number", flat=True))
    set_categories(event, {"novells": numbers[:3], "juvenils": numbers[2:5]}, director)
    mark_unranked(event, event.contestants.get(number=numbers[-1]).pk, "de la casa", director)
    add_club_penalty(event.club, "Joc lent", ["warning", "0.1", "10%"], director)
    play = second[6]
    pair = play.seating.places.filter(seat="N").get().contestant
    object_to_result(play, pair, "en vam fer 41", at(play, "ns"), "wrong")
    answer_objection(Objection.objects.get(), "stays", "ho diu el paper", director, "answer")


def _add_methods_and_tiebreaks() -> None:
    """Play an event with each method that compares differently, and with tie-breaks."""
    for method in ("min_max", "matchpoints", "butler", "total"):
        _play_event(f"Per {method}", _pair_names(8), 3, 1, movement_key="howell", method_key=method)
    ties = ("tops", "head_to_head", "sum_x")
    _play_event("Desempats", _pair_names(8), 3, 1, movement_key="howell", tiebreaks=ties)


def _add_games() -> None:
    """Play a game of every kind, as `simulate --keep` does."""
    import io

    from django.core.management import call_command

    sizes = {
        "donguri": 8,
        "tantony": 8,
        "tarot_classic_four": 8,
        "tarot_classic_three": 9,
        "anou": 8,
    }
    for number, (game, contestants) in enumerate(sizes.items(), 1):
        arguments = {
            "contestants": contestants,
            "boards_per_round": 1,
            "rounds": 2,
            "seed": f"{number:064x}",
        }
        call_command("simulate", game=game, keep=True, stdout=io.StringIO(), **arguments)
    _add_score_sheets_and_draft()


def _add_score_sheets_and_draft() -> None:
    """Add games by final scores, with scenarios and by placement, and a stored draft."""
    from games.catalogue import get_game
    from tournaments.actions.results.drafts import store_draft
    from tournaments.models import Play
    from tournaments.movements.advice.proposals import propose_movements
    from tournaments.movements.advice.time_budget import TimeBudget
    from tournaments.permissions.actor import Actor

    lists = "Oratge: tempesta, calma, boira\nMapa (tots): nord, sud, est"
    scores = get_game("score_sheet", {"title": "Broom Service", "scenario": lists})
    players = [f"Jugadora {number}" for number in range(1, 9)]
    proposal = propose_movements(
        TimeBudget.for_game(scores, len(players), 1, rounds=2, boards_per_round=1)
    )[0]
    plan_options = {
        "movement_key": proposal.movement,
        "movement_options": proposal.options,
        "method_key": "placement",
    }
    _play_event(
        "Escombres", players, 2, 1, game_key=scores.key, options=scores.options, **plan_options
    )
    legs = get_game("tantony")
    session, _seed = _start_session(
        "Mànega per mànega",
        _pair_names(8),
        2,
        1,
        game_key=legs.key,
        options=legs.options,
        movement_key="mitchell",
    )
    play = Play.objects.filter(board__session=session, seating__round__number=1).earliest("pk")
    draft_fields = {"leg1_ns_runts": "41", "leg1_ew_runts": "22"}
    store_draft(play.pk, draft_fields, Actor.of_table(play.seating.table_id, "phone ns", "ns"))


def _add_drawn_events() -> None:
    """Add a Swiss with a withdrawal and a late arrival, a knock-out, and groups with a final."""
    from tournaments.actions.contestants.departures import withdraw_during_play
    from tournaments.actions.contestants.late_arrivals import add_late_arrival
    from tournaments.actions.corrections.correcting import CorrectionRequest
    from tournaments.actions.events.next_stage import create_next_stage
    from tournaments.actions.events.next_stage_plan import knock_out_plan
    from tournaments.actions.rounds.draws import begin_round, draw_round
    from tournaments.actions.rounds.end_round import end_round
    from tournaments.actions.rounds.sessions import deal_session, start_session
    from tournaments.management.simulated_play import play_round, play_session
    from tournaments.queries.contestants.late_arrival_seats import find_late_arrival_seats

    of_matches = {"game_key": "match"}
    _play_event("Eliminatòria", _pair_names(8), 3, 1, movement_key="knock_out", **of_matches)
    swiss, seed = _start_session(
        "Suís coix", _pair_names(9), 4, 1, movement_key="swiss", **of_matches
    )
    first = swiss.sections.get().rounds.get()
    play_round(first, seed)
    end_round(first.pk, _director())
    withdraw_during_play(
        swiss.stage.event,
        swiss.stage.event.contestants.get(number=5).pk,
        CorrectionRequest(_director(), "5"),
    )
    seats = find_late_arrival_seats(swiss.stage.event)
    add_late_arrival(
        swiss.stage.event, "Nova – Vinguda", seats, CorrectionRequest(_director(), "late")
    )
    second_draw = draw_round(swiss.pk, _director())
    begin_round(second_draw.pk, _director())
    play_round(second_draw, seed, table_count=2)
    plan = {"movement_key": "round_robin", "movement_options": {"groups": "2"}, **of_matches}
    groups, seed = _start_session("Grups i final", _pair_names(8), 3, 1, **plan)
    play_session(groups, seed, _director())
    final = create_next_stage(
        groups.stage.event, knock_out_plan(groups.stage, 2), _director(), seed=seed
    )
    deal_session(final.pk, SALT, _director())
    start_session(final.pk, _director())
    final.refresh_from_db()
    play_session(final, seed, _director())


def _add_events_without_results() -> None:
    """Add an upcoming event, and a started one without entries."""
    from tournaments.actions.events.create import EventPlan, create_event

    _start_session("Encara no", _pair_names(8), 4, 2, movement_key="mitchell")
    create_event(
        _club(), EventPlan("Dissabte vinent", movement_key="mitchell"), _pair_names(6), _director()
    )


def _event_files() -> dict[str, object]:
    from tournaments.models import Event
    from tournaments.queries.events.event_file import event_file

    events = Event.objects.select_related("club").order_by("club__slug", "slug")
    return {f"{event.club.slug}/{event.slug}": event_file(event) for event in events}


def _compressed_database(data: Path) -> bytes:
    """Return the database as one compressed file, vacuumed."""
    plain = data / "plain"
    with closing(sqlite3.connect(data / "manilla.sqlite3")) as database:
        database.execute(f"VACUUM INTO '{plain}'")
    return lzma.compress(plain.read_bytes(), preset=9 | lzma.PRESET_EXTREME)


def store(folder: Path, data: Path) -> Path:
    """Play, write the three files, and return the path of the one with the standings."""
    from django.conf import settings

    from tests.installation_report import standings

    play()
    version = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())[
        "project"
    ]["version"]
    folder.mkdir(parents=True, exist_ok=True)
    standings_file = {"version": version, "secret": settings.SECRET, "standings": standings()}
    files = json.dumps(_event_files(), ensure_ascii=False, sort_keys=True).encode()
    (folder / f"{version}.sqlite3.xz").write_bytes(_compressed_database(data))
    (folder / f"{version}.events.json.xz").write_bytes(
        lzma.compress(files, preset=9 | lzma.PRESET_EXTREME)
    )
    stored = folder / f"{version}.json"
    stored.write_text(json.dumps(standings_file, ensure_ascii=False, separators=(",", ":")) + "\n")
    return stored


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {
            "MANILLA_DATA": data,
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "MANILLA_SECRET": "",
        }
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        django.setup()
        print(store(Path(sys.argv[1]), Path(data)))
