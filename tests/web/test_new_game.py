"""A new game needs no migration, template, serializer or URL."""

import re
from collections.abc import Iterator, Mapping

import pytest
from django.test import Client
from django.urls import reverse

from games import catalogue
from games.cards import FRENCH_52
from games.deals import BoardSetup
from games.fields import Field, Outcome
from games.game import Game
from games.problems import Problem, ValidationFailed
from games.seats import single_seat_lines
from games.sums import FieldSum, sum_problems
from games.text import Text
from games.x import X
from tests.api.clients import at_table, codes
from tests.scenes.awards import awards
from tests.scenes.evening import enter, started_game
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.people.players import link_member
from tournaments.actions.results.accept_late_results import accept_late_results
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import AuditAction, AuditEntry, Entry, Play, Player, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.sealed_boards import sealed_board_numbers
from tournaments.queries.desk.late_results import LateResultFilter
from tournaments.queries.desk.pending_decisions import pending_decisions
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]

LINES = ("a", "b", "c")
LEGS = (1, 2)


class Dozen(Game):
    """Twelve spades for three: two legs of thirty points, four tricks, a declared ace."""

    key = "dozen"
    name = "Dozen"
    source = "nobody's rules"
    direction = "anticlockwise"
    player_counts = (3,)
    problems_depend_on_deal = True
    pack = FRENCH_52[:12]

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        return single_seat_lines(self.seats)

    @property
    def fields(self) -> tuple[Field, ...]:
        return (
            Field(
                "mood",
                "choice",
                "Mood",
                ("gay", "grim"),
                {"gay": "gay", "grim": "grim"},
                required=True,
            ),
            Field("drinks", "flag", "Drinks", default=False),
            *(self._points(leg, line) for leg in LEGS for line in LINES),
            *(
                Field(f"{line}_tricks", "number", "Tricks", min=0, max=4, default=0, owner=line)
                for line in LINES
            ),
            *(self._ace(line) for line in LINES),
        )

    def field_sums(self, board: BoardSetup) -> tuple[FieldSum, ...]:
        return tuple(
            FieldSum(
                f"The points of leg {leg}", tuple(f"leg{leg}_{line}_points" for line in LINES), 30
            )
            for leg in LEGS
        )

    def problems(self, outcome: Outcome, board: BoardSetup) -> list[Problem]:
        return [*sum_problems(self.field_sums(board), outcome), *self._no_ace(outcome, board)]

    def raw_results(self, outcome: Outcome, board: BoardSetup) -> dict[str, X]:
        return {line: self._made(outcome, line) for line in self.lines}

    def notation(self, outcome: Outcome, board: BoardSetup) -> Text:
        return Text("/".join(str(self._made(outcome, line)) for line in LINES))

    def _points(self, leg: int, line: str) -> Field:
        return Field(
            f"leg{leg}_{line}_points",
            "number",
            "Points",
            min=0,
            max=30,
            required=True,
            owner=line,
            leg=leg,
        )

    def _ace(self, line: str) -> Field:
        return Field(
            f"{line}_ace",
            "flag",
            "The ace",
            default=False,
            owner=line,
            fold_heading="Declarations",
            points_text="5",
        )

    def _no_ace(self, outcome: Outcome, board: BoardSetup) -> Iterator[Problem]:
        for line in LINES:
            if (
                board.deal
                and outcome[f"{line}_ace"]
                and self.pack[0] not in board.deal.hands[line.upper()]
            ):
                yield Problem(
                    "no_ace", "%(seat)s had no ace.", {"seat": line.upper()}, f"{line}_ace"
                )

    def _made(self, outcome: Outcome, line: str) -> int:
        points = sum(int(outcome[f"leg{leg}_{line}_points"] or 0) for leg in LEGS)
        return points + int(outcome[f"{line}_tricks"] or 0) + (5 if outcome[f"{line}_ace"] else 0)


@pytest.fixture
def session_and_director(monkeypatch: pytest.MonkeyPatch) -> tuple[Session, Actor]:
    """Start a session of six players at two tables, in the first of two rounds."""
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, Dozen))
    return started_game("dozen")


def plays(session: Session) -> list[Play]:
    """Return the plays of the running round, table by table."""
    current_plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "board", "seating__table"
    )
    return list(current_plays.order_by("seating__table__number", "board__number"))


def ace_by_line(session: Session, number: int) -> dict[str, bool]:
    """Return for each line whether it holds the ace of a board."""
    deal = Dozen().deal(session.seed.hex, session.salt or "", number).deal
    assert deal
    return {line: Dozen.pack[0] in deal.hands[line.upper()] for line in LINES}


def result(session: Session, play: Play, **fields: str) -> dict[str, object]:
    """Return a result that the cards allow, with the ace declared by its holder."""
    points = {f"leg{leg}_{line}_points": "10" for leg in LEGS for line in LINES}
    aces = {
        f"{line}_ace": "yes"
        for line, holds in ace_by_line(session, play.board.number).items()
        if holds
    }
    return {"mood": "grim", "a_tricks": "4"} | points | aces | fields


def wrong_ace(session: Session, play: Play) -> dict[str, str]:
    """Return an ace declared by a player who did not hold it."""
    liar = next(
        line for line, holds in ace_by_line(session, play.board.number).items() if not holds
    )
    return {f"{line}_ace": "yes" if line == liar else "no" for line in LINES}


def in_row(play: Play, fields: Mapping[str, object]) -> dict[str, object]:
    """Return a result as the row of a slip submits it, without unchecked boxes."""
    return {f"{play.pk}-{name}": text for name, text in fields.items() if text != "no"}


def board_url(play: Play) -> str:
    return f"/t/{code_of(play.seating.table)}/boards/{play.board.number}/"


def phone(play: Play, line: str) -> Client:
    """Return a phone held by the contestant on a line."""
    client = Client()
    holder = play.seating.places.get(seat=line.upper()).contestant.number
    client.post(f"/t/{code_of(play.seating.table)}/side/", {"holder": str(holder)})
    return client


def test_phone_enters_a_result_and_another_confirms_it(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    play = plays(session)[0]
    first_phone, second_phone = phone(play, "a"), phone(play, "b")
    page = first_phone.get(board_url(play)).content.decode()
    assert page.count('<details class="part"') == 3
    assert re.search(
        r'data-sum="id_leg1_a_points id_leg1_b_points id_leg1_c_points" data-total="30"', page
    )
    assert 'class="worth">5<' in page
    assert (
        first_phone.post(
            board_url(play), result(session, play) | {"side": "a", "key": "one"}
        ).status_code
        == 302
    )
    assert (
        "Waiting for another player to confirm" in first_phone.get(board_url(play)).content.decode()
    )
    second_page = second_phone.get(board_url(play)).content.decode()
    hidden_fields = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', second_page)
    )
    assert hidden_fields["side"] == "b"
    assert second_phone.post(board_url(play), hidden_fields).status_code == 302
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"leg2_b_points": "11"}, "The points of leg 2 make 31 together, not 30."),
        ({"a_tricks": "5"}, "Tricks of A: 5 is not between 0 and 4."),
        ({"mood": ""}, "Mood is missing."),
    ],
)
def test_phone_shows_the_problems_of_a_result(
    session_and_director: tuple[Session, Actor], fields: dict[str, str], sentence: str
) -> None:
    session, _director = session_and_director
    play = plays(session)[0]
    response = phone(play, "a").post(
        board_url(play), result(session, play, **fields) | {"side": "a", "key": "one"}
    )
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not AuditEntry.objects.filter(verb=AuditAction.REFUSED_RESULT).exists()


def test_result_contradicted_by_the_cards_is_stored_and_reported_to_the_director(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    play, other_play, third_play, *_rest = plays(session)
    form = result(session, play, **wrong_ace(session, play)) | {"side": "a", "key": "one"}
    half = phone(play, "a").post(board_url(play), form | {"leg1_a_points": "11"})
    assert "had no ace" not in half.content.decode(), (
        "cards are compared only once the fields are valid"
    )
    table = phone(play, "a")
    response = table.post(board_url(play), form)
    assert (response.status_code, response.headers["Location"]) == (302, board_url(play))
    assert "Waiting for another player to confirm" in table.get(board_url(play)).content.decode()
    noted = AuditEntry.objects.get(verb=AuditAction.CONTRADICTED_RESULT)
    assert (noted.side, noted.data["play"]) == ("a", play.pk)
    wrong_field = next(name for name, text in wrong_ace(session, play).items() if text == "yes")
    assert noted.data["wrong"] == [["no_ace", wrong_field]]
    program = api_entry(other_play, result(session, other_play))
    assert (
        api_entry(third_play, result(session, third_play, **wrong_ace(session, third_play)))
        == program
    )
    page = signed_in(client, director).get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert "Not possible with the cards of this board" in page


def api_entry(play: Play, outcome: dict[str, object]) -> dict[str, object]:
    """Return an entry as the API shows it, without ids."""
    body = {"side": "a", "outcome": outcome}
    answer = at_table(play.seating.table).do(f"plays/{play.pk}/entries/", body)
    return {key: value for key, value in answer.items() if key not in ("play", "entry")}


def test_result_contradicted_by_the_cards_does_not_count_until_decided(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    play, *other_plays = plays(session)
    board = play.board
    for other_play in other_plays:
        if other_play.board == board:
            enter(other_play, result(session, other_play), LINES)
    form = result(session, play, **wrong_ace(session, play))
    for line in LINES:
        response = phone(play, line).post(board_url(play), form | {"side": line, "key": line})
        assert response.status_code == 302
    end_round(playing_round(session).pk, director)
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert not awards(play)
    assert board.number in sealed_board_numbers(session)
    first_decision = pending_decisions(session.sections.all())[0]
    assert (first_decision.play, first_decision.kind) == (play.pk, "cards")
    decision = {
        "kind": "correction",
        "reason": "looked",
        "replaces": play.revision,
        "key": "decides",
    }
    url = desk_url(session, "desk_play", play.pk)
    refused = signed_in(client, director).post(url, form | decision)
    assert "had no ace" in refused.content.decode()
    assert AuditEntry.objects.filter(verb=AuditAction.REFUSED_RESULT).count() == 1
    assert client.post(url, result(session, play) | decision).status_code == 302
    catch_up()
    assert len(awards(play)) == len(LINES)
    assert not [
        decision_left
        for decision_left in pending_decisions(session.sections.all())
        if decision_left.play == play.pk
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("at_table", ["own", "another"])
def test_playing_member_does_not_see_what_the_cards_contradict(
    client: Client, session_and_director: tuple[Session, Actor], at_table: str
) -> None:
    session, director = session_and_director
    play, other_plays = plays(session)[0], plays(session)[1:]
    seated = (
        play
        if at_table == "own"
        else next(other_play for other_play in other_plays if other_play.board == play.board)
    )
    player = Player.objects.filter(contestants__places__seating=seated.seating_id)[0]
    link_member(player, director.user_id, director)
    wrong_field = next(name for name, text in wrong_ace(session, play).items() if text == "yes")
    form = result(session, play, **wrong_ace(session, play))
    enter(seated, result(session, seated), LINES)
    if seated != play:
        enter(play, form, LINES)
    play.refresh_from_db()
    decision = {"kind": "correction", "reason": "looked", "replaces": play.revision}
    url = desk_url(session, "desk_play", play.pk)
    signed_in(client, director)
    for number, outcome in enumerate((form, result(session, play))):
        response = client.post(url, outcome | decision | {"key": f"decides {number}"})
        assert response.status_code == 422, "every second attempt is refused"
        assert "let another director decide" in response.content.decode()
        assert "had no ace" not in response.content.decode()
    assert AuditEntry.objects.get(verb=AuditAction.REFUSED_RESULT).data["wrong"] == [
        ["no_ace", wrong_field]
    ]
    assert f"{wrong_field}\n" not in client.get(url).content.decode()
    finish_session(session.pk, director, sure=True)
    response = client.post(url, form | decision | {"key": "over"})
    assert "had no ace" in response.content.decode(), "everybody may see the hands now"


def test_late_results_contradicted_by_the_cards_are_refused_and_recorded(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, director = session_and_director
    late_plays = plays(session)[:2]
    end_round(playing_round(session).pk, director)
    for play in late_plays:
        for line in LINES:
            form = result(session, play, **wrong_ace(session, play)) | {
                "side": line,
                "key": f"{line}{play.pk}",
            }
            assert phone(play, line).post(board_url(play), form).status_code == 302
        play.entries.update(contradicted=False)  # as where the cards became known later
    with pytest.raises(ValidationFailed) as refused:
        accept_late_results(
            session,
            session.sections.all(),
            LateResultFilter.ALL,
            "the router died",
            director,
            "requestkey",
        )
    assert [problem.message.partition(":")[0] for problem in refused.value.problems] == [
        f"Board {play.board.number}, table {play.seating.table.number}"
        for play in sorted(late_plays, key=lambda play: (play.board.number, play.pk))
    ]
    noted = AuditEntry.objects.filter(verb=AuditAction.REFUSED_RESULT)
    assert {line.data["play"] for line in noted} == {play.pk for play in late_plays}
    assert not Entry.objects.exclude(kind=Entry.Kind.TABLE).exists()


def test_cards_are_compared_with_complete_results_only(
    session_and_director: tuple[Session, Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _director = session_and_director
    play = plays(session)[0]
    form = result(session, play) | {"side": "a", "key": "one"}
    numbers, real = [], Dozen.deal

    def noting(self: Dozen, seed: str, salt: str, number: int) -> BoardSetup:
        numbers.append(number)
        return real(self, seed, salt, number)

    monkeypatch.setattr(Dozen, "deal", noting)
    client = phone(play, "a")
    for body in ({}, form | {"mood": ""}, form | {"leg1_a_points": "11"}, form | {"side": "z"}):
        assert client.post(board_url(play), body).status_code == 422
    assert not numbers
    assert client.post(board_url(play), form).status_code == 302
    client.get(board_url(play))
    assert numbers == [play.board.number]


def test_typed_score_slips_reveal_nothing_about_hands(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    _first, second_play, *_rest = plays(session)
    desk_client = signed_in(client, director)
    row = in_row(second_play, result(session, second_play, **wrong_ace(session, second_play)))
    checked = desk_client.post(desk_url(session, "typing_check"), row | {"play": second_play.pk})
    assert "had no ace" not in checked.content.decode()
    response = desk_client.post(desk_url(session, "typing"), row | {"key": "slip", "sure": "yes"})
    assert response.status_code == 302
    assert {entry.contradicted for entry in second_play.entries.all()} == {True}
    assert not awards(second_play)


def test_score_slip_is_typed_and_a_play_is_decided(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    first_play, second_play, *_rest = plays(session)
    desk_client = signed_in(client, director)
    assert "data-rare" in desk_client.get(desk_url(session, "typing")).content.decode()
    rows = in_row(first_play, result(session, first_play)) | in_row(
        second_play, result(session, second_play)
    )
    assert desk_client.post(desk_url(session, "typing"), rows | {"key": "slip"}).status_code == 302
    first_play.refresh_from_db()
    assert first_play.state == Play.State.CONFIRMED
    url = desk_url(session, "desk_play", first_play.pk)
    assert 'name="a_tricks"' in desk_client.get(url).content.decode()
    decision = {
        "kind": "correction",
        "reason": "counted again",
        "replaces": first_play.revision,
        "key": "decides",
    }
    form_data = result(session, first_play, a_tricks="3") | decision
    assert desk_client.post(url, form_data).status_code == 302
    first_play.refresh_from_db()
    assert first_play.entry is not None
    assert first_play.entry.outcome["a_tricks"] == 3


def test_program_enters_a_result_and_gets_its_problems(
    session_and_director: tuple[Session, Actor],
) -> None:
    session, _director = session_and_director
    play = plays(session)[0]
    table = at_table(play.seating.table)
    refused = table.send(
        f"plays/{play.pk}/entries/", {"side": "c", "outcome": {"mood": "grim"}}, "one"
    )
    assert codes(refused) == ["missing"] * 6
    accepted = table.send(
        f"plays/{play.pk}/entries/", {"side": "c", "outcome": result(session, play)}, "two"
    )
    assert accepted.status_code == 201


@pytest.mark.thorough
def test_session_of_a_new_game_ends_with_standings(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    while round_ := playing_round(session):
        for play in plays(session):
            enter(play, result(session, play, a_tricks=str(play.seating.table.number)), ("a", "c"))
        end_round(round_.pk, director)
    finish_session(session.pk, director)
    catch_up()
    event = session.stage.event
    slugs = [event.club.slug, event.slug]
    pages = {
        "standings": reverse("standings", args=slugs),
        "scorecard": reverse("scorecard", args=[*slugs, 1]),
        "traveller": reverse("traveller", args=[*slugs, session.number, 1]),
    }
    answers = {name: client.get(url) for name, url in pages.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(
        pages, 200
    )
    signed_in(client, director)
    for name in ("event_desk", "score_slips", "hand_records", "printed_results", "table_sheets"):
        assert client.get(desk_url(session, name)).status_code == 200, name
    points = {1: 21, 2: 22}  # two legs of ten and a trick for each number of the table
    for play in Play.objects.filter(board__session=session).select_related(
        "seating__table", "board"
    ):
        ace = 5 if ace_by_line(session, play.board.number)["a"] else 0
        assert awards(play)["a"].x == points[play.seating.table.number] + ace
    ace = 5 if ace_by_line(session, 1)["a"] else 0
    traveller = answers["traveller"].content.decode()
    assert all(f"{points_of_line + ace}/" in traveller for points_of_line in points.values())


def test_game_without_a_rules_page_says_so_and_is_not_linked(
    client: Client, session_and_director: tuple[Session, Actor]
) -> None:
    session, director = session_and_director
    event = session.stage.event
    about = reverse("event_rules", args=[event.club.slug, event.slug])
    for url in (about, "/games/dozen/", "/games/dozen/print/"):
        assert "The rules of Dozen are not written here." in client.get(url).content.decode()
    play = plays(session)[0]
    table = board_url(play).partition("boards/")[0]
    for url in (reverse("standings", args=[event.club.slug, event.slug]), table):
        assert about not in client.get(url).content.decode()
    assert about not in phone(play, "a").get(board_url(play)).content.decode()
    assert "The rules are not written here." in client.get(reverse("rules")).content.decode()
    form = signed_in(client, director).post(reverse("event_game"), {"game": "dozen"})
    assert form.status_code == 200
