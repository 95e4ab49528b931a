"""Withdrawals: how a side replaces its own entry, and how that ends a conflict."""

import itertools

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import assume, given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.scenes.devices import link_device_to, linked_phone
from tests.scenes.evening import at, enter
from tests.scenes.problems import problem_codes
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import append_entry, confirm_entry, submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Entry, Event, Play
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.devices import DeviceAccess
from tournaments.permissions.visibility.sealed_boards import sealed_board_numbers
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.results.play_state import active_entries, derive_state
from tournaments.queries.results.withdrawals import conflict_resolutions
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

NS_45 = {"trump": "oros", "contro": "none", "ns_points": "45"}
NS_27 = NS_45 | {"ns_points": "27"}


@pytest.fixture
def play(session_and_director) -> Play:
    session, _director = session_and_director
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "seating__table"
    )
    return plays.first()


def bring_into_conflict(play: Play) -> None:
    submit_entry(play.pk, NS_45, at(play, "ns"), "a")
    submit_entry(play.pk, NS_27, at(play, "ew"), "b")
    assert Play.objects.get(pk=play.pk).state == "conflict"


def test_side_ends_a_conflict_by_entering_the_other_sides_result(play: Play) -> None:
    bring_into_conflict(play)
    answer = submit_entry(play.pk, NS_27, at(play, "ns"), "c", withdraws=1)
    assert answer["state"] == "confirmed"
    assert [entry.withdraws for entry in play.entries.all()] == [None, None, 1]
    assert Play.objects.get(pk=play.pk).entry.outcome["ns_points"] == 27


def test_confirmation_withdraws_an_entry_and_can_be_repeated(play: Play) -> None:
    bring_into_conflict(play)
    first_answer = confirm_entry(play.pk, 2, at(play, "ns"), "c", withdraws=1)
    assert confirm_entry(play.pk, 2, at(play, "ns"), "c", withdraws=1) == first_answer
    assert (first_answer["state"], play.entries.count()) == ("confirmed", 3)


@pytest.mark.parametrize(("side", "revision"), [("ns", 2), ("ew", 1), ("ns", 3), ("ns", 0)])
def test_side_withdraws_only_its_own_entries(play: Play, side: str, revision: int) -> None:
    bring_into_conflict(play)
    with pytest.raises(ValidationFailed) as refused:
        submit_entry(play.pk, NS_45, at(play, side), "c", withdraws=revision)
    assert problem_codes(refused) == ["nothing_to_withdraw"]
    assert play.entries.count() == 2


def test_withdrawn_entry_cannot_be_withdrawn_again(play: Play) -> None:
    bring_into_conflict(play)
    submit_entry(play.pk, NS_45 | {"ns_points": "33"}, at(play, "ns"), "c", withdraws=1)
    with pytest.raises(ValidationFailed) as refused:
        submit_entry(play.pk, NS_27, at(play, "ns"), "d", withdraws=1)
    assert problem_codes(refused) == ["nothing_to_withdraw"]
    assert submit_entry(play.pk, NS_27, at(play, "ns"), "e", withdraws=3)["state"] == "confirmed"


@pytest.mark.parametrize("device", ["private window", Entry.PROGRAM])
def test_unlinked_device_cannot_withdraw_an_entry_of_another_device(
    play: Play, device: str
) -> None:
    bring_into_conflict(play)
    stranger = Actor.of_table(play.seating.table_id, device, "ew")
    for withdraw in (
        lambda: submit_entry(play.pk, NS_45, stranger, "c", withdraws=2),
        lambda: confirm_entry(play.pk, 1, stranger, "d", withdraws=2),
    ):
        with pytest.raises(ValidationFailed) as refused:
            withdraw()
        assert problem_codes(refused) == ["nothing_to_withdraw"]
    assert Play.objects.get(pk=play.pk).state == "conflict"


def test_linked_second_phone_withdraws_an_entry_of_the_first(play: Play) -> None:
    bring_into_conflict(play)
    second_phone = at(play, "ew", "second phone")
    link_device_to(play.seating.places.get(seat="E").contestant, play, second_phone)
    assert submit_entry(play.pk, NS_45, second_phone, "c", withdraws=2)["state"] == "confirmed"


def test_entry_cannot_be_withdrawn_after_the_round(session_and_director, play: Play) -> None:
    _session, director = session_and_director
    bring_into_conflict(play)
    end_round(play.seating.round_id, director)
    with pytest.raises(ValidationFailed) as refused:
        submit_entry(play.pk, NS_27, at(play, "ns"), "c", withdraws=1)
    assert problem_codes(refused) == ["round_ended"]


def test_entry_cannot_be_withdrawn_once_other_results_were_visible(play: Play) -> None:
    enter(play, NS_45)
    submit_entry(play.pk, NS_27, at(play, "ns"), "c")
    with pytest.raises(ValidationFailed) as refused:
        submit_entry(play.pk, NS_27, at(play, "ew"), "d", withdraws=2)
    assert problem_codes(refused) == ["seen"]


def test_withdrawn_entry_does_not_count_as_that_of_a_second_phone(play: Play) -> None:
    """A board stays sealed if all entries that count are of one device."""
    other_plays = Play.objects.filter(board=play.board_id).exclude(pk=play.pk)
    assert other_plays.exists()
    table = play.seating.table_id
    submit_entry(play.pk, NS_45, Actor.of_table(table, "one", "ns"), "a")
    submit_entry(play.pk, NS_27, Actor.of_table(table, "two", "ew"), "b")
    both_sides = Actor.of_table(table, "two", "ns")
    link_device_to(play.seating.places.get(seat="N").contestant, play, both_sides)
    submit_entry(play.pk, NS_27, both_sides, "c", withdraws=1)
    assert Play.objects.get(pk=play.pk).state == "confirmed"
    for other_play in other_plays.select_related("seating__table"):
        Play.objects.filter(pk=other_play.pk).update(state=Play.State.VOID)
    assert play.board.number in sealed_board_numbers(play.board.session)


def test_side_corrects_its_own_entry_on_the_same_phone_while_the_other_side_is_silent(
    play: Play,
) -> None:
    submit_entry(play.pk, NS_45 | {"ns_points": "54"}, at(play, "ns"), "a")
    assert submit_entry(play.pk, NS_45, at(play, "ns"), "b")["state"] == "entered"
    assert [entry.withdraws for entry in play.entries.all()] == [None, 1]
    assert Play.objects.get(pk=play.pk).entry.outcome["ns_points"] == 45
    assert submit_entry(play.pk, NS_45, at(play, "ew"), "c")["state"] == "confirmed"


def test_equal_entry_replaces_nothing(play: Play) -> None:
    submit_entry(play.pk, NS_45, at(play, "ns"), "a")
    assert submit_entry(play.pk, NS_45, at(play, "ns"), "b")["state"] == "entered"
    assert [entry.withdraws for entry in play.entries.all()] == [None, None]


def test_entry_from_another_phone_of_the_side_replaces_nothing(play: Play) -> None:
    submit_entry(play.pk, NS_45, at(play, "ns"), "a")
    assert (
        submit_entry(play.pk, NS_27, at(play, "ns", device="second phone"), "b")["state"]
        == "conflict"
    )


def test_entry_of_a_program_replaces_nothing(play: Play) -> None:
    program = Actor.of_table(play.seating.table_id, Entry.PROGRAM, "ns")
    submit_entry(play.pk, NS_45, program, "a")
    assert submit_entry(play.pk, NS_27, program, "b")["state"] == "conflict"


def test_entry_replaces_nothing_once_the_other_side_has_entered(play: Play) -> None:
    bring_into_conflict(play)
    submit_entry(play.pk, NS_45 | {"ns_points": "33"}, at(play, "ns"), "c")
    assert [entry.withdraws for entry in play.entries.all()] == [None, None, None]


def test_entry_after_the_end_of_the_round_replaces_nothing(
    session_and_director, play: Play
) -> None:
    _session, director = session_and_director
    submit_entry(play.pk, NS_45, at(play, "ns"), "a")
    end_round(play.seating.round_id, director)
    submit_entry(play.pk, NS_27, at(play, "ns"), "b")
    assert [entry.withdraws for entry in play.entries.all()] == [None, None]


def test_phone_offers_to_accept_the_other_sides_result(play: Play, client: Client) -> None:
    bring_into_conflict(play)
    table, holder = play.seating.table, play.seating.places.get(seat="N").contestant.number
    linked_phone(table, holder, client)
    url = reverse("table_board", args=[code_of(table), play.board.number])
    page = client.get(url)
    assert [way.line for way, *_words in page.context["conflict_resolutions"]] == ["ns"]
    fields = {
        name: value
        for _way, values, *_words in page.context["conflict_resolutions"]
        for name, value in values.items()
    }
    form_data = {**fields, "side": "ns", "withdraws": "1", "key": page.context["key"]}
    assert client.post(url, form_data).status_code == 302
    assert Play.objects.get(pk=play.pk).state == "confirmed"


def entries_of(rows: list[tuple[str, int, int | None]]) -> list[Entry]:
    """Return entries with these kinds, results and withdrawn revisions."""
    return [
        Entry(
            kind=kind,
            outcome={"n": number},
            side="ns" if revision % 2 else "ew",
            revision=revision,
            withdraws=withdrawn,
        )
        for revision, (kind, number, withdrawn) in enumerate(rows, 1)
    ]


@st.composite
def entry_sets(draw: st.DrawFn) -> list[Entry]:
    rows: list[tuple[str, int, int | None]] = []
    withdrawable: list[int] = []
    for number in range(1, draw(st.integers(1, 7)) + 1):
        kind = draw(st.sampled_from(["table", "correction", "void"]))
        rows.append((kind, draw(st.integers(0, 2)), None))
        withdrawable += [number] if kind != "table" else []
    for _again in range(draw(st.integers(0, 4))):
        if withdrawable:
            withdrawn = withdrawable.pop(draw(st.integers(0, len(withdrawable) - 1)))
            rows.append(("withdrawal", 0, withdrawn))
            withdrawable.append(len(rows))
    return entries_of(rows)


@given(entry_sets(), st.randoms(use_true_random=False))
def test_state_does_not_depend_on_the_order_of_entries(entries: list[Entry], random) -> None:
    shuffled = list(entries)
    random.shuffle(shuffled)
    assert derive_state(shuffled) == derive_state(entries)


@given(entry_sets())
def test_withdrawing_a_withdrawal_restores_the_state(entries: list[Entry]) -> None:
    decisions = [entry for entry in active_entries(entries) if entry.kind != "table"]
    assume(decisions)
    decision = decisions[-1]
    revision = itertools.count(len(entries) + 1)
    first_entry = Entry(
        kind="withdrawal", outcome={}, revision=next(revision), withdraws=decision.revision
    )
    withdrawal = Entry(
        kind="withdrawal", outcome={}, revision=next(revision), withdraws=first_entry.revision
    )
    assert decision not in active_entries([*entries, first_entry])
    assert derive_state([*entries, first_entry, withdrawal]) == derive_state(entries)


def test_withdrawn_decision_leaves_the_conflict_of_the_tables(
    session_and_director, play: Play
) -> None:
    _session, director = session_and_director
    bring_into_conflict(play)
    parameters = {"replaces": 2, "reason": "heard both", "actor": director, "key": "d"}
    decide_play(play.pk, Entry.Kind.CORRECTION, NS_45, **parameters)
    entries = list(play.entries.all())
    assert derive_state(entries).state == "confirmed"
    withdrawal = Entry(kind="withdrawal", outcome={}, revision=4, withdraws=3)
    assert derive_state([*entries, withdrawal]).state == "conflict"


def test_side_cannot_resolve_a_conflict_between_adjusted_awards(play: Play) -> None:
    """Adjusted awards have no outcome that a side could enter instead of its own."""
    submit_entry(play.pk, NS_45, at(play, "ns"), "a")
    Event.objects.update(results_shown="session")
    play = Play.objects.get(pk=play.pk)
    for number, awards in enumerate(
        ({"ns": "average", "ew": "average"}, {"ns": "3/2", "ew": "1"}), 2
    ):
        origin = f"copy:laptop{number}:digest"
        entry = Entry(
            kind=Entry.Kind.AWARDS,
            given=awards,
            reason="cards were seen",
            origin=origin,
            at=timezone.now(),
        )
        append_entry(play, entry)
    play = Play.objects.get(pk=play.pk)
    assert play.state == Play.State.CONFLICT
    assert conflict_resolutions(play, ("ns", "ew"), DeviceAccess("phone")) == ()
