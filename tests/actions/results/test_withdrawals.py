"""A side takes back what it has said: the table settles its own, while nobody else can profit."""

import itertools

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.scenes.devices import bind_to, bound_phone
from tests.scenes.evening import at, enter, started
from tournaments.actions.results.entries import (
    append_entry,
    confirm_entry,
    decide_play,
    submit_entry,
)
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

SAID = {"trump": "oros", "contro": "none", "ns_points": "45"}
OTHER = SAID | {"ns_points": "27"}


@pytest.fixture
def evening():
    return started(8, movement="howell", rounds=7, boards_per_round=2)


@pytest.fixture
def play(evening) -> Play:
    plays = Play.objects.filter(seating__round=playing_round(evening[0])).select_related(
        "seating__table"
    )
    return plays.first()


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def in_conflict(play: Play) -> None:
    submit_entry(play.pk, SAID, at(play, "ns"), "a")
    submit_entry(play.pk, OTHER, at(play, "ew"), "b")
    assert Play.objects.get(pk=play.pk).state == "conflict"


def test_theirs_is_right(play: Play) -> None:
    in_conflict(play)
    answer = submit_entry(play.pk, OTHER, at(play, "ns"), "c", withdraws=1)
    assert answer["state"] == "confirmed"
    assert [entry.withdraws for entry in play.entries.all()] == [None, None, 1]
    assert Play.objects.get(pk=play.pk).entry.outcome["ns_points"] == 27


def test_a_confirmation_takes_back_too_and_the_same_key_again_is_harmless(play: Play) -> None:
    in_conflict(play)
    first = confirm_entry(play.pk, 2, at(play, "ns"), "c", withdraws=1)
    assert confirm_entry(play.pk, 2, at(play, "ns"), "c", withdraws=1) == first
    assert (first["state"], play.entries.count()) == ("confirmed", 3)


@pytest.mark.parametrize(("side", "revision"), [("ns", 2), ("ew", 1), ("ns", 3), ("ns", 0)])
def test_a_side_takes_back_its_own_word_alone(play: Play, side: str, revision: int) -> None:
    in_conflict(play)
    with pytest.raises(ValidationFailed) as refused:
        submit_entry(play.pk, SAID, at(play, side), "c", withdraws=revision)
    assert codes(refused) == ["nothing_to_withdraw"]
    assert play.entries.count() == 2


def test_what_was_taken_back_is_not_taken_back_again(play: Play) -> None:
    in_conflict(play)
    submit_entry(play.pk, SAID | {"ns_points": "33"}, at(play, "ns"), "c", withdraws=1)
    with pytest.raises(ValidationFailed) as refused:
        submit_entry(play.pk, OTHER, at(play, "ns"), "d", withdraws=1)
    assert codes(refused) == ["nothing_to_withdraw"]
    assert submit_entry(play.pk, OTHER, at(play, "ns"), "e", withdraws=3)["state"] == "confirmed"


@pytest.mark.parametrize("device", ["private window", Entry.PROGRAM])
def test_device_that_is_not_bound_takes_back_no_entry_of_another_device(
    play: Play, device: str
) -> None:
    in_conflict(play)
    stranger = Actor.of_table(play.seating.table_id, device, "ew")
    for take_back in (
        lambda: submit_entry(play.pk, SAID, stranger, "c", withdraws=2),
        lambda: confirm_entry(play.pk, 1, stranger, "d", withdraws=2),
    ):
        with pytest.raises(ValidationFailed) as refused:
            take_back()
        assert codes(refused) == ["nothing_to_withdraw"]
    assert Play.objects.get(pk=play.pk).state == "conflict"


def test_second_phone_that_is_bound_takes_back_what_the_first_entered(play: Play) -> None:
    in_conflict(play)
    second = at(play, "ew", "second phone")
    bind_to(play.seating.places.get(seat="E").contestant, play, second)
    assert submit_entry(play.pk, SAID, second, "c", withdraws=2)["state"] == "confirmed"


def test_after_the_round_only_the_director_settles_it(evening, play: Play) -> None:
    in_conflict(play)
    end_round(play.seating.round_id, evening[1])
    with pytest.raises(ValidationFailed) as refused:
        submit_entry(play.pk, OTHER, at(play, "ns"), "c", withdraws=1)
    assert codes(refused) == ["round_ended"]


def test_who_could_see_what_others_made_takes_nothing_back(play: Play) -> None:
    enter(play, SAID)
    submit_entry(play.pk, OTHER, at(play, "ns"), "c")
    with pytest.raises(ValidationFailed) as refused:
        submit_entry(play.pk, OTHER, at(play, "ew"), "d", withdraws=2)
    assert codes(refused) == ["seen"]


def test_a_word_taken_back_is_no_second_phone(play: Play) -> None:
    """One device that says all there is opens nothing, though another has said something before."""
    others = Play.objects.filter(board=play.board_id).exclude(pk=play.pk)
    assert others.exists()
    table = play.seating.table_id
    submit_entry(play.pk, SAID, Actor.of_table(table, "one", "ns"), "a")
    submit_entry(play.pk, OTHER, Actor.of_table(table, "two", "ew"), "b")
    both_sides = Actor.of_table(table, "two", "ns")
    bind_to(play.seating.places.get(seat="N").contestant, play, both_sides)
    submit_entry(play.pk, OTHER, both_sides, "c", withdraws=1)
    assert Play.objects.get(pk=play.pk).state == "confirmed"
    for other in others.select_related("seating__table"):
        Play.objects.filter(pk=other.pk).update(state=Play.State.VOID)
    assert play.board.number in sealed_board_numbers(play.board.session)


def test_side_corrects_its_own_entry_on_the_same_phone_while_the_other_side_is_silent(
    play: Play,
) -> None:
    submit_entry(play.pk, SAID | {"ns_points": "54"}, at(play, "ns"), "a")
    assert submit_entry(play.pk, SAID, at(play, "ns"), "b")["state"] == "entered"
    assert [entry.withdraws for entry in play.entries.all()] == [None, 1]
    assert Play.objects.get(pk=play.pk).entry.outcome["ns_points"] == 45
    assert submit_entry(play.pk, SAID, at(play, "ew"), "c")["state"] == "confirmed"


def test_the_same_result_again_replaces_nothing(play: Play) -> None:
    submit_entry(play.pk, SAID, at(play, "ns"), "a")
    assert submit_entry(play.pk, SAID, at(play, "ns"), "b")["state"] == "entered"
    assert [entry.withdraws for entry in play.entries.all()] == [None, None]


def test_another_phone_of_the_side_replaces_nothing(play: Play) -> None:
    submit_entry(play.pk, SAID, at(play, "ns"), "a")
    assert (
        submit_entry(play.pk, OTHER, at(play, "ns", device="second phone"), "b")["state"]
        == "conflict"
    )


def test_programs_share_a_device_name_and_replace_nothing(play: Play) -> None:
    program = Actor.of_table(play.seating.table_id, Entry.PROGRAM, "ns")
    submit_entry(play.pk, SAID, program, "a")
    assert submit_entry(play.pk, OTHER, program, "b")["state"] == "conflict"


def test_side_replaces_nothing_once_the_other_side_has_answered(play: Play) -> None:
    in_conflict(play)
    submit_entry(play.pk, SAID | {"ns_points": "33"}, at(play, "ns"), "c")
    assert [entry.withdraws for entry in play.entries.all()] == [None, None, None]


def test_entry_after_the_end_of_the_round_replaces_nothing(evening, play: Play) -> None:
    submit_entry(play.pk, SAID, at(play, "ns"), "a")
    end_round(play.seating.round_id, evening[1])
    submit_entry(play.pk, OTHER, at(play, "ns"), "b")
    assert [entry.withdraws for entry in play.entries.all()] == [None, None]


def test_the_phone_offers_it_in_one_tap(play: Play, client: Client) -> None:
    in_conflict(play)
    table, holder = play.seating.table, play.seating.places.get(seat="N").contestant.number
    bound_phone(table, holder, client)
    address = reverse("table_board", args=[code_of(table), play.board.number])
    page = client.get(address)
    assert [way.line for way, *_words in page.context["conflict_resolutions"]] == ["ns"]
    fields = {
        name: value
        for _way, values, *_words in page.context["conflict_resolutions"]
        for name, value in values.items()
    }
    sent = {**fields, "side": "ns", "withdraws": "1", "key": page.context["key"]}
    assert client.post(address, sent).status_code == 302
    assert Play.objects.get(pk=play.pk).state == "confirmed"


def entries_of(said: list[tuple[str, int, int | None]]) -> list[Entry]:
    """Entries by kind, result and what each takes back."""
    return [
        Entry(
            kind=kind,
            outcome={"n": made},
            side="ns" if number % 2 else "ew",
            revision=number,
            withdraws=back,
        )
        for number, (kind, made, back) in enumerate(said, 1)
    ]


@st.composite
def what_is_said(draw: st.DrawFn) -> list[Entry]:
    said: list[tuple[str, int, int | None]] = []
    free: list[int] = []
    for number in range(1, draw(st.integers(1, 7)) + 1):
        kind = draw(st.sampled_from(["table", "correction", "void"]))
        said.append((kind, draw(st.integers(0, 2)), None))
        free += [number] if kind != "table" else []
    for _again in range(draw(st.integers(0, 4))):
        if free:
            back = free.pop(draw(st.integers(0, len(free) - 1)))
            said.append(("withdrawal", 0, back))
            free.append(len(said))
    return entries_of(said)


@given(what_is_said(), st.randoms(use_true_random=False))
def test_the_state_follows_from_the_set_whatever_its_order(entries: list[Entry], random) -> None:
    shuffled = list(entries)
    random.shuffle(shuffled)
    assert derive_state(shuffled) == derive_state(entries)


@given(what_is_said())
def test_to_take_back_that_something_was_taken_back_leaves_all_as_it_was(
    entries: list[Entry],
) -> None:
    decided = next(
        (each for each in reversed(active_entries(entries)) if each.kind != "table"), None
    )
    if decided is None:
        return
    number = itertools.count(len(entries) + 1)
    gone = Entry(kind="withdrawal", outcome={}, revision=next(number), withdraws=decided.revision)
    again = Entry(kind="withdrawal", outcome={}, revision=next(number), withdraws=gone.revision)
    assert decided not in active_entries([*entries, gone])
    assert derive_state([*entries, gone, again]) == derive_state(entries)


def test_a_decision_that_is_taken_back_leaves_what_the_tables_said(evening, play: Play) -> None:
    in_conflict(play)
    said = {"replaces": 2, "reason": "heard both", "actor": evening[1], "key": "d"}
    decide_play(play.pk, Entry.Kind.CORRECTION, SAID, **said)
    entries = list(play.entries.all())
    assert derive_state(entries).state == "confirmed"
    back = Entry(kind="withdrawal", outcome={}, revision=4, withdraws=3)
    assert derive_state([*entries, back]).state == "conflict"


def test_side_is_offered_no_way_out_of_awards_on_which_two_directors_differ(play: Play) -> None:
    """Their decisions have no outcome that a side could say instead of its own."""
    submit_entry(play.pk, SAID, at(play, "ns"), "a")
    Event.objects.update(results_shown="session")
    play = Play.objects.get(pk=play.pk)
    for number, awards in enumerate(
        ({"ns": "average", "ew": "average"}, {"ns": "3/2", "ew": "1"}), 2
    ):
        origin = f"copy:laptop{number}:digest"
        entry = Entry(
            kind=Entry.Kind.AWARDS, given=awards, reason="so", origin=origin, at=timezone.now()
        )
        append_entry(play, entry)
    play = Play.objects.get(pk=play.pk)
    assert play.state == Play.State.CONFLICT
    assert conflict_resolutions(play, ("ns", "ew"), DeviceAccess("phone")) == ()
