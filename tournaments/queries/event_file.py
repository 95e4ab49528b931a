"""An event whole, as the JSON values of its event file: docs/file.md says what each key means.

Nothing in it is a number of the database: who, where and when are told by the event's own numbers, so that
the same event gives the same values on every installation. What follows from the facts is left out.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from tournaments.models import (
    Contestant,
    Entry,
    Event,
    Partner,
    Place,
    Play,
    Round,
    Seating,
    Section,
    Session,
    SitOut,
    Stage,
)
from tournaments.queries.visibility.hands import public_seed
from tournaments.queries.who_sits_where import who_sits

FORMAT = "manilla event"
VERSION = 6

Value = dict[str, Any]

_PLACE_ORDER = [
    f"seating__round__{column}"
    for column in ("section__session__stage__number", "section__session__number", "section__number", "number")
] + ["seating__table__number"]


def event_file(event: Event) -> Value:
    """Everything about an event but the hands, the accounts of who ran it and what is derived.

    A session's seed is there once it is over, otherwise None.
    """
    return _Writer(event).whole()


class _Writer:
    """One event on its way out: its players and its devices are numbered in the order they appear."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.players = _numbered(_players(event))
        self.devices = _numbered(_devices(event))

    def whole(self) -> Value:
        """The file, its keys in the order of docs/file.md."""
        names = self.event.club.players.in_bulk(list(self.players))
        contestants = self.event.contestants.prefetch_related("partners")
        return {
            "format": FORMAT,
            "version": VERSION,
            "club": {"name": self.event.club.name, "slug": self.event.club.slug},
            "event": _event(self.event),
            "players": [
                {"number": number, "name": names[player].name} for player, number in self.players.items()
            ],
            "contestants": [self._contestant(contestant) for contestant in contestants],
            "stages": [self._stage(stage) for stage in self.event.stages.all()],
        }

    def _contestant(self, contestant: Contestant) -> Value:
        return {
            "number": contestant.number,
            "name": contestant.name,
            "paid_at": _moment(contestant.paid_at),
            "withdrawn_at": _moment(contestant.withdrawn_at),
            "players": [self.players[partner.player_id] for partner in contestant.partners.all()],
        }

    def _stage(self, stage: Stage) -> Value:
        return {
            "number": stage.number,
            "movement": stage.movement_key,
            "movement_options": _sorted(stage.movement_options),
            "qualifiers": _qualifiers(stage),
            "penalties": _penalties(stage),
            "sessions": [self._session(session) for session in stage.sessions.all()],
        }

    def _session(self, session: Session) -> Value:
        return {
            "number": session.number,
            "state": session.state,
            "rounds_planned": session.rounds_planned,
            "boards_per_round": session.boards_per_round,
            "commitment": session.commitment,
            "salt": session.salt,
            "seed": public_seed(session),
            "created_at": _moment(session.created_at),
            "started_at": _moment(session.started_at),
            "finished_at": _moment(session.finished_at),
            "boards": [board.number for board in session.boards.all()],
            "sections": [self._section(section) for section in session.sections.all()],
        }

    def _section(self, section: Section) -> Value:
        tables = section.tables.all()
        return {
            "number": section.number,
            "tables": [{"number": table.number, "code_counter": table.code_counter} for table in tables],
            "rounds": [self._round(round_) for round_ in _rounds(section)],
        }

    def _round(self, round_: Round) -> Value:
        return {
            "number": round_.number,
            "started_at": _moment(round_.started_at),
            "ended_at": _moment(round_.ended_at),
            "seatings": [self._seating(seating) for seating in round_.seatings.all()],
            "sit_outs": [_sit_out(sit_out) for sit_out in round_.sit_outs.all()],
        }

    def _seating(self, seating: Seating) -> Value:
        places = sorted(seating.places.all(), key=lambda place: place.seat)
        return {
            "table": seating.table.number,
            "why": _reason(seating.why),
            "places": [self._place(place) for place in places],
            "plays": [self._play(play) for play in seating.plays.all()],
        }

    def _place(self, place: Place) -> Value:
        player = None if place.player_id is None else self.players[place.player_id]
        return {"seat": place.seat, "contestant": place.contestant.number, "player": player}

    def _play(self, play: Play) -> Value:
        return {"board": play.board.number, "entries": [self._entry(entry) for entry in play.entries.all()]}

    def _entry(self, entry: Entry) -> Value:
        return {
            "revision": entry.revision,
            "kind": entry.kind,
            "outcome": _sorted(entry.outcome),
            "late": entry.late,
            "contradicted": entry.contradicted,
            "reason": entry.reason,
            "table": entry.table.number if entry.table else None,
            "side": entry.side,
            "device": self.devices.get(entry.device),
            "at": _moment(entry.at),
        }


def _event(event: Event) -> Value:
    return {
        "name": event.name,
        "slug": event.slug,
        "game": event.game_key,
        "options": _sorted(event.options),
        "rules_version": event.rules_version,
        "players_each": event.players_each,
        "method": event.method_key,
        "method_options": _sorted(event.method_options),
        "tiebreaks": event.tiebreaks,
        "fee_cents": event.fee_cents,
        "results_shown": event.results_shown,
        "note": event.note,
        "starts_at": _moment(event.starts_at),
        "place": event.place,
        "created_at": _moment(event.created_at),
        "published_at": _moment(event.published_at),
    }


def _qualifiers(stage: Stage) -> list[Value]:
    return [
        {
            "contestant": qualifier.contestant.number,
            "seed": qualifier.seed,
            "group": qualifier.group,
            "why": _reason(qualifier.why),
        }
        for qualifier in stage.qualifiers.select_related("contestant")
    ]


def _sit_out(sit_out: SitOut) -> Value:
    return {"contestant": sit_out.contestant.number, "why": _reason(sit_out.why)}


def _reason(why: Value) -> Value:
    """Nothing, or a sentence and its parameters in one order."""
    return {"template": why["template"], "params": _sorted(why["params"])} if why else {}


def _penalties(stage: Stage) -> list[Value]:
    return [
        {
            "contestant": penalty.contestant.number,
            "amount": penalty.amount_text,
            "reason": penalty.reason,
            "at": _moment(penalty.at),
        }
        for penalty in stage.penalties.select_related("contestant")
    ]


def _rounds(section: Section) -> QuerySet[Round]:
    """With everything below them, read at once."""
    return section.rounds.prefetch_related(
        Prefetch("seatings", Seating.objects.select_related("table")),
        who_sits("seatings__places"),
        Prefetch("seatings__plays", Play.objects.select_related("board")),
        Prefetch("seatings__plays__entries", Entry.objects.select_related("table")),
        Prefetch("sit_outs", SitOut.objects.select_related("contestant")),
    )


def _players(event: Event) -> Iterable[int]:
    """Everybody who is entered, then whoever else sat down."""
    partners = Partner.objects.filter(contestant__event=event).order_by("contestant__number", "number")
    seated = Place.objects.filter(contestant__event=event).exclude(player=None)
    yield from partners.values_list("player_id", flat=True)
    yield from seated.order_by(*_PLACE_ORDER, "seat").values_list("player_id", flat=True)


def _devices(event: Event) -> Iterable[str]:
    """A device's own name could be claimed by who reads it; which entries came from one device is enough."""
    entries = Entry.objects.filter(play__board__session__stage__event=event).exclude(device="")
    order = [f"play__{column}" for column in (*_PLACE_ORDER, "board__number")]
    return entries.order_by(*order, "revision").values_list("device", flat=True)


def _numbered(things: Iterable[Any]) -> dict[Any, int]:
    return {thing: number for number, thing in enumerate(dict.fromkeys(things), 1)}


def _sorted(values: Value) -> Value:
    """Databases give the keys of an object back in orders of their own."""
    return dict(sorted(values.items()))


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
