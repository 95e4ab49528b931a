"""One board in every situation of docs/developers/permissions.md."""

from dataclasses import dataclass

from django.contrib.auth import get_user_model

from tests.scenes.evening import club_with_director, enter, started
from tests.scenes.offline_section import dealt_in_two
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.edit import edit_event
from tournaments.actions.people.players import link_member
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Membership, Play, Player, PlayReveal, Session
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

SITUATIONS = (
    "being played",
    "entered everywhere",
    "confirmed everywhere",
    "round over",
    "round over, one missing",
    "session over",
)
_COMPLETE = ("entered everywhere", "confirmed everywhere", "round over")
_CONFIRMED = ("confirmed everywhere", "round over")
_ROUND_OVER = ("round over", "round over, one missing", "session over")


@dataclass(frozen=True)
class OneBoard:
    """Board 1 of a session of four tables, its plays by table, and the actors by their role."""

    session: Session
    plays: dict[int, Play]
    actors: dict[str, Actor]


def points(table_number: int) -> str:
    """Return the points of North-South at a table, which appear nowhere else on a page."""
    return str(30 + table_number)


def board_in_situation(situation: str) -> OneBoard:
    """Create the board in a situation; a director plays at table 4."""
    movement_options = {"rotation": "mitchell"}
    session, director = started(
        8,
        movement="barometer",
        round_count=3,
        boards_per_round=1,
        movement_options=movement_options,
        salt="",
    )
    plays = _plays_by_table(session)
    actors = _create_actors(session, director, plays[4])
    for table, sides in {1: "both", 2: "both", 3: "one", 4: "none"}.items():
        if situation in _CONFIRMED or sides == "both":
            _enter(plays[table], ("ns", "ew"))
        elif situation in _COMPLETE or sides == "one":
            _enter(plays[table], ("ns",))
    _end_round_and_session(session, situation, director)
    catch_up()
    return _reloaded(session, actors)


def board_in_two_sections() -> OneBoard:
    """Create a session in two sections before its first round; a director plays in A."""
    session, director = dealt_in_two()
    plays = _plays_by_table(session)
    return OneBoard(session, plays, _create_actors(session, director, plays[1]))


def with_results_shown(scene: OneBoard, results_shown: str) -> OneBoard:
    """Return the scene with another setting for when results are shown, and no reveals."""
    edit_event(scene.session.stage.event_id, {"results_shown": results_shown}, SYSTEM)
    catch_up()
    PlayReveal.objects.all().delete()
    return _reloaded(scene.session, scene.actors)


def _reloaded(session: Session, actors: dict[str, Actor]) -> OneBoard:
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    return OneBoard(session, _plays_by_table(session), actors)


def _end_round_and_session(session: Session, situation: str, director: Actor) -> None:
    round_ = playing_round(session)
    if situation not in _ROUND_OVER or round_ is None:
        return
    end_round(round_.pk, director)
    next_plays = Play.objects.filter(board__session=session, seating__round__number=2)
    enter(next_plays.select_related("seating__table").earliest("pk"), _outcome("40"))
    if situation == "session over":
        finish_session(session.pk, director)


def _plays_by_table(session: Session) -> dict[int, Play]:
    plays = Play.objects.filter(board__session=session, board__number=1)
    related = plays.select_related(
        "board__session__stage__event__club", "seating__table", "seating__round"
    )
    return {play.seating.table.number: play for play in related}


def _enter(play: Play, sides: tuple[str, ...]) -> None:
    enter(play, _outcome(points(play.seating.table.number)), sides)


def _outcome(ns_points: str) -> dict[str, object]:
    return {"trump": "oros", "delegated": "no", "contro": "none", "ns_points": ns_points}


def _create_actors(session: Session, director: Actor, own_play: Play) -> dict[str, Actor]:
    club = session.stage.event.club
    _other, stranger = club_with_director("Another club")
    plays_too = _create_member(session, "plays-too", Membership.Role.DIRECTOR)
    seat_holder = own_play.seating.places.order_by("pk")[0]
    player = Player.objects.select_related("club").get(pk=seat_holder.player_id, club=club)
    link_member(player, plays_too.user_id or 0, director)
    return {
        "another club's director": stranger,
        "scorer": _create_member(session, "scorer", Membership.Role.SCORER),
        "director": director,
        "owner": _create_member(session, "owner", Membership.Role.OWNER),
        "director who still has to play it": plays_too,
    }


def _create_member(session: Session, name: str, role: Membership.Role) -> Actor:
    user = get_user_model().objects.create_user(name)
    add_member(session.stage.event.club, user.pk, role, SYSTEM)
    return Actor.of_user(user.pk)
