"""Rename a club's players, and link them to members of the club."""

from collections.abc import Iterable, Iterator

from django.db import transaction

from games.game import MIN_TEAM_SIZE
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import comparison_key
from tournaments import scoring_pipeline
from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Contestant, Player, Stage
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.playing_members import has_member_with_boards_to_play
from tournaments.queries.people.names import (
    MAX_NAME_LENGTH,
    PAIR_SEPARATOR,
    is_person_name,
    normalize_person_name,
)

_NOT_A_MEMBER = _("This account is not on the staff of the club: choose another.")
_MEMBER_TAKEN = _("%(member)s is already %(player)s: undo that first.")
_STILL_PLAYS = _(
    "%(player)s still has boards to play: choose the account once the session is over."
)


def rename_player(player: Player, name: str, actor: Actor) -> None:
    """Rename a player, their contestants, and these contestants in the stored standings.

    Printed codes and links remain valid, as they contain no names. Raises `ValidationFailed` for a
    name that is missing or too long, that another player has, or that looks like two names.
    """
    cleaned_name = normalize_person_name(name)
    raise_if_any(_name_problems(player, cleaned_name))
    with transaction.atomic():
        record_audit(actor, AuditAction.RENAME_PLAYER, player.club, player=player.pk)
        player.name = cleaned_name
        player.save(update_fields=["name"])
        save_contestant_names(contestants_to_rename(player))


def link_member(player: Player, user_id: int, actor: Actor) -> None:
    """Record which member a player is, so that boards they have to play are hidden from them.

    Raises `ValidationFailed` if the user is not a member of the club or is linked to another
    player, and if the player is linked to another member who has boards to play.
    """
    with transaction.atomic():
        if player.user_id and player.user_id != user_id:
            check_has_no_boards_to_play(player)
        membership = player.club.memberships.filter(user=user_id).select_related("user").first()
        if membership is None:
            raise ValidationFailed([Problem("no_member", _NOT_A_MEMBER, field="member")])
        if other_player := player.club.players.filter(user=user_id).exclude(pk=player.pk).first():
            params = {"member": membership.user.get_username(), "player": other_player.name}
            raise ValidationFailed([Problem("member_taken", _MEMBER_TAKEN, params, "member")])
        Player.objects.filter(pk=player.pk).update(user=user_id)
        record_audit(actor, AuditAction.LINK_MEMBER, player.club, player=player.pk, member=user_id)


def unlink_member(player: Player, actor: Actor) -> None:
    """Remove the link between a player and a member.

    Raises `ValidationFailed` while the member has boards to play, which would be shown to them if
    the link were removed.
    """
    with transaction.atomic():
        check_has_no_boards_to_play(player)
        if Player.objects.filter(pk=player.pk).exclude(user=None).update(user=None):
            record_audit(
                actor,
                AuditAction.UNLINK_MEMBER,
                player.club,
                player=player.pk,
                member=player.user_id,
            )


def check_has_no_boards_to_play(player: Player) -> None:
    """Raise `ValidationFailed` while the member who is the player has boards to play."""
    if has_member_with_boards_to_play(player):
        raise ValidationFailed(
            [Problem("still_plays", _STILL_PLAYS, {"player": player.name}, "member")]
        )


def save_contestant_names(contestants: Iterable[Contestant]) -> None:
    """Store the contestants' new names in their rows and in the snapshots of the standings."""
    event_ids = set()
    for contestant in contestants:
        contestant.save(update_fields=["name"])
        event_ids.add(contestant.event_id)
    for stage_id in (
        Stage.objects.filter(event__in=event_ids).order_by("pk").values_list("pk", flat=True)
    ):
        scoring_pipeline.update_snapshot_names(stage_id)


def contestants_to_rename(player: Player) -> Iterator[Contestant]:
    """Yield unsaved contestants of a player whose name must change, with the new name set.

    A contestant keeps the old name if another contestant of the event has the new name, which is
    possible in an imported event.
    """
    contestants = Contestant.objects.filter(partners__player=player).order_by("pk")
    # The name of a team does not contain its players.
    contestants = contestants.exclude(event__players_each=MIN_TEAM_SIZE)
    for contestant in contestants.prefetch_related("partners__player"):
        name = name_from_players(contestant)
        contestants_with_name = Contestant.objects.filter(event=contestant.event_id, name=name)
        if name != contestant.name and not contestants_with_name.exists():
            contestant.name = name
            yield contestant


def name_from_players(contestant: Contestant) -> str:
    """Return the current names of a contestant's players, joined to the contestant's name."""
    return PAIR_SEPARATOR.join(partner.player.name for partner in contestant.partners.all())


def _name_problems(player: Player, name: str) -> Iterator[Problem]:
    if not is_person_name(name) or PAIR_SEPARATOR in name:
        yield Problem("no_name", _("Write one person’s name."), field="name")
    if len(name) > MAX_NAME_LENGTH:
        params = {"most": MAX_NAME_LENGTH}
        yield Problem(
            "name_too_long", _("Write a name of %(most)s letters or fewer."), params, "name"
        )
    yield from _name_taken_problems(player, name)


def _name_taken_problems(player: Player, name: str) -> Iterator[Problem]:
    """Yield a problem if another player of the club has the same or a similar name.

    Names are similar if they differ only in accents, capitals or marks. If the player's old name
    was already similar to the new one, only a name that differs in nothing but capitals is a
    problem.
    """
    other_names = player.club.players.exclude(pk=player.pk).values_list("name", flat=True)
    names_with_same_key = [
        other_name
        for other_name in other_names
        if comparison_key(other_name) == comparison_key(name)
    ]
    if comparison_key(name) == comparison_key(player.name):
        names_with_same_key = [
            other_name
            for other_name in names_with_same_key
            if other_name.casefold() == name.casefold()
        ]
    if names_with_same_key:
        template = _("There is another %(name)s: if it is the same person, merge the two.")
        yield Problem("name_taken", template, {"name": names_with_same_key[0]}, "name")
