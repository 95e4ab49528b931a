"""Phones of a session as the desk shows them: linked, not linked yet, and removed."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Entry, LinkedDevice, Play, Section, Session
from tournaments.models.phones import LinkedDeviceQuerySet
from tournaments.permissions.visibility.playing_members import is_player_of_event
from tournaments.queries.desk.pending_decisions import UNLINKED, PendingDecision
from tournaments.queries.results.play_state import active_entries


@dataclass(frozen=True)
class PhoneGroup:
    """The phones of one contestant, or of a table if `number` is None."""

    name: str
    number: int | None
    linked: tuple[LinkedDevice, ...]
    not_yet_linked: tuple[LinkedDevice, ...]
    removed: tuple[LinkedDevice, ...]


def phone_groups(session: Session, sections: QuerySet[Section]) -> list[PhoneGroup]:
    """Return the phones of some sections, by contestant and then by table; each phone once.

    Phones that only make up boards before the first round are left out: they enter no results.
    """
    rows_by_group: dict[tuple[bool, int, str], dict[str, LinkedDevice]] = {}
    for row in _device_rows(sections.filter(session=session)).exclude(
        role=LinkedDevice.Role.BOARDS
    ):
        contestant = row.contestant
        key = (
            contestant is None,
            contestant.number if contestant else row.table.number,
            str(contestant or row.table.label),
        )
        rows_by_group.setdefault(key, {})[row.device] = row  # the latest row of a device
    return [_phone_group(key, devices.values()) for key, devices in sorted(rows_by_group.items())]


@dataclass(frozen=True)
class UnlinkedTable:
    """A table and round with results that only unlinked phones have confirmed.

    `phone_ids` are the rows of the phones that sent them and asked for a link. It is empty if the
    reader may not link phones because they play in the event.
    """

    table: str
    round: int
    decisions: tuple[PendingDecision, ...]
    phone_ids: tuple[int, ...]

    @property
    def play_ids(self) -> set[int]:
        """Return the ids of the plays."""
        return {decision.play for decision in self.decisions}


def unlinked_tables(
    session: Session, pending: Iterable[PendingDecision], reader_id: int | None
) -> tuple[UnlinkedTable, ...]:
    """Return the tables of a session with results that only unlinked phones have confirmed."""
    decisions: dict[tuple[str, int], list[PendingDecision]] = {}
    for decision in pending:
        if decision.kind == UNLINKED and not decision.sitting:
            decisions.setdefault((decision.table, decision.round), []).append(decision)
    if not decisions:
        return ()
    play_ids = [decision.play for of_table in decisions.values() for decision in of_table]
    may_link = reader_id is None or not is_player_of_event(reader_id, session.stage.event_id)
    requests = _link_requests_by_play(session, play_ids) if may_link else {}
    return tuple(
        UnlinkedTable(
            table,
            round_number,
            tuple(sorted(of_table, key=lambda decision: decision.board)),
            tuple(sorted(set().union(*(requests.get(row.play, ()) for row in of_table)))),
        )
        for (table, round_number), of_table in decisions.items()
    )


def _link_requests_by_play(
    session: Session, play_ids: Collection[int]
) -> Mapping[int, Collection[int]]:
    """Return the requests for a link of the phones that have entered some plays, by play id."""
    plays = Play.objects.filter(pk__in=play_ids).select_related("seating")
    active_rows = LinkedDevice.objects.active().filter(session=session, bound_at=None)
    rows = list(active_rows.exclude(role=LinkedDevice.Role.BOARDS))
    requests = {}
    for play in plays.prefetch_related("entries", "seating__places"):
        contestants = {place.contestant_id for place in play.seating.places.all()}
        devices = {
            entry.device
            for entry in active_entries(play.entries.all())
            if entry.kind == Entry.Kind.TABLE and not entry.late
        }
        requests[play.pk] = {
            row.pk
            for row in rows
            if row.device in devices
            and (
                row.contestant_id in contestants
                if row.contestant_id
                else row.table_id == play.seating.table_id
            )
        }
    return requests


def disputed_phones(sections: QuerySet[Section]) -> list[LinkedDevice]:
    """Return the phones that another phone has removed, until the director has reviewed them."""
    return list(_device_rows(sections).disputed())


def _device_rows(sections: QuerySet[Section]) -> LinkedDeviceQuerySet:
    rows = LinkedDevice.objects.filter(table__section__in=sections)
    return rows.select_related("contestant", "table__section", "released_from__section").order_by(
        "pk"
    )


def _phone_group(key: tuple[bool, int, str], devices: Iterable[LinkedDevice]) -> PhoneGroup:
    is_table, number, name = key
    devices = list(devices)
    removed = tuple(device for device in devices if device.released_at)
    linked = tuple(device for device in devices if device.bound_at and not device.released_at)
    not_yet_linked = tuple(
        device for device in devices if not device.bound_at and not device.released_at
    )
    return PhoneGroup(name, None if is_table else number, linked, not_yet_linked, removed)
