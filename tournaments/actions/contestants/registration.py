"""Contestants: registered with their event; until the start some still come, go or change."""

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

_PLACEHOLDER_NAMES = {
    1: _("Player %(number)s"),
    2: _("Pair %(number)s"),
    MIN_TEAM_SIZE: _("Team %(number)s"),
}
"""How a contestant is called until his name is known, by how many players he is."""

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
    """Contestants numbered from 1 in the order given, their players known to the club by name.

    An empty name is a contestant who is known by his number until he is replaced. Raises
    `ValidationFailed` when there are too few to play, and when somebody is called as one of those
    without a name.
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
    """Give latecomers the numbers that have no name yet, then those after the last, and plan the
    movement anew for everybody.

    Raises `ValidationFailed` once a session has started, for whoever plays in the event already,
    and when no movement takes so many.
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
    """Return the contestants known by their number alone; a team may hide its players."""
    if event.players_each == MIN_TEAM_SIZE:
        return []
    return list(event.contestants.filter(partners=None, withdrawn_at=None))


def withdraw_contestant(event: Event, contestant_id: int, actor: Actor) -> None:
    """One who does not come. The last number moves into the gap: everybody else keeps his own.

    Raises `ValidationFailed` once a session has started, when it was done already, when too few
    would be left, and for oneself with boards yet to play.
    """
    require_editable(event, AuditAction.WITHDRAW_CONTESTANT)
    forbid_self_removal(get_contestant(event, contestant_id), actor)
    with transaction.atomic(), replan_around(event, actor):
        contestant = get_contestant(event, contestant_id)
        _check_has_not_played(contestant)
        audit_data = {"players": _player_ids(contestant), "number": contestant.number}
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
    """Somebody else under the same number, or the same people better spelt; what was paid stays
    paid.

    Raises `ValidationFailed` once a session has started, for whoever plays in the event already,
    for a team whose players are known and would be lost, and for oneself with boards yet to play.
    """
    require_editable(event, AuditAction.REPLACE_CONTESTANT)
    forbid_self_removal(get_contestant(event, contestant_id), actor)
    with transaction.atomic(), replan_around(event, actor):
        contestant = get_contestant(event, contestant_id)
        _check_has_not_played(contestant)
        check_not_entered(event, event.contestants.exclude(pk=contestant.pk), [name])
        if _player_ids(contestant) and not player_names(name, event.players_each):
            raise ValidationFailed(
                [Problem("players_missing", _PLAYERS_MISSING, {"name": contestant.name})]
            )
        _set_players(event, contestant, name, actor)


def _set_players(event: Event, contestant: Contestant, name: str, actor: Actor) -> None:
    """Give the contestant other players, or the first ones."""
    old_players = _player_ids(contestant)
    contestant.name = contestant_name(name, event.players_each)
    contestant.link_counter += 1  # invalidate links given to the former players
    contestant.save(update_fields=["name", "link_counter"])
    contestant.partners.all().delete()
    ContestantPlayer.objects.bulk_create(_contestant_players(event, {contestant: name}))
    audit_data = {"contestant": contestant.pk, "number": contestant.number}
    new_players = _player_ids(contestant)
    record_audit(
        actor,
        AuditAction.REPLACE_CONTESTANT,
        event,
        **audit_data,
        before=old_players,
        players=new_players,
    )


def name_contestant(event: Event, contestant_id: int, name: str, actor: Actor) -> None:
    """Who it is that was known by a number alone; places taken already are his players'.

    Raises `ValidationFailed` where he has a name, and for whoever plays in the event already.
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
        _fill_places(
            contestant,
            ContestantPlayer.objects.bulk_create(_contestant_players(event, {contestant: name})),
        )
        for stage in event.stages.all():
            rebuild_standings(stage.pk)  # they contain the name


def _fill_places(contestant: Contestant, partners: Sequence[ContestantPlayer]) -> None:
    """The players of a contestant on his places, the first on the first of each seating; of a
    team nobody."""
    lines = (
        contestant.event.game.lines.values()
        if contestant.event.players_each != MIN_TEAM_SIZE
        else ()
    )
    for seats in lines:
        for seat, partner in zip(seats, partners, strict=False):
            contestant.places.filter(seat=seat).update(player=partner.player)


def create_contestants(event: Event, names: Sequence[str], first_number: int) -> list[Contestant]:
    """Contestants with their players, numbered from `first`; nobody plays yet for one without a
    name."""
    contestants = Contestant.objects.bulk_create(
        Contestant(
            event=event,
            number=number,
            name=contestant_name(name, event.players_each) or _placeholder_name(event, number),
        )
        for number, name in enumerate(names, first_number)
    )
    named = {contestant: name for contestant, name in zip(contestants, names, strict=True) if name}
    ContestantPlayer.objects.bulk_create(_contestant_players(event, named))
    return contestants


def _placeholder_name(event: Event, number: int) -> str:
    return gettext(_PLACEHOLDER_NAMES[event.players_each]) % {"number": number}


def _check_no_placeholder_names(event: Event, names: Sequence[str]) -> None:
    placeholders = {
        _placeholder_name(event, number) for number, name in enumerate(names, 1) if not name
    }
    template = _("Line %(line)s: somebody without a name is called %(name)s: write it differently.")
    problems = [
        Problem("repeated_name", template, {"line": line, "name": name}, LIST_FIELD, line)
        for line, name in enumerate(names, 1)
        if name in placeholders
    ]
    raise_if_any(problems)


def next_number(event: Event) -> int:
    """The number of whoever comes next: after the last, also where one between is free."""
    last_number = event.contestants.aggregate(last=Max("number"))["last"]
    return int(last_number or 0) + 1


def _check_has_not_played(contestant: Contestant) -> None:
    """Raises `ValidationFailed` for who has played a session that is over: it stays as it was
    played."""
    if contestant.places.exists() or contestant.sit_outs.exists() or contestant.qualified.exists():
        template = _(
            "%(name)s has already played in this event and cannot be taken out: let them "
            "miss this session."
        )
        raise ValidationFailed([Problem("has_played", template, {"name": contestant.name})])


def _renumber_last(event: Event, number: int) -> None:
    """Whoever has the last number gets `number`; known by his number alone, he is called by it.

    But not once he has played: his results stand under his number.
    """
    last = event.contestants.filter(number__gt=number, places=None).order_by("number").last()
    if last is not None and last.number == next_number(event) - 1:
        if last.name == _placeholder_name(event, last.number):
            last.name = _placeholder_name(event, number)
        last.number = number
        last.save(update_fields=["number", "name"])


def _contestant_players(
    event: Event, list_names: Mapping[Contestant, str]
) -> Iterator[ContestantPlayer]:
    """The players of some contestants, as each is written in the list."""
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


def _player_ids(contestant: Contestant) -> list[int]:
    """Who he is, for the audit: by number, so that it tells no name of anybody."""
    return list(contestant.partners.values_list("player", flat=True))


def get_contestant(event: Event, contestant_id: int) -> Contestant:
    """The contestant; raises `ValidationFailed` where he is no longer in the event."""
    contestant = event.contestants.filter(pk=contestant_id).first()
    if contestant is None:
        template = _PLAYER_WITHDRAWN if event.players_each == 1 else _PAIR_WITHDRAWN
        raise ValidationFailed([Problem("no_contestant", template)])
    return contestant


def check_not_entered(
    event: Event, contestants: QuerySet[Contestant], names: Sequence[str]
) -> None:
    """Raises `ValidationFailed` for everybody among `names` who plays for one of the contestants
    already.

    Also where a name is rather another spelling of somebody whom the club knows.
    """
    problems = list(_already_entered_problems(event, contestants, names))
    reported_names = {problem.params["name"] for problem in problems}
    similar = similar_name_problems(event.club, names, event.players_each)
    raise_if_any(
        [
            *problems,
            *(problem for problem in similar if problem.params["name"] not in reported_names),
        ]
    )


def _already_entered_problems(
    event: Event, contestants: QuerySet[Contestant], names: Sequence[str]
) -> Iterator[Problem]:
    """Everybody among `names` who plays for one of the contestants already."""
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
    """The name of everybody who plays for some contestants, with the number of his; of a team by
    its rows."""
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
