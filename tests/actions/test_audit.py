"""Audit entries contain ids and fixed words, never names, and cannot be changed."""

import json
from collections.abc import Callable

import pytest
from django.db import transaction
from django.db.models import ProtectedError

from tests.scenes import evening
from tests.scenes.arrivals_and_departures import arrive_during_session, withdraw_during_session
from tournaments.actions.contestants.fees import mark_paid, mark_unpaid
from tournaments.actions.contestants.registration import (
    add_contestants,
    name_contestant,
    replace_contestant,
    withdraw_contestant,
)
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.edit import edit_event
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.players import link_member, rename_player, unlink_member
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import AuditAction, AuditEntry, Club, Contestant, Event, Player, Session
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db

# Names that the tests give to people: none of them may be in the audit.
NAMES = (
    "Wanda",
    "Xènia",
    "Yolanda",
    "Zoraida",
    "Ulrich",
    "Violeta",
    "Odile",
    "Úrsula",
    "Wenceslau",
)


def event_before_start() -> tuple[Event, Actor]:
    """Return an event before its start, with late, withdrawn and replaced contestants."""
    club, director = evening.club_with_director()
    plan = EventPlan("Campionat", movement_key="mitchell")
    names = [*evening.pairs(6), "Wanda One – Wanda Two"]
    event = create_event(club, plan, names, director).event
    create_session(event.stages.get(), 4, 2, director, seed=evening.SEED)
    add_contestants(event, ["Xènia One – Xènia Two", ""], director)
    replace_contestant(
        event, contestant_with_number(event, 1).pk, "Yolanda One – Yolanda Two", director
    )
    withdraw_contestant(event, contestant_with_number(event, 7).pk, director)
    set_and_pay_fee(event, director)
    return event, director


def set_and_pay_fee(event: Event, director: Actor) -> None:
    edit_event(event.pk, {"fee_cents": 500}, director)
    mark_paid(contestant_with_number(event, 1), director)
    mark_unpaid(contestant_with_number(event, 1), director)


def contestant_with_number(event: Event, index: int) -> Contestant:
    return event.contestants.get(number=index)


def play(event: Event, director: Actor) -> None:
    """Start the event; name a contestant, replace one who leaves, and give a penalty."""
    session = Session.objects.get(stage__event=event)
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    nameless = next(
        contestant for contestant in event.contestants.all() if not contestant.partners.exists()
    )
    name_contestant(event, nameless.pk, "Zoraida One – Zoraida Two", director)
    withdraw_during_session(
        event, contestant_with_number(event, 2).pk, director, instead="Ulrich One – Ulrich Two"
    )
    give_penalty(
        contestant_with_number(event, 3), event.stages.get(), "1", "came late", director, "k1"
    )


def edit_people(club: Club, director: Actor) -> None:
    """Rename, link, unlink and merge players of the club."""
    first_player, second_player = (
        Player.objects.create(club=club, name=name) for name in ("Odile", "Odile T.")
    )
    rename_player(first_player, "Úrsula", director)
    link_member(first_player, director.user_id or 0, director)
    unlink_member(Player.objects.select_related("club").get(pk=first_player.pk), director)
    merge_players(first_player, second_player, director)


def test_audit_holds_ids_and_no_names_of_people() -> None:
    event, director = event_before_start()
    play(event, director)
    edit_people(event.club, director)
    stored_data = json.dumps(
        list(AuditEntry.objects.values_list("data", flat=True)), ensure_ascii=False
    )
    named = {part for player in Player.objects.all() for part in player.name.split()} | {*NAMES}
    assert not [
        name
        for name in named
        if name.isalpha() and name in stored_data and name not in {"One", "Two"}
    ]


def test_audit_names_replacements_by_id() -> None:
    event, director = event_before_start()
    data = AuditEntry.objects.get(verb=AuditAction.REPLACE_CONTESTANT).data
    ids_before, ids_after = (
        [Player.objects.get(name=name).pk for name in names]
        for names in (("Anna 1", "Berta 1"), ("Yolanda One", "Yolanda Two"))
    )
    assert data == {
        "contestant": contestant_with_number(event, 1).pk,
        "number": 1,
        "before": ids_before,
        "players": ids_after,
    }
    play(event, director)
    data = AuditEntry.objects.get(verb=AuditAction.WITHDRAW_DURING_PLAY).data
    instead = event.contestants.get(name__startswith="Ulrich")
    assert data == {
        "contestant": contestant_with_number(event, 2).pk,
        "number": 2,
        "instead": instead.pk,
    }


def test_audit_names_a_late_arrival_by_number() -> None:
    session, director = evening.started(8, movement="swiss", round_count=3, boards_per_round=2)
    newcomer = arrive_during_session(session.stage.event, "Violeta One – Violeta Two", director)
    data = AuditEntry.objects.get(verb=AuditAction.ADD_LATE_ARRIVAL).data
    assert data == {"contestant": newcomer.pk, "number": newcomer.number}


@pytest.mark.parametrize(
    "change",
    [
        lambda: AuditEntry.objects.update(data={}),
        lambda: AuditEntry.objects.all().delete(),
        lambda: AuditEntry.objects.latest("pk").delete(),
        lambda: AuditEntry.objects.latest("pk").save(),
        lambda: AuditEntry.objects.bulk_update(list(AuditEntry.objects.all()), ["data"]),
    ],
)
def test_audit_lines_cannot_be_changed_or_deleted(change: Callable[[], object]) -> None:
    evening.club_with_director()
    rows_before = list(AuditEntry.objects.values())
    with pytest.raises(TypeError, match="cannot be changed"), transaction.atomic():
        change()
    assert list(AuditEntry.objects.values()) == rows_before != []


def test_audit_lines_are_not_deleted_with_their_club_or_event() -> None:
    event, _director = event_before_start()
    with pytest.raises(ProtectedError):
        event.club.delete()
    rows_before = list(AuditEntry.objects.order_by("pk").values())
    event.delete()
    assert list(AuditEntry.objects.order_by("pk").values()) == rows_before != []
