"""Export an event as the JSON values of an event file; see docs/integrators/event-file.md.

The file contains no database ids: players and tables are referred to by the event's own numbers, so
that an event has the same file on every installation. Derived values are left out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from tournaments.models import (
    Contestant,
    ContestantPlayer,
    Entry,
    Event,
    ExportedSection,
    LineUp,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    SitOut,
    Stage,
    Substitution,
    TimeExtension,
)
from tournaments.permissions.visibility.hands import public_seed
from tournaments.queries.rounds.seating import with_contestants
from tournaments.queries.standings.partial_rankings import members_by_category
from tournaments.support.event_file_format import FORMAT, VERSION

JsonObject = dict[str, Any]


@dataclass(frozen=True)
class SessionExporter:
    """Export sessions as JSON values.

    `player_numbers` and `device_numbers` map ids to the numbers in the file.
    """

    player_numbers: Mapping[int, int]
    device_numbers: Mapping[str, int]

    def export(self, session: Session, sections: Iterable[Section]) -> JsonObject:
        """Return a session with these sections; its seed is None until it is over."""
        return {
            "number": session.number,
            "state": session.state,
            "rounds_planned": session.rounds_planned,
            "boards_per_round": session.boards_per_round,
            "minutes_per_round": session.minutes_per_round,
            "breaks": list(session.breaks.values("after_round", "minutes")),
            "commitment": session.commitment,
            "salt": session.salt,
            "seed": public_seed(session),
            "created_at": time_value(session.created_at),
            "started_at": time_value(session.started_at),
            "finished_at": time_value(session.finished_at),
            "boards": [board.number for board in session.boards.all()],
            "kept_sealed": [board.number for board in session.boards.all() if board.sealed_to_end],
            "sections": [self._section_values(section) for section in sections],
        }

    def _section_values(self, section: Section) -> JsonObject:
        tables = section.tables.all()
        return {
            "number": section.number,
            "name": section.name,
            "venue": section.venue.name if section.venue else None,
            "movement": section.movement_key,
            "movement_options": sorted_by_key(section.movement_options),
            "rounds_planned": section.rounds_planned,
            "rounds_left_out": section.rounds_left_out,
            "boards_left_out": section.boards_left_out,
            "allotments": [
                {"number": assignment.number, "contestant": assignment.contestant.number}
                for assignment in section.assignments.select_related("contestant")
            ],
            "tables": [
                {"number": table.number, "code_counter": table.code_counter} for table in tables
            ],
            "rounds": [self._round_values(round_) for round_ in _rounds(section)],
            "copies": [
                _exported_section(exported_section)
                for exported_section in section.copies.prefetch_related("deliveries")
            ],
            "pauses": [
                {"at": time_value(pause.at), "until": time_value(pause.until)}
                for pause in section.pauses.all()
            ],
        }

    def _round_values(self, round_: Round) -> JsonObject:
        return {
            "number": round_.number,
            "started_at": time_value(round_.started_at),
            "ended_at": time_value(round_.ended_at),
            "seatings": [self._seating_values(seating) for seating in round_.seatings.all()],
            "sit_outs": [_sit_out(sit_out) for sit_out in round_.sit_outs.all()],
            "line_ups": self._line_ups(round_),
            "given": [_time_extension(extension) for extension in round_.time_extensions.all()],
        }

    def _line_ups(self, round_: Round) -> list[JsonObject]:
        seats_by_contestant: dict[int, list[JsonObject]] = {}
        for line_up in round_.line_ups.all():
            seat = {"seat": line_up.seat, "player": self.player_numbers[line_up.player_id]}
            seats_by_contestant.setdefault(line_up.contestant.number, []).append(seat)
        return [
            {"contestant": number, "seats": sorted(team_seats, key=lambda seat: str(seat["seat"]))}
            for number, team_seats in sorted(seats_by_contestant.items())
        ]

    def _seating_values(self, seating: Seating) -> JsonObject:
        seat_holders = sorted(seating.places.all(), key=lambda seat_holder: seat_holder.seat)
        return {
            "table": seating.table.number,
            "why": reason_value(seating.draw_reason),
            "places": [self._seat_holder_values(seat_holder) for seat_holder in seat_holders],
            "plays": [self._play_values(play) for play in seating.plays.all()],
        }

    def _seat_holder_values(self, seat_holder: SeatHolder) -> JsonObject:
        player = (
            None if seat_holder.player_id is None else self.player_numbers[seat_holder.player_id]
        )
        substitutions = sorted(seat_holder.substitutions.all(), key=lambda item: item.from_board)
        return {
            "seat": seat_holder.seat,
            "contestant": seat_holder.contestant.number,
            "player": player,
            "substitutes": [
                {
                    "board": substitution.from_board,
                    "player": self.player_numbers[substitution.player_id],
                }
                for substitution in substitutions
            ],
        }

    def _play_values(self, play: Play) -> JsonObject:
        entries = [self._entry_values(entry) for entry in play.entries.all()]
        return {"board": play.board.number, "group": play.group, "entries": entries}

    def _entry_values(self, entry: Entry) -> JsonObject:
        return {
            "revision": entry.revision,
            "kind": entry.kind,
            "outcome": sorted_by_key(entry.outcome),
            "given": sorted_by_key(entry.given),
            "late": entry.late,
            "contradicted": entry.contradicted,
            "reason": entry.reason,
            "withdraws": entry.withdraws,
            "table": entry.table.number if entry.table else None,
            "side": entry.side,
            "device": self.device_numbers.get(entry.device),
            "at": time_value(entry.at),
            "origin": entry.origin,
        }


def _exported_section(exported: ExportedSection) -> JsonObject:
    return {
        "identifier": exported.identifier,
        "holder": exported.holder,
        "opens_at": time_value(exported.opens_at),
        "void_at": time_value(exported.void_at),
        "at": time_value(exported.at),
        "deliveries": [
            {
                "laptop": delivery.laptop,
                "plays": delivery.plays,
                "entries": delivery.entries,
                "at": time_value(delivery.at),
            }
            for delivery in exported.deliveries.all()
        ],
    }


def _time_extension(extension: TimeExtension) -> JsonObject:
    table = extension.to_table.number if extension.to_table else None
    return {"table": table, "seconds": extension.seconds, "at": time_value(extension.at)}


def _sit_out(sit_out: SitOut) -> JsonObject:
    return {"contestant": sit_out.contestant.number, "why": reason_value(sit_out.draw_reason)}


def reason_value(reason: JsonObject) -> JsonObject:
    """Return a reason with its parameters sorted, or an empty object if there is none."""
    if not reason:
        return {}
    return {"template": reason["template"], "params": sorted_by_key(reason["params"])}


def _rounds(section: Section) -> QuerySet[Round]:
    """Return a section's rounds with everything that belongs to them prefetched."""
    return section.rounds.prefetch_related(
        Prefetch("seatings", Seating.objects.select_related("table")),
        with_contestants("seatings__places"),
        "seatings__places__substitutions",
        Prefetch("seatings__plays", Play.objects.select_related("board")),
        Prefetch("seatings__plays__entries", Entry.objects.select_related("table")),
        Prefetch("sit_outs", SitOut.objects.select_related("contestant")),
        Prefetch("time_extensions", TimeExtension.objects.select_related("to_table")),
        Prefetch("line_ups", LineUp.objects.select_related("contestant").order_by("pk")),
    )


def sorted_by_key(values: JsonObject) -> JsonObject:
    """Return an object with its keys sorted: databases return JSON keys in different orders."""
    return dict(sorted(values.items()))


def time_value(moment: datetime | None) -> str | None:
    """Return a time as event files contain it, None without one."""
    return moment.isoformat() if moment else None


_SEATING_ORDER = [
    f"seating__round__{column}"
    for column in (
        "section__session__stage__number",
        "section__session__number",
        "section__number",
        "number",
    )
] + ["seating__table__number"]


def event_file(event: Event) -> JsonObject:
    """Return an event as an event file, without hands, staff accounts and derived values.

    The seed of a session is None until it is over.
    """
    sections = Section.objects.filter(session__stage__event=event)
    return _EventFileBuilder(event, event.stages.all(), sections, event.contestants.all()).build()


def event_file_of_section(section: Section) -> JsonObject:
    """Return an event file with one section, its session, its stage and its contestants."""
    event, sections = section.session.stage.event, Section.objects.filter(pk=section.pk)
    plays_in_section = Q(assignments__section=section) | Q(places__seating__round__section=section)
    contestant_ids = event.contestants.filter(plays_in_section).order_by().values("pk")
    contestants = event.contestants.filter(pk__in=contestant_ids)
    stages = event.stages.filter(pk=section.session.stage_id)
    return _EventFileBuilder(event, stages, sections, contestants).build()


class _EventFileBuilder:
    """Build an event file of some sections.

    Players and devices are numbered in the order in which they first appear.
    """

    def __init__(
        self,
        event: Event,
        stages: QuerySet[Stage],
        sections: QuerySet[Section],
        contestants: QuerySet[Contestant],
    ) -> None:
        self.event, self.stages = event, stages
        self.sections, self.contestants = sections, contestants
        self.player_numbers = _number_in_order(_player_ids(sections, contestants))
        self.session_exporter = SessionExporter(
            self.player_numbers, _number_in_order(_device_ids(sections))
        )

    def build(self) -> JsonObject:
        """Return the file, with its keys in the order of docs/integrators/event-file-keys.md."""
        players_by_id = self.event.club.players.in_bulk(list(self.player_numbers))
        contestants = self.contestants.prefetch_related("partners")
        return {
            "format": FORMAT,
            "version": VERSION,
            "club": {"name": self.event.club.name, "slug": self.event.club.slug},
            "event": _event_values(self.event),
            "players": [
                {"number": number, "name": players_by_id[player_id].name}
                for player_id, number in self.player_numbers.items()
            ],
            "contestants": [self._contestant_values(contestant) for contestant in contestants],
            "categories": self._category_values(),
            "stages": [self._stage_values(stage) for stage in self.stages],
        }

    def _contestant_values(self, contestant: Contestant) -> JsonObject:
        return {
            "number": contestant.number,
            "name": contestant.name,
            "paid_at": time_value(contestant.paid_at),
            "withdrawn_at": time_value(contestant.withdrawn_at),
            "no_place": contestant.unranked_reason,
            "players": [
                self.player_numbers[partner.player_id] for partner in contestant.partners.all()
            ],
        }

    def _category_values(self) -> list[JsonObject]:
        numbers = set(self.contestants.values_list("number", flat=True))
        members = members_by_category(self.event)
        return [
            {"name": name, "contestants": [number for number in members[name] if number in numbers]}
            for name in members
        ]

    def _stage_values(self, stage: Stage) -> JsonObject:
        return {
            "number": stage.number,
            "movement": stage.movement_key,
            "movement_options": sorted_by_key(stage.movement_options),
            "halves": stage.halves,
            "sections_apart": stage.ranks_sections_separately,
            "carried": stage.carry_over_text,
            "qualifiers": _qualifier_values(stage),
            "penalties": _penalty_values(stage),
            "sessions": [
                self.session_exporter.export(session, self.sections.filter(session=session))
                for session in stage.sessions.filter(pk__in=self.sections.values("session"))
            ],
        }


def _event_values(event: Event) -> JsonObject:
    return {
        "name": event.name,
        "slug": event.slug,
        "game": event.game_key,
        "options": sorted_by_key(event.options),
        "rules_version": event.rules_version,
        "players_each": event.players_each,
        "method": event.method_key,
        "method_options": sorted_by_key(event.method_options),
        "tiebreaks": event.tiebreaks,
        "fee_cents": event.fee_cents,
        "results_shown": event.results_shown,
        "missed": event.missed,
        "objection_minutes": event.objection_minutes,
        "note": event.note,
        "starts_at": time_value(event.starts_at),
        "place": event.place,
        "standings_from": time_value(event.standings_from),
        "created_at": time_value(event.created_at),
        "published_at": time_value(event.published_at),
        "arrival": _imported_section(event),
    }


def _imported_section(event: Event) -> JsonObject | None:
    """Return from which copy, where and when an offline section was imported.

    The key that encrypts its results is left out.
    """
    if not event.is_offline_section:
        return None
    imported = event.imported_section
    return {
        "copy": imported.copy,
        "laptop": imported.laptop,
        "opens_at": time_value(imported.opens_at),
        "at": time_value(imported.at),
    }


def _qualifier_values(stage: Stage) -> list[JsonObject]:
    return [
        {
            "contestant": qualifier.contestant.number,
            "seed": qualifier.seed,
            "group": qualifier.group,
            "why": reason_value(qualifier.reason),
        }
        for qualifier in stage.qualifiers.select_related("contestant")
    ]


def _penalty_values(stage: Stage) -> list[JsonObject]:
    return [
        {
            "contestant": penalty.contestant.number,
            "amount": penalty.amount_text,
            "reason": penalty.reason,
            "kind": penalty.kind,
            "at": time_value(penalty.at),
        }
        for penalty in stage.penalties.select_related("contestant")
    ]


def _player_ids(sections: QuerySet[Section], contestants: QuerySet[Contestant]) -> Iterable[int]:
    """Yield the ids of all registered players, then of those in seats, then of substitutes.

    An id may be repeated.
    """
    partners = ContestantPlayer.objects.filter(contestant__in=contestants).order_by(
        "contestant__number", "number"
    )
    seat_holders = SeatHolder.objects.filter(seating__round__section__in=sections).exclude(
        player=None
    )
    yield from partners.values_list("player_id", flat=True)
    yield from seat_holders.order_by(*_SEATING_ORDER, "seat").values_list("player_id", flat=True)
    substitutions = Substitution.objects.filter(place__seating__round__section__in=sections)
    order = [f"place__{column}" for column in (*_SEATING_ORDER, "seat")]
    yield from substitutions.order_by(*order, "from_board").values_list("player_id", flat=True)


def _device_ids(sections: QuerySet[Section]) -> Iterable[str]:
    """Return the secret ids of devices in the order of their entries.

    Ids are secret, because a person who knows the id of a device can impersonate it. The file
    contains only numbers, which show the entries that came from the same device.
    """
    entries = Entry.objects.filter(play__seating__round__section__in=sections).exclude(device="")
    order = [f"play__{column}" for column in (*_SEATING_ORDER, "board__number")]
    return entries.order_by(*order, "revision").values_list("device", flat=True)


def _number_in_order(keys: Iterable[Any]) -> dict[Any, int]:
    return {key: number for number, key in enumerate(dict.fromkeys(keys), 1)}
