"""Register the contestants of an event, and change them until play starts."""

from collections.abc import Iterator, Mapping, Sequence

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext

from games.game import MIN_TEAM_SIZE
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import comparison_key
from tournaments.actions.audit import record_audit
from tournaments.actions.contestants.pasted_list import LIST_FIELD
from tournaments.actions.contestants.self_removal import forbid_self_removal
from tournaments.actions.people.similar_names import get_or_create_players, similar_name_problems
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.actions.rounds.plan_rows import replan_around
from tournaments.models import AuditAction, Contestant, ContestantPlayer, Event
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.people.names import contestant_name, player_names

# Names of contestants whose players are not known yet, by the number of players per contestant.

_PLACEHOLDER_NAMES = {
    1: _("Player %(number)s"),
    2: _("Pair %(number)s"),
    MIN_TEAM_SIZE: _("Team %(number)s"),
}

_PAIR_WITHDRAWN = _("This pair is no longer in the event: look again.")
_PLAYER_WITHDRAWN = _("This player is no longer in the event: look again.")
_PLAYERS_MISSING = _(
    "Write %(name)s with its players, or it would lose them: Els Pins: Anna, Berta, Carles, Dídac."
)
_PLAYS_ALREADY = {
    1: _("Line %(line)s: %(name)s plays in this event already, with number %(number)s."),
    2: _("Line %(line)s: %(name)s plays in this event already, in pair %(number)s."),
    MIN_TEAM_SIZE: _("Line %(line)s: %(name)s plays in this event already, in team %(number)s."),
}


def register_contestants(event: Event, names: Sequence[str], actor: Actor) -> list[Contestant]:
    """Create contestants numbered from 1; find their players by name, or create them.

    An empty name creates a contestant with a placeholder name, such as "Pair 3", until somebody
    enters a name. Raises `ValidationFailed` if there are too few contestants, and if a name equals
    one of these placeholders.
    """
    require_editable(event, AuditAction.REGISTER_CONTESTANTS)
    if len(names) < 2:
        raise ValidationFailed(
            [Problem("too_few", _("An event needs at least two contestants."), field=LIST_FIELD)]
        )
    _check_no_placeholder_names(event, names)
    contestants = create_contestants(event, names, 1)
    record_audit(actor, AuditAction.REGISTER_CONTESTANTS, event, count=len(contestants))
    return contestants


def add_contestants(event: Event, names: Sequence[str], actor: Actor) -> None:
    """Add late entries before the start, and plan the movement again.

    Contestants with placeholder names get the new names first. Raises `ValidationFailed` once a
    session has started, if a player is in the event already, and if no movement fits the number of
    contestants.
    """
    require_editable(event, AuditAction.ADD_CONTESTANTS)
    with transaction.atomic(), replan_around(event, actor):
        check_not_entered(event, event.contestants.all(), names)
        unnamed = _unnamed_contestants(event)[: len(names)]
        for contestant, name in zip(unnamed, names, strict=False):
            _set_players(event, contestant, name, actor)
        if remaining := names[len(unnamed) :]:
            added = create_contestants(event, remaining, next_number(event))
            record_audit(
                actor,
                AuditAction.ADD_CONTESTANTS,
                event,
                added=[contestant.pk for contestant in added],
            )


def _unnamed_contestants(event: Event) -> list[Contestant]:
    """Return the contestants without known players; none for teams.

    A team without known players may have a name of its own.
    """
    if event.players_each == MIN_TEAM_SIZE:
        return []
    return list(event.contestants.filter(partners=None, withdrawn_at=None))


def withdraw_contestant(event: Event, contestant_id: int, actor: Actor) -> None:
    """Delete a contestant before play; the contestant with the last number gets its number.

    Raises `ValidationFailed` once a session has started, if the contestant is already deleted, if
    too few would be left, and if the actor is a player of the contestant with boards still to play.
    """
    require_editable(event, AuditAction.WITHDRAW_CONTESTANT)
    forbid_self_removal(get_contestant(event, contestant_id), actor)
    with transaction.atomic(), replan_around(event, actor):
        contestant = get_contestant(event, contestant_id)
        _check_has_not_played(contestant)
        audit_data = {"players": _ids_of_players(contestant), "number": contestant.number}
        record_audit(
            actor,
            AuditAction.WITHDRAW_CONTESTANT,
            event,
            **audit_data,
            paid=bool(contestant.paid_at),
        )
        contestant.delete()
        _renumber_last(event, contestant.number)


def replace_contestant(event: Event, contestant_id: int, name: str, actor: Actor) -> None:
    """Replace a contestant's players or correct their names; number and payment remain.

    Raises `ValidationFailed` once a session has started, if a player is in the event already, if
    `name` is that of a team alone although its players are known, and if the actor is a player of
    the contestant with boards still to play.
    """
    require_editable(event, AuditAction.REPLACE_CONTESTANT)
    forbid_self_removal(get_contestant(event, contestant_id), actor)
    with transaction.atomic(), replan_around(event, actor):
        contestant = get_contestant(event, contestant_id)
        _check_has_not_played(contestant)
        check_not_entered(event, event.contestants.exclude(pk=contestant.pk), [name])
        if _ids_of_players(contestant) and not player_names(name, event.players_each):
            raise ValidationFailed(
                [Problem("players_missing", _PLAYERS_MISSING, {"name": contestant.name})]
            )
        _set_players(event, contestant, name, actor)


def _set_players(event: Event, contestant: Contestant, name: str, actor: Actor) -> None:
    """Set a contestant's name and players; secret links of the former players become invalid."""
    old_players = _ids_of_players(contestant)
    contestant.name = contestant_name(name, event.players_each)
    contestant.link_counter += 1  # links contain the counter
    contestant.save(update_fields=["name", "link_counter"])
    contestant.partners.all().delete()
    ContestantPlayer.objects.bulk_create(_contestant_players(event, {contestant: name}))
    audit_data = {"contestant": contestant.pk, "number": contestant.number}
    new_players = _ids_of_players(contestant)
    record_audit(
        actor,
        AuditAction.REPLACE_CONTESTANT,
        event,
        **audit_data,
        before=old_players,
        players=new_players,
    )


def name_contestant(event: Event, contestant_id: int, name: str, actor: Actor) -> None:
    """Name a contestant who has a placeholder name, and enter the players in existing seats.

    Raises `ValidationFailed` if the contestant has players, and if a player is in the event
    already.
    """
    require_editable(event, AuditAction.NAME_CONTESTANT)
    with transaction.atomic():
        contestant = get_contestant(event, contestant_id)
        if contestant.partners.exists():
            template = _(
                "%(name)s already has this name: correct a misspelt one on the page Players."
            )
            raise ValidationFailed([Problem("named_already", template, {"name": contestant.name})])
        check_not_entered(event, event.contestants.exclude(pk=contestant.pk), [name])
        audit_data = {"contestant": contestant.pk, "number": contestant.number}
        record_audit(actor, AuditAction.NAME_CONTESTANT, event, **audit_data)
        contestant.name = contestant_name(name, event.players_each)
        contestant.save(update_fields=["name"])
        _fill_seats(
            contestant,
            ContestantPlayer.objects.bulk_create(_contestant_players(event, {contestant: name})),
        )
        for stage in event.stages.all():
            rebuild_standings(stage.pk)  # stored standings contain the names


def _fill_seats(contestant: Contestant, contestant_players: Sequence[ContestantPlayer]) -> None:
    """Enter the players in the contestant's seats, in the order of the seats.

    Does nothing for teams, whose line-ups say who sits where.
    """
    lines = (
        contestant.event.game.lines.values()
        if contestant.event.players_each != MIN_TEAM_SIZE
        else ()
    )
    for seats in lines:
        for seat, contestant_player in zip(seats, contestant_players, strict=False):
            contestant.places.filter(seat=seat).update(player=contestant_player.player)


def create_contestants(event: Event, names: Sequence[str], first_number: int) -> list[Contestant]:
    """Create contestants with their players, numbered from `first_number`.

    An empty name creates a contestant without players, who has a placeholder name.
    """
    contestants = Contestant.objects.bulk_create(
        Contestant(
            event=event,
            number=number,
            name=contestant_name(name, event.players_each) or _placeholder_name(event, number),
        )
        for number, name in enumerate(names, first_number)
    )
    name_by_contestant = {
        contestant: name for contestant, name in zip(contestants, names, strict=True) if name
    }
    ContestantPlayer.objects.bulk_create(_contestant_players(event, name_by_contestant))
    return contestants


def _placeholder_name(event: Event, contestant_number: int) -> str:
    return gettext(_PLACEHOLDER_NAMES[event.players_each]) % {"number": contestant_number}


def _check_no_placeholder_names(event: Event, names: Sequence[str]) -> None:
    placeholders = {
        _placeholder_name(event, contestant_number)
        for contestant_number, name in enumerate(names, 1)
        if not name
    }
    template = _("Line %(line)s: somebody without a name is called %(name)s: write it differently.")
    problems = [
        Problem(
            "repeated_name", template, {"line": line_number, "name": name}, LIST_FIELD, line_number
        )
        for line_number, name in enumerate(names, 1)
        if name in placeholders
    ]
    raise_if_any(problems)


def next_number(event: Event) -> int:
    """Return the number after the highest one; gaps in the numbers are not filled."""
    last_number = event.contestants.aggregate(last=Max("number"))["last"]
    return int(last_number or 0) + 1


def _check_has_not_played(contestant: Contestant) -> None:
    """Raise `ValidationFailed` if a seat, sit-out or qualification of the contestant exists."""
    if contestant.places.exists() or contestant.sit_outs.exists() or contestant.qualified.exists():
        template = _(
            "%(name)s has already played in this event and cannot be taken out: let them "
            "miss this session."
        )
        raise ValidationFailed([Problem("has_played", template, {"name": contestant.name})])


def _renumber_last(event: Event, freed_number: int) -> None:
    """Give `freed_number` to the contestant with the last number, unless they have seats.

    A contestant who has played keeps their number, because stored results refer to it. A
    placeholder name is changed with the number.
    """
    last_contestant = (
        event.contestants.filter(number__gt=freed_number, places=None).order_by("number").last()
    )
    if last_contestant is not None and last_contestant.number == next_number(event) - 1:
        if last_contestant.name == _placeholder_name(event, last_contestant.number):
            last_contestant.name = _placeholder_name(event, freed_number)
        last_contestant.number = freed_number
        last_contestant.save(update_fields=["number", "name"])


def _contestant_players(
    event: Event, list_names: Mapping[Contestant, str]
) -> Iterator[ContestantPlayer]:
    """Yield unsaved rows of players; their names are parsed from `list_names`."""
    names_by_contestant = {
        contestant: player_names(list_name, event.players_each)
        for contestant, list_name in list_names.items()
    }
    players_by_name = get_or_create_players(
        event.club, {name for names in names_by_contestant.values() for name in names}
    )
    for contestant, names in names_by_contestant.items():
        for number, name in enumerate(names, 1):
            yield ContestantPlayer(
                contestant=contestant, number=number, player=players_by_name[name]
            )


def _ids_of_players(contestant: Contestant) -> list[int]:
    """Return the ids of a contestant's players; audit entries have ids, never names."""
    return list(contestant.partners.values_list("player", flat=True))


def get_contestant(event: Event, contestant_id: int) -> Contestant:
    """Return a contestant; raise `ValidationFailed` if they are no longer in the event."""
    contestant = event.contestants.filter(pk=contestant_id).first()
    if contestant is None:
        template = _PLAYER_WITHDRAWN if event.players_each == 1 else _PAIR_WITHDRAWN
        raise ValidationFailed([Problem("no_contestant", template)])
    return contestant


def check_not_entered(
    event: Event, contestants: QuerySet[Contestant], names: Sequence[str]
) -> None:
    """Raise `ValidationFailed` if somebody in `names` is in one of the contestants already.

    Also if a name is confusingly similar to that of a known player of the club.
    """
    problems = list(_already_entered_problems(event, contestants, names))
    reported_names = {problem.params["name"] for problem in problems}
    similar_problems = similar_name_problems(event.club, names, event.players_each)
    raise_if_any(
        [
            *problems,
            *(
                problem
                for problem in similar_problems
                if problem.params["name"] not in reported_names
            ),
        ]
    )


def _already_entered_problems(
    event: Event, contestants: QuerySet[Contestant], names: Sequence[str]
) -> Iterator[Problem]:
    """Yield a problem for each player in `names` who is in one of the contestants already."""
    players_each = event.players_each
    contestant_numbers = {
        comparison_key(contestant.name): contestant.number for contestant in contestants
    }
    player_numbers = {
        comparison_key(name): number for name, number in _entered_players(event, contestants)
    }
    for line, contestant in enumerate(names, 1):
        team_names = (
            []
            if players_each != MIN_TEAM_SIZE
            else [(contestant_name(contestant, players_each), contestant_numbers)]
        )
        for name, numbers in (
            *team_names,
            *((name, player_numbers) for name in player_names(contestant, players_each)),
        ):
            if number := numbers.get(comparison_key(name)):
                params = {"line": line, "name": name, "number": number}
                yield Problem(
                    "plays_already", _PLAYS_ALREADY[players_each], params, LIST_FIELD, line
                )


def _entered_players(event: Event, contestants: QuerySet[Contestant]) -> Iterator[tuple[str, int]]:
    """Yield name and contestant number of all players of the contestants.

    The players of a team are read from rows, as its name does not contain them.
    """
    if event.players_each == MIN_TEAM_SIZE:
        rows = ContestantPlayer.objects.filter(contestant__in=contestants).order_by(
            "contestant__number", "number"
        )
        yield from rows.values_list("player__name", "contestant__number")
        return
    for contestant in contestants:
        yield from (
            (name, contestant.number) for name in player_names(contestant.name, event.players_each)
        )
