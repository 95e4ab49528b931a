"""Events of teams whose matches are played at two tables."""

from tests.scenes.evening import club_with_director
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup, create_event_from_names
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import Session
from tournaments.permissions.actor import Actor

PLAN = EventPlan("Equips", players_each=4, method_key="aggregate", movement_key="round_robin")


def team_texts(team_count: int) -> tuple[str, ...]:
    """Return the given number of teams of four as they are typed, no person twice."""
    return tuple(
        f"Equip {team}: "
        + ", ".join(f"{name} {team}" for name in ("Anna", "Berta", "Carles", "Dídac"))
        for team in range(1, team_count + 1)
    )


def created_teams(
    team_count: int = 4, plan: EventPlan = PLAN, round_count: int = 3, boards_per_half: int = 2
) -> tuple[Session, Actor]:
    """Create an event of teams whose session is not dealt yet."""
    club, director = club_with_director()
    setup = EventSetup(plan, team_texts(team_count), round_count, boards_per_half)
    answer = create_event_from_names(club, setup, director, "key")
    return Session.objects.get(pk=answer["session"]), director


def started_teams(
    team_count: int = 4, plan: EventPlan = PLAN, round_count: int = 3, boards_per_half: int = 2
) -> tuple[Session, Actor]:
    """Create an event of teams, deal its boards and start its first round."""
    session, director = created_teams(team_count, plan, round_count, boards_per_half)
    deal_session(session.pk, "sort i encert", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director
