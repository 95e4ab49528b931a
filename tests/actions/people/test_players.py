"""The club's people: renamed, linked to members, made one."""

import pytest
from django.contrib.auth import get_user_model

from games.problems import ValidationFailed
from tests.scenes.evening import club_with_director, pairs, started
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


def codes(refused: pytest.ExceptionInfo[ValidationFailed]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def played(club: Club, director: Actor, *names: str) -> None:
    """An event of the club with these pairs."""
    create_event(club, EventPlan("Nit", movement_key="barometer"), names, director)


def player(name: str) -> Player:
    return Player.objects.select_related("club", "user").get(name=name)


def scorer(club: Club) -> int:
    user = get_user_model().objects.create_user("scorer")
    add_member(club, user.pk, Membership.Role.SCORER, SYSTEM)
    return user.pk


@pytest.fixture
def twice() -> tuple[Club, Actor]:
    """Anna Puig was entered as Anna P. in a second event."""
    club, director = club_with_director()
    played(club, director, "Anna Puig – Berta Roca", "Carles – Dídac")
    played(club, director, "Anna P. – Carles", "Berta Roca – Dídac")
    return club, director


def test_one_person_entered_twice_becomes_one(twice: tuple[Club, Actor]) -> None:
    _club, director = twice
    keep, other = player("Anna Puig"), player("Anna P.")
    number = other.pk
    merge_players(keep, other, director)
    assert not Player.objects.filter(name="Anna P.").exists()
    assert [each.name for each in contestants_played_for(keep)] == [
        "Anna P. – Carles",
        "Anna Puig – Berta Roca",
    ]
    said = AuditEntry.objects.get(verb=AuditAction.MERGE_PLAYERS)
    assert said.data == {"keep": keep.pk, "player": number, "played": 1, "places": 0}


def test_places_of_an_evening_played_are_kept() -> None:
    session, director = started(8, rounds=4)
    played(session.stage.event.club, director, "Anna U – Xènia", "Carles – Dídac")
    keep, other = player("Anna U"), player("Anna 1")
    sat = SeatHolder.objects.filter(player=other).count()
    merge_players(keep, other, director)
    assert SeatHolder.objects.filter(player=keep).count() == sat > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna Puig", "Berta Roca"), ("Anna Puig", "Carles"), ("Anna P.", "Dídac")],
    ids=["one pair", "two pairs", "two pairs of the second event"],
)
def test_who_played_in_the_same_event_are_two_people(
    twice: tuple[Club, Actor], one: str, other: str
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        merge_players(player(one), player(other), twice[1])
    assert set(codes(refused)) == {"played_apart"}
    assert Player.objects.filter(name=other).exists()


def test_who_sat_at_one_table_as_a_substitute_is_not_who_sat_opposite() -> None:
    session, director = started(8, rounds=4)
    guest = Player.objects.create(club=session.stage.event.club, name="Guest")
    place = SeatHolder.objects.filter(player=player("Berta 1")).first()
    assert place
    SeatHolder.objects.filter(pk=place.pk).update(player=guest)
    with pytest.raises(ValidationFailed):
        merge_players(player("Anna 1"), guest, director)
    merge_players(player("Berta 1"), guest, director)
    assert SeatHolder.objects.get(pk=place.pk).player == player("Berta 1")


def test_nobody_is_merged_with_himself_or_with_a_stranger(twice: tuple[Club, Actor]) -> None:
    other_club, other_director = club_with_director("Another")
    played(other_club, other_director, "Xavier – Yolanda", "Zoe – Wanda")
    for other in ("Anna Puig", "Xavier"):
        with pytest.raises(ValidationFailed) as refused:
            merge_players(player("Anna Puig"), player(other), twice[1])
        assert codes(refused) == ["same_player"]


def test_the_member_comes_with_the_merge_but_two_members_are_two_people(
    twice: tuple[Club, Actor],
) -> None:
    club, director = twice
    assert director.user_id
    link_member(player("Anna P."), director.user_id, director)
    user = scorer(club)
    link_member(player("Anna Puig"), user, director)
    with pytest.raises(ValidationFailed) as refused:
        merge_players(player("Anna Puig"), player("Anna P."), director)
    assert codes(refused) == ["two_members"]
    unlink_member(player("Anna Puig"), director)
    merge_players(player("Anna Puig"), player("Anna P."), director)
    assert player("Anna Puig").user_id == director.user_id


def test_a_member_is_one_player_and_a_stranger_none(twice: tuple[Club, Actor]) -> None:
    _club, director = twice
    assert director.user_id
    link_member(player("Carles"), director.user_id, director)
    stranger = get_user_model().objects.create_user("stranger")
    for name, user, code in (
        ("Dídac", director.user_id, "member_taken"),
        ("Dídac", stranger.pk, "no_member"),
    ):
        with pytest.raises(ValidationFailed) as refused:
            link_member(player(name), user, director)
        assert codes(refused) == [code]
    unlink_member(player("Carles"), director)
    unlink_member(player("Carles"), director)
    assert [
        AuditEntry.objects.filter(verb=verb).count()
        for verb in (AuditAction.LINK_MEMBER, AuditAction.UNLINK_MEMBER)
    ] == [
        1,
        1,
    ]


def test_a_better_name_reaches_every_event() -> None:
    session, director = started(8, rounds=4)
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
def test_a_name_that_is_none_or_anothers_is_refused(
    twice: tuple[Club, Actor], name: str, code: str
) -> None:
    with pytest.raises(ValidationFailed) as refused:
        rename_player(player("Anna Puig"), name, twice[1])
    assert codes(refused) == [code]


def test_the_club_knows_who_plays_with_whom(twice: tuple[Club, Actor]) -> None:
    known = [(each.player.name, each.events, each.partners) for each in player_summaries(twice[0])]
    assert known == [
        ("Anna P.", 1, ("Carles",)),
        ("Anna Puig", 1, ("Berta Roca",)),
        ("Berta Roca", 2, ("Dídac", "Anna Puig")),
        ("Carles", 2, ("Anna P.", "Dídac")),
        ("Dídac", 2, ("Berta Roca", "Carles")),
    ]


@pytest.mark.parametrize(
    ("typed", "offered"),
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
def test_a_few_letters_find_who_is_meant(
    twice: tuple[Club, Actor], typed: str, offered: list[str]
) -> None:
    assert suggested_lines(twice[0], typed, 2) == offered


@pytest.mark.parametrize(
    ("typed", "offered"),
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
def test_who_has_an_i_in_the_name_is_found_while_it_is_typed(
    typed: str, offered: list[str]
) -> None:
    club, director = club_with_director()
    played(club, director, "Artur Massana i Puigdevall – Carles", "Berta – Dídac")
    assert suggested_lines(club, typed, 2)[: len(offered)] == offered


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("a", []),
        ("roc", ["Berta Roca"]),
        ("Nova\nann", ["Anna P.", "Anna Puig"]),
        ("Anna Puig\nann", ["Anna P."]),
        ("Berta Roca", []),
        ("Berta Roca - ann", []),
    ],
)
def test_where_single_players_are_ranked_single_names_are_found(
    twice: tuple[Club, Actor], typed: str, offered: list[str]
) -> None:
    assert suggested_lines(twice[0], typed, 1) == offered


def test_another_club_offers_nobody_of_this_one(twice: tuple[Club, Actor]) -> None:
    other, _director = club_with_director("Another")
    assert suggested_lines(other, "anna", 2) == []
