"""An event whole, as the JSON values of its event file: docs/integrators/event-file.md says what
each key means.

Nothing in it is a number of the database: who, where and when are told by the event's own numbers,
so that the same event gives the same values on every installation. What follows from the facts is
left out.
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

Value = dict[str, Any]


@dataclass(frozen=True)
class SessionSerializer:
    """Sessions of one event on their way out; `players` and `devices` by their numbers in the
    file."""

    players: Mapping[int, int]
    devices: Mapping[str, int]

    def session(self, session: Session, sections: Iterable[Section]) -> Value:
        """A session with these sections and everything below them; its seed once it is over,
        else None."""
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
            "sections": [self._section(section) for section in sections],
        }

    def _section(self, section: Section) -> Value:
        tables = section.tables.all()
        return {
            "number": section.number,
            "name": section.name,
            "venue": section.venue.name if section.venue else None,
            "movement": section.movement_key,
            "movement_options": sorted_values(section.movement_options),
            "rounds_planned": section.rounds_planned,
            "rounds_left_out": section.rounds_left_out,
            "boards_left_out": section.boards_left_out,
            "allotments": [
                {"number": each.number, "contestant": each.contestant.number}
                for each in section.assignments.select_related("contestant")
            ],
            "tables": [
                {"number": table.number, "code_counter": table.code_counter} for table in tables
            ],
            "rounds": [self._round(round_) for round_ in _rounds(section)],
            "copies": [_copy(copy) for copy in section.copies.prefetch_related("deliveries")],
            "pauses": [
                {"at": time_value(each.at), "until": time_value(each.until)}
                for each in section.pauses.all()
            ],
        }

    def _round(self, round_: Round) -> Value:
        return {
            "number": round_.number,
            "started_at": time_value(round_.started_at),
            "ended_at": time_value(round_.ended_at),
            "seatings": [self._seating(seating) for seating in round_.seatings.all()],
            "sit_outs": [_sit_out(sit_out) for sit_out in round_.sit_outs.all()],
            "line_ups": self._line_ups(round_),
            "given": [_given(each) for each in round_.time_extensions.all()],
        }

    def _line_ups(self, round_: Round) -> list[Value]:
        seats: dict[int, list[Value]] = {}
        for each in round_.line_ups.all():
            said = {"seat": each.seat, "player": self.players[each.player_id]}
            seats.setdefault(each.contestant.number, []).append(said)
        return [
            {"contestant": number, "seats": sorted(said, key=lambda each: str(each["seat"]))}
            for number, said in sorted(seats.items())
        ]

    def _seating(self, seating: Seating) -> Value:
        places = sorted(seating.places.all(), key=lambda place: place.seat)
        return {
            "table": seating.table.number,
            "why": reason_value(seating.draw_reason),
            "places": [self._place(place) for place in places],
            "plays": [self._play(play) for play in seating.plays.all()],
        }

    def _place(self, place: SeatHolder) -> Value:
        player = None if place.player_id is None else self.players[place.player_id]
        later = sorted(place.substitutions.all(), key=lambda each: each.from_board)
        return {
            "seat": place.seat,
            "contestant": place.contestant.number,
            "player": player,
            "substitutes": [
                {"board": each.from_board, "player": self.players[each.player_id]} for each in later
            ],
        }

    def _play(self, play: Play) -> Value:
        said = [self._entry(entry) for entry in play.entries.all()]
        return {"board": play.board.number, "group": play.group, "entries": said}

    def _entry(self, entry: Entry) -> Value:
        return {
            "revision": entry.revision,
            "kind": entry.kind,
            "outcome": sorted_values(entry.outcome),
            "given": sorted_values(entry.given),
            "late": entry.late,
            "contradicted": entry.contradicted,
            "reason": entry.reason,
            "withdraws": entry.withdraws,
            "table": entry.table.number if entry.table else None,
            "side": entry.side,
            "device": self.devices.get(entry.device),
            "at": time_value(entry.at),
            "origin": entry.origin,
        }


def _copy(copy: ExportedSection) -> Value:
    return {
        "identifier": copy.identifier,
        "holder": copy.holder,
        "opens_at": time_value(copy.opens_at),
        "void_at": time_value(copy.void_at),
        "at": time_value(copy.at),
        "deliveries": [
            {
                "laptop": each.laptop,
                "plays": each.plays,
                "entries": each.entries,
                "at": time_value(each.at),
            }
            for each in copy.deliveries.all()
        ],
    }


def _given(given: TimeExtension) -> Value:
    table = given.to_table.number if given.to_table else None
    return {"table": table, "seconds": given.seconds, "at": time_value(given.at)}


def _sit_out(sit_out: SitOut) -> Value:
    return {"contestant": sit_out.contestant.number, "why": reason_value(sit_out.draw_reason)}


def reason_value(why: Value) -> Value:
    """Nothing, or a sentence and its parameters in one order."""
    return {"template": why["template"], "params": sorted_values(why["params"])} if why else {}


def _rounds(section: Section) -> QuerySet[Round]:
    """With everything below them, read at once."""
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


def sorted_values(values: Value) -> Value:
    """Databases give the keys of an object back in orders of their own."""
    return dict(sorted(values.items()))


def time_value(at: datetime | None) -> str | None:
    """A moment as files write it; None where there is none."""
    return at.isoformat() if at else None


_PLACE_ORDER = [
    f"seating__round__{column}"
    for column in (
        "section__session__stage__number",
        "section__session__number",
        "section__number",
        "number",
    )
] + ["seating__table__number"]


def event_file(event: Event) -> Value:
    """Everything about an event but the hands, the accounts of who ran it and what is derived.

    A session's seed is there once it is over, otherwise None.
    """
    sections = Section.objects.filter(session__stage__event=event)
    return _Writer(event, event.stages.all(), sections, event.contestants.all()).whole()


def event_file_of_section(section: Section) -> Value:
    """The same of a section alone, with its session and stage, and of those who play in it."""
    event, alone = section.session.stage.event, Section.objects.filter(pk=section.pk)
    plays_there = Q(assignments__section=section) | Q(places__seating__round__section=section)
    who = event.contestants.filter(plays_there).order_by().values("pk")
    stages = event.stages.filter(pk=section.session.stage_id)
    return _Writer(event, stages, alone, event.contestants.filter(pk__in=who)).whole()


class _Writer:
    """Sections on their way out: their players and devices are numbered in the order they
    appear."""

    def __init__(
        self,
        event: Event,
        stages: QuerySet[Stage],
        sections: QuerySet[Section],
        contestants: QuerySet[Contestant],
    ) -> None:
        self.event, self.stages = event, stages
        self.sections, self.contestants = sections, contestants
        self.players = _numbered(_players(sections, contestants))
        self.values = SessionSerializer(self.players, _numbered(_devices(sections)))

    def whole(self) -> Value:
        """The file, its keys in the order of docs/integrators/event-file.md."""
        names = self.event.club.players.in_bulk(list(self.players))
        contestants = self.contestants.prefetch_related("partners")
        return {
            "format": FORMAT,
            "version": VERSION,
            "club": {"name": self.event.club.name, "slug": self.event.club.slug},
            "event": _event(self.event),
            "players": [
                {"number": number, "name": names[player].name}
                for player, number in self.players.items()
            ],
            "contestants": [self._contestant(contestant) for contestant in contestants],
            "categories": self._categories(),
            "stages": [self._stage(stage) for stage in self.stages],
        }

    def _contestant(self, contestant: Contestant) -> Value:
        return {
            "number": contestant.number,
            "name": contestant.name,
            "paid_at": time_value(contestant.paid_at),
            "withdrawn_at": time_value(contestant.withdrawn_at),
            "no_place": contestant.unranked_reason,
            "players": [self.players[partner.player_id] for partner in contestant.partners.all()],
        }

    def _categories(self) -> list[Value]:
        numbers = set(self.contestants.values_list("number", flat=True))
        members = members_by_category(self.event)
        return [
            {"name": name, "contestants": [each for each in members[name] if each in numbers]}
            for name in members
        ]

    def _stage(self, stage: Stage) -> Value:
        return {
            "number": stage.number,
            "movement": stage.movement_key,
            "movement_options": sorted_values(stage.movement_options),
            "halves": stage.halves,
            "sections_apart": stage.ranks_sections_separately,
            "carried": stage.carry_over_text,
            "qualifiers": _qualifiers(stage),
            "penalties": _penalties(stage),
            "sessions": [
                self.values.session(session, self.sections.filter(session=session))
                for session in stage.sessions.filter(pk__in=self.sections.values("session"))
            ],
        }


def _event(event: Event) -> Value:
    return {
        "name": event.name,
        "slug": event.slug,
        "game": event.game_key,
        "options": sorted_values(event.options),
        "rules_version": event.rules_version,
        "players_each": event.players_each,
        "method": event.method_key,
        "method_options": sorted_values(event.method_options),
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
        "arrival": _arrival(event),
    }


def _arrival(event: Event) -> Value | None:
    """How a section came that travelled; what its results are sealed with stays on its laptop."""
    if not event.is_offline_section:
        return None
    arrival = event.imported_section
    return {
        "copy": arrival.copy,
        "laptop": arrival.laptop,
        "opens_at": time_value(arrival.opens_at),
        "at": time_value(arrival.at),
    }


def _qualifiers(stage: Stage) -> list[Value]:
    return [
        {
            "contestant": qualifier.contestant.number,
            "seed": qualifier.seed,
            "group": qualifier.group,
            "why": reason_value(qualifier.reason),
        }
        for qualifier in stage.qualifiers.select_related("contestant")
    ]


def _penalties(stage: Stage) -> list[Value]:
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


def _players(sections: QuerySet[Section], contestants: QuerySet[Contestant]) -> Iterable[int]:
    """Everybody who is entered, then whoever else sat down, then whoever came to a place later."""
    partners = ContestantPlayer.objects.filter(contestant__in=contestants).order_by(
        "contestant__number", "number"
    )
    seated = SeatHolder.objects.filter(seating__round__section__in=sections).exclude(player=None)
    yield from partners.values_list("player_id", flat=True)
    yield from seated.order_by(*_PLACE_ORDER, "seat").values_list("player_id", flat=True)
    came = Substitution.objects.filter(place__seating__round__section__in=sections)
    order = [f"place__{column}" for column in (*_PLACE_ORDER, "seat")]
    yield from came.order_by(*order, "from_board").values_list("player_id", flat=True)


def _devices(sections: QuerySet[Section]) -> Iterable[str]:
    """A device's own name could be claimed by who reads it; which entries came from one device
    is enough."""
    entries = Entry.objects.filter(play__seating__round__section__in=sections).exclude(device="")
    order = [f"play__{column}" for column in (*_PLACE_ORDER, "board__number")]
    return entries.order_by(*order, "revision").values_list("device", flat=True)


def _numbered(things: Iterable[Any]) -> dict[Any, int]:
    return {thing: number for number, thing in enumerate(dict.fromkeys(things), 1)}
