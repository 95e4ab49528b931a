"""The owner's page of the audit: filters, redaction, and lines hidden from playing owners."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes import evening
from tests.web.every_url import client_in_role
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.actions.audit import record_audit, redact_audit_text
from tournaments.actions.calls.announcements import announce
from tournaments.actions.clubs.club import add_member
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.people.players import link_member
from tournaments.actions.results.entry_checks import ContradictedByCards, record_contradictions
from tournaments.actions.results.reveal_play import reveal_play
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Club,
    Membership,
    Play,
    Player,
    Session,
    Table,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.history.audit import LINES_PER_PAGE, AuditFilter, audit_page
from tournaments.queries.history.descriptions import SENTENCES
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db

NO_ACE = ContradictedByCards("no_ace", "…", field="leg1", contradicted_fields=(("no_ace", "leg1"),))
POINTS = "33"


@pytest.fixture
def session_of_playing_owner() -> tuple[Session, Actor]:
    """Start a session whose director owns the club, and plays as Anna 1."""
    session, director = evening.started(8, movement="mitchell", round_count=4, boards_per_round=2)
    add_member(session.stage.event.club, director.user_id or 0, Membership.Role.OWNER, SYSTEM)
    player = Player.objects.select_related("club").get(name="Anna 1")
    link_member(player, director.user_id or 0, director)
    return session, director


def client_of_new_owner(club: Club) -> Client:
    """Create an owner of a club, and return their signed-in client."""
    user = get_user_model().objects.create_user("owner")
    add_member(club, user.pk, Membership.Role.OWNER, SYSTEM)
    client = Client()
    client.force_login(user)
    return client


def audit_url(club: Club) -> str:
    return reverse("audit", args=[club.pk])


def audit_page_text(client: Client, club: Club, **query: object) -> str:
    response = client.get(audit_url(club), query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def play_at_another_table(session: Session) -> Play:
    """Return a play of a board that the director has yet to play, at another table."""
    own_boards = Play.objects.filter(seating__places__player__name="Anna 1").values("board")
    plays = Play.objects.filter(board__in=own_boards, seating__round__number=1).select_related(
        "seating__table"
    )
    return plays.exclude(seating__places__player__name="Anna 1").order_by("pk")[0]


def test_every_audit_action_has_a_different_sentence() -> None:
    assert SENTENCES.keys() == set(AuditAction)
    assert len(set(SENTENCES.values())) == len(AuditAction)


def test_audit_describes_actions_without_results_and_secrets(
    session_of_playing_owner: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_owner
    play = play_at_another_table(session)
    evening.enter(play, RESULT | {"ns_points": POINTS})
    record_contradictions(play, [NO_ACE], director, AuditAction.CONTRADICTED_RESULT)
    page = audit_list(
        audit_page_text(client_of_new_owner(session.stage.event.club), session.stage.event.club)
    )
    table, board = play.seating.table.number, play.board.number
    assert f"Board {board}, table {table}, round 1" in page
    assert "Entered a result that the cards rule out" in page
    assert "Started play" in page
    secrets = [
        evening.SEED,
        *(code_of(table_row) for table_row in Table.objects.select_related("section")),
    ]
    assert not [
        secret
        for secret in ("N-S", "no_ace", "leg1", "oros", "{", "confirmed", *secrets)
        if secret in page
    ]


def test_audit_omits_entries_hidden_from_a_playing_owner(
    session_of_playing_owner: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_owner
    club, play = session.stage.event.club, play_at_another_table(session)
    evening.enter(play, RESULT | {"ns_points": POINTS}, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))
    record_contradictions(play, [NO_ACE], director, AuditAction.CONTRADICTED_RESULT)
    client = Client()
    client.force_login(get_user_model().objects.get(pk=director.user_id or 0))
    for query in (
        {},
        {"act": AuditAction.CONTRADICTED_RESULT},
        {"act": AuditAction.POST_TABLE},
        {"event": session.stage.event_id},
    ):
        page = audit_list(audit_page_text(client, club, **query))
        assert f"Board {play.board.number}, table" not in page
        assert SENTENCES[AuditAction.CONTRADICTED_RESULT] not in page
    assert "Started play" in audit_page_text(client, club)
    reveal_play(play, director)
    assert SENTENCES[AuditAction.CONTRADICTED_RESULT] in audit_list(audit_page_text(client, club))


def test_audit_omits_reasons_hidden_from_a_playing_owner(
    session_of_playing_owner: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_owner
    play, reason = play_at_another_table(session), "41 was meant"
    record_audit(
        director, AuditAction.MOVE_RESULT, session.stage.event, plays=[play.pk], reason=reason
    )
    client = Client()
    client.force_login(get_user_model().objects.get(pk=director.user_id or 0))
    assert reason not in audit_page_text(client, session.stage.event.club)
    assert reason in audit_page_text(
        client_of_new_owner(session.stage.event.club), session.stage.event.club
    )


def audit_list(page: str) -> str:
    """Return the HTML of the list; the form above it contains the sentences of all actions."""
    match = re.search(r'<ul class="rows audit">.*?</ul>', page)
    return match[0] if match else ""


@pytest.mark.parametrize(
    ("role", "status"), [("anybody", 302), ("stranger", 404), ("scorer", 404), ("director", 404)]
)
def test_only_owners_read_and_redact_the_audit(
    session_of_playing_owner: tuple[Session, Actor], role: str, status: int
) -> None:
    session, director = session_of_playing_owner
    club = session.stage.event.club
    club.memberships.update(role=Membership.Role.DIRECTOR)
    announce(session, "Joan pays", director, "k1")
    entry = AuditEntry.objects.get(verb=AuditAction.ANNOUNCE)
    client = client_in_role(role, session)
    assert client.get(audit_url(club)).status_code == status
    assert client.post(reverse("audit_blank", args=[club.pk, entry.pk])).status_code == status
    assert AuditEntry.objects.get(pk=entry.pk).data["text"] == "Joan pays"


def test_owner_does_not_see_audit_entries_of_another_club(
    session_of_playing_owner: tuple[Session, Actor],
) -> None:
    session, _director = session_of_playing_owner
    other_club, _actor = evening.club_with_director("Another club")
    page = audit_list(audit_page_text(client_of_new_owner(other_club), other_club, event=""))
    assert "Campionat" not in page
    assert "Created the club" in page
    client = Client()
    client.force_login(get_user_model().objects.get(username="owner"))
    assert client.get(audit_url(other_club), {"event": session.stage.event_id}).status_code == 422


def test_redaction_is_recorded_once_with_its_actor(
    session_of_playing_owner: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_owner
    club, stage = session.stage.event.club, session.stage
    give_penalty(
        stage.event.contestants.get(number=2), stage, "1/2", "Joan was drunk", director, "k1"
    )
    entry = AuditEntry.objects.get(verb=AuditAction.GIVE_PENALTY)
    client = client_of_new_owner(club)
    assert "Joan was drunk" in audit_page_text(client, club)
    for _attempt in range(2):
        client.post(reverse("audit_blank", args=[club.pk, entry.pk]))
    assert "Joan was drunk" not in audit_page_text(client, club)
    assert AuditEntry.objects.get(pk=entry.pk).data == entry.data | {"reason": ""}
    redaction = AuditEntry.objects.get(verb=AuditAction.REDACT_TEXT)
    assert (redaction.user.username, redaction.data) == ("owner", {"line": entry.pk})


def test_only_free_text_can_be_redacted(session_of_playing_owner: tuple[Session, Actor]) -> None:
    session, director = session_of_playing_owner
    other_club, _actor = evening.club_with_director("Another club")
    announce(session, "Joan pays", director, "k1")
    data_before = list(AuditEntry.objects.values_list("data", flat=True))
    for entry in AuditEntry.objects.exclude(verb=AuditAction.ANNOUNCE):
        with pytest.raises(ValidationFailed):
            redact_audit_text(entry.club, entry.pk, director)
    with pytest.raises(ValidationFailed):
        redact_audit_text(
            other_club, AuditEntry.objects.get(verb=AuditAction.ANNOUNCE).pk, director
        )
    assert list(AuditEntry.objects.values_list("data", flat=True)) == data_before


def test_older_pages_continue_without_gaps_or_repeats() -> None:
    club, director = evening.club_with_director()
    for number in range(2 * LINES_PER_PAGE + 1):
        record_audit(director, AuditAction.RENAME_PLAYER, club, player=number)
    first_page = audit_page(club, 0, AuditFilter(action=AuditAction.RENAME_PLAYER))
    record_audit(director, AuditAction.RENAME_PLAYER, club, player=0)
    second_page = audit_page(
        club, 0, AuditFilter(action=AuditAction.RENAME_PLAYER, before=first_page.older)
    )
    third_page = audit_page(
        club, 0, AuditFilter(action=AuditAction.RENAME_PLAYER, before=second_page.older)
    )
    numbers = [line.number for page in (first_page, second_page, third_page) for line in page.lines]
    assert [len(page.lines) for page in (first_page, second_page, third_page)] == [
        LINES_PER_PAGE,
        LINES_PER_PAGE,
        1,
    ]
    assert numbers == sorted(set(numbers), reverse=True)
    assert third_page.older is None
    client = client_of_new_owner(club)
    page = audit_page_text(client, club, act=AuditAction.RENAME_PLAYER)
    last_line = (
        AuditEntry.objects.filter(verb=AuditAction.RENAME_PLAYER)
        .order_by("-pk")[LINES_PER_PAGE - 1]
        .pk
    )
    assert re.search(rf'href="\?act=rename[^"]*before={last_line}"', page)


def test_audit_is_filtered_by_event_person_action_and_day(
    session_of_playing_owner: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_owner
    club, today = session.stage.event.club, timezone.localdate()
    client = client_of_new_owner(club)
    assert "Created the club" not in audit_list(
        audit_page_text(client, club, event=session.stage.event_id)
    )
    assert "Created the club" not in audit_list(
        audit_page_text(client, club, person=director.user_id)
    )
    assert "Gave somebody on the staff a role" in audit_list(
        audit_page_text(client, club, person=director.user_id)
    )
    assert (
        audit_list(audit_page_text(client, club, act=AuditAction.START_SESSION)).count("<li>") == 1
    )
    assert "Created the club" in audit_list(audit_page_text(client, club, since=today, until=today))
    assert "No action matches" in audit_page_text(client, club, since=today + timedelta(days=1))
    assert "No action matches" in audit_page_text(client, club, until=today - timedelta(days=1))


@pytest.mark.parametrize(
    "query",
    [
        {"event": "9" * 40},
        {"person": "x"},
        {"act": "no such verb"},
        {"since": "0001-01-01"},
        {"until": "9999-12-31"},
        {"since": "1" * 5000},
        {"before": "9" * 40},
        {"before": "-1"},
        {"act": "\0"},
    ],
)
def test_invalid_filter_is_refused(query: dict[str, str]) -> None:
    club, _director = evening.club_with_director()
    response = client_of_new_owner(club).get(audit_url(club), query)
    assert response.status_code == 422
    assert "rows audit" not in response.content.decode()


def test_free_text_is_escaped(session_of_playing_owner: tuple[Session, Actor]) -> None:
    session, director = session_of_playing_owner
    announce(session, "<script>alert(1)</script>", director, "k1")
    page = audit_page_text(client_of_new_owner(session.stage.event.club), session.stage.event.club)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
