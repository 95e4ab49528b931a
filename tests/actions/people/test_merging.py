"""Two players made one, and two again: what was whose comes back, in whatever order it is taken
back."""

import random
from contextlib import suppress

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.examples import one_in
from tests.scenes.evening import club_with_director, created, started
from tournaments.actions.clubs.club import add_member
from tournaments.actions.contestants.registration import add_contestants
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.people.merging import merge_players, unmerge_players
from tournaments.actions.people.players import link_member, rename_player
from tournaments.actions.rounds.sessions import deal_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Club,
    Contestant,
    ContestantPlayer,
    Membership,
    Player,
    PlayerMerge,
    SeatHolder,
)
from tournaments.permissions.actor import SYSTEM, Actor

pytestmark = pytest.mark.django_db

MERGES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6)


def player(name: str) -> Player:
    return Player.objects.select_related("club", "user").get(name=name)


def codes(refused: pytest.ExceptionInfo[ValidationFailed]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def everything() -> dict[str, object]:
    """Who is who, and who played what."""
    return {
        "players": sorted(Player.objects.values_list("pk", "name", "user")),
        "partners": sorted(ContestantPlayer.objects.values_list("pk", "player")),
        "places": sorted(SeatHolder.objects.values_list("pk", "player")),
        "names": sorted(Contestant.objects.values_list("pk", "name")),
        "merges": sorted(PlayerMerge.objects.values_list("pk", "keep", "player")),
    }


def evening_after(club: Club, director: Actor, *names: str) -> None:
    create_event(club, EventPlan("Nit", movement_key="barometer"), names, director)


@pytest.fixture
def twice() -> tuple[Club, Actor]:
    """Anna 1 of an evening whose rounds are planned was Anna P. in an event before."""
    session, director = started(8, rounds=4)
    club = session.stage.event.club
    evening_after(club, director, "Anna P. – Carles", "Berta Roca – Dídac")
    return club, director


def test_all_that_was_moved_goes_back(twice: tuple[Club, Actor]) -> None:
    _club, director = twice
    before, number = everything(), player("Anna 1").pk
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    assert everything() != before
    unmerge_players(merge, director)
    assert everything() == before
    verbs = (AuditAction.MERGE_PLAYERS, AuditAction.UNMERGE_PLAYERS)
    merged, parted = (AuditEntry.objects.get(verb=verb).data for verb in verbs)
    assert merged == parted
    assert merged["player"] == number
    assert merged["places"] > 0


def test_it_is_taken_back_once(twice: tuple[Club, Actor]) -> None:
    merge = merge_players(player("Anna P."), player("Anna 1"), twice[1])
    stale = PlayerMerge.objects.get(pk=merge.pk)
    unmerge_players(merge, twice[1])
    before = everything()
    with pytest.raises(ValidationFailed) as refused:
        unmerge_players(stale, twice[1])
    assert codes(refused) == ["taken_back"]
    assert everything() == before


def test_who_is_made_one_with_two_at_once_is_so_with_the_first(twice: tuple[Club, Actor]) -> None:
    stale = player("Anna 1")
    merge_players(player("Anna P."), player("Anna 1"), twice[1])
    with pytest.raises(ValidationFailed) as refused:
        merge_players(player("Carles"), stale, twice[1])
    assert codes(refused) == ["same_player"]


def test_what_was_played_since_stays_with_who_was_kept(twice: tuple[Club, Actor]) -> None:
    club, director = twice
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    evening_after(club, director, "Anna P. – Zoe", "Berta Roca – Dídac")
    unmerge_players(merge, director)
    assert player("Anna P.").contestants.count() == 2
    assert player("Anna 1").contestants.count() == 1


def test_a_plan_made_since_seats_whose_place_it_is() -> None:
    session, director = created(8, rounds=4)
    deal_session(session.pk, "", director)
    Player.objects.create(club=session.stage.event.club, name="Guest")
    merge = merge_players(player("Guest"), player("Anna 1"), director)
    add_contestants(session.stage.event, ["Zoe – Iris"], director)
    assert not merge.places.exists(), "planned anew"
    unmerge_players(merge, director)
    assert not player("Guest").places.exists()
    assert player("Anna 1").places.exists()


def test_who_was_called_better_since_is_called_as_himself(twice: tuple[Club, Actor]) -> None:
    _club, director = twice
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    rename_player(player("Anna P."), "Anna Puig", director)
    assert Contestant.objects.filter(name="Anna Puig – Berta 1").exists()
    unmerge_players(merge, director)
    assert Contestant.objects.filter(name="Anna 1 – Berta 1").exists()
    assert Contestant.objects.filter(name="Anna Puig – Carles").exists()


def test_a_name_that_somebody_has_taken_since_is_not_given_twice(twice: tuple[Club, Actor]) -> None:
    club, director = twice
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    evening_after(club, director, "anna 1 – Carles", "Berta Roca – Dídac")
    before = everything()
    with pytest.raises(ValidationFailed) as refused:
        unmerge_players(merge, director)
    assert codes(refused) == ["name_taken"]
    assert everything() == before


def test_the_member_goes_back_unless_he_was_said_to_be_another_since() -> None:
    club, director = club_with_director()
    evening_after(club, director, "Anna – Berta", "Carles – Dídac")
    evening_after(club, director, "Anna P. – Berta", "Carles – Dídac")
    link_member(player("Anna P."), director.user_id or 0, director)
    merge = merge_players(player("Anna"), player("Anna P."), director)
    assert player("Anna").user_id == director.user_id
    unmerge_players(merge, director)
    assert (player("Anna").user_id, player("Anna P.").user_id) == (None, director.user_id)
    merge = merge_players(player("Anna"), player("Anna P."), director)
    scorer = get_user_model().objects.create_user("scorer")
    add_member(club, scorer.pk, Membership.Role.SCORER, SYSTEM)
    link_member(player("Anna"), scorer.pk, director)
    unmerge_players(merge, director)
    assert (player("Anna").user_id, player("Anna P.").user_id) == (scorer.pk, None)


def test_nobody_parts_a_member_from_what_he_has_yet_to_play(twice: tuple[Club, Actor]) -> None:
    _club, director = twice
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    link_member(player("Anna P."), director.user_id or 0, director)
    before = everything()
    with pytest.raises(ValidationFailed) as refused:
        unmerge_players(merge, director)
    assert codes(refused) == ["still_plays"]
    assert everything() == before


def people_of_five_evenings() -> tuple[Actor, list[str]]:
    """Two of each of five events, who may be the same person as any but the other of his own."""
    club, director = club_with_director()
    for number in range(5):
        evening_after(club, director, f"Anna {number} – Berta", f"Carla {number} – Dídac")
    return director, [f"{name} {number}" for number in range(5) for name in ("Anna", "Carla")]


@pytest.mark.thorough
@one_in(4)
@given(merges=MERGES, pick=st.randoms(use_true_random=False))
def test_merges_of_merges_are_taken_back_in_any_order(
    merges: list[tuple[int, int]], pick: random.Random
) -> None:
    with transaction.atomic():
        director, names = people_of_five_evenings()
        before, done = everything(), []
        for one, other in merges:
            with suppress(ValidationFailed, Player.DoesNotExist):
                done.append(merge_players(player(names[one]), player(names[other]), director).pk)
        pick.shuffle(done)
        for merge in done:
            unmerge_players(PlayerMerge.objects.get(pk=merge), director)
        assert everything() == before
        transaction.set_rollback(True)


@pytest.mark.thorough
@one_in(4)
@given(merges=MERGES)
def test_the_last_merge_taken_back_is_as_if_it_had_not_been(merges: list[tuple[int, int]]) -> None:
    with transaction.atomic():
        director, names = people_of_five_evenings()
        stages = []
        for one, other in merges:
            with suppress(ValidationFailed, Player.DoesNotExist):
                before = everything()
                stages.append(
                    (merge_players(player(names[one]), player(names[other]), director), before)
                )
        for merge, before in reversed(stages):
            unmerge_players(PlayerMerge.objects.get(pk=merge.pk), director)
            assert everything() == before
        transaction.set_rollback(True)
