"""Players of several clubs who are one person, linked by a code or the federation's list."""

from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import club_with_director, started
from tests.scenes.problems import problem_codes
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.people.licences import link_players_by_licence, parse_licence_list
from tournaments.actions.people.merging import merge_players, unmerge_players
from tournaments.actions.people.person_links import (
    create_person_code,
    link_by_code,
    set_licence,
    unlink_person,
)
from tournaments.actions.people.players import link_member, unlink_member
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Club,
    Contestant,
    Event,
    Membership,
    Person,
    PersonCode,
    Play,
    Player,
    PlayReveal,
    Session,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.permissions.visibility.other_clubs import published_contestants_elsewhere
from tournaments.permissions.visibility.playing_members import (
    boards_to_play,
    is_hidden_from_playing_director,
)
from tournaments.queries.events.event_file import event_file
from tournaments.queries.results.play_reveals import reveals_of_event

pytestmark = pytest.mark.django_db

LICENCE = "CAT-1234/5"


class ClubPlayer(NamedTuple):
    """A player of a club, and the director of the club."""

    player: Player
    director: Actor


def reloaded(player: Player) -> Player:
    return Player.objects.select_related("club", "person").get(pk=player.pk)


def linked_clubs() -> set[frozenset[str]]:
    """Return the sets of clubs whose players are linked."""
    people = Person.objects.order_by("pk").prefetch_related("players__club")
    return {frozenset(player.club.name for player in person.players.all()) for person in people}


@pytest.fixture
def players_of_four_clubs() -> list[ClubPlayer]:
    """Return players called Anna Puig in four clubs, each with the club's director."""
    clubs_and_directors = [club_with_director(name) for name in ("Vic", "Olot", "Reus", "Berga")]
    return [
        ClubPlayer(Player.objects.create(club=club, name="Anna Puig"), director)
        for club, director in clubs_and_directors
    ]


def link(players_of_four_clubs: list[ClubPlayer], index: int, other_index: int) -> None:
    """Link two of the players: the club of the other one enters the code of the first."""
    code = create_person_code(*players_of_four_clubs[index])
    link_by_code(
        reloaded(players_of_four_clubs[other_index].player),
        f" {code.upper()} ",
        players_of_four_clubs[other_index].director,
    )


def test_code_links_players_of_two_clubs_and_each_audit_has_its_own_line(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    link(players_of_four_clubs, 0, 1)
    assert linked_clubs() == {frozenset({"Vic", "Olot"})}
    audit_entries = AuditEntry.objects.filter(verb=AuditAction.LINK_PERSON).order_by("pk")
    recorded = [
        (entry.club.name, entry.user_id, entry.data)
        for entry in audit_entries.select_related("club")
    ]
    assert recorded == [
        ("Vic", None, {"player": players_of_four_clubs[0].player.pk}),
        (
            "Olot",
            players_of_four_clubs[1].director.user_id,
            {"player": players_of_four_clubs[1].player.pk},
        ),
    ]


def test_equal_names_and_licences_alone_link_nobody(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    for player, director in players_of_four_clubs:
        set_licence(player, LICENCE, director)
    assert linked_clubs() == set()


def test_invalid_codes_get_the_same_answer(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    (player, director), (other_player, other_director) = players_of_four_clubs[:2]
    replaced, used = create_person_code(player, director), create_person_code(player, director)
    link_by_code(reloaded(players_of_four_clubs[2].player), used, players_of_four_clubs[2].director)
    expired = create_person_code(player, director)
    PersonCode.objects.update(created_at=timezone.now() - timedelta(days=7, minutes=1))
    messages = set()
    for code in (replaced, used, expired, "", "k7wm-3xqd-k7wm-3xqd", "ñ" * 500, "0"):
        with pytest.raises(ValidationFailed) as refused:
            link_by_code(other_player, code, other_director)
        assert problem_codes(refused) == ["unknown_person_code"]
        messages.add(str(refused.value.problems[0].message))
    assert len(messages) == 1
    assert reloaded(other_player).person is None


def test_code_is_not_stored(players_of_four_clubs: list[ClubPlayer]) -> None:
    code = create_person_code(*players_of_four_clubs[0])
    stored_values = [
        *PersonCode.objects.values_list("digest"),
        *AuditEntry.objects.values_list("data"),
    ]
    assert code not in str(stored_values)
    assert code.replace("-", "") not in str(stored_values)


def test_code_of_the_same_club_is_refused(players_of_four_clubs: list[ClubPlayer]) -> None:
    player, director = players_of_four_clubs[0]
    other_player = Player.objects.create(club=player.club, name="Anna P.")
    code = create_person_code(player, director)
    with pytest.raises(ValidationFailed) as refused:
        link_by_code(other_player, code, director)
    assert problem_codes(refused) == ["own_code"]
    assert PersonCode.objects.exists(), "a refused code stays valid"


def test_link_includes_everybody_linked_before(players_of_four_clubs: list[ClubPlayer]) -> None:
    link(players_of_four_clubs, 0, 1)
    link(players_of_four_clubs, 2, 3)
    link(players_of_four_clubs, 1, 2)
    assert linked_clubs() == {frozenset({"Vic", "Olot", "Reus", "Berga"})}
    entry_count = AuditEntry.objects.filter(verb=AuditAction.LINK_PERSON).count()
    link(players_of_four_clubs, 0, 3)
    assert AuditEntry.objects.filter(verb=AuditAction.LINK_PERSON).count() == entry_count, (
        "they were linked already"
    )


def test_club_cannot_have_a_person_twice(players_of_four_clubs: list[ClubPlayer]) -> None:
    link(players_of_four_clubs, 0, 1)
    duplicate = Player.objects.create(club=players_of_four_clubs[0].player.club, name="Anna P.")
    code = create_person_code(duplicate, players_of_four_clubs[0].director)
    with pytest.raises(ValidationFailed) as refused:
        link_by_code(
            reloaded(players_of_four_clubs[1].player), code, players_of_four_clubs[1].director
        )
    assert problem_codes(refused) == ["twice_in_a_club"]
    merge_players(
        reloaded(players_of_four_clubs[0].player), duplicate, players_of_four_clubs[0].director
    )
    assert linked_clubs() == {frozenset({"Vic", "Olot"})}


def test_unlinking_leaves_no_link_with_a_single_player(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    link(players_of_four_clubs, 0, 1)
    link(players_of_four_clubs, 0, 2)
    unlink_person(reloaded(players_of_four_clubs[0].player), players_of_four_clubs[0].director)
    assert linked_clubs() == {frozenset({"Olot", "Reus"})}
    for _attempt in range(2):
        unlink_person(reloaded(players_of_four_clubs[2].player), players_of_four_clubs[2].director)
    assert linked_clubs() == set()
    assert not Player.objects.exclude(person=None).exists()
    audit_entries = (
        AuditEntry.objects.filter(verb=AuditAction.UNLINK_PERSON)
        .order_by("pk")
        .select_related("club")
    )
    assert [(entry.club.name, entry.user_id is None) for entry in audit_entries] == [
        ("Vic", False),
        ("Reus", False),
        ("Olot", True),
    ]


@pytest.mark.parametrize("typed", ["a b", "x" * 21, "número", "1;2", "-\n-", "<b>"])
def test_invalid_licence_is_refused(players_of_four_clubs: list[ClubPlayer], typed: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        set_licence(players_of_four_clubs[0].player, typed, players_of_four_clubs[0].director)
    assert problem_codes(refused) == ["licence_wrong"]


def test_licence_is_unique_in_a_club_and_stored_in_capitals(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    player, director = players_of_four_clubs[0]
    duplicate = Player.objects.create(club=player.club, name="Anna P.")
    for _attempt in range(2):
        set_licence(reloaded(player), f" {LICENCE.lower()} ", director)
    assert reloaded(player).licence == LICENCE
    assert AuditEntry.objects.filter(verb=AuditAction.SET_LICENCE).count() == 1
    with pytest.raises(ValidationFailed) as refused:
        set_licence(duplicate, LICENCE, director)
    assert problem_codes(refused) == ["licence_taken"]
    set_licence(players_of_four_clubs[1].player, LICENCE, players_of_four_clubs[1].director)
    set_licence(reloaded(player), "", director)
    set_licence(duplicate, "", director)
    assert reloaded(player).licence == ""


def set_licences(players_of_four_clubs: list[ClubPlayer], *numbers: str) -> None:
    for (player, director), number in zip(players_of_four_clubs, numbers, strict=False):
        set_licence(player, number, director)


def test_list_links_players_whose_number_and_name_are_on_it(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    set_licences(players_of_four_clubs, LICENCE, LICENCE, LICENCE, "7")
    Player.objects.filter(pk=players_of_four_clubs[1].player.pk).update(name="Puig, Anna")
    Player.objects.filter(pk=players_of_four_clubs[2].player.pk).update(name="Anna Pou")
    names = parse_licence_list(
        "\ufeffLicence;Name\r\ncat-1234/5; Ànna PUIG \r\n\r\n7;Anna Puig\r\n9;Zoe".encode()
    )
    matches = link_players_by_licence(names)
    assert linked_clubs() == {frozenset({"Vic", "Olot"})}
    assert [player.name for player in matches.linked[LICENCE]] == ["Puig, Anna", "Anna Puig"]
    assert [(player.name, problem.code) for player, problem in matches.unlinked] == [
        ("Anna Pou", "called_otherwise")
    ]
    assert Person.objects.get().licence == LICENCE
    Player.objects.filter(pk=players_of_four_clubs[2].player.pk).update(name="Anna Puig")
    assert list(link_players_by_licence(names).linked) == [LICENCE]
    assert linked_clubs() == {frozenset({"Vic", "Olot", "Reus"})}
    assert not link_players_by_licence(names).linked


def test_unlinked_player_is_not_linked_by_the_same_list_again(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    set_licences(players_of_four_clubs, LICENCE, LICENCE)
    link_players_by_licence({LICENCE: "Anna Puig"})
    with pytest.raises(ValidationFailed) as refused:
        set_licence(
            reloaded(players_of_four_clubs[0].player), "8", players_of_four_clubs[0].director
        )
    assert problem_codes(refused) == ["licence_listed"]
    unlink_person(reloaded(players_of_four_clubs[0].player), players_of_four_clubs[0].director)
    assert reloaded(players_of_four_clubs[0].player).licence == ""
    assert not link_players_by_licence({LICENCE: "Anna Puig"}).linked
    assert linked_clubs() == set()


def test_players_with_two_numbers_of_the_list_cannot_be_linked(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    set_licences(players_of_four_clubs, "5", "5", "7", "7")
    names = {"5": "Anna Puig", "7": "Anna Puig"}
    link_players_by_licence(names)
    code = create_person_code(*players_of_four_clubs[0])
    with pytest.raises(ValidationFailed) as refused:
        link_by_code(
            reloaded(players_of_four_clubs[2].player), code, players_of_four_clubs[2].director
        )
    assert problem_codes(refused) == ["two_numbers"]
    assert len(linked_clubs()) == 2


def test_list_with_problems_reports_every_line_and_stores_nothing(
    players_of_four_clubs: list[ClubPlayer], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_licences(players_of_four_clubs, "5", "5")
    file = tmp_path / "list.csv"
    file.write_text("5;Anna Puig\nx y;Zoe\n7\n5;Ona\n8;\n")
    with pytest.raises(SystemExit):
        call_command("licences", str(file))
    errors = capsys.readouterr().err
    assert [line.split(":")[0] for line in errors.splitlines()] == [
        "line 2",
        "line 3",
        "line 4",
        "line 5",
    ]
    assert "5 is already on line 1." in errors
    assert linked_clubs() == set()


@pytest.mark.parametrize(
    "content", [b"", b"licence;name\n", b"\xff\xfe", b"PK\x03\x04", b"Name\nAnna\n"]
)
def test_invalid_list_is_refused(content: bytes) -> None:
    with pytest.raises(ValidationFailed):
        parse_licence_list(content)


def test_open_quotation_mark_is_the_only_problem_reported(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed) as refused:
        parse_licence_list(b'5;"Anna Puig\n6;Berta Roca\nx;Carla" Mas\n5;Zoe\n')
    assert [(problem.code, problem.line) for problem in refused.value.problems] == [
        ("broken_line", 1),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "Licence;Name",
        "Llicència;Nom i cognoms",
        "N.º licencia;Nombre",
        "会員番号;氏名",
        "License number;Player",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_list_may_have_a_header_in_any_language_and_encoding(header: str, encoding: str) -> None:
    rows = f"sep=;\n{header}\n113957 Z;Núria Camps\n12–34;Puig, Anna\n"
    assert parse_licence_list(rows.encode(encoding)) == {
        "113957Z": "Núria Camps",
        "12-34": "Puig, Anna",
    }


def test_header_names_the_columns_of_licence_and_name() -> None:
    rows = "Club,Cognoms,Nom,Llicència\nVic,Puig Roca,Anna,cat-5\nOlot,Mas,Zoe,7\n"
    assert parse_licence_list(rows.encode()) == {"CAT-5": "Anna Puig Roca", "7": "Zoe Mas"}


def test_command_reports_the_assumed_encoding(
    players_of_four_clubs: list[ClubPlayer], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "list.csv"
    file.write_bytes("5;Núria\n".encode("cp1252"))
    call_command("licences", str(file), preview=True)
    assert capsys.readouterr().err.strip() == "Read as Windows-1252."


def test_command_preview_changes_nothing(
    players_of_four_clubs: list[ClubPlayer], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_licences(players_of_four_clubs, "5", "5")
    file = tmp_path / "list.csv"
    file.write_text("5;Anna Puig\n")
    call_command("licences", str(file), preview=True)
    output = capsys.readouterr().out
    assert "5 is one person: Anna Puig (Olot), Anna Puig (Vic)" in output
    assert "Nothing was changed." in output
    assert linked_clubs() == set()
    call_command("licences", str(file))
    assert linked_clubs() == {frozenset({"Vic", "Olot"})}


def test_merge_moves_licence_and_person_and_undo_returns_them(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    player, director = players_of_four_clubs[0]
    set_licences(players_of_four_clubs, LICENCE)
    link(players_of_four_clubs, 0, 1)
    kept_player = Player.objects.create(club=player.club, name="Anna P.")
    merge = merge_players(kept_player, reloaded(player), director)
    assert (reloaded(kept_player).licence, reloaded(kept_player).person) == (
        LICENCE,
        Person.objects.get(),
    )
    unmerge_players(merge, director)
    assert (reloaded(kept_player).licence, reloaded(kept_player).person) == ("", None)
    assert (reloaded(player).licence, reloaded(player).person) == (LICENCE, Person.objects.get())


def test_players_with_two_licences_and_persons_cannot_be_merged(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    player, director = players_of_four_clubs[0]
    other_player = Player.objects.create(club=player.club, name="Anna P.")
    set_licences(players_of_four_clubs, LICENCE)
    set_licence(other_player, "7", director)
    link(players_of_four_clubs, 0, 1)
    link([players_of_four_clubs[2], ClubPlayer(other_player, director)], 0, 1)
    with pytest.raises(ValidationFailed) as refused:
        merge_players(reloaded(player), reloaded(other_player), director)
    assert problem_codes(refused) == ["two_licences", "two_people"]


class PlayingDirector(NamedTuple):
    """A director who plays in their own session as Anna 1, and is Anna Puig in another club.

    That they are Anna 1 is known only through `linked_player`, Anna Puig, who is linked to Anna 1
    and to the director's account.
    """

    session: Session
    player: Player
    director: Actor
    linked_player: Player


@pytest.fixture
def director_who_plays() -> PlayingDirector:
    session, director = started(8, round_count=4)
    player = Player.objects.select_related("club").get(name="Anna 1")
    other_club, other_director = club_with_director("Another")
    add_member(other_club, director.user_id or 0, Membership.Role.SCORER, SYSTEM)
    linked_player = Player.objects.create(club=other_club, name="Anna Puig")
    link_member(linked_player, director.user_id or 0, other_director)
    link_by_code(player, create_person_code(linked_player, other_director), director)
    return PlayingDirector(session, player, director, reloaded(linked_player))


def test_boards_are_hidden_from_a_member_linked_in_another_club(
    director_who_plays: PlayingDirector,
) -> None:
    session, player, director, linked_player = director_who_plays
    user_id = director.user_id or 0
    own_plays = Play.objects.filter(seating__places__player=player)
    assert boards_to_play(user_id, session) == set(
        own_plays.values_list("board__number", flat=True)
    )
    other_plays = Play.objects.filter(board__in=own_plays.values("board")).exclude(
        pk__in=own_plays.values("pk")
    )
    assert is_hidden_from_playing_director(user_id, other_plays.order_by("pk")[0])
    for action in (
        lambda: unlink_person(reloaded(player), director),
        lambda: unlink_person(linked_player, director),
        lambda: unlink_member(linked_player, director),
    ):
        with pytest.raises(ValidationFailed) as refused:
            action()
        assert problem_codes(refused) == ["still_plays"]
    finish_session(session.pk, director)
    unlink_person(reloaded(player), director)
    assert reloaded(player).person is None


def test_reveals_are_listed_under_the_name_in_this_club(
    director_who_plays: PlayingDirector,
) -> None:
    session, player, director, _linked_player = director_who_plays
    play = Play.objects.earliest("pk")
    PlayReveal.objects.create(play=play, user_id=director.user_id, at=timezone.now())
    assert [reveal.player for reveal in reveals_of_event(session.stage.event)] == [player.name]


def create_event_of(club: Club, director: Actor, name: str) -> Event:
    stage = create_event(club, EventPlan(name), ["Anna Puig – Berta", "Carles – Dídac"], director)
    return stage.event


def test_club_sees_published_events_of_linked_players(
    players_of_four_clubs: list[ClubPlayer],
) -> None:
    link(players_of_four_clubs, 0, 1)
    player, (other_player, director) = (
        reloaded(players_of_four_clubs[0].player),
        players_of_four_clubs[1],
    )
    create_event_of(player.club, players_of_four_clubs[0].director, "Own")
    event = create_event_of(other_player.club, director, "Theirs")
    assert published_contestants_elsewhere(player) == []
    Event.objects.filter(pk=event.pk).update(published_at=timezone.now())
    assert published_contestants_elsewhere(player) == [
        Contestant.objects.get(event=event, number=1)
    ]
    unlink_person(player, players_of_four_clubs[0].director)
    assert published_contestants_elsewhere(reloaded(player)) == []


def test_event_file_contains_no_licence(players_of_four_clubs: list[ClubPlayer]) -> None:
    player, director = players_of_four_clubs[0]
    set_licence(player, LICENCE, director)
    assert LICENCE not in str(event_file(create_event_of(player.club, director, "Nit")))
