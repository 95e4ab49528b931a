"""The page on which owners read what was done: theirs alone, and nothing concealed is in it."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes import evening
from tests.web.signed_in import OTHER, RESULT
from tests.web.test_secrets import visitor
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

NO_ACE = ContradictedByCards("no_ace", "…", field="leg1", wrong=(("no_ace", "leg1"),))
SAID = "33"


@pytest.fixture
def playing() -> tuple[Session, Actor]:
    """An evening whose director owns the club too, and plays: he is Anna 1."""
    session, director = evening.started(8, movement="mitchell", rounds=4, boards_per_round=2)
    add_member(session.stage.event.club, director.user_id or 0, Membership.Role.OWNER, SYSTEM)
    player = Player.objects.select_related("club").get(name="Anna 1")
    link_member(player, director.user_id or 0, director)
    return session, director


def owner_of(club: Club) -> Client:
    user = get_user_model().objects.create_user("owner")
    add_member(club, user.pk, Membership.Role.OWNER, SYSTEM)
    client = Client()
    client.force_login(user)
    return client


def address(club: Club) -> str:
    return reverse("audit", args=[club.pk])


def text(client: Client, club: Club, **asked: object) -> str:
    answer = client.get(address(club), asked)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def elsewhere(session: Session) -> Play:
    """A play of a board that the director has yet to play, at a table where he does not sit."""
    own = Play.objects.filter(seating__places__player__name="Anna 1").values("board")
    plays = Play.objects.filter(board__in=own, seating__round__number=1).select_related(
        "seating__table"
    )
    return plays.exclude(seating__places__player__name="Anna 1").order_by("pk")[0]


def test_every_verb_is_a_sentence() -> None:
    assert SENTENCES.keys() == set(AuditAction)
    assert len(set(SENTENCES.values())) == len(AuditAction)


def test_an_evening_is_read_in_words_and_tells_no_result(playing: tuple[Session, Actor]) -> None:
    session, director = playing
    play = elsewhere(session)
    evening.enter(play, RESULT | {"ns_points": SAID})
    record_contradictions(play, [NO_ACE], director, AuditAction.CONTRADICTED_RESULT)
    page = audit_lines(text(owner_of(session.stage.event.club), session.stage.event.club))
    table, board = play.seating.table.number, play.board.number
    assert f"Board {board}, table {table}, round 1" in page
    assert "Entered a result that the cards rule out" in page
    assert "Started the session" in page
    secrets = [evening.SEED, *(code_of(each) for each in Table.objects.select_related("section"))]
    assert not [
        raw for raw in ("N-S", "no_ace", "leg1", "oros", "{", "confirmed", *secrets) if raw in page
    ]


def test_what_is_concealed_from_an_owner_who_plays_is_left_out(
    playing: tuple[Session, Actor],
) -> None:
    session, director = playing
    club, play = session.stage.event.club, elsewhere(session)
    evening.enter(play, RESULT | {"ns_points": SAID}, ("ns",))
    evening.enter(play, OTHER, ("ew",))
    record_contradictions(play, [NO_ACE], director, AuditAction.CONTRADICTED_RESULT)
    client = Client()
    client.force_login(get_user_model().objects.get(pk=director.user_id or 0))
    for asked in (
        {},
        {"act": AuditAction.CONTRADICTED_RESULT},
        {"act": AuditAction.POST_TABLE},
        {"event": session.stage.event_id},
    ):
        page = audit_lines(text(client, club, **asked))
        assert f"Board {play.board.number}, table" not in page
        assert SENTENCES[AuditAction.CONTRADICTED_RESULT] not in page
    assert "Started the session" in text(client, club)
    reveal_play(play, director)
    assert SENTENCES[AuditAction.CONTRADICTED_RESULT] in audit_lines(text(client, club))


def test_why_a_result_was_moved_is_left_out_with_what_is_concealed(
    playing: tuple[Session, Actor],
) -> None:
    session, director = playing
    play, about = elsewhere(session), "41 was meant"
    record_audit(
        director, AuditAction.MOVE_RESULT, session.stage.event, plays=[play.pk], reason=about
    )
    client = Client()
    client.force_login(get_user_model().objects.get(pk=director.user_id or 0))
    assert about not in text(client, session.stage.event.club)
    assert about in text(owner_of(session.stage.event.club), session.stage.event.club)


def audit_lines(page: str) -> str:
    """The list alone: the form names every verb."""
    found = re.search(r'<ul class="rows audit">.*?</ul>', page)
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("role", "status"), [("anybody", 302), ("stranger", 404), ("scorer", 404), ("director", 404)]
)
def test_nobody_else_reads_or_blanks_it(
    playing: tuple[Session, Actor], role: str, status: int
) -> None:
    session, director = playing
    club = session.stage.event.club
    club.memberships.update(role=Membership.Role.DIRECTOR)
    announce(session, "Joan pays", director, "k1")
    line = AuditEntry.objects.get(verb=AuditAction.ANNOUNCE)
    client = visitor(role, session)
    assert client.get(address(club)).status_code == status
    assert client.post(reverse("audit_blank", args=[club.pk, line.pk])).status_code == status
    assert AuditEntry.objects.get(pk=line.pk).data["text"] == "Joan pays"


def test_another_clubs_lines_are_nobodys_business(playing: tuple[Session, Actor]) -> None:
    session, _director = playing
    other, _actor = evening.club_with_director("Another club")
    page = audit_lines(text(owner_of(other), other, event=""))
    assert "Campionat" not in page
    assert "Created the club" in page
    answer = Client()
    answer.force_login(get_user_model().objects.get(username="owner"))
    assert answer.get(address(other), {"event": session.stage.event_id}).status_code == 422


def test_words_are_blanked_once_and_the_audit_says_by_whom(playing: tuple[Session, Actor]) -> None:
    session, director = playing
    club, stage = session.stage.event.club, session.stage
    give_penalty(
        stage.event.contestants.get(number=2), stage, "1/2", "Joan was drunk", director, "k1"
    )
    line = AuditEntry.objects.get(verb=AuditAction.GIVE_PENALTY)
    client = owner_of(club)
    assert "Joan was drunk" in text(client, club)
    for _twice in range(2):
        client.post(reverse("audit_blank", args=[club.pk, line.pk]))
    assert "Joan was drunk" not in text(client, club)
    assert AuditEntry.objects.get(pk=line.pk).data == line.data | {"reason": ""}
    said = AuditEntry.objects.get(verb=AuditAction.BLANK_WORDS)
    assert (said.user.username, said.data) == ("owner", {"line": line.pk})  # type: ignore[union-attr]


def test_nothing_but_free_words_can_be_blanked(playing: tuple[Session, Actor]) -> None:
    session, director = playing
    other, _actor = evening.club_with_director("Another club")
    announce(session, "Joan pays", director, "k1")
    before = list(AuditEntry.objects.values_list("data", flat=True))
    for line in AuditEntry.objects.exclude(verb=AuditAction.ANNOUNCE):
        with pytest.raises(ValidationFailed):
            redact_audit_text(line.club, line.pk, director)
    with pytest.raises(ValidationFailed):
        redact_audit_text(other, AuditEntry.objects.get(verb=AuditAction.ANNOUNCE).pk, director)
    assert list(AuditEntry.objects.values_list("data", flat=True)) == before


def test_pages_of_a_hundred_go_on_where_they_stopped() -> None:
    club, director = evening.club_with_director()
    for number in range(2 * LINES_PER_PAGE + 1):
        record_audit(director, AuditAction.RENAME_PLAYER, club, player=number)
    first = audit_page(club, 0, AuditFilter(action=AuditAction.RENAME_PLAYER))
    record_audit(director, AuditAction.RENAME_PLAYER, club, player=0)
    second = audit_page(club, 0, AuditFilter(action=AuditAction.RENAME_PLAYER, before=first.older))
    third = audit_page(club, 0, AuditFilter(action=AuditAction.RENAME_PLAYER, before=second.older))
    numbers = [line.number for page in (first, second, third) for line in page.lines]
    assert [len(page.lines) for page in (first, second, third)] == [
        LINES_PER_PAGE,
        LINES_PER_PAGE,
        1,
    ]
    assert numbers == sorted(set(numbers), reverse=True)
    assert third.older is None
    client = owner_of(club)
    page = text(client, club, act=AuditAction.RENAME_PLAYER)
    reached = (
        AuditEntry.objects.filter(verb=AuditAction.RENAME_PLAYER)
        .order_by("-pk")[LINES_PER_PAGE - 1]
        .pk
    )
    assert re.search(rf'href="\?act=rename[^"]*before={reached}"', page)


def test_it_is_asked_by_event_person_verb_and_day(playing: tuple[Session, Actor]) -> None:
    session, director = playing
    club, today = session.stage.event.club, timezone.localdate()
    client = owner_of(club)
    assert "Created the club" not in audit_lines(text(client, club, event=session.stage.event_id))
    assert "Created the club" not in audit_lines(text(client, club, person=director.user_id))
    assert "Gave somebody on the staff a role" in audit_lines(
        text(client, club, person=director.user_id)
    )
    assert audit_lines(text(client, club, act=AuditAction.START_SESSION)).count("<li>") == 1
    assert "Created the club" in audit_lines(text(client, club, since=today, until=today))
    assert "No action matches" in text(client, club, since=today + timedelta(days=1))
    assert "No action matches" in text(client, club, until=today - timedelta(days=1))


@pytest.mark.parametrize(
    "asked",
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
def test_what_cannot_be_is_refused_and_says_so(asked: dict[str, str]) -> None:
    club, _director = evening.club_with_director()
    answer = owner_of(club).get(address(club), asked)
    assert answer.status_code == 422
    assert "rows audit" not in answer.content.decode()


def test_a_name_cannot_become_a_part_of_the_page(playing: tuple[Session, Actor]) -> None:
    session, director = playing
    announce(session, "<script>alert(1)</script>", director, "k1")
    page = text(owner_of(session.stage.event.club), session.stage.event.club)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
