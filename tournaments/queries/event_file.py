"""An event whole, as the JSON values of its event file: docs/file.md says what each key means.

Nothing in it is a number of the database: who, where and when are told by the event's own numbers,
so that the same event gives the same values on every installation. What follows from the facts is
left out.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import (
    Contestant,
    Entry,
    Event,
    Partner,
    Place,
    Section,
    Stage,
    Substitution,
)
from tournaments.queries.category_rankings import members_by_category
from tournaments.queries.event_file_session import (
    SessionValues,
    Value,
    moment_value,
    reason_value,
    sorted_values,
)

FORMAT = "manilla event"
VERSION = 7

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


def event_file_of(section: Section) -> Value:
    """The same of a section alone, with its session and stage, and of those who play in it."""
    event, alone = section.session.stage.event, Section.objects.filter(pk=section.pk)
    plays_there = Q(allotments__section=section) | Q(places__seating__round__section=section)
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
        self.values = SessionValues(self.players, _numbered(_devices(sections)))

    def whole(self) -> Value:
        """The file, its keys in the order of docs/file.md."""
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
            "paid_at": moment_value(contestant.paid_at),
            "withdrawn_at": moment_value(contestant.withdrawn_at),
            "no_place": contestant.no_place,
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
            "sections_apart": stage.sections_apart,
            "carried": stage.carried_text,
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
        "starts_at": moment_value(event.starts_at),
        "place": event.place,
        "standings_from": moment_value(event.standings_from),
        "created_at": moment_value(event.created_at),
        "published_at": moment_value(event.published_at),
        "arrival": _arrival(event),
    }


def _arrival(event: Event) -> Value | None:
    """How a section came that travelled; what its results are sealed with stays on its laptop."""
    if not event.travelled:
        return None
    arrival = event.arrival
    return {
        "copy": arrival.copy,
        "laptop": arrival.laptop,
        "opens_at": moment_value(arrival.opens_at),
        "at": moment_value(arrival.at),
    }


def _qualifiers(stage: Stage) -> list[Value]:
    return [
        {
            "contestant": qualifier.contestant.number,
            "seed": qualifier.seed,
            "group": qualifier.group,
            "why": reason_value(qualifier.why),
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
            "at": moment_value(penalty.at),
        }
        for penalty in stage.penalties.select_related("contestant")
    ]


def _players(sections: QuerySet[Section], contestants: QuerySet[Contestant]) -> Iterable[int]:
    """Everybody who is entered, then whoever else sat down, then whoever came to a place later."""
    partners = Partner.objects.filter(contestant__in=contestants).order_by(
        "contestant__number", "number"
    )
    seated = Place.objects.filter(seating__round__section__in=sections).exclude(player=None)
    yield from partners.values_list("player_id", flat=True)
    yield from seated.order_by(*_PLACE_ORDER, "seat").values_list("player_id", flat=True)
    came = Substitution.objects.filter(place__seating__round__section__in=sections)
    order = [f"place__{column}" for column in (*_PLACE_ORDER, "seat")]
    yield from came.order_by(*order, "board").values_list("player_id", flat=True)


def _devices(sections: QuerySet[Section]) -> Iterable[str]:
    """A device's own name could be claimed by who reads it; which entries came from one device
    is enough."""
    entries = Entry.objects.filter(play__seating__round__section__in=sections).exclude(device="")
    order = [f"play__{column}" for column in (*_PLACE_ORDER, "board__number")]
    return entries.order_by(*order, "revision").values_list("device", flat=True)


def _numbered(things: Iterable[Any]) -> dict[Any, int]:
    return {thing: number for number, thing in enumerate(dict.fromkeys(things), 1)}
