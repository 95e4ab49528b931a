"""Create an event with one stage and its contestants."""

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
from tournaments.actions.clubs.club import unique_slug
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

_METHOD_FOR_TEAMS = _("This method compares teams that share boards at two tables: choose another.")
_METHOD_NOT_FOR_TEAMS = _("Teams share boards at two tables: choose a method that compares them.")
_METHOD_FOR_SEATS = _(
    "This method ranks the seats of a table: choose another where partners share a result."
)
_WRONG_HALVES = _(
    "A match is played in one half or two, and only teams at two tables play it in two."
)

# What can be ranked, by the game's `contestant_sizes`.
_ALLOWED_CONTESTANTS = {
    (1,): _("In this game it is always single players who are ranked."),
    (2, 1, MIN_TEAM_SIZE): _("In this game pairs, single players or teams are ranked."),
    (2,): _("In this game pairs are ranked."),
    (MIN_TEAM_SIZE,): _("In this game teams are ranked."),
}


@dataclass(frozen=True)
class EventPlan:
    """What an organiser decides about an event before it begins.

    Without a `method_key` the game's default method is used. It has its default options and
    tie-breaks unless the plan gives some. An empty `results_shown` means after each round if all
    tables play the same boards in it, otherwise at once. `players_each` is the number of players
    per contestant, one of the game's `contestant_sizes`; None means the first of these. `fee_cents`
    is the fee of one contestant. `missed` is an `Event.Missed`. `objection_minutes` is how many
    minutes after a session results can be reported as wrong: 0 for never, None until publication.
    `halves` is the number of rounds, each with different boards, that make up a team match.
    """

    name: str
    game_key: str = "botifarra"
    options: Mapping[str, str] = field(default_factory=dict)
    method_key: str = ""
    method_options: Mapping[str, str] = field(default_factory=dict)
    tiebreaks: tuple[str, ...] = ()
    movement_key: str = ""
    movement_options: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    results_shown: str = ""
    players_each: int | None = None
    starts_at: datetime | None = None
    place: str = ""
    fee_cents: int = 0
    missed: str = Event.Missed.MEAN
    objection_minutes: int | None = USUAL_OBJECTION_MINUTES
    halves: int = 1


def create_event(club: Club, plan: EventPlan, contestants: Sequence[str], actor: Actor) -> Stage:
    """Create an event with one stage, and contestants in the order of their numbers.

    All options are stored, also those that have the default, so that a later change of a default
    does not affect the event. Raises `ValidationFailed` with every problem of name, day and place,
    or of the contestants. Raises `InvalidOption` and `UnknownName` if the plan has a key or option
    that is in no catalogue.
    """
    details = normalize_details(
        {"name": plan.name, "starts_at": plan.starts_at, "place": plan.place}
    )
    raise_if_any(detail_problems(details))
    with transaction.atomic():
        event = _create_event_row(club, plan, details)
        stage = Stage.objects.create(
            event=event,
            movement_key=plan.movement_key,
            movement_options=dict(plan.movement_options),
            halves=plan.halves,
        )
        register_contestants(event, contestants, actor)
        record_audit(actor, AuditAction.CREATE_EVENT, event, name=event.name)
    return stage


def _free_event_slug(club: Club, plan: EventPlan) -> str:
    """Return an unused slug, derived from the event's name, or its day without Latin letters."""
    day = timezone.localdate(plan.starts_at) if plan.starts_at else timezone.localdate()
    return unique_slug(
        plan.name, set(club.events.values_list("slug", flat=True)), "event", day.isoformat()
    )


def _create_event_row(club: Club, plan: EventPlan, details: EventDetails) -> Event:
    game = get_game(plan.game_key, plan.options)
    players_each = _checked_players_each(plan, game)
    _check_method_and_halves(plan, game, players_each)
    method, tiebreaks = _method_and_tiebreaks(plan, game, players_each)
    # Otherwise these errors would be raised when standings are computed for the first time.
    raise_if_any(unsuitable_tiebreak_problems(tiebreaks, method))
    return Event.objects.create(
        club=club,
        **details,
        slug=_free_event_slug(club, plan),
        game_key=game.key,
        options=game.options,
        rules_version=game.rules_version,
        players_each=players_each,
        method_key=method.key,
        method_options=method.options,
        tiebreaks=list(tiebreaks),
        results_shown=plan.results_shown or _results_shown_of_movement(plan),
        fee_cents=plan.fee_cents,
        missed=plan.missed,
        objection_minutes=plan.objection_minutes,
        note=plan.note,
        created_at=timezone.now(),
    )


def _method_problems(method: type[Method], game: Game, players_each: int) -> list[Problem]:
    """Return a problem if the method does not suit contestants of `players_each` players."""
    if is_suitable(method, game, players_each):
        return []
    at_two_tables = is_at_two_tables(game, players_each)
    if method.for_teams == at_two_tables:
        return [Problem("method_for_seats", _METHOD_FOR_SEATS, field="method")]
    return [
        Problem(
            "method_for_teams",
            _METHOD_NOT_FOR_TEAMS if at_two_tables else _METHOD_FOR_TEAMS,
            field="method",
        )
    ]


def _check_method_and_halves(plan: EventPlan, game: Game, players_each: int) -> None:
    """Raise `ValidationFailed` if method or halves do not suit this kind of contestants."""
    problems, at_two_tables = list[Problem](), is_at_two_tables(game, players_each)
    if plan.method_key:
        problems += _method_problems(get_method_class(plan.method_key), game, players_each)
    if plan.halves not in (ALLOWED_HALVES if at_two_tables else (1,)):
        problems.append(Problem("wrong_halves", _WRONG_HALVES, field="halves"))
    raise_if_any(problems)


def _method_and_tiebreaks(
    plan: EventPlan, game: Game, players_each: int
) -> tuple[Method, tuple[str, ...]]:
    """Return the method and tie-breaks of the plan; the game's defaults if it has no method."""
    if plan.method_key:
        return method_for_game(game, plan.method_key, plan.method_options), plan.tiebreaks
    default_method = default_method_for(game, players_each)
    method = method_for_game(
        game, default_method.key, plan.method_options or default_method.options
    )
    return method, plan.tiebreaks or (() if method.for_teams else game.default_tiebreaks)


def _results_shown_of_movement(plan: EventPlan) -> str:
    """Return when results are shown if the plan does not decide it.

    If all tables play the same boards in a round, results are shown after the round: a result shown
    at once would be known to tables that still play the board.
    """
    movement = get_movement(plan.movement_key, plan.movement_options) if plan.movement_key else None
    return (
        Event.ResultsShown.ROUND
        if movement and movement.all_tables_play_same_boards
        else Event.ResultsShown.AT_ONCE
    )


def _checked_players_each(plan: EventPlan, game: Game) -> int:
    """Return the number of players per contestant.

    Raises `ValidationFailed` if the game has no contestants of this size.
    """
    sizes = game.contestant_sizes
    size = sizes[0] if plan.players_each is None else plan.players_each
    if size not in sizes:
        raise ValidationFailed(
            [Problem("wrong_players_each", _ALLOWED_CONTESTANTS[sizes], field="players_each")]
        )
    return size
