"""One person over clubs: by his own code or by the federation's list, and never by a name."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes.evening import club_with_director, started
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


def codes(refused: pytest.ExceptionInfo[ValidationFailed]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def again(player: Player) -> Player:
    return Player.objects.select_related("club", "person").get(pk=player.pk)


def joined() -> set[frozenset[str]]:
    """Which clubs' players are one person."""
    people = Person.objects.order_by("pk").prefetch_related("players__club")
    return {frozenset(player.club.name for player in person.players.all()) for person in people}


@pytest.fixture
def annas() -> list[tuple[Player, Actor]]:
    """Somebody called Anna Puig in each of four clubs, with the club's director."""
    clubs = [club_with_director(name) for name in ("Vic", "Olot", "Reus", "Berga")]
    return [
        (Player.objects.create(club=club, name="Anna Puig"), director) for club, director in clubs
    ]


def give(annas: list[tuple[Player, Actor]], one: int, other: int) -> None:
    """The code of one club's Anna, typed in another club."""
    code = create_person_code(*annas[one])
    link_by_code(again(annas[other][0]), f" {code.upper()} ", annas[other][1])


def test_a_code_joins_two_clubs_players_and_each_club_reads_its_own_line(
    annas: list[tuple[Player, Actor]],
) -> None:
    give(annas, 0, 1)
    assert joined() == {frozenset({"Vic", "Olot"})}
    lines = AuditEntry.objects.filter(verb=AuditAction.JOIN_PERSON).order_by("pk")
    told = [(line.club.name, line.user_id, line.data) for line in lines.select_related("club")]
    assert told == [
        ("Vic", None, {"player": annas[0][0].pk}),
        ("Olot", annas[1][1].user_id, {"player": annas[1][0].pk}),
    ]


def test_one_name_joins_nobody(annas: list[tuple[Player, Actor]]) -> None:
    for player, director in annas:
        set_licence(player, LICENCE, director)
    assert joined() == set()


def test_a_code_is_good_once_and_for_a_week_and_says_nothing_else(
    annas: list[tuple[Player, Actor]],
) -> None:
    (player, director), (other, typing) = annas[:2]
    replaced, used = create_person_code(player, director), create_person_code(player, director)
    link_by_code(again(annas[2][0]), used, annas[2][1])
    old = create_person_code(player, director)
    PersonCode.objects.update(created_at=timezone.now() - timedelta(days=7, minutes=1))
    said = set()
    for code in (replaced, used, old, "", "k7wm-3xqd-k7wm-3xqd", "ñ" * 500, "0"):
        with pytest.raises(ValidationFailed) as refused:
            link_by_code(other, code, typing)
        assert codes(refused) == ["unknown_person_code"]
        said.add(str(refused.value.problems[0].message))
    assert len(said) == 1
    assert again(other).person is None


def test_nothing_that_is_stored_or_audited_is_the_code(annas: list[tuple[Player, Actor]]) -> None:
    code = create_person_code(*annas[0])
    stored = [*PersonCode.objects.values_list("digest"), *AuditEntry.objects.values_list("data")]
    assert code not in str(stored)
    assert code.replace("-", "") not in str(stored)


def test_a_code_of_ones_own_club_is_for_merging(annas: list[tuple[Player, Actor]]) -> None:
    player, director = annas[0]
    other = Player.objects.create(club=player.club, name="Anna P.")
    code = create_person_code(player, director)
    with pytest.raises(ValidationFailed) as refused:
        link_by_code(other, code, director)
    assert codes(refused) == ["own_code"]
    assert PersonCode.objects.exists(), "refused, it is good still"


def test_who_is_joined_brings_everybody_he_was(annas: list[tuple[Player, Actor]]) -> None:
    give(annas, 0, 1)
    give(annas, 2, 3)
    give(annas, 1, 2)
    assert joined() == {frozenset({"Vic", "Olot", "Reus", "Berga"})}
    lines = AuditEntry.objects.filter(verb=AuditAction.JOIN_PERSON).count()
    give(annas, 0, 3)
    assert AuditEntry.objects.filter(verb=AuditAction.JOIN_PERSON).count() == lines, (
        "he was so already"
    )


def test_no_club_has_a_person_twice(annas: list[tuple[Player, Actor]]) -> None:
    give(annas, 0, 1)
    twin = Player.objects.create(club=annas[0][0].club, name="Anna P.")
    code = create_person_code(twin, annas[0][1])
    with pytest.raises(ValidationFailed) as refused:
        link_by_code(again(annas[1][0]), code, annas[1][1])
    assert codes(refused) == ["twice_in_a_club"]
    merge_players(again(annas[0][0]), twin, annas[0][1])
    assert joined() == {frozenset({"Vic", "Olot"})}


def test_who_leaves_is_known_in_his_club_alone(annas: list[tuple[Player, Actor]]) -> None:
    give(annas, 0, 1)
    give(annas, 0, 2)
    unlink_person(again(annas[0][0]), annas[0][1])
    assert joined() == {frozenset({"Olot", "Reus"})}
    for _twice in range(2):
        unlink_person(again(annas[2][0]), annas[2][1])
    assert joined() == set()
    assert not Player.objects.exclude(person=None).exists()
    lines = (
        AuditEntry.objects.filter(verb=AuditAction.LEAVE_PERSON)
        .order_by("pk")
        .select_related("club")
    )
    assert [(line.club.name, line.user_id is None) for line in lines] == [
        ("Vic", False),
        ("Reus", False),
        ("Olot", True),
    ]


@pytest.mark.parametrize("written", ["a b", "x" * 21, "número", "1;2", "-\n-", "<b>"])
def test_a_number_that_is_none_is_refused(annas: list[tuple[Player, Actor]], written: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        set_licence(*annas[0][:1], written, annas[0][1])
    assert codes(refused) == ["licence_wrong"]


def test_a_number_is_one_players_in_a_club_and_written_in_capitals(
    annas: list[tuple[Player, Actor]],
) -> None:
    player, director = annas[0]
    twin = Player.objects.create(club=player.club, name="Anna P.")
    for _twice in range(2):
        set_licence(again(player), f" {LICENCE.lower()} ", director)
    assert again(player).licence == LICENCE
    assert AuditEntry.objects.filter(verb=AuditAction.WRITE_LICENCE).count() == 1
    with pytest.raises(ValidationFailed) as refused:
        set_licence(twin, LICENCE, director)
    assert codes(refused) == ["licence_taken"]
    set_licence(annas[1][0], LICENCE, annas[1][1])
    set_licence(again(player), "", director)
    set_licence(twin, "", director)
    assert again(player).licence == ""


def numbered(annas: list[tuple[Player, Actor]], *numbers: str) -> None:
    for (player, director), number in zip(annas, numbers, strict=False):
        set_licence(player, number, director)


def test_the_list_joins_who_has_its_number_and_its_name(annas: list[tuple[Player, Actor]]) -> None:
    numbered(annas, LICENCE, LICENCE, LICENCE, "7")
    Player.objects.filter(pk=annas[1][0].pk).update(name="Puig, Anna")
    Player.objects.filter(pk=annas[2][0].pk).update(name="Anna Pou")
    names = parse_licence_list(
        "\ufeffLicence;Name\r\ncat-1234/5; Ànna PUIG \r\n\r\n7;Anna Puig\r\n9;Zoe".encode()
    )
    read = link_players_by_licence(names)
    assert joined() == {frozenset({"Vic", "Olot"})}
    assert [player.name for player in read.linked[LICENCE]] == ["Puig, Anna", "Anna Puig"]
    assert [(player.name, why.code) for player, why in read.unlinked] == [
        ("Anna Pou", "called_otherwise")
    ]
    assert Person.objects.get().licence == LICENCE
    Player.objects.filter(pk=annas[2][0].pk).update(name="Anna Puig")
    assert list(link_players_by_licence(names).linked) == [LICENCE]
    assert joined() == {frozenset({"Vic", "Olot", "Reus"})}
    assert not link_players_by_licence(names).linked


def test_who_left_is_not_joined_by_the_same_list_again(annas: list[tuple[Player, Actor]]) -> None:
    numbered(annas, LICENCE, LICENCE)
    link_players_by_licence({LICENCE: "Anna Puig"})
    with pytest.raises(ValidationFailed) as refused:
        set_licence(again(annas[0][0]), "8", annas[0][1])
    assert codes(refused) == ["licence_listed"]
    unlink_person(again(annas[0][0]), annas[0][1])
    assert again(annas[0][0]).licence == ""
    assert not link_players_by_licence({LICENCE: "Anna Puig"}).linked
    assert joined() == set()


def test_who_is_two_on_the_list_is_left_apart(annas: list[tuple[Player, Actor]]) -> None:
    numbered(annas, "5", "5", "7", "7")
    names = {"5": "Anna Puig", "7": "Anna Puig"}
    link_players_by_licence(names)
    code = create_person_code(*annas[0])
    with pytest.raises(ValidationFailed) as refused:
        link_by_code(again(annas[2][0]), code, annas[2][1])
    assert codes(refused) == ["two_numbers"]
    assert len(joined()) == 2


def test_every_line_that_is_wrong_is_named_and_nothing_stored(
    annas: list[tuple[Player, Actor]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbered(annas, "5", "5")
    file = tmp_path / "list.csv"
    file.write_text("5;Anna Puig\nx y;Zoe\n7\n5;Ona\n8;\n")
    with pytest.raises(SystemExit):
        call_command("licences", str(file))
    told = capsys.readouterr().err
    assert [line.split(":")[0] for line in told.splitlines()] == [
        "line 2",
        "line 3",
        "line 4",
        "line 5",
    ]
    assert "5 is already on line 1." in told
    assert joined() == set()


@pytest.mark.parametrize(
    "content", [b"", b"licence;name\n", b"\xff\xfe", b"PK\x03\x04", b"Name\nAnna\n"]
)
def test_what_is_no_list_is_refused(content: bytes) -> None:
    with pytest.raises(ValidationFailed):
        parse_licence_list(content)


def test_a_quotation_mark_left_open_takes_nobody_of_the_next_lines(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed) as refused:
        parse_licence_list(b'5;"Anna Puig\n6;Berta Roca\nx;Carla" Mas\n5;Zoe\n')
    assert [(problem.code, problem.line) for problem in refused.value.problems] == [
        ("broken_line", 1),
    ]


@pytest.mark.parametrize(
    "head",
    [
        "Licence;Name",
        "Llicència;Nom i cognoms",
        "N.º licencia;Nombre",
        "会員番号;氏名",
        "License number;Player",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_list_has_a_header_in_any_language_and_encoding(head: str, encoding: str) -> None:
    rows = f"sep=;\n{head}\n113957 Z;Núria Camps\n12–34;Puig, Anna\n"
    assert parse_licence_list(rows.encode(encoding)) == {
        "113957Z": "Núria Camps",
        "12-34": "Puig, Anna",
    }


def test_a_header_says_where_number_and_name_stand_among_others() -> None:
    rows = "Club,Cognoms,Nom,Llicència\nVic,Puig Roca,Anna,cat-5\nOlot,Mas,Zoe,7\n"
    assert parse_licence_list(rows.encode()) == {"CAT-5": "Anna Puig Roca", "7": "Zoe Mas"}


def test_the_command_says_which_encoding_it_has_assumed(
    annas: list[tuple[Player, Actor]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "list.csv"
    file.write_bytes("5;Núria\n".encode("cp1252"))
    call_command("licences", str(file), preview=True)
    assert capsys.readouterr().err.strip() == "Read as Windows-1252."


def test_the_command_shows_before_it_does(
    annas: list[tuple[Player, Actor]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbered(annas, "5", "5")
    file = tmp_path / "list.csv"
    file.write_text("5;Anna Puig\n")
    call_command("licences", str(file), preview=True)
    shown = capsys.readouterr().out
    assert "5 is one person: Anna Puig (Olot), Anna Puig (Vic)" in shown
    assert "Nothing was changed." in shown
    assert joined() == set()
    call_command("licences", str(file))
    assert joined() == {frozenset({"Vic", "Olot"})}


def test_number_and_person_go_with_a_merge_and_back(annas: list[tuple[Player, Actor]]) -> None:
    player, director = annas[0]
    numbered(annas, LICENCE)
    give(annas, 0, 1)
    keep = Player.objects.create(club=player.club, name="Anna P.")
    merge = merge_players(keep, again(player), director)
    assert (again(keep).licence, again(keep).person) == (LICENCE, Person.objects.get())
    unmerge_players(merge, director)
    assert (again(keep).licence, again(keep).person) == ("", None)
    assert (again(player).licence, again(player).person) == (LICENCE, Person.objects.get())


def test_who_has_two_numbers_or_is_two_people_is_not_one(annas: list[tuple[Player, Actor]]) -> None:
    player, director = annas[0]
    other = Player.objects.create(club=player.club, name="Anna P.")
    numbered(annas, LICENCE)
    set_licence(other, "7", director)
    give(annas, 0, 1)
    give([annas[2], (other, director)], 0, 1)
    with pytest.raises(ValidationFailed) as refused:
        merge_players(again(player), again(other), director)
    assert codes(refused) == ["two_licences", "two_people"]


@pytest.fixture
def playing() -> tuple[Session, Player, Actor, Player]:
    """Anna 1 of an evening going on directs the same club, whose own page does not say who she is.

    She is a member of another club too, which knows her as its Anna Puig.
    """
    session, director = started(8, rounds=4)
    here = Player.objects.select_related("club").get(name="Anna 1")
    other, there = club_with_director("Another")
    add_member(other, director.user_id or 0, Membership.Role.SCORER, SYSTEM)
    known = Player.objects.create(club=other, name="Anna Puig")
    link_member(known, director.user_id or 0, there)
    link_by_code(here, create_person_code(known, there), director)
    return session, here, director, again(known)


def test_what_is_kept_from_a_member_is_kept_from_him_as_the_same_person(
    playing: tuple[Session, Player, Actor, Player],
) -> None:
    session, here, director, known = playing
    user = director.user_id or 0
    own = Play.objects.filter(seating__places__player=here)
    assert boards_to_play(user, session) == set(own.values_list("board__number", flat=True))
    elsewhere = Play.objects.filter(board__in=own.values("board")).exclude(pk__in=own.values("pk"))
    assert is_hidden_from_playing_director(user, elsewhere.order_by("pk")[0])
    for act in (
        lambda: unlink_person(again(here), director),
        lambda: unlink_person(known, director),
        lambda: unlink_member(known, director),
    ):
        with pytest.raises(ValidationFailed) as refused:
            act()
        assert codes(refused) == ["still_plays"]
    finish_session(session.pk, director)
    unlink_person(again(here), director)
    assert again(here).person is None


def test_what_he_reveals_stands_under_what_he_is_called_here(
    playing: tuple[Session, Player, Actor, Player],
) -> None:
    session, here, director, _known = playing
    play = Play.objects.earliest("pk")
    PlayReveal.objects.create(play=play, user_id=director.user_id, at=timezone.now())
    assert [each.player for each in reveals_of_event(session.stage.event)] == [here.name]


def in_an_event(club: Club, director: Actor, name: str) -> Event:
    stage = create_event(club, EventPlan(name), ["Anna Puig – Berta", "Carles – Dídac"], director)
    return stage.event


def test_a_club_is_shown_what_others_have_published(annas: list[tuple[Player, Actor]]) -> None:
    give(annas, 0, 1)
    player, (other, director) = again(annas[0][0]), annas[1]
    in_an_event(player.club, annas[0][1], "Own")
    event = in_an_event(other.club, director, "Theirs")
    assert published_contestants_elsewhere(player) == []
    Event.objects.filter(pk=event.pk).update(published_at=timezone.now())
    assert published_contestants_elsewhere(player) == [
        Contestant.objects.get(event=event, number=1)
    ]
    unlink_person(player, annas[0][1])
    assert published_contestants_elsewhere(again(player)) == []


def test_no_event_file_has_a_licence_number(annas: list[tuple[Player, Actor]]) -> None:
    player, director = annas[0]
    set_licence(player, LICENCE, director)
    assert LICENCE not in str(event_file(in_an_event(player.club, director, "Nit")))
