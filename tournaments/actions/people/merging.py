"""Merge two players of a club who are the same person, and undo a merge."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.people.players import (
    check_has_no_boards_to_play,
    contestants_to_rename,
    name_from_players,
    save_contestant_names,
)
from tournaments.models import (
    AuditAction,
    Contestant,
    ContestantPlayer,
    Event,
    LineUp,
    Player,
    PlayerMerge,
    SeatHolder,
    Seating,
    Substitution,
)
from tournaments.permissions.actor import Actor

_TWO_MEMBERS = _("%(player)s signs in as %(member)s: two accounts cannot be one person.")
_TWO_LICENCES = _(
    "%(player)s has the licence number %(licence)s, the other has %(other)s: correct one first."
)
_TWO_PEOPLE = _(
    "%(player)s and %(other)s are linked with two people in other clubs: remove one link first."
)
_PLAYED_SAME_EVENT = _("%(player)s and %(other)s both played in %(event)s: they are two people.")
_CHOOSE_ANOTHER = _("Choose another player of the club.")
_ALREADY_UNDONE = _("That is already undone.")
_NAME_TAKEN = _("There is another %(name)s now: change that name first, then undo this.")
# Columns that a merge moves from the duplicate to the kept player, with their empty values.
_EMPTY_PLAYER_VALUES = {"user_id": None, "licence": "", "person_id": None}


def merge_players(kept_player: Player, duplicate: Player, actor: Actor) -> PlayerMerge:
    """Give everything that `duplicate` has played to `kept_player`, and delete `duplicate`.

    Contestants keep the names under which they played. Raises `ValidationFailed` with every reason
    why the two are different people: in one event they played for different contestants or at the
    same table, or they have different members, licence numbers or persons across clubs.
    """
    with transaction.atomic():
        kept_player, duplicate = _lock_players(kept_player, duplicate)
        raise_if_any(merge_problems(kept_player, duplicate))
        moved_values = {
            column: getattr(duplicate, column)
            for column in _EMPTY_PLAYER_VALUES
            if getattr(duplicate, column)
        }
        merge = kept_player.merges.create(
            player=duplicate.pk, name=duplicate.name, at=timezone.now(), **moved_values
        )
        partner_count, seat_count = _move_rows(merge, duplicate)
        duplicate.delete()
        Player.objects.filter(pk=kept_player.pk).update(**moved_values)
        audit_data = {"keep": kept_player.pk, "player": merge.player}
        record_audit(
            actor,
            AuditAction.MERGE_PLAYERS,
            kept_player.club,
            **audit_data,
            played=partner_count,
            places=seat_count,
        )
    return merge


def _lock_players(kept_player: Player, duplicate: Player) -> tuple[Player, Player]:
    """Lock and return both players' current rows; raise `ValidationFailed` if one is gone."""
    locked_players = (
        Player.objects.select_for_update()
        .filter(pk__in=[kept_player.pk, duplicate.pk])
        .order_by("pk")
    )
    players = {player.pk: player for player in locked_players}
    if players.keys() != {kept_player.pk, duplicate.pk}:
        raise ValidationFailed([Problem("same_player", _CHOOSE_ANOTHER, field="other")])
    return players[kept_player.pk], players[duplicate.pk]


def _move_rows(merge: PlayerMerge, duplicate: Player) -> tuple[int, int]:
    """Record in the merge which rows are the duplicate's, and give them to the kept player.

    Returns how many rows of contestants' players and how many seat holders were moved.
    """
    merge.partners.set(ContestantPlayer.objects.filter(player=duplicate))
    merge.places.set(SeatHolder.objects.filter(player=duplicate))
    merge.line_ups.set(LineUp.objects.filter(player=duplicate))
    merge.line_ups.update(player=merge.keep)
    merge.substitutions.set(Substitution.objects.filter(player=duplicate))
    merge.substitutions.update(player=merge.keep)
    merge.merges.set(duplicate.merges.all())
    merge.merges.update(keep=merge.keep)
    return merge.partners.update(player=merge.keep), merge.places.update(player=merge.keep)


def merge_problems(kept_player: Player, duplicate: Player) -> Iterator[Problem]:
    """Yield every reason why two players cannot be the same person."""
    if kept_player.pk == duplicate.pk or kept_player.club_id != duplicate.club_id:
        yield Problem("same_player", _CHOOSE_ANOTHER, field="other")
        return
    for event in _conflicting_events(kept_player, duplicate):
        params = {"player": kept_player.name, "other": duplicate.name, "event": event.name}
        yield Problem("played_apart", _PLAYED_SAME_EVENT, params, "other")
    if kept_player.user and duplicate.user:
        params = {"player": kept_player.name, "member": kept_player.user.get_username()}
        yield Problem("two_members", _TWO_MEMBERS, params, "other")
    if kept_player.licence and duplicate.licence:
        params = {
            "player": kept_player.name,
            "licence": kept_player.licence,
            "other": duplicate.licence,
        }
        yield Problem("two_licences", _TWO_LICENCES, params, "other")
    if kept_player.person_id and duplicate.person_id:
        yield Problem(
            "two_people",
            _TWO_PEOPLE,
            {"player": kept_player.name, "other": duplicate.name},
            "other",
        )


def _conflicting_events(kept_player: Player, duplicate: Player) -> list[Event]:
    """Return the events that show that the players are two people.

    In such an event they played for different contestants, both belonged to one contestant, or they
    sat at the same table.
    """
    same_tables = Seating.objects.filter(_held_seat(kept_player)).filter(_held_seat(duplicate))
    same_contestants = Contestant.objects.filter(partners__player=kept_player).filter(
        partners__player=duplicate
    )
    event_ids = set(same_tables.values_list("round__section__session__stage__event", flat=True))
    event_ids |= set(same_contestants.values_list("event", flat=True))
    kept_contestants, duplicate_contestants = (
        _contestants_by_event(kept_player),
        _contestants_by_event(duplicate),
    )
    event_ids |= {
        event_id
        for event_id in kept_contestants.keys() & duplicate_contestants.keys()
        if kept_contestants[event_id] != duplicate_contestants[event_id]
    }
    return list(Event.objects.filter(pk__in=event_ids))


def _contestants_by_event(player: Player) -> dict[int, set[int]]:
    """Return by event the contestants for whom a player played, also as a substitute."""
    contestants = Contestant.objects.filter(Q(partners__player=player) | _held_seat(player))
    contestants_by_event: dict[int, set[int]] = {}
    for event_id, contestant_id in contestants.values_list("event", "pk").distinct():
        contestants_by_event.setdefault(event_id, set()).add(contestant_id)
    return contestants_by_event


def _held_seat(player: Player) -> Q:
    """Return the condition that the player held a seat, from the start or as a substitute."""
    return Q(places__player=player) | Q(places__substitutions__player=player)


def unmerge_players(merge: PlayerMerge, actor: Actor) -> None:
    """Undo a merge: create the other player again, with everything they had played before.

    What was played after the merge stays with the kept player. If the other player belongs to a
    contestant again, they also get its seats in rounds that have not started. Contestants whose
    name consists of their players' names get the new name. Several merges may be undone in any
    order.

    Raises `ValidationFailed` if another player has the other's name by now, and while boards are
    hidden from a member because they are the kept player: undoing could show them.
    """
    with transaction.atomic():
        kept_player = Player.objects.select_for_update(of=("self",)).filter(merges=merge.pk).first()
        current_merge = PlayerMerge.objects.filter(pk=merge.pk, keep=kept_player).first()
        if kept_player is None or current_merge is None:
            raise ValidationFailed([Problem("taken_back", _ALREADY_UNDONE)])
        raise_if_any(_unmerge_problems(current_merge, kept_player))
        check_has_no_boards_to_play(kept_player)
        named_after_players = _named_after_players(current_merge)
        recreated_player = _recreate_player(current_merge, kept_player)
        partner_count, seat_count = _move_rows_back(current_merge, recreated_player)
        save_contestant_names(
            contestant
            for contestant in contestants_to_rename(recreated_player)
            if contestant.pk in named_after_players
        )
        current_merge.delete()
        audit_data = {"keep": kept_player.pk, "player": recreated_player.pk}
        record_audit(
            actor,
            AuditAction.UNMERGE_PLAYERS,
            kept_player.club,
            **audit_data,
            played=partner_count,
            places=seat_count,
        )


def _unmerge_problems(merge: PlayerMerge, kept_player: Player) -> Iterator[Problem]:
    other_names = kept_player.club.players.exclude(pk=kept_player.pk).values_list("name", flat=True)
    if merge.name.casefold() in {name.casefold() for name in other_names}:
        yield Problem("name_taken", _NAME_TAKEN, {"name": merge.name})


def _recreate_player(merge: PlayerMerge, kept_player: Player) -> Player:
    """Create the other player with their old id, and move values of the merge back to them.

    A value such as the licence number is moved only if the kept player still has it.
    """
    values = {
        column: getattr(merge, column) for column in _EMPTY_PLAYER_VALUES if getattr(merge, column)
    }
    values = {
        column: value for column, value in values.items() if getattr(kept_player, column) == value
    }
    Player.objects.filter(pk=kept_player.pk).update(
        **{column: _EMPTY_PLAYER_VALUES[column] for column in values}
    )
    return Player.objects.create(
        pk=merge.player, club_id=kept_player.club_id, name=merge.name, **values
    )


def _move_rows_back(merge: PlayerMerge, duplicate: Player) -> tuple[int, int]:
    """Give the recreated player those rows of the merge that the kept player still has.

    Also gives them the seats of their contestants in rounds that have not started. Returns how many
    rows of contestants' players and how many seat holders were moved.
    """
    kept_player_id = merge.keep_id
    merge.merges.filter(keep=kept_player_id).update(keep=duplicate)
    merge.line_ups.filter(player=kept_player_id).update(player=duplicate)
    merge.substitutions.filter(player=kept_player_id).update(player=duplicate)
    partner_count = merge.partners.filter(player=kept_player_id).update(player=duplicate)
    seat_count = merge.places.filter(player=kept_player_id).update(player=duplicate)
    contestants = merge.partners.filter(player=duplicate).values("contestant")
    upcoming_places = SeatHolder.objects.filter(
        player=kept_player_id, contestant__in=contestants, seating__round__started_at=None
    )
    return partner_count, seat_count + upcoming_places.update(player=duplicate)


def _named_after_players(merge: PlayerMerge) -> set[int]:
    """Return ids of the contestants of a merge whose names consist of their players' names."""
    contestant_ids = merge.partners.filter(player=merge.keep_id).values("contestant")
    contestants = Contestant.objects.filter(pk__in=contestant_ids).prefetch_related(
        "partners__player"
    )
    return {
        contestant.pk
        for contestant in contestants
        if contestant.name == name_from_players(contestant)
    }
