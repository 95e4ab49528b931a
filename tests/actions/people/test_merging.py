"""Merges of two players, and undoing them in any order."""

import random
from contextlib import suppress

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.hypothesis_examples import one_in
from tests.scenes.evening import club_with_director, created, started
from tests.scenes.problems import problem_codes
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


def stored_rows() -> dict[str, object]:
    """Return the stored rows about the identities of players and what they played."""
    return {
        "players": sorted(Player.objects.values_list("pk", "name", "user")),
        "partners": sorted(ContestantPlayer.objects.values_list("pk", "player")),
        "places": sorted(SeatHolder.objects.values_list("pk", "player")),
        "names": sorted(Contestant.objects.values_list("pk", "name")),
        "merges": sorted(PlayerMerge.objects.values_list("pk", "keep", "player")),
    }


def create_evening(club: Club, director: Actor, *names: str) -> None:
    create_event(club, EventPlan("Nit", movement_key="barometer"), names, director)


@pytest.fixture
def merged_scene() -> tuple[Club, Actor]:
    """Anna 1 of an event with planned rounds, who was entered as Anna P. in another event."""
    session, director = started(8, round_count=4)
    club = session.stage.event.club
    create_evening(club, director, "Anna P. – Carles", "Berta Roca – Dídac")
    return club, director


def test_undoing_a_merge_restores_all_rows(merged_scene: tuple[Club, Actor]) -> None:
    _club, director = merged_scene
    rows_before, old_pk = stored_rows(), player("Anna 1").pk
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    assert stored_rows() != rows_before
    unmerge_players(merge, director)
    assert stored_rows() == rows_before
    actions = (AuditAction.MERGE_PLAYERS, AuditAction.UNMERGE_PLAYERS)
    merged, unmerged = (AuditEntry.objects.get(verb=verb).data for verb in actions)
    assert merged == unmerged
    assert merged["player"] == old_pk
    assert merged["places"] > 0


def test_merge_cannot_be_undone_twice(merged_scene: tuple[Club, Actor]) -> None:
    merge = merge_players(player("Anna P."), player("Anna 1"), merged_scene[1])
    stale = PlayerMerge.objects.get(pk=merge.pk)
    unmerge_players(merge, merged_scene[1])
    rows_before = stored_rows()
    with pytest.raises(ValidationFailed) as refused:
        unmerge_players(stale, merged_scene[1])
    assert problem_codes(refused) == ["taken_back"]
    assert stored_rows() == rows_before


def test_player_merged_meanwhile_cannot_be_merged_again(merged_scene: tuple[Club, Actor]) -> None:
    stale = player("Anna 1")
    merge_players(player("Anna P."), player("Anna 1"), merged_scene[1])
    with pytest.raises(ValidationFailed) as refused:
        merge_players(player("Carles"), stale, merged_scene[1])
    assert problem_codes(refused) == ["same_player"]


def test_events_since_the_merge_stay_with_the_kept_player(merged_scene: tuple[Club, Actor]) -> None:
    club, director = merged_scene
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    create_evening(club, director, "Anna P. – Zoe", "Berta Roca – Dídac")
    unmerge_players(merge, director)
    assert player("Anna P.").contestants.count() == 2
    assert player("Anna 1").contestants.count() == 1


def test_undoing_a_merge_seats_the_partner_in_a_plan_made_since() -> None:
    session, director = created(8, round_count=4)
    deal_session(session.pk, "", director)
    Player.objects.create(club=session.stage.event.club, name="Guest")
    merge = merge_players(player("Guest"), player("Anna 1"), director)
    add_contestants(session.stage.event, ["Zoe – Iris"], director)
    assert not merge.places.exists(), "the session was planned again"
    unmerge_players(merge, director)
    assert not player("Guest").places.exists()
    assert player("Anna 1").places.exists()


def test_undoing_a_merge_restores_the_name_after_a_rename(merged_scene: tuple[Club, Actor]) -> None:
    _club, director = merged_scene
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    rename_player(player("Anna P."), "Anna Puig", director)
    assert Contestant.objects.filter(name="Anna Puig – Berta 1").exists()
    unmerge_players(merge, director)
    assert Contestant.objects.filter(name="Anna 1 – Berta 1").exists()
    assert Contestant.objects.filter(name="Anna Puig – Carles").exists()


def test_merge_cannot_be_undone_if_the_name_is_taken(merged_scene: tuple[Club, Actor]) -> None:
    club, director = merged_scene
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    create_evening(club, director, "anna 1 – Carles", "Berta Roca – Dídac")
    rows_before = stored_rows()
    with pytest.raises(ValidationFailed) as refused:
        unmerge_players(merge, director)
    assert problem_codes(refused) == ["name_taken"]
    assert stored_rows() == rows_before


def test_undoing_a_merge_returns_the_member_unless_changed_since() -> None:
    club, director = club_with_director()
    create_evening(club, director, "Anna – Berta", "Carles – Dídac")
    create_evening(club, director, "Anna P. – Berta", "Carles – Dídac")
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


def test_merge_cannot_be_undone_while_the_member_has_boards_to_play(
    merged_scene: tuple[Club, Actor],
) -> None:
    _club, director = merged_scene
    merge = merge_players(player("Anna P."), player("Anna 1"), director)
    link_member(player("Anna P."), director.user_id or 0, director)
    rows_before = stored_rows()
    with pytest.raises(ValidationFailed) as refused:
        unmerge_players(merge, director)
    assert problem_codes(refused) == ["still_plays"]
    assert stored_rows() == rows_before


def players_of_five_events() -> tuple[Actor, list[str]]:
    """Return two players of each of five events, who may be merged except with each other."""
    club, director = club_with_director()
    for number in range(5):
        create_evening(club, director, f"Anna {number} – Berta", f"Carla {number} – Dídac")
    return director, [f"{name} {number}" for number in range(5) for name in ("Anna", "Carla")]


@pytest.mark.thorough
@one_in(4)
@given(merges=MERGES, pick=st.randoms(use_true_random=False))
def test_nested_merges_can_be_undone_in_any_order(
    merges: list[tuple[int, int]], pick: random.Random
) -> None:
    with transaction.atomic():
        director, names = players_of_five_events()
        rows_before, merge_ids = stored_rows(), []
        for kept_name, merged_name in merges:
            with suppress(ValidationFailed, Player.DoesNotExist):
                merge_ids.append(
                    merge_players(player(names[kept_name]), player(names[merged_name]), director).pk
                )
        pick.shuffle(merge_ids)
        for merge in merge_ids:
            unmerge_players(PlayerMerge.objects.get(pk=merge), director)
        assert stored_rows() == rows_before
        transaction.set_rollback(True)


@pytest.mark.thorough
@one_in(4)
@given(merges=MERGES)
def test_undoing_merges_in_reverse_restores_each_state(merges: list[tuple[int, int]]) -> None:
    with transaction.atomic():
        director, names = players_of_five_events()
        merges_with_state = []
        for kept_name, merged_name in merges:
            with suppress(ValidationFailed, Player.DoesNotExist):
                rows_before = stored_rows()
                merges_with_state.append(
                    (
                        merge_players(
                            player(names[kept_name]), player(names[merged_name]), director
                        ),
                        rows_before,
                    )
                )
        for merge, rows_before in reversed(merges_with_state):
            unmerge_players(PlayerMerge.objects.get(pk=merge.pk), director)
            assert stored_rows() == rows_before
        transaction.set_rollback(True)
