"""The club's people: renamed, and known as members."""

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
    """Write a player's name better. Whoever he plays for follows at once, in every event, and its
    standings.

    What is printed stays good: codes and links name nobody.

    Raises `ValidationFailed` for a name that is missing, too long, would read as two, or is another
    player's.
    """
    cleaned_name = normalize_person_name(name)
    raise_if_any(_name_problems(player, cleaned_name))
    with transaction.atomic():
        record_audit(actor, AuditAction.RENAME_PLAYER, player.club, player=player.pk)
        player.name = cleaned_name
        player.save(update_fields=["name"])
        save_contestant_names(contestants_to_rename(player))


def link_member(player: Player, user_id: int, actor: Actor) -> None:
    """Say which member of the club a player is: the desk then keeps from him what he has yet to
    play.

    Raises `ValidationFailed` for who is no member, for one who is another player already, and where
    the player is another member who has boards yet to play.
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
    """A player is no member, or not this one: nothing is kept from him any more.

    Raises `ValidationFailed` while he has boards yet to play: whoever could take the link back for
    a moment would see them.
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
    """Raises `ValidationFailed` while a member has boards yet to play that are kept from him as
    this player."""
    if has_member_with_boards_to_play(player):
        raise ValidationFailed(
            [Problem("still_plays", _STILL_PLAYS, {"player": player.name}, "member")]
        )


def save_contestant_names(contestants: Iterable[Contestant]) -> None:
    """Store contestants under the names they have now, and call them so in the standings of
    their events."""
    event_ids = set()
    for contestant in contestants:
        contestant.save(update_fields=["name"])
        event_ids.add(contestant.event_id)
    for stage_id in (
        Stage.objects.filter(event__in=event_ids).order_by("pk").values_list("pk", flat=True)
    ):
        scoring_pipeline.update_snapshot_names(stage_id)


def contestants_to_rename(player: Player) -> Iterator[Contestant]:
    """Those he plays for who have another name now, with it.

    In an imported event two people may have one name: of two contestants who would be called alike
    the second stays as he was.
    """
    contestants = Contestant.objects.filter(partners__player=player).order_by("pk")
    # A team has a name of its own.
    contestants = contestants.exclude(event__players_each=MIN_TEAM_SIZE)
    for contestant in contestants.prefetch_related("partners__player"):
        name = name_from_players(contestant)
        same_name = Contestant.objects.filter(event=contestant.event_id, name=name)
        if name != contestant.name and not same_name.exists():
            contestant.name = name
            yield contestant


def name_from_players(contestant: Contestant) -> str:
    """What a contestant is called by the present names of his players."""
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
    """Another player whose name differs in accents, capitals or marks at most; not where it does
    already."""
    other_names = player.club.players.exclude(pk=player.pk).values_list("name", flat=True)
    same_key = [
        other_name
        for other_name in other_names
        if comparison_key(other_name) == comparison_key(name)
    ]
    if comparison_key(name) == comparison_key(player.name):
        same_key = [
            other_name for other_name in same_key if other_name.casefold() == name.casefold()
        ]
    if same_key:
        template = _("There is another %(name)s: if it is the same person, merge the two.")
        yield Problem("name_taken", template, {"name": same_key[0]}, "name")
