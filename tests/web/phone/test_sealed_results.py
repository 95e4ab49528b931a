"""No response to a phone during a session contains a result it may not see yet."""

from collections.abc import Iterable, Iterator
from itertools import count

import pytest
from django.db.models import Q
from django.test import Client

from tests.scenes.evening import started_game
from tournaments.actions.events.edit import edit_event
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Play, Round, Session, Table
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import current_seating, playing_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PLACES = (
    "",
    "_now",
    "side/",
    "call/",
    "_news",
    "boards/{}/",
    "boards/{}/_state",
    "boards/{}/?differ",
)


class AllPhones:
    """Phones at every table of a session in which all results differ."""

    def __init__(self, session: Session, results_shown: str) -> None:
        self.session, self.when = session, results_shown
        self.game, self.numbers = session.stage.event.game, count(100_001)
        tables = Table.objects.filter(section__session=session).select_related(
            "section__session__stage__event"
        )
        self.phones = {table: self.phone(table) for table in tables.order_by("number")}
        self.secrets: dict[int, str] = {}
        self.hidden = self.shown = 0

    def phone(self, table: Table) -> Client:
        client = Client()
        client.post(f"/t/{code_of(table)}/side/", {"holder": "table"})
        return client

    def enter(self, play: Play) -> None:
        """Enter a number that occurs nowhere else for one side of a play."""
        table, number = play.seating.table, next(self.numbers)
        fields = {field.name: str(number) for field in self.game.fields}
        first = next(iter(self.game.lines))
        client = self.phones[table]
        answer = client.post(
            f"/t/{code_of(table)}/boards/{play.board.number}/",
            {**fields, "side": first, "key": f"k{number}"},
        )
        assert answer.status_code == 302, answer.content.decode()
        self.secrets[play.pk] = str(number)

    def answers(self, table: Table, boards: Iterable[int]) -> Iterator[str]:
        for place in PLACES:
            for number in boards if "{}" in place else (0,):
                yield (
                    self.phones[table]
                    .get(f"/t/{code_of(table)}/{place.format(number)}")
                    .content.decode()
                )
        code = {"headers": {"authorization": f"Table {code_of(table)}"}}
        for play in Play.objects.filter(board__session=self.session, board__number__in=boards):
            yield Client().get(f"/api/v1/plays/{play.pk}/", **code).content.decode()

    def check_shown_numbers(self, *boards: int) -> None:
        """Check that phones show exactly the numbers of these boards that they may see."""
        plays = Play.objects.filter(pk__in=self.secrets, board__number__in=boards)
        for table in self.phones:
            answers = list(self.answers(table, boards))
            for play in plays.select_related("seating__round", "board"):
                revealing = [answer for answer in answers if self.secrets[play.pk] in answer]
                assert not revealing or self.may_see(table, play), (table.number, play, revealing)
                self.shown += bool(revealing)
                self.hidden += not revealing

    def may_see(self, table: Table, play: Play) -> bool:
        """Return whether the table may see a result: its own, or one of an open board.

        This states the rule again, independently of the product.
        """
        seating = current_seating(table)
        if seating and play.seating_id == seating.pk:
            return True
        if self.when == "session" or (self.when == "round" and play.seating.round.ended_at is None):
            return False
        entered_now = Q(state=Play.State.ENTERED, seating__round__ended_at=None)
        return not Play.objects.filter(
            entered_now | Q(state=Play.State.DUE), board=play.board
        ).exists()


@pytest.mark.long
@pytest.mark.parametrize(
    "results_shown",
    [
        "round",
        *(
            pytest.param(results_shown, marks=pytest.mark.thorough)
            for results_shown in ("at_once", "session")
        ),
    ],
)
def test_no_response_to_a_phone_reveals_a_result_too_early(results_shown: str) -> None:
    session, director = started_game("score_sheet")
    edit_event(session.stage.event_id, {"results_shown": results_shown}, director)
    phones = AllPhones(session, results_shown)
    for _round in range(2):
        round_: Round | None = playing_round(session)
        assert round_
        plays = Play.objects.filter(seating__round=round_).select_related("seating__table", "board")
        for play in plays.order_by("pk"):
            phones.enter(play)
            phones.check_shown_numbers(play.board.number)
        end_round(round_.pk, director)
        phones.check_shown_numbers(*session.boards.values_list("number", flat=True))
    assert phones.hidden
    assert phones.shown
