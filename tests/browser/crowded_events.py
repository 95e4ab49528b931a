"""Events that are hard for pages: long names, sit-outs, conflicts, late entries, rulings."""

import random
from collections.abc import Iterator

from games.catalogue import get_game
from games.game import MIN_TEAM_SIZE
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.evening import SEED, club_with_director, enter, outcome
from tests.scenes.evening import play_round as rehearsed
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.actions.calls.announcements import announce
from tournaments.actions.calls.calls import answer_call, call_director
from tournaments.actions.clubs.venues import add_venue
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.next_stage import create_next_stage
from tournaments.actions.events.next_stage_plan import knock_out_plan
from tournaments.actions.events.publish import publish_event
from tournaments.actions.penalties.club_penalties import add_club_penalty
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.contestant_swaps import swap_contestants
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_section,
    start_session,
)
from tournaments.management.simulated_play import play_round, play_session
from tournaments.models import Call, Club, Entry, Play, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

LONG_PAIR_NAME = (
    "Maria del Remei Puigdevall i Castellanos de Montbrió – Montserrat Vilardebò i Santacreu"
)


def pair_names(number: int) -> list[str]:
    """Return the names of pairs, the first of them extremely long."""
    return [
        LONG_PAIR_NAME,
        *(f"Joan Ferrer {letter} – Àngels Sabaté {letter}" for letter in range(2, number + 1)),
    ]


def club_with_every_event() -> tuple[Club, Actor]:
    """Create a club with an event in every state and of every kind."""
    club, director = club_with_director("Penya del Bon Trumfo de Sant Feliu")
    _create_session(club, director, "Demà", 16)
    deal_session(
        _create_session(club, director, "Aquest vespre", 13, "barometer").pk,
        "la rifa: 40218",
        director,
    )
    _add_open_problems(_start_session(club, director, "Festa major", 13, "barometer"), director)
    published = _start_session(club, director, "Nadal", 16, "mitchell")
    _finish(published, director)
    publish_event(published.stage.event_id, director)
    _start_singles(club, director, "Pedres", "anou")
    play_session(
        _start_singles(club, director, "Tarot d'estiu", "tarot_germany_taroc"), SEED, director
    )
    _create_swiss(club, director)
    _create_knock_out(club, director)
    _create_team_league(club, director)
    _create_event_at_two_places(club, director)
    catch_up()
    return club, director


def _create_team_league(club: Club, director: Actor) -> None:
    """Create a league of teams and play its first round of matches."""
    plan = EventPlan(
        "Lliga d'equips",
        players_each=MIN_TEAM_SIZE,
        method_key="victory_points",
        movement_key="round_robin",
        halves=2,
    )
    people = (
        "Maria del Remei Puigdevall, Montserrat Vilardebò {0}, Joan Ferrer {0}, Àngels Sabaté {0}"
    )
    teams = [
        f"Penya Botifarraire de Sant Feliu {number}: {people.format(number)} {number}"
        for number in range(1, 5)
    ]
    teams = [team.replace("Puigdevall,", f"Puigdevall {n},") for n, team in enumerate(teams)]
    session = create_session(create_event(club, plan, teams, director), 4, 1, director, seed=SEED)
    _deal_and_start(session, director)
    for _half in range(2):
        rehearsed(session, director)


def _create_event_at_two_places(club: Club, director: Actor) -> None:
    """Start one of two sections; the other one is at a venue."""
    session = _create_session(club, director, "Simultani", 8)
    venue = add_venue(club, "Biblioteca Joan Triadú de Vic", director).name
    add_club_penalty(club, "Tard a la taula", ["warning", "0.1", "10%"], director)
    plans = (
        SectionPlan("A", "howell", {}, 3, (1, 2, 3, 4)),
        SectionPlan("Vic", "howell", {}, 3, (5, 6, 7, 8), venue),
    )
    divide_session(session, Division(plans), director)
    deal_session(session.pk, "", director)
    start_section(session.sections.get(name="A"), director)


def _start_singles(club: Club, director: Actor, name: str, key: str) -> Session:
    """Start a session of single players at two tables, and enter the first table's boards."""
    game = get_game(key)
    plan = EventPlan(
        name, key, movement_key="individual", movement_options={"seats": str(len(game.seats))}
    )
    alone = [name.split(" – ")[0] for name in pair_names(2 * len(game.seats))]
    session = create_session(create_event(club, plan, alone, director), 2, 2, director, seed=SEED)
    deal_session(session.pk, "sort i encert", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    play_round(playing_round(session), SEED, table_count=1)
    return session


def _start_matches(
    club: Club, director: Actor, name: str, number: int, movement: str, **options: str
) -> Session:
    plan = EventPlan(name, "match", movement_key=movement, movement_options=options)
    session = create_session(create_event(club, plan, pair_names(number), director), 3, 1, director)
    return _deal_and_start(session, director)


def _deal_and_start(session: Session, director: Actor) -> Session:
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session


def _create_swiss(club: Club, director: Actor) -> None:
    """Create a Swiss with a withdrawal; its second round is drawn and changed by hand."""
    session = _start_matches(club, director, "Suís de Sant Martí", 9, "swiss")
    play_round(playing_round(session), SEED)
    end_round(playing_round(session).pk, director)
    withdraw_during_session(
        session.stage.event, session.stage.event.contestants.get(number=9).pk, director
    )
    round_ = draw_round(session.pk, director)
    first_contestant, second_contestant = (
        seating.places.order_by("pk")[0].contestant for seating in round_.seatings.all()[:2]
    )
    swap_contestants(round_.pk, first_contestant.pk, second_contestant.pk, director)


def _create_knock_out(club: Club, director: Actor) -> None:
    """Play two groups to the end, and start the final of a knock-out."""
    session = _start_matches(club, director, "Grups i eliminatòria", 8, "round_robin", groups="2")
    play_session(session, SEED, director)
    catch_up()
    after = _deal_and_start(
        create_next_stage(session.stage.event, knock_out_plan(session.stage, 2), director), director
    )
    play_round(playing_round(after), SEED)
    end_round(playing_round(after).pk, director)
    begin_round(draw_round(after.pk, director).pk, director)


def _create_session(
    club: Club, director: Actor, name: str, number: int, movement: str = "mitchell"
) -> Session:
    plan = EventPlan(name, movement_key=movement)
    return create_session(
        create_event(club, plan, pair_names(number), director), 4, 2, director, seed=SEED
    )


def _start_session(club: Club, director: Actor, name: str, number: int, movement: str) -> Session:
    session = _create_session(club, director, name, number, movement)
    deal_session(session.pk, "sort i encert", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session


def _finish(session: Session, director: Actor) -> None:
    """Play two rounds, and end the others without results."""
    rehearsed(session, director, random.Random(3))
    rehearsed(session, director, random.Random(4))
    while round_ := playing_round(session):
        end_round(round_.pk, director)
    finish_session(session.pk, director)


def _add_open_problems(session: Session, director: Actor) -> None:
    """Play two rounds, and leave every kind of open problem in the third."""
    rehearsed(session, director, random.Random(1))
    second = list(_plays(session))
    for play in second[1:]:
        enter(play, outcome(random.Random(play.pk)))
    end_round(second[0].seating.round_id, director)
    enter(second[0], RESULT)  # late
    conflict, ruled, void, waiting, *_due = _plays(session)
    enter(conflict, RESULT, ["ns"])
    enter(conflict, OTHER_RESULT, ["ew"])
    enter(waiting, RESULT, ["ns"])
    decide_play(
        ruled.pk,
        Entry.Kind.RULING,
        RESULT,
        replaces=0,
        reason="renunci",
        actor=director,
        key="ruling",
    )
    decide_play(
        void.pk, Entry.Kind.VOID, {}, replaces=0, reason="no time left", actor=director, key="void"
    )
    _add_calls(session, director)


def _add_calls(session: Session, director: Actor) -> None:
    """Add two calls, one of them long and answered, and an announcement."""
    for table, words in zip(
        Table.objects.filter(section__session=session).order_by("pk")[:2],
        ("", "six " * 30),
        strict=True,
    ):
        call_director(table, "card", words, Actor.of_table(table.pk, "phone", ""), "call")
    answer_call(Call.objects.earliest("pk"), director)
    announce(
        session,
        f"{LONG_PAIR_NAME} is waited for at table 1, and supper is at ten",
        director,
        "announce",
    )


def _plays(session: Session) -> Iterator[Play]:
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "seating__table"
    )
    yield from plays.order_by("seating__table__number", "board__number")
