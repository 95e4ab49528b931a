"""Directors who play see nothing of the boards that they still have to play."""

import re
from collections.abc import Callable
from random import Random

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.problems import ValidationFailed
from tests.api.clients import Api, member
from tests.scenes import evening
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.devices import linked_phone
from tests.web.conftest import derived_board_numbers as derived_board_numbers  # a fixture
from tests.web.every_url import filled_urls
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, signed_in
from tournaments.actions.clubs.club import add_member
from tournaments.actions.contestants.registration import replace_contestant, withdraw_contestant
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.actions.history.undo import undo_step
from tournaments.actions.people.players import link_member, unlink_member
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.objections import answer_objection
from tournaments.actions.results.reveal_play import reveal_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Contestant,
    Entry,
    Membership,
    Objection,
    Play,
    Player,
    Session,
    Table,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.permissions.visibility.playing_members import boards_to_play, player_ids_of_user
from tournaments.queries.phone.table_codes import code_of, qr_token_of
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

DECIDE = 'id="decide"'
HAND = re.compile(r'<span class="ranks">')
# Points that a page shows only if somebody has entered them.
NS_POINTS = "33"


@pytest.fixture
def session_of_playing_director() -> tuple[Session, Actor]:
    """Return a session in round 1, and its director, who is also the player Anna 1."""
    session, director = evening.started(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert director.user_id
    player = Player.objects.select_related("club").get(name="Anna 1")
    link_member(player, director.user_id, director)
    return session, director


def play_at_another_table(session: Session) -> Play:
    """Return a play of round 1 at another table; the director has yet to play its board."""
    own_plays = Play.objects.filter(seating__places__player__name="Anna 1").values("board")
    plays = Play.objects.filter(
        board__session=session, board__in=own_plays, seating__round__number=1
    )
    other_plays = (
        plays.exclude(seating__places__player__name="Anna 1")
        .select_related("seating__table")
        .first()
    )
    assert other_plays
    return other_plays


def enter_conflicting_results(play: Play) -> None:
    evening.enter(play, RESULT | {"ns_points": NS_POINTS}, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))


def test_playing_director_does_not_see_what_a_phone_sent_about_a_hidden_board(
    session_of_playing_director: tuple[Session, Actor], client: Client
) -> None:
    session, director = session_of_playing_director
    play, phone = play_at_another_table(session), Client()
    table = play.seating.table
    url = reverse("table_board", args=[code_of(table), play.board.number])
    phone.post(url, {"side": "ns", **RESULT, "ns_points": "99"})
    reported = {"refused": "1", "refused_at": f"{table.pk}.{play.board.number}"}
    phone.get(reverse("table_fragment", args=[code_of(table)]), reported)
    desk_page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert f"Table {table.label}, board {play.board.number}: a result" in " ".join(
        desk_page.split()
    )
    page = client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert 'id="from-phones"' not in page
    assert "not between" not in desk_page + page


def test_conflict_on_a_board_still_to_play_shows_its_state_only(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    play = play_at_another_table(session)
    enter_conflicting_results(play)
    signed_in(client, director)
    url = desk_url(session, "desk_play", play.pk)
    entry = play.entries.first()
    assert entry
    for page in (
        client.get(url),
        client.get(url, {"use": entry.pk}),
        client.post(url, RESULT),
    ):
        text = page.content.decode()
        assert "results differ" in text
        assert f"N-S {NS_POINTS}" not in text
        assert f'value="{NS_POINTS}"' not in text
    assert play.entries.count() == 2
    assert not AuditEntry.objects.filter(verb=AuditAction.REVEAL_PLAY).exists()


def test_playing_director_reveals_a_play_and_the_audit_records_it(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    play = play_at_another_table(session)
    enter_conflicting_results(play)
    signed_in(client, director)
    page = client.post(desk_url(session, "desk_reveal", play.pk), follow=True).content.decode()
    assert f"N-S {NS_POINTS}" in page
    audit_entry = AuditEntry.objects.get(verb=AuditAction.REVEAL_PLAY)
    assert (audit_entry.user_id, audit_entry.data) == (
        director.user_id,
        {"play": play.pk, "board": play.board.number},
    )
    client.post(desk_url(session, "desk_reveal", play.pk))
    assert AuditEntry.objects.filter(verb=AuditAction.REVEAL_PLAY).count() == 1
    assert play.reveals.get().user_id == director.user_id
    other_plays = Play.objects.filter(board=play.board).exclude(pk=play.pk)
    other_plays = other_plays.exclude(seating__places__player__name="Anna 1")
    for other_play in other_plays:
        assert (
            "hidden from you"
            in client.get(desk_url(session, "desk_play", other_play.pk)).content.decode()
        )


def test_own_plays_and_played_boards_are_open_to_the_playing_director(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    signed_in(client, director)
    own_plays = Play.objects.filter(
        seating__places__player__name="Anna 1", seating__round__number=1
    )
    for play in own_plays.select_related("seating__table"):
        assert DECIDE in client.get(desk_url(session, "desk_play", play.pk)).content.decode()
        evening.enter(play, RESULT)
        for other_play in Play.objects.filter(board=play.board):
            assert (
                DECIDE in client.get(desk_url(session, "desk_play", other_play.pk)).content.decode()
            )


def test_given_awards_on_a_board_still_to_play_are_hidden(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    play = play_at_another_table(session)
    awards = {"ns": "average_plus", "ew": "average_minus"}
    give_awards(play.pk, awards, replaces=0, reason="their phone rang", actor=SYSTEM, key="gives")
    signed_in(client, director)
    for name in ("desk_awards", "desk_play"):
        page = client.get(desk_url(session, name, play.pk)).content.decode()
        assert "hidden from you" in page
        assert "checked" not in page
        assert "their phone rang" not in page
    form_data = {"key": "k", "replaces": "1", "again": "yes", "reason": ""}
    assert (
        "hidden from you"
        in client.post(desk_url(session, "desk_awards", play.pk), form_data).content.decode()
    )


@pytest.mark.parametrize("kind", [Entry.Kind.CORRECTION, Entry.Kind.RULING, Entry.Kind.VOID])
def test_playing_director_cannot_decide_their_own_play_that_is_due(
    session_of_playing_director: tuple[Session, Actor], kind: Entry.Kind
) -> None:
    session, director = session_of_playing_director
    for round_ in (1, 2):
        play = own_play(session, round_)
        codes = refused_decision(play, director, RESULT, kind)
        assert codes == ["plays_himself"]
    finish_session(session.pk, director, sure=True)
    decide_play(play.pk, kind, RESULT, replaces=0, reason="the slip", actor=director, key="over")


def test_playing_director_cannot_give_awards_on_their_own_play_that_is_due(
    session_of_playing_director: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_director
    body = {"given": {"ns": "60%", "ew": "40%"}, "replaces": 0, "reason": "late"}
    response = member(director).send(f"plays/{own_play(session, 1).pk}/awards/", body)
    assert [problem["code"] for problem in response.json()["problems"]] == ["plays_himself"]


def test_result_cannot_be_corrected_in_a_round_that_has_not_started(
    session_of_playing_director: tuple[Session, Actor],
) -> None:
    session, _director = session_of_playing_director
    other_director = Actor.of_user(another_member(session, Membership.Role.DIRECTOR))
    play = own_play(session, 2)
    for kind in (Entry.Kind.CORRECTION, Entry.Kind.RULING):
        assert refused_decision(play, other_director, RESULT, kind) == ["round_not_started"]
    decide_play(
        play.pk, Entry.Kind.VOID, {}, replaces=0, reason="time", actor=other_director, key="void"
    )


def test_playing_director_may_correct_a_confirmed_result_of_their_table(
    session_of_playing_director: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_director
    play = own_play(session, 1)
    evening.enter(play, RESULT)
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        OTHER_RESULT,
        replaces=2,
        reason="typo",
        actor=director,
        key="k",
    )


def test_playing_director_may_accept_a_late_result_of_their_table(
    session_of_playing_director: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_director
    play = own_play(session, 1)
    round_ = play.seating.round
    end_round(round_.pk, director)
    evening.enter(play, RESULT)
    play.refresh_from_db()
    assert play.state == Play.State.DUE
    decide_play(
        play.pk, Entry.Kind.CORRECTION, RESULT, replaces=2, reason="late", actor=director, key="k"
    )


def own_play(session: Session, round_number: int) -> Play:
    plays = Play.objects.filter(board__session=session, seating__places__player__name="Anna 1")
    return plays.select_related("seating__round", "seating__table").filter(
        seating__round__number=round_number
    )[0]


def refused_decision(
    play: Play, actor: Actor, outcome: dict[str, object], kind: Entry.Kind = Entry.Kind.CORRECTION
) -> list[str]:
    """Return the problem codes of a rejected decision, and check that nothing is stored."""
    revision = Play.objects.get(pk=play.pk).revision
    parameters = {
        "replaces": revision,
        "reason": "as the slip says",
        "actor": actor,
        "key": f"{kind} {outcome}",
    }
    with pytest.raises(ValidationFailed) as refused:
        decide_play(play.pk, kind, outcome, **parameters)
    assert play.entries.count() == revision
    return [problem.code for problem in refused.value.problems]


def entered_elsewhere(session: Session) -> Play:
    """Enter round 1 at all other tables; return a play of a board the director has to play."""
    play = play_at_another_table(session)
    for other_play in Play.objects.filter(board__session=session, seating__round__number=1):
        if not other_play.seating.places.filter(player__name="Anna 1").exists():
            evening.enter(other_play, evening.outcome(Random(other_play.pk)))
    catch_up()
    return play


def test_correction_does_not_reveal_results_of_others(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    play = entered_elsewhere(session)
    table = play.seating.table_id
    pages = [
        desk_url(session, "correction_void_board", play.board_id),
        desk_url(session, "correction_fouled", play.board_id) + f"?play={play.pk}",
        desk_url(session, "correction_turned", table) + "?round=1",
    ]
    signed_in(client, director)
    for url in pages:
        page = client.get(url).content.decode()
        assert "still have to play" in page, url
        assert " → " not in page, url
        assert "still have to play" in client.post(url, {"key": "k"}).content.decode(), url


def test_undo_does_not_reveal_results_of_others(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    play = entered_elsewhere(session)
    turn_table(play.seating_id, CorrectionRequest(SYSTEM, "k"))
    step = UndoStep.objects.latest("pk")
    page = signed_in(client, director).get(desk_url(session, "undo_step", step.pk)).content.decode()
    assert "still have boards to play" in page
    assert " → " not in page


def test_hand_slip_of_a_board_still_to_play_is_not_printed_for_its_player(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    signed_in(client, director)
    assert "hidden from you" in client.get(desk_url(session, "hand_slips")).content.decode()
    response = client.post(desk_url(session, "hand_slips"), follow=True)
    assert "a director who does not play must print them" in response.content.decode()
    assert not HAND.search(response.content.decode())
    assert not AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).exists()


def test_page_of_a_table_hides_the_board_from_a_playing_director(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    play = play_at_another_table(session)
    evening.enter(play, RESULT | {"ns_points": NS_POINTS})
    number, code = play.board.number, code_of(play.seating.table)
    url = reverse("table_board", args=[code, number])
    linked_phone(play.seating.table, client=client)
    assert NS_POINTS in client.get(url).content.decode()
    signed_in(client, director)
    client.post(reverse("table_side", args=[code]), {"holder": "table"})
    response = client.get(url)
    assert response.status_code == 422
    assert "at another table" in response.content.decode()
    assert client.get(reverse("table_board_fragment", args=[code, number])).status_code == 404


def test_nothing_is_hidden_once_the_session_is_over(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    play = play_at_another_table(session)
    enter_conflicting_results(play)
    finish_session(session.pk, director)
    signed_in(client, director)
    assert (
        f"N-S {NS_POINTS}" in client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    )
    assert HAND.search(client.post(desk_url(session, "hand_slips")).content.decode())


@pytest.mark.parametrize("linked", [True, False])
def test_nothing_is_hidden_from_a_director_who_does_not_play(client: Client, linked: bool) -> None:
    session, director = evening.started(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert director.user_id
    if linked:
        guest = Player.objects.create(club=session.stage.event.club, name="Guest")
        link_member(guest, director.user_id, director)
    play = Play.objects.select_related("seating__table").first()
    assert play
    enter_conflicting_results(play)
    signed_in(client, director)
    assert (
        f"N-S {NS_POINTS}" in client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    )
    assert HAND.search(client.post(desk_url(session, "hand_slips")).content.decode())


@pytest.mark.thorough
def test_every_url_hides_hands_and_results_from_a_playing_director(
    client: Client,
    session_of_playing_director: tuple[Session, Actor],
    derived_board_numbers: list[int],
) -> None:
    session, director = session_of_playing_director
    assert director.user_id
    boards = boards_to_play(director.user_id, session)
    for play in Play.objects.filter(board__number__in=boards, seating__round__number=1):
        if not play.seating.places.filter(player__name="Anna 1").exists():
            evening.enter(play, RESULT | {"ns_points": NS_POINTS})
    catch_up()
    signed_in(client, director)
    for name, url in filled_urls(session, [*session.boards.values_list("number", flat=True)]):
        response = client.get(url)
        content = response.content if not response.streaming else b"".join(response)
        assert response.status_code < 500
        assert f"N-S {NS_POINTS}".encode() not in content, (name, url)
        assert f'value="{NS_POINTS}"'.encode() not in content, (name, url)
    client.post(desk_url(session, "hand_slips"))
    assert not boards & set(derived_board_numbers)
    assert not AuditEntry.objects.filter(
        verb__in=(AuditAction.PRINT_SLIPS, AuditAction.REVEAL_PLAY)
    ).exists()


OUTCOME = RESULT | {"ns_points": NS_POINTS}
BODIES: dict[str, dict[str, object]] = {
    "entries": {"side": "ew", "outcome": OUTCOME},
    "confirmation": {"side": "ew", "revision": 1},
    "decision": {
        "kind": "correction",
        "outcome": OUTCOME,
        "replaces": 1,
        "reason": "as the slip says",
    },
}


@pytest.mark.parametrize("path", BODIES)
def test_api_rejects_entries_of_a_playing_director_on_a_board_still_to_play(
    session_of_playing_director: tuple[Session, Actor], path: str
) -> None:
    session, director = session_of_playing_director
    play = play_at_another_table(session)
    evening.enter(play, OUTCOME, ("ns",))
    refused = member(director).send(f"plays/{play.pk}/{path}/", BODIES[path])
    assert refused.status_code == 422
    assert [problem["code"] for problem in refused.json()["problems"]] == ["plays_himself"]
    assert play.entries.count() == 1
    reveal_play(play, director)
    assert member(director).send(f"plays/{play.pk}/{path}/", BODIES[path]).status_code == 201


def assert_still_plays(action: Callable[[], None]) -> None:
    with pytest.raises(ValidationFailed) as refused:
        action()
    assert [problem.code for problem in refused.value.problems] == ["still_plays"]


def test_playing_director_cannot_unlink_their_player_during_the_session(
    session_of_playing_director: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_director
    player = Player.objects.select_related("club").get(name="Anna 1")
    assert_still_plays(lambda: unlink_member(player, director))
    assert_still_plays(lambda: link_member(player, another_member(session), director))
    assert boards_to_play(director.user_id or 0, session)
    finish_session(session.pk, director)
    unlink_member(player, director)


@pytest.mark.parametrize("action_name", ["withdraw", "replace"])
def test_playing_director_cannot_withdraw_themselves_before_the_start(action_name: str) -> None:
    """Otherwise they could withdraw, print the hands, and register again."""
    session, director = evening.created(8, movement="mitchell", round_count=4, boards_per_round=2)
    deal_session(session.pk, "sort", director)
    own_contestant, event = Contestant.objects.get(players__name="Anna 1"), session.stage.event
    link_member(own_contestant.players.get(name="Anna 1"), director.user_id or 0, director)
    actions = {
        "withdraw": lambda: withdraw_contestant(event, own_contestant.pk, director),
        "replace": lambda: replace_contestant(event, own_contestant.pk, "Pol - Quim", director),
    }
    with pytest.raises(ValidationFailed) as refused:
        actions[action_name]()
    assert [problem.code for problem in refused.value.problems] == ["plays_himself"]
    assert boards_to_play(director.user_id or 0, session)


def test_playing_director_cannot_withdraw_themselves_but_another_director_may(
    session_of_playing_director: tuple[Session, Actor],
) -> None:
    session, director = session_of_playing_director
    event, own_contestant = session.stage.event, Contestant.objects.get(players__name="Anna 1")
    with pytest.raises(ValidationFailed) as refused:
        withdraw_during_session(event, own_contestant.pk, director, "Pol - Quim")
    assert [problem.code for problem in refused.value.problems] == ["plays_himself"]
    other_contestant = Contestant.objects.exclude(pk=own_contestant.pk).order_by("pk")[0]
    withdraw_during_session(event, other_contestant.pk, director)
    withdraw_during_session(
        event, own_contestant.pk, Actor.of_user(another_member(session, Membership.Role.DIRECTOR))
    )


def test_playing_director_cannot_withdraw_themselves_between_drawn_rounds() -> None:
    session, director = evening.started(8, movement="swiss", round_count=3, boards_per_round=2)
    player = Player.objects.select_related("club").get(name="Anna 1")
    link_member(player, director.user_id or 0, director)
    player.refresh_from_db()
    evening.play_round(session, director)
    assert not boards_to_play(director.user_id or 0, session)
    assert_still_plays(lambda: unlink_member(player, director))


def test_history_hides_an_objection_to_a_board_still_to_play(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    play = play_at_another_table(session)
    evening.enter(play, RESULT)
    seat_holder = play.seating.places.first()
    assert seat_holder
    objection_fields = {
        "play": play,
        "contestant": seat_holder.contestant,
        "words": "we made 60",
        "at": timezone.now(),
    }
    answer_objection(
        Objection.objects.create(**objection_fields),
        Objection.Verdict.STAYS,
        "the slip",
        SYSTEM,
        "answers",
    )
    other_director = Actor.of_user(another_member(session, Membership.Role.DIRECTOR))
    pages = [
        signed_in(client, reader).get(desk_url(session, "history")).content.decode()
        for reader in (other_director, director)
    ]
    assert ["Answered a report of a wrong result" in page for page in pages] == [True, False]


def readable_codes(client: Client, session: Session, director: Actor) -> set[str]:
    """Return labels of tables whose code or token the director can read anywhere."""
    signed_in(client, director)
    pages = [
        client.get(desk_url(session, name))
        for name in ("event_desk", "table_sheets", "poster", "paper")
    ]
    pages += [
        client.get(desk_url(session, "seat_lists")),
        client.get(desk_url(session, "movement_cards")),
    ]
    text = "".join(page.content.decode() for page in pages)
    api_tables = member(director).read(f"sessions/{session.pk}/tables/")["results"]
    text += "".join(f"{table['code']} {table['qr_token']}" for table in api_tables)
    tables = Table.objects.filter(section__session=session)
    labels = {
        table.label for table in tables if code_of(table) in text or qr_token_of(table) in text
    }
    with_qr = 'class="qr"' in client.get(desk_url(session, "table_sheets")).content.decode()
    return labels | ({"QR"} if with_qr else set())


def test_table_codes_are_hidden_from_a_playing_director_during_the_session(
    client: Client,
) -> None:
    session, director = evening.created(8, movement="mitchell", round_count=4, boards_per_round=2)
    link_member(Player.objects.get(name="Anna 1"), director.user_id or 0, director)
    deal_session(session.pk, "salt", director)
    session.refresh_from_db()
    assert readable_codes(client, session, director) == {"1", "2", "3", "4", "QR"}
    start_session(session.pk, director)
    session.refresh_from_db()
    assert readable_codes(client, session, director) == set()
    other_director = Actor.of_user(another_member(session, Membership.Role.DIRECTOR))
    assert readable_codes(client, session, other_director) == {"1", "2", "3", "4", "QR"}
    finish_session(session.pk, director, sure=True)
    assert "QR" in readable_codes(client, session, director)


def test_showing_a_code_to_a_playing_director_is_recorded_in_the_history(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    table = Table.objects.get(section__session=session, number=4)
    url = desk_url(session, "table_code", table.pk)
    signed_in(client, director)
    desk_page = client.get(desk_url(session)).content.decode()
    assert "Show the code of table 4" in desk_page
    assert client.get(url).status_code == 405
    page = client.post(url).content.decode()
    assert code_of(table) in page
    assert code_of(Table.objects.get(section__session=session, number=3)) not in page
    audit_entry = AuditEntry.objects.get(verb=AuditAction.SHOW_TABLE_CODE)
    assert (audit_entry.user_id, audit_entry.data) == (director.user_id, {"table": "4"})
    other_director = Actor.of_user(another_member(session, Membership.Role.DIRECTOR))
    history = signed_in(client, other_director).get(desk_url(session, "history")).content.decode()
    assert "Looked at the code of a table while playing in the event" in history
    assert "Table 4" in history
    step = UndoStep.objects.get(kind=AuditAction.SHOW_TABLE_CODE)
    assert desk_url(session, "undo_step", step.pk) not in history
    with pytest.raises(ValidationFailed):
        undo_step(step.pk, other_director)
    client.post(url)
    assert AuditEntry.objects.filter(verb=AuditAction.SHOW_TABLE_CODE).count() == 1, (
        "showing a code to a director who does not play is not recorded"
    )


def another_member(session: Session, role: str = Membership.Role.SCORER) -> int:
    user = get_user_model().objects.create_user("another")
    add_member(session.stage.event.club, user.pk, role, SYSTEM)
    return user.pk


def test_every_reveal_is_listed_for_the_public(
    client: Client, session_of_playing_director: tuple[Session, Actor]
) -> None:
    session, director = session_of_playing_director
    play, event = play_at_another_table(session), session.stage.event
    evening.enter(play, RESULT | {"ns_points": NS_POINTS}, ("ns",))
    url = reverse("standings", args=[event.club.slug, event.slug])
    assert "Results seen before" not in client.get(url).content.decode()
    reveal_play(play, director)
    text = " ".join(client.get(url).content.decode().split())
    sentence = f"what table {play.seating.table.number} had entered for board {play.board.number}"
    assert "Anna 1, who also directs" in text
    assert sentence in text
    assert f"N-S {NS_POINTS}" not in text
    (reveal,) = Api().read(f"events/{event.pk}/standings/")["reveals"]
    table = play.seating.table.number
    assert (reveal["player"], reveal["board"], reveal["table"]) == (
        "Anna 1",
        play.board.number,
        table,
    )


def test_playing_director_does_not_type_the_slip_of_their_own_table_during_the_round(
    session_of_playing_director: tuple[Session, Actor],
) -> None:
    _session, director = session_of_playing_director
    players = player_ids_of_user(director.user_id or 0)
    own_play = (
        Play.objects.played_by(players).filter(state="due", seating__round__ended_at=None).first()
    )
    assert own_play
    assert own_play.seating.round.started_at
    with pytest.raises(ValidationFailed) as refused:
        submit_entry(own_play.pk, RESULT, director, "typed")
    assert [problem.code for problem in refused.value.problems] == ["plays_himself"]
    assert not own_play.entries.exists()
