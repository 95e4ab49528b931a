"""Create, deal, start and finish sessions; table codes; repeated actions."""

import re

import pytest

from games.deals import commitment
from games.problems import ValidationFailed
from tests.scenes.evening import SEED, club_with_director, created, pairs, play_round, started
from tests.scenes.problems import problem_codes
from tournaments.actions.boards.hand_slips import print_hand_slips
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.idempotency import Conflict
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.actions.rounds.table_codes import revoke_table_code
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Board,
    Event,
    Play,
    Round,
    SeatHolder,
    Seating,
    Seed,
    Session,
    Snapshot,
    Table,
)
from tournaments.permissions.visibility.hands import PUBLIC, public_seed, visible_hands
from tournaments.permissions.visibility.sealed_boards import is_sealed, sealed_board_numbers
from tournaments.queries.phone.table_codes import code_of, find_table, is_qr_token, qr_token_of
from tournaments.queries.rounds.seating import play_at, playing_round
from tournaments.scoring_pipeline import take_snapshot

pytestmark = pytest.mark.django_db


def test_commitment_precedes_the_salt_and_seed_stays_secret():
    session, _director = created()
    assert session.commitment == commitment(SEED)
    assert session.salt is None
    assert SEED not in repr(session) + repr(Seed.objects.get()) + str(Seed.objects.get())
    assert public_seed(session) is None


def test_sessions_have_different_seeds():
    club, director = club_with_director()
    stage = create_event(club, EventPlan("A", movement_key="howell"), pairs(8), director)
    sessions = [create_session(stage, 7, 2, director) for _each in range(2)]
    assert [session.number for session in sessions] == [1, 2]
    assert len({session.commitment for session in sessions}) == 2


def test_deal_creates_the_plan_and_fixes_the_salt_once():
    session, director = created(7, movement="howell", round_count=7, boards_per_round=2)
    deal_session(session.pk, "  més sort ", director)
    session.refresh_from_db()
    assert (session.state, session.salt) == ("dealt", "més sort")
    assert (Round.objects.count(), Table.objects.count(), Board.objects.count()) == (7, 3, 14)
    assert (Seating.objects.count(), SeatHolder.objects.count(), Play.objects.count()) == (
        21,
        84,
        42,
    )
    with pytest.raises(ValidationFailed) as refused:
        deal_session(session.pk, "another", director)
    assert problem_codes(refused) == ["wrong_state"]
    assert Round.objects.count() == 7


def test_long_salt_is_refused():
    session, director = created()
    with pytest.raises(ValidationFailed) as refused:
        deal_session(session.pk, "x" * 201, director)
    assert problem_codes(refused) == ["salt_too_long"]
    session.refresh_from_db()
    assert session.state == "created"


def test_players_of_a_pair_have_a_seat_each():
    started(8, movement="howell", round_count=7)
    for seat_holder in SeatHolder.objects.select_related("player", "contestant"):
        first_name, second_name = seat_holder.contestant.name.split(" – ")
        assert seat_holder.player.name == (first_name if seat_holder.seat in "NE" else second_name)


def test_failed_deal_leaves_the_session_unchanged():
    session, director = created(8, movement="howell", round_count=9)
    with pytest.raises(ValidationFailed):
        deal_session(session.pk, "", director)
    session.refresh_from_db()
    assert (session.state, session.salt) == ("created", None)
    assert not Board.objects.exists()


def test_end_of_a_round_starts_the_next_and_happens_once():
    session, director = started()
    first_round = playing_round(session)
    end_round(first_round.pk, director)
    assert playing_round(session).number == 2
    with pytest.raises(ValidationFailed) as refused:
        end_round(first_round.pk, director)
    assert problem_codes(refused) == ["round_not_playing"]
    assert playing_round(session).number == 2


def test_unstarted_round_is_not_ended():
    session, director = started(8, movement="mitchell", round_count=3)
    second_round = Round.objects.get(section__session=session, number=2)
    with pytest.raises(Conflict):
        end_round(second_round.pk, director)
    second_round.refresh_from_db()
    assert (second_round.started_at, second_round.ended_at) == (None, None)


def test_session_actions_in_a_wrong_state_are_refused():
    session, director = created()
    for act in (start_session, finish_session):
        with pytest.raises(ValidationFailed) as refused:
            act(session.pk, director)
        assert problem_codes(refused) == ["wrong_state"]
    with pytest.raises(ValidationFailed) as refused:
        publish_event(session.stage.event_id, director)
    assert problem_codes(refused) == ["not_finished"]


def test_board_is_sealed_until_every_table_has_played_it():
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    board = Board.objects.select_related("session__stage__event").get(number=1)
    while is_sealed(board):
        assert board.number in sealed_board_numbers(session)
        assert visible_hands(PUBLIC, board) is None
        play_round(session, director)
    assert not board.plays.filter(state="due").exists()
    assert board.number not in sealed_board_numbers(session)
    hands = visible_hands(PUBLIC, board)
    assert hands == session.stage.event.game.deal(SEED, session.salt, 1)
    assert public_seed(session) is None


def test_finished_session_has_no_sealed_board():
    session, director = started(8, movement="howell", round_count=7)
    finish_session(session.pk, director)
    session.refresh_from_db()
    assert sealed_board_numbers(session) == set()
    assert public_seed(session) == SEED
    assert not Round.objects.filter(ended_at=None).exists()


def test_printing_slips_is_audited_and_shows_every_hand():
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    boards = print_hand_slips(session, director)
    assert len(boards) == 14
    assert all(len(board.deal.hands) == 4 for board in boards)
    audit = AuditEntry.objects.get(verb=AuditAction.PRINT_SLIPS)
    assert (audit.user_id, audit.data["boards"]) == (director.user_id, list(range(1, 15)))
    assert print_hand_slips(session, director, [3])[0].number == 3


def test_hand_slips_are_refused_before_the_deal():
    session, director = created()
    with pytest.raises(ValidationFailed) as refused:
        print_hand_slips(session, director)
    assert problem_codes(refused) == ["no_hands"]
    assert not AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).exists()


def test_event_stores_its_options_with_all_defaults():
    club, director = club_with_director()
    plan = EventPlan("Copa", options={"edition": "western"}, movement_key="howell")
    event = create_event(club, plan, pairs(8), director).event
    assert event.options["edition"] == "western"
    assert event.options["multipliers"] == "2-4-8"
    assert event.method_options["flagged"] == "out"
    assert create_event(club, plan, pairs(8), director).event.slug == "copa-2"


def test_event_without_a_name_is_not_stored():
    club, director = club_with_director()
    with pytest.raises(ValidationFailed) as refused:
        create_event(club, EventPlan("  "), pairs(8), director)
    assert problem_codes(refused) == ["name_missing"]
    assert not Event.objects.exists()


def test_publishing_twice_is_recorded_once():
    session, director = started(8, movement="howell", round_count=7)
    finish_session(session.pk, director)
    publish_event(session.stage.event_id, director)
    with pytest.raises(Conflict) as refused:
        publish_event(session.stage.event_id, director)
    assert problem_codes(refused) == ["published_already"]
    assert AuditEntry.objects.filter(verb=AuditAction.PUBLISH_EVENT).count() == 1


def test_table_code_is_accepted_in_any_spelling():
    started()
    for table in Table.objects.select_related("section"):
        code = code_of(table)
        assert find_table(code) == table
        assert (
            find_table(code.lower().replace("-", " ").replace("0", "o").replace("1", "l")) == table
        )
        assert find_table(qr_token_of(table)) == find_table(qr_token_of(table).lower()) == table
        wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
        assert find_table(wide) == table
        for dash in "–‑−ー－":
            assert find_table(code.replace("-", f" {dash}\u200b")) == table
        assert is_qr_token(qr_token_of(table))
        assert not is_qr_token(code + "\u00a0" * 30), (
            "who counts guesses reads the code as who looks it up"
        )
        assert not is_qr_token(code)


def test_code_has_no_digit_that_reads_as_the_number_of_a_table():
    started()
    for table, number in zip(
        Table.objects.select_related("section"), (9, 32, 37, 321, 1024), strict=False
    ):
        table.pk = number
        code_prefix = code_of(table).split("-")[0]
        assert not re.search(r"\d", code_prefix)


@pytest.mark.parametrize(
    ("number", "front", "printed_before"),
    [(1, "UB", "U1"), (4, "UE", "U4"), (21, "N", "N"), (22, "P", "P"), (34, "UBP", "U12")],
)
def test_code_in_digits_as_it_was_printed_before_opens_its_table(number, front, printed_before):
    started()
    table = Table.objects.select_related("section").earliest("pk")
    digits = table.pk
    Table.objects.filter(pk=digits).update(number=99)
    table.pk, table.number = number, 100
    if number != digits:
        Table.objects.filter(pk=number).delete()
        table.save(force_insert=True)
    table_part, _dash, secret_part = code_of(table).partition("-")
    assert table_part == front
    for code in (f"{front}-{secret_part}", f"{printed_before}-{secret_part}"):
        assert find_table(code) == table
    assert find_table(f"{printed_before.removeprefix('U')}-{secret_part}") == table


@pytest.mark.parametrize(
    "code", ["", "1", "zzz", "1-000-000", "999999-ABC-DEF", "🂡🂡🂡🂡🂡🂡🂡", "Z" * 300]
)
def test_invalid_code_opens_no_table(code):
    started()
    with pytest.raises(ValidationFailed) as refused:
        find_table(code)
    assert problem_codes(refused) == ["unknown_code"]


def test_revoked_code_is_refused_and_the_next_one_works():
    _session, director = started()
    table = Table.objects.select_related("section__session__stage__event__club").first()
    old_code = code_of(table)
    revoke_table_code(table, director)
    with pytest.raises(ValidationFailed) as refused:
        find_table(old_code)
    assert problem_codes(refused) == ["revoked_code"]
    table.refresh_from_db()
    assert find_table(code_of(table)) == table


def test_table_sees_why_it_does_not_play_a_board():
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play_round(session, director)
    table = Table.objects.select_related("section__session").first()
    own_boards = set(
        Play.objects.filter(seating__table=table).values_list("board__number", flat=True)
    )
    seating = Seating.objects.get(table=table, round=playing_round(session))
    contestants = {seat_holder.contestant_id for seat_holder in seating.places.all()}
    played = Play.objects.filter(
        seating__round__number=1, seating__places__contestant__in=contestants
    )
    other_boards = set(played.values_list("board__number", flat=True)) - own_boards
    reasons = {}
    for number in range(1, 16):
        try:
            play_at(table, number)
        except ValidationFailed as refused:
            reasons[number] = refused.problems[0].code
    assert reasons.pop(15) == "no_such_board"
    assert all(reasons[number] == "already_played" for number in other_boards)
    assert {"not_yet", "wrong_board"} & set(reasons.values())
    assert all(number in own_boards for number, reason in reasons.items() if reason == "not_yet")
    assert all(
        number not in own_boards for number, reason in reasons.items() if reason != "not_yet"
    )


@pytest.mark.django_db(transaction=True)
def test_snapshot_is_made_only_when_awards_changed():
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play_round(session, director)
    for audience in Snapshot.Audience:
        snapshots = Snapshot.objects.filter(audience=audience).order_by("number")
        numbers = list(snapshots.values_list("number", flat=True))
        assert numbers == sorted(set(numbers))
    snapshot_count = Snapshot.objects.count()
    take_snapshot(session.stage_id)
    assert Snapshot.objects.count() == snapshot_count
    assert Session.objects.count() == 1
