"""The players of a club: renamed, linked to members, merged, and suggested."""

import pytest
from django.contrib.auth import get_user_model

from games.problems import ValidationFailed
from tests.scenes.evening import club_with_director, pairs, started
from tests.scenes.problems import problem_codes
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.players import link_member, rename_player, unlink_member
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Club,
    Contestant,
    Membership,
    Player,
    SeatHolder,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.people.players import (
    contestants_played_for,
    player_summaries,
    suggested_lines,
)

pytestmark = pytest.mark.django_db


def create_event_with(club: Club, director: Actor, *names: str) -> None:
    """Create an event of the club with these pairs."""
    create_event(club, EventPlan("Nit", movement_key="barometer"), names, director)


def player(name: str) -> Player:
    return Player.objects.select_related("club", "user").get(name=name)


def scorer(club: Club) -> int:
    user = get_user_model().objects.create_user("scorer")
    add_member(club, user.pk, Membership.Role.SCORER, SYSTEM)
    return user.pk


@pytest.fixture
def duplicate_anna() -> tuple[Club, Actor]:
    """Create a club in which Anna Puig was entered as Anna P. in a second event."""
    club, director = club_with_director()
    create_event_with(club, director, "Anna Puig – Berta Roca", "Carles – Dídac")
    create_event_with(club, director, "Anna P. – Carles", "Berta Roca – Dídac")
    return club, director


def test_merge_combines_the_events_of_two_players(duplicate_anna: tuple[Club, Actor]) -> None:
    _club, director = duplicate_anna
    kept_player, duplicate = player("Anna Puig"), player("Anna P.")
    old_pk = duplicate.pk
    merge_players(kept_player, duplicate, director)
    assert not Player.objects.filter(name="Anna P.").exists()
    assert [contestant.name for contestant in contestants_played_for(kept_player)] == [
        "Anna P. – Carles",
        "Anna Puig – Berta Roca",
    ]
    entry = AuditEntry.objects.get(verb=AuditAction.MERGE_PLAYERS)
    assert entry.data == {"keep": kept_player.pk, "player": old_pk, "played": 1, "places": 0}


def test_merge_moves_the_places_of_the_other_player() -> None:
    session, director = started(8, round_count=4)
    create_event_with(session.stage.event.club, director, "Anna U – Xènia", "Carles – Dídac")
    kept_player, duplicate = player("Anna U"), player("Anna 1")
    place_count = SeatHolder.objects.filter(player=duplicate).count()
    merge_players(kept_player, duplicate, director)
    assert SeatHolder.objects.filter(player=kept_player).count() == place_count > 0


@pytest.mark.parametrize(
    ("name", "other_name"),
    [("Anna Puig", "Berta Roca"), ("Anna Puig", "Carles"), ("Anna P.", "Dídac")],
    ids=["one pair", "two pairs", "two pairs of the second event"],
)
def test_players_of_one_event_cannot_be_merged(
    duplicate_anna: tuple[Club, Actor], name: str, other_name: str
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        merge_players(player(name), player(other_name), duplicate_anna[1])
    assert set(problem_codes(refused)) == {"played_apart"}
    assert Player.objects.filter(name=other_name).exists()


def test_substitute_cannot_be_merged_with_a_player_of_the_same_table() -> None:
    session, director = started(8, round_count=4)
    guest = Player.objects.create(club=session.stage.event.club, name="Guest")
    seat_holder = SeatHolder.objects.filter(player=player("Berta 1")).first()
    assert seat_holder
    SeatHolder.objects.filter(pk=seat_holder.pk).update(player=guest)
    with pytest.raises(ValidationFailed):
        merge_players(player("Anna 1"), guest, director)
    merge_players(player("Berta 1"), guest, director)
    assert SeatHolder.objects.get(pk=seat_holder.pk).player == player("Berta 1")


def test_player_cannot_be_merged_with_themselves_or_another_clubs_player(
    duplicate_anna: tuple[Club, Actor],
) -> None:
    other_club, other_director = club_with_director("Another")
    create_event_with(other_club, other_director, "Xavier – Yolanda", "Zoe – Wanda")
    for other_name in ("Anna Puig", "Xavier"):
        with pytest.raises(ValidationFailed) as refused:
            merge_players(player("Anna Puig"), player(other_name), duplicate_anna[1])
        assert problem_codes(refused) == ["same_player"]


def test_merge_takes_over_the_member_but_refuses_two_members(
    duplicate_anna: tuple[Club, Actor],
) -> None:
    club, director = duplicate_anna
    assert director.user_id
    link_member(player("Anna P."), director.user_id, director)
    user = scorer(club)
    link_member(player("Anna Puig"), user, director)
    with pytest.raises(ValidationFailed) as refused:
        merge_players(player("Anna Puig"), player("Anna P."), director)
    assert problem_codes(refused) == ["two_members"]
    unlink_member(player("Anna Puig"), director)
    merge_players(player("Anna Puig"), player("Anna P."), director)
    assert player("Anna Puig").user_id == director.user_id


def test_member_can_be_linked_to_one_player_of_their_club(
    duplicate_anna: tuple[Club, Actor],
) -> None:
    _club, director = duplicate_anna
    assert director.user_id
    link_member(player("Carles"), director.user_id, director)
    stranger = get_user_model().objects.create_user("stranger")
    for name, user, code in (
        ("Dídac", director.user_id, "member_taken"),
        ("Dídac", stranger.pk, "no_member"),
    ):
        with pytest.raises(ValidationFailed) as refused:
            link_member(player(name), user, director)
        assert problem_codes(refused) == [code]
    unlink_member(player("Carles"), director)
    unlink_member(player("Carles"), director)
    assert [
        AuditEntry.objects.filter(verb=verb).count()
        for verb in (AuditAction.LINK_MEMBER, AuditAction.UNLINK_MEMBER)
    ] == [
        1,
        1,
    ]


def test_rename_changes_contestants_of_every_event() -> None:
    session, director = started(8, round_count=4)
    create_event(
        session.stage.event.club, EventPlan("Coming", movement_key="howell"), pairs(8), director
    )
    rename_player(player("Anna 1"), "  Anna   Primera ", director)
    names = Contestant.objects.filter(number=1).order_by("pk").values_list("name", flat=True)
    assert list(names) == ["Anna Primera – Berta 1"] * 2


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (" ", "no_name"),
        ("A – B", "no_name"),
        ("x" * 81, "name_too_long"),
        ("anna p.", "name_taken"),
    ],
)
def test_rename_to_an_invalid_or_taken_name_is_refused(
    duplicate_anna: tuple[Club, Actor], name: str, code: str
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        rename_player(player("Anna Puig"), name, duplicate_anna[1])
    assert problem_codes(refused) == [code]


def test_summaries_count_events_and_partners(duplicate_anna: tuple[Club, Actor]) -> None:
    summaries = [
        (summary.player.name, summary.events, summary.partners)
        for summary in player_summaries(duplicate_anna[0])
    ]
    assert summaries == [
        ("Anna P.", 1, ("Carles",)),
        ("Anna Puig", 1, ("Berta Roca",)),
        ("Berta Roca", 2, ("Dídac", "Anna Puig")),
        ("Carles", 2, ("Anna P.", "Dídac")),
        ("Dídac", 2, ("Berta Roca", "Carles")),
    ]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", []),
        ("a", []),
        ("roc", ["Berta Roca – Dídac", "Anna Puig – Berta Roca", "Berta Roca – "]),
        ("DIDA", ["Berta Roca – Dídac", "Carles – Dídac", "Dídac – "]),
        ("Berta Roca - ann", ["Berta Roca – Anna Puig", "Berta Roca – Anna P."]),
        ("Nova - carl", ["Nova – Carles"]),
        ("Anna Puig - X\nroc", ["Berta Roca – Dídac", "Berta Roca – "]),
        ("Anna Puig - Berta Roca", []),
        ("Anna Puig - Berta Roca\n", []),
        ("Anna, Berta, Carles", []),
    ],
)
def test_typed_letters_suggest_pairs_and_names(
    duplicate_anna: tuple[Club, Actor], typed: str, expected: list[str]
) -> None:
    assert suggested_lines(duplicate_anna[0], typed, 2) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (
            "artur massana i pui",
            ["Artur Massana i Puigdevall – Carles", "Artur Massana i Puigdevall – "],
        ),
        ("Artur Massana i Puigdevall - car", ["Artur Massana i Puigdevall – Carles"]),
        ("Carles i art", ["Carles – Artur Massana i Puigdevall"]),
        ("Nova - artur massana i pui", ["Nova – Artur Massana i Puigdevall"]),
    ],
)
def test_name_with_an_i_is_suggested_while_it_is_typed(typed: str, expected: list[str]) -> None:
    club, director = club_with_director()
    create_event_with(club, director, "Artur Massana i Puigdevall – Carles", "Berta – Dídac")
    assert suggested_lines(club, typed, 2)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("a", []),
        ("roc", ["Berta Roca"]),
        ("Nova\nann", ["Anna P.", "Anna Puig"]),
        ("Anna Puig\nann", ["Anna P."]),
        ("Berta Roca", []),
        ("Berta Roca - ann", []),
    ],
)
def test_single_names_are_suggested_for_single_players(
    duplicate_anna: tuple[Club, Actor], typed: str, expected: list[str]
) -> None:
    assert suggested_lines(duplicate_anna[0], typed, 1) == expected


def test_other_club_gets_no_suggestions(duplicate_anna: tuple[Club, Actor]) -> None:
    other_club, _director = club_with_director("Another")
    assert suggested_lines(other_club, "anna", 2) == []
