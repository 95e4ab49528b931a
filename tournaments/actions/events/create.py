"""Create an event from one short form, with its contestants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.catalogue import get_game
from games.game import MIN_TEAM_SIZE, Game
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from scoring.catalogue import (
    default_method_for,
    get_method_class,
    is_at_two_tables,
    is_suitable,
    method_for_game,
)
from scoring.method import Method
from tournaments.actions.audit import record_audit
from tournaments.actions.clubs.club import free_slug
from tournaments.actions.contestants.registration import register_contestants
from tournaments.actions.events.detail_checks import (
    detail_problems,
    normalize_details,
    unsuitable_tiebreak_problems,
)
from tournaments.models import AuditAction, Club, Event, Stage
from tournaments.models.events import USUAL_OBJECTION_MINUTES
from tournaments.movements.base.team_matches import ALLOWED_HALVES
from tournaments.movements.catalogue import get_movement
from tournaments.permissions.actor import Actor
from tournaments.queries.events.details import EventDetails

_FOR_TEAMS = _("This method compares teams that share boards at two tables: choose another.")
_NOT_FOR_TEAMS = _("Teams share boards at two tables: choose a method that compares them.")
_FOR_SEATS = _(
    "This method ranks the seats of a table: choose another where partners share a result."
)
_HALVES = _("A match is played in one half or two, and only teams at two tables play it in two.")

_RANKED = {
    (1,): _("In this game it is always single players who are ranked."),
    (2, 1, MIN_TEAM_SIZE): _("In this game pairs, single players or teams are ranked."),
    (2,): _("In this game pairs are ranked."),
    (MIN_TEAM_SIZE,): _("In this game teams are ranked."),
}
"""What can be ranked, by the game's `contestant_sizes`."""


@dataclass(frozen=True)
class EventPlan:
    """What an organiser decides about an event before it begins."""

    name: str
    game_key: str = "botifarra"
    options: Mapping[str, str] = field(default_factory=dict)
    method_key: str = ""
    """The game's usual one where none is named; so are then the options and tie-breaks left out."""
    method_options: Mapping[str, str] = field(default_factory=dict)
    tiebreaks: tuple[str, ...] = ()
    movement_key: str = ""
    movement_options: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    results_shown: str = ""
    """When others' results are seen; blank: at once, but where all play the same boards after
    the round."""
    players_each: int | None = None
    """How many players one contestant is, one of the game's `contestant_sizes`; None: the first
    of them."""
    starts_at: datetime | None = None
    place: str = ""
    fee_cents: int = 0
    missed: str = Event.Missed.MEAN
    """What becomes of who has missed one session of several."""
    objection_minutes: int | None = USUAL_OBJECTION_MINUTES
    """How long after a session its players may object to results; 0 for never, None until
    publication."""
    halves: int = 1
    """In how many rounds a match of teams is played, each with boards of its own."""


def create_event(club: Club, plan: EventPlan, contestants: Sequence[str], actor: Actor) -> Stage:
    """An event of one stage with its contestants, numbered as they are given.

    Options are frozen with all their defaults spelt out, the deviation of the game among them.
    Raises `ValidationFailed` for what is wrong with its name, day or place, and for every problem
    with the contestants; `InvalidOption` and `UnknownName` for what no catalogue has.
    """
    about = normalize_details({"name": plan.name, "starts_at": plan.starts_at, "place": plan.place})
    raise_if_any(detail_problems(about))
    with transaction.atomic():
        event = _event(club, plan, about)
        stage = Stage.objects.create(
            event=event,
            movement_key=plan.movement_key,
            movement_options=dict(plan.movement_options),
            halves=plan.halves,
        )
        register_contestants(event, contestants, actor)
        record_audit(actor, AuditAction.CREATE_EVENT, event, name=event.name)
    return stage


def _slug(club: Club, plan: EventPlan) -> str:
    """Return an address that no other event of the club has, if need be made of the event's day."""
    day = timezone.localdate(plan.starts_at) if plan.starts_at else timezone.localdate()
    return free_slug(
        plan.name, set(club.events.values_list("slug", flat=True)), "event", day.isoformat()
    )


def _event(club: Club, plan: EventPlan, about: EventDetails) -> Event:
    game = get_game(plan.game_key, plan.options)
    players_each = _players_each(plan, game)
    _refuse_for_teams(plan, game, players_each)
    method, tiebreaks = _scoring(plan, game, players_each)
    raise_if_any(unsuitable_tiebreak_problems(tiebreaks, method))  # now, not at the first standings
    return Event.objects.create(
        club=club,
        **about,
        slug=_slug(club, plan),
        game_key=game.key,
        options=game.options,
        rules_version=game.rules_version,
        players_each=players_each,
        method_key=method.key,
        method_options=method.options,
        tiebreaks=list(tiebreaks),
        results_shown=plan.results_shown or _usually_shown(plan),
        fee_cents=plan.fee_cents,
        missed=plan.missed,
        objection_minutes=plan.objection_minutes,
        note=plan.note,
        created_at=timezone.now(),
    )


def _unsuited_method(method: type[Method], game: Game, players_each: int) -> list[Problem]:
    """Why contestants of so many players cannot be scored so in this game."""
    if is_suitable(method, game, players_each):
        return []
    at_two_tables = is_at_two_tables(game, players_each)
    if method.for_teams == at_two_tables:
        return [Problem("method_for_seats", _FOR_SEATS, field="method")]
    return [
        Problem("method_for_teams", _NOT_FOR_TEAMS if at_two_tables else _FOR_TEAMS, field="method")
    ]


def _refuse_for_teams(plan: EventPlan, game: Game, players_each: int) -> None:
    """Raises `ValidationFailed` for what is for others than are ranked: teams at two tables, or who
    sits alone."""
    problems, at_two_tables = list[Problem](), is_at_two_tables(game, players_each)
    if plan.method_key:
        problems += _unsuited_method(get_method_class(plan.method_key), game, players_each)
    if plan.halves not in (ALLOWED_HALVES if at_two_tables else (1,)):
        problems.append(Problem("wrong_halves", _HALVES, field="halves"))
    raise_if_any(problems)


def _scoring(plan: EventPlan, game: Game, players_each: int) -> tuple[Method, tuple[str, ...]]:
    """Method and tie-breaks as planned, or as usual where no method is named."""
    if plan.method_key:
        return method_for_game(game, plan.method_key, plan.method_options), plan.tiebreaks
    usual = default_method_for(game, players_each)
    method = method_for_game(game, usual.key, plan.method_options or usual.options)
    return method, plan.tiebreaks or (() if method.for_teams else game.default_tiebreaks)


def _usually_shown(plan: EventPlan) -> str:
    """Where every table plays the same boards at once, a word from the next table would tell too
    much."""
    movement = get_movement(plan.movement_key, plan.movement_options) if plan.movement_key else None
    return (
        Event.ResultsShown.ROUND
        if movement and movement.all_tables_play_same_boards
        else Event.ResultsShown.AT_ONCE
    )


def _players_each(plan: EventPlan, game: Game) -> int:
    """What the plan says, if the game can be ranked so."""
    sizes = game.contestant_sizes
    each = sizes[0] if plan.players_each is None else plan.players_each
    if each not in sizes:
        raise ValidationFailed(
            [Problem("wrong_players_each", _RANKED[sizes], field="players_each")]
        )
    return each
