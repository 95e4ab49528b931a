"""Preparing boards: who may open which hands, and what is audited."""

import pytest

from games.problems import ValidationFailed
from tests.scenes import evening
from tests.scenes.board_preparation import (
    another_table,
    correct_answers,
    deal_for_tables,
    preparing_table,
)
from tests.scenes.devices import link_device_to
from tests.web.signed_in import RESULT
from tournaments.actions.boards.board_preparation import (
    assign_preparation,
    finish_preparation,
    mark_boards_ready,
    open_hands,
    restart_preparation,
    set_preparation_mode,
)
from tournaments.actions.clubs.demo import clear_demo, mark_as_demo
from tournaments.actions.contestants.registration import add_contestants, withdraw_contestant
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.people.players import link_member
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Board,
    BoardPreparation,
    Play,
    Player,
    Session,
    Table,
)
from tournaments.movements.board_preparation import BoardUse
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.boards.board_preparation import (
    board_copies,
    boards_to_prepare,
    boards_with_copies,
    copies_of_table,
    preparation_summary,
)
from tournaments.queries.boards.copies import board_uses
from tournaments.queries.events.event_file import event_file
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


def phone(table: Table, device: str = "phone") -> Actor:
    return Actor.of_table(table.pk, device, "")


def opened_by(session: Session) -> list[tuple[int | None, int | None, str, int]]:
    """Return who opened which board, according to the audit."""
    entries = AuditEntry.objects.filter(
        event=session.stage.event, verb=AuditAction.PREPARE_BOARD
    ).order_by("pk")
    return [(entry.user_id, entry.table_id, entry.device, entry.data["board"]) for entry in entries]


def refused_codes(session: Session, table: Table | None, number: int, actor: Actor) -> list[str]:
    with pytest.raises(ValidationFailed) as refused:
        open_hands(session, table, number, actor)
    return [problem.code for problem in refused.value.problems]


def test_table_opens_its_board_on_one_device_and_is_audited_once() -> None:
    session, _director = deal_for_tables()
    table = preparing_table(session, 3)
    opened_hands = open_hands(session, table, 3, phone(table))
    game = session.stage.event.game
    assert (
        opened_hands.board.known_deal.hands == game.deal(evening.SEED, "sort", 3).known_deal.hands
    )
    open_hands(session, table, 3, phone(table))
    assert refused_codes(session, table, 3, phone(table, "other phone")) == ["not_let_in"]
    assert opened_by(session) == [(None, table.pk, "phone", 3)]
    preparation = BoardPreparation.objects.get()
    assert preparation.opened_at
    assert list(preparation.hands_views.values_list("table", "device")) == [(table.pk, "phone")]


def test_audit_and_rows_contain_no_card() -> None:
    session, director = deal_for_tables()
    table = preparing_table(session, 1)
    finish_preparation(
        session, table, 1, correct_answers(session, 1, _is_face_down(session, 1)), phone(table)
    )
    open_hands(session, None, 2, director)
    mark_boards_ready(session, [3], director)
    entries = [entry for entry in AuditEntry.objects.all() if "board" in entry.verb]
    assert {entry.verb for entry in entries} == {
        AuditAction.PREPARE_BOARD,
        AuditAction.FINISH_PREPARATION,
        AuditAction.MARK_BOARDS_READY,
    }
    for entry in entries:
        assert set(entry.data) <= {"session", "board", "boards", "preparation", "face_down"}


def _is_face_down(session: Session, number: int) -> bool:
    return next(
        board_copy.is_face_down
        for board_copy in board_copies(session)
        if board_copy.number == number
    )


def test_board_is_not_opened_by_others() -> None:
    session, director = deal_for_tables()
    table = preparing_table(session, 1)
    other_table = another_table(session, table)
    assert refused_codes(session, other_table, 1, phone(other_table)) == ["not_yours"]
    assert refused_codes(session, table, 99, phone(table)) == ["no_such_board"]
    set_preparation_mode(session, False, director)
    assert refused_codes(session, table, 1, phone(table)) == ["desk_makes_up"]
    assert opened_by(session) == []
    assert not BoardPreparation.objects.exists()


def test_played_or_ready_board_is_not_opened() -> None:
    session, director = deal_for_tables()
    start_session(session.pk, director)
    session.refresh_from_db()
    play = (
        Play.objects.filter(board__number=1)
        .select_related("seating__table")
        .earliest("seating__round")
    )
    table = preparing_table(session, 1)
    evening.enter(play, RESULT, ("ns",))
    assert refused_codes(session, table, 1, phone(table)) == ["played"]
    table = preparing_table(session, 7)
    maker = phone(table, "phonens" if table == play.seating.table else "phone")
    finish_preparation(
        session, table, 7, correct_answers(session, 7, _is_face_down(session, 7)), maker
    )
    assert refused_codes(session, table, 7, maker) == ["ready"]


def test_board_is_not_opened_before_the_deal_or_after_the_end() -> None:
    session, director = evening.created(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert refused_codes(session, None, 1, director) == ["no_such_board"]
    assert preparation_summary(session) is None
    session, director = evening.started_game("botifarra")
    set_preparation_mode(session, True, director)
    table = preparing_table(session, 1)
    finish_session(session.pk, director)
    session.refresh_from_db()
    assert refused_codes(session, table, 1, phone(table)) == ["over"]
    for act in (
        lambda: mark_boards_ready(session, None, director),
        lambda: restart_preparation(session, 1, director),
        lambda: assign_preparation(session, 1, table, director),
        lambda: set_preparation_mode(session, False, director),
    ):
        with pytest.raises(ValidationFailed):
            act()


def test_reassigned_board_is_taken_from_the_first_table() -> None:
    session, director = deal_for_tables()
    table = preparing_table(session, 1)
    other_table = another_table(session, table)
    open_hands(session, table, 1, phone(table))
    assign_preparation(session, 1, other_table, director)
    assign_preparation(session, 1, other_table, director)
    assert refused_codes(session, table, 1, phone(table)) == ["not_yours"]
    with pytest.raises(ValidationFailed, match="is made up at table"):
        finish_preparation(session, table, 1, correct_answers(session, 1, False), phone(table))
    assert preparing_table(session, 1) == other_table
    assert open_hands(session, other_table, 1, phone(other_table)).board.number == 1
    assert BoardPreparation.objects.get().maker == other_table
    with pytest.raises(ValidationFailed, match="Choose a table"):
        assign_preparation(session, 1, _table_of_another_club(), director)


def _table_of_another_club() -> Table:
    club, director = evening.club_with_director("Another club")
    stage = create_event(
        club, EventPlan("Elsewhere", movement_key="howell"), evening.pairs(4), director
    )
    session = create_session(stage, 3, 1, director)
    deal_session(session.pk, "", director)
    return (
        Table.objects.select_related("section").filter(section__session=session).earliest("number")
    )


def test_wrong_pile_is_named_and_right_board_is_ready_once() -> None:
    session, _director = deal_for_tables()
    table = preparing_table(session, 2)
    answers = correct_answers(session, 2, _is_face_down(session, 2))
    with pytest.raises(ValidationFailed) as refused:
        finish_preparation(session, table, 2, answers | {"count_S": "13"}, phone(table))
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [
        ("wrong_count", "count_S")
    ]
    assert preparation_summary(session).ready == 0
    finish_preparation(session, table, 2, answers, phone(table))
    finish_preparation(session, table, 2, {}, phone(table))
    assert preparation_summary(session).ready == 1
    assert AuditEntry.objects.filter(verb=AuditAction.FINISH_PREPARATION).count() == 1
    assert 2 not in [board.number for board in boards_to_prepare(table)]
    row = BoardPreparation.objects.get(number=2)
    assert (row.table, row.device, bool(row.ready_at)) == (table, "phone", True)


def test_desk_prepares_boards_that_the_director_does_not_play() -> None:
    session, director = deal_for_tables()
    table = preparing_table(session, 1)
    opened_hands = open_hands(session, None, 1, director)
    assert not opened_hands.face_down
    assert refused_codes(session, table, 1, phone(table)) == ["at_desk"]
    assert 1 not in [board.number for board in boards_to_prepare(table)]
    finish_preparation(session, None, 1, correct_answers(session, 1, False), director)
    assert boards_with_copies(session)[0].state == "ready"
    restart_preparation(session, 1, director)
    restart_preparation(session, 1, director)
    assert AuditEntry.objects.filter(verb=AuditAction.RESTART_PREPARATION).count() == 1
    assert open_hands(session, table, 1, phone(table))


def test_playing_director_does_not_open_their_own_boards() -> None:
    session, director = deal_for_tables()
    assert director.user_id
    link_member(Player.objects.get(name="Anna 1"), director.user_id, director)
    own_plays = Play.objects.filter(seating__places__player__name="Anna 1")
    own_numbers = set(own_plays.values_list("board__number", flat=True))
    other_numbers = set(Board.objects.values_list("number", flat=True)) - own_numbers
    assert own_numbers
    for number in own_numbers:
        assert refused_codes(session, None, number, director) == ["plays_himself"]
    for number in other_numbers:
        assert open_hands(session, None, number, director)
    assert {board for *_who, board in opened_by(session)} == other_numbers


def test_boards_marked_ready_are_not_prepared() -> None:
    session, director = deal_for_tables()
    with pytest.raises(ValidationFailed, match="no board 99"):
        mark_boards_ready(session, [1, 99], director)
    mark_boards_ready(session, [1, 2], director)
    mark_boards_ready(session, [2], director)
    assert preparation_summary(session).ready == 2
    mark_boards_ready(session, None, director)
    assert preparation_summary(session).missing == 0
    for table in Table.objects.filter(section__session=session).select_related(
        "section__session__stage__event"
    ):
        assert boards_to_prepare(table) == []


def test_barometer_tables_prepare_their_own_copies_round_by_round() -> None:
    session, director = deal_for_tables("barometer", 8, 3)
    table = Table.objects.select_related("section__session__stage__event").get(
        section__session=session, number=2
    )
    assert [board.number for board in boards_to_prepare(table)] == [1, 2]
    assert [board_copy.number for board_copy in copies_of_table(table)] == [1, 2, 3, 4, 5, 6]
    assert open_hands(session, table, 1, phone(table)).face_down
    assert refused_codes(session, table, 3, phone(table)) == ["too_soon"]
    start_session(session.pk, director)
    session.refresh_from_db()
    assert [board.number for board in boards_to_prepare(table)] == [1, 2, 3, 4]
    evening.play_round(session, director)
    assert refused_codes(session, table, 2, phone(table)) == ["played"]
    end_round(playing_round(session).pk, director)
    assert refused_codes(session, table, 3, phone(table)) == ["too_late"]
    with pytest.raises(ValidationFailed, match="makes up its own board"):
        assign_preparation(session, 5, table, director)


def test_prepared_boards_and_their_tables_survive_a_new_plan() -> None:
    session, director = deal_for_tables(pair_count=10, round_count=5)
    event = session.stage.event
    last_table = Table.objects.select_related("section__session__stage__event").get(
        section__session=session, number=5
    )
    own_number = copies_of_table(last_table)[0].number
    finish_preparation(
        session,
        last_table,
        own_number,
        correct_answers(session, own_number, _is_face_down(session, own_number)),
        phone(last_table),
    )
    for number in (10, 9):
        withdraw_contestant(event, event.contestants.get(number=number).pk, director)
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    assert Table.objects.filter(pk=last_table.pk).exists()
    assert (
        next(
            board_copy for board_copy in board_copies(session) if board_copy.number == own_number
        ).state
        == "ready"
    )
    add_contestants(event, ["Zoe A – Zoe B"], director)
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    assert board_copies(session)


def test_contestants_arriving_later_do_not_open_a_board_they_play() -> None:
    session, director = deal_for_tables(round_count=3)
    start_session(session.pk, director)
    session.refresh_from_db()
    played_numbers = {play.board.number for play in Play.objects.filter(seating__round__number=1)}
    coming = {(use.round, use.table): use.contestants for use in uses_of_section(session)}
    unplayed_copies = [
        board_copy
        for board_copy in board_copies(session)
        if board_copy.number not in played_numbers
    ]
    copies_played_later = [
        board_copy
        for board_copy in unplayed_copies
        if any(
            use.board == board_copy.number and use.contestants & coming[2, board_copy.table]
            for use in uses_of_section(session)
            if use.round > 2
        )
    ]
    assert copies_played_later
    end_round(playing_round(session).pk, director)
    for board_copy in copies_played_later:
        table = Table.objects.select_related("section__session__stage__event").get(
            pk=board_copy.table
        )
        actor = phone(table, f"phone-{board_copy.number}")
        seating = table.seatings.get(round__number=2)
        for contestant in {seat_holder.contestant for seat_holder in seating.places.all()}:
            link_device_to(contestant, seating.plays.first(), actor)
        assert refused_codes(session, table, board_copy.number, actor) == ["play_it_later"]


def uses_of_section(session: Session) -> list[BoardUse]:
    [uses] = board_uses(session).values()
    return uses


def test_demo_with_a_prepared_board_is_removed() -> None:
    session, director = deal_for_tables()
    table = preparing_table(session, 1)
    open_hands(session, table, 1, phone(table))
    mark_as_demo(session.stage.event)
    clear_demo(session.stage.event.club, "Penya nova", director)
    assert not Session.objects.exists()


def test_event_file_does_not_contain_preparations() -> None:
    """Preparations belong to the packs at one place; elsewhere boards are prepared again."""
    session, director = deal_for_tables()
    file_before = event_file(session.stage.event)
    mark_boards_ready(session, None, director)
    set_preparation_mode(session, False, SYSTEM)
    assert event_file(session.stage.event) == file_before


def test_game_without_cards_has_nothing_to_prepare() -> None:
    session, director = evening.started_game("score_sheet")
    set_preparation_mode(session, True, director)
    assert board_copies(session) == []
    table = Table.objects.select_related("section__session__stage__event").earliest("number")
    assert boards_to_prepare(table) == []
    assert refused_codes(session, table, 1, phone(table)) == ["no_hands"]
