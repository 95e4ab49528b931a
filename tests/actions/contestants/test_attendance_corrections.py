"""Who leaves, comes and rests, as repairs: tried out, done once, seen, by whom, undone and done
again."""

import random
from collections.abc import Callable

import pytest

from games.problems import ValidationFailed
from tests.actions.contestants.test_departures_in_fixed_plans import (
    check,
    played_to_its_end,
    round_trip,
)
from tests.actions.history.test_undo import codes, facts, latest_step
from tests.scenes.drawn import started_matches
from tests.scenes.evening import club_with_director, play_round, started
from tests.scenes.late_and_leaving import let_join, let_leave
from tests.scenes.teams import started_teams
from tournaments.actions.contestants.departures import withdraw_during_play
from tournaments.actions.contestants.late_arrivals import add_late_arrival
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.merged_tables import merge_tables
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.stale_previews import latest_step_id as newest
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Answer, Conflict
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import AuditAction, AuditEntry, Contestant, Play, SeatHolder, Session
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.visibility.results_shown import hidden_board_ids
from tournaments.queries.contestants.late_arrival_seats import (
    LateArrivalSeats,
    find_late_arrival_seats,
    tables_for_newcomer,
    tables_for_resting,
)
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

Scene = tuple[Session, Actor]
Mend = Callable[[CorrectionRequest], Answer]
LATE = "Zoe Mas – Xavi Pou"


def leaving(session: Session) -> Mend:
    gone = Contestant.objects.get(event=session.stage.event, number=4)
    return lambda how: withdraw_during_play(session.stage.event, gone.pk, how)


def replaced(session: Session) -> Mend:
    gone = Contestant.objects.get(event=session.stage.event, number=4)
    return lambda how: withdraw_during_play(session.stage.event, gone.pk, how, "Ona Pi – Iu Pi")


def joining(session: Session) -> Mend:
    seats = find_late_arrival_seats(session.stage.event)
    return lambda how: add_late_arrival(session.stage.event, LATE, seats, how)


def merging(session: Session) -> Mend:
    section = session.sections.get()
    tables = tables_for_resting(section)
    return lambda how: merge_tables(section.pk, tables, how)


VERBS = {
    leaving: AuditAction.LEAVE_EVENT,
    replaced: AuditAction.LEAVE_EVENT,
    joining: AuditAction.JOIN_EVENT,
    merging: AuditAction.MERGE_TABLES,
}
every_coming = pytest.mark.parametrize("coming", VERBS, ids=lambda each: each.__name__)


@pytest.fixture
def evening() -> Scene:
    """Two have left in the first of seven rounds: whom they would have met rests."""
    session, director = started(12, "howell", 7, 2)
    for number in (2, 6):
        let_leave(session.stage.event, Contestant.objects.get(number=number).pk, director)
    catch_up()
    return session, director


def again(evening: Scene) -> tuple[object, ...]:
    session, _director = evening
    places = SeatHolder.objects.filter(seating__round__section__session=session)
    return facts(session), sorted(
        places.values_list("seating__round", "seat", "contestant", "player")
    )


@pytest.mark.daily(1)
@every_coming
def test_the_preview_is_what_happens_and_undone_it_never_was(evening: Scene, coming) -> None:
    session, director = evening
    before, mend = again(evening), coming(session)
    preview = preview_action(session.stage, lambda: mend(CorrectionRequest(director, "tried")))
    assert again(evening) == before
    assert preview.problems == ()
    answer = mend(CorrectionRequest(director, "k", "so it was"))
    assert answer.keys() == dict(preview.answer).keys()
    act, after = latest_step(), again(evening)
    assert (act.kind, act.reason) == (VERBS[coming], "so it was")
    assert AuditEntry.objects.filter(verb=VERBS[coming]).latest("pk").user_id == director.user_id
    assert mend(CorrectionRequest(director, "k", "so it was")) == answer
    assert again(evening) == after
    check(session)
    back = undo_step(act.pk, director)["act"]
    assert again(evening) == before
    check(session)
    undo_step(back, director)
    assert again(evening)[1] == after[1]
    played_to_its_end(session, director)
    round_trip(session)


@pytest.mark.daily(1)
@every_coming
def test_tables_strangers_and_long_reasons_are_refused(evening: Scene, coming) -> None:
    session, director = evening
    before, mend = again(evening), coming(session)
    _club, stranger = club_with_director("Another")
    table = session.sections.get().tables.first()
    for actor in (stranger, Actor.of_table(table.pk, "phone", "ns")):
        with pytest.raises(NotPermitted):
            mend(CorrectionRequest(actor, "k"))
    with pytest.raises(ValidationFailed) as refused:
        mend(CorrectionRequest(director, "k", "x" * 201))
    assert codes(refused) == ["reason_too_long"]
    assert again(evening) == before


@pytest.mark.thorough
@every_coming
def test_nothing_changes_once_the_session_is_over(evening: Scene, coming) -> None:
    session, director = evening
    mend = coming(session)
    played_to_its_end(session, director)
    finish_session(session.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        mend(CorrectionRequest(director, "k"))
    assert codes(refused) == ["not_running"]


@pytest.mark.daily(1)
@every_coming
def test_of_two_directors_the_slower_one_looks_again(evening: Scene, coming) -> None:
    """Both have looked at the same evening; each would do it, or what was found for him is
    taken."""
    session, director = evening
    mend, seen = coming(session), newest(session.stage.event_id)
    mend(CorrectionRequest(director, "first", last_seen_step=seen))
    with pytest.raises(ValidationFailed):
        mend(CorrectionRequest(director, "second", last_seen_step=seen))


@pytest.mark.thorough
def test_what_somebody_else_has_changed_is_not_repaired_unseen(evening: Scene) -> None:
    session, director = evening
    event, seen = session.stage.event, newest(session.stage.event_id)
    merging(session)(CorrectionRequest(director, "merged", last_seen_step=seen))
    met = Contestant.objects.filter(places__seating__in=_new_seatings()).exclude(number=4).first()
    with pytest.raises(Conflict) as refused:
        withdraw_during_play(
            event, met.pk, CorrectionRequest(director, "leaves", last_seen_step=seen)
        )
    assert "done_since" in codes(refused)
    withdraw_during_play(
        event, met.pk, CorrectionRequest(director, "leaves", last_seen_step=newest(event.pk))
    )


def _new_seatings() -> list[int]:
    return [row["pk"] for row in latest_step().changes if row["model"] == "seating"]


@pytest.mark.thorough
def test_whoever_is_seated_meanwhile_elsewhere_or_too_late_is_not_seated(evening: Scene) -> None:
    session, director = evening
    first, second = joining(session), merging(session)
    merging(session)(CorrectionRequest(director, "m"))
    for mend in (first, second):
        with pytest.raises(Conflict) as refused:
            mend(CorrectionRequest(director, "late"))
        assert set(codes(refused)) == {"no_longer_free"}
    undo_step(latest_step().pk, director)
    for _round in range(2):
        play_round(session, director, random.Random(7))
    with pytest.raises(Conflict) as refused:
        first(CorrectionRequest(director, "later"))
    assert "round_begun" in codes(refused)


def test_tables_are_merged_with_boards_that_none_of_them_has(evening: Scene) -> None:
    session, director = evening
    section = session.sections.get()
    resting = {each.round for each in tables_for_resting(section)}
    assert resting
    tables = section.tables.count()
    merging(session)(CorrectionRequest(director, "m"))
    assert section.tables.count() == tables
    assert tables_for_resting(section) == []
    check(session)


@pytest.mark.thorough
def test_of_four_who_rest_two_tables_are_made() -> None:
    session, director = started(16, "howell", 15, 1)
    for number in (2, 5, 9, 14):
        let_leave(session.stage.event, Contestant.objects.get(number=number).pk, director)
    section = session.sections.get()
    tables = tables_for_resting(section)
    assert max(sum(each.round == other.round for each in tables) for other in tables) == 2
    merge_tables(section.pk, tables, CorrectionRequest(director, "m"))
    check(session)


@pytest.mark.thorough
def test_what_nobody_would_find_is_refused(evening: Scene) -> None:
    session, director = evening
    section = session.sections.get()
    one, *_others = tables_for_resting(section)
    seated = SeatHolder.objects.filter(seating__round=one.round).first().contestant_id
    known = Play.objects.filter(seating__places__contestant=one.seated[0]).values_list(
        "board", flat=True
    )
    open_to_all = session.boards.exclude(pk__in=hidden_board_ids(session)).values_list(
        "pk", flat=True
    )
    wrong = [
        one._replace(seated=(one.seated[0], one.seated[0])),
        one._replace(seated=(one.seated[0], seated)),
        one._replace(seated=one.seated[:1]),
        one._replace(boards=(known[0],)),
        one._replace(boards=()),
        one._replace(table=99),
        one._replace(round=0),
        *(one._replace(boards=(each,)) for each in open_to_all),
    ]
    before = again(evening)
    for number, table in enumerate(wrong):
        with pytest.raises(Conflict):
            merge_tables(section.pk, [table], CorrectionRequest(director, f"w {number}"))
    with pytest.raises(Conflict):
        merge_tables(section.pk, [one, one], CorrectionRequest(director, "twice"))
    assert again(evening) == before


def test_nobody_comes_to_a_board_that_could_be_seen() -> None:
    """All but one have played it, and so it is open: whoever comes now has another one, or
    rests."""
    session, director = started(5, "howell", 5, 1)
    for _round in range(3):
        play_round(session, director, random.Random(2))
        end = playing_round(session)
    assert end
    hidden = hidden_board_ids(session)
    tables = tables_for_newcomer(session.sections.get())
    assert {board for each in tables for board in each.boards} <= hidden


def test_where_rounds_are_drawn_and_of_teams_nothing_is_merged() -> None:
    for session, director in (started_matches(8), started_teams()):
        section = session.sections.get()
        tables = [] if session.stage.is_drawn else tables_for_resting(section)
        with pytest.raises(ValidationFailed) as refused:
            merge_tables(section.pk, tables, CorrectionRequest(director, "m"))
        assert codes(refused) in (["drawn"], ["nobody_rests"])


def test_in_a_season_who_comes_and_goes_is_undone() -> None:
    session, director = started_matches(5, "league", rounds=5)
    before = facts(session)
    let_leave(session.stage.event, Contestant.objects.get(number=3).pk, director)
    undo_step(latest_step().pk, director)
    assert facts(session) == before


def test_who_comes_late_to_teams_is_undone() -> None:
    session, director = started_matches(8)
    before = facts(session)
    newcomer = let_join(session.stage.event, LATE, director)
    undo_step(latest_step().pk, director)
    assert facts(session) == before
    assert not Contestant.objects.filter(pk=newcomer.pk).exists()


def test_a_section_of_another_session_is_none_to_sit_in(evening: Scene) -> None:
    session, director = evening
    found = find_late_arrival_seats(session.stage.event)
    with pytest.raises(Conflict) as refused:
        add_late_arrival(
            session.stage.event,
            LATE,
            LateArrivalSeats(0, found.tables),
            CorrectionRequest(director, "k"),
        )
    assert codes(refused) == ["does_not_fit"]
    with pytest.raises(Conflict):
        add_late_arrival(
            session.stage.event, LATE, found._replace(tables=()), CorrectionRequest(director, "k")
        )


def test_who_left_is_gone_from_the_round_that_is_ended_next(evening: Scene) -> None:
    session, director = evening
    merging(session)(CorrectionRequest(director, "m"))
    end_round(playing_round(session).pk, director)
    gone = Contestant.objects.get(number=2)
    assert not SeatHolder.objects.filter(
        contestant=gone, seating__round=playing_round(session)
    ).exists()


def test_where_lines_are_apart_nobody_comes_to_be_ranked_on_the_other() -> None:
    session, director = started(12, "mitchell", 4, 2)
    usual = dict(SeatHolder.objects.filter(seat__in="NE").values_list("contestant", "seat"))
    for number in (1, 2):
        let_leave(session.stage.event, Contestant.objects.get(number=number).pk, director)
    merging(session)(CorrectionRequest(director, "m"))
    for contestant in Contestant.objects.filter(withdrawn_at=None):
        sat = list(contestant.places.filter(seat__in="NE").values_list("seat", flat=True))
        assert 2 * sat.count(usual[contestant.pk]) > len(sat)
