"""Compared methods rank an event as if it were scored by them."""

from fractions import Fraction

import pytest
from django.test import Client

from tests.scenes.evening import play_round, started
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Event, Session, Snapshot, Stage
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.standings.latest import last_snapshot
from tournaments.scoring_pipeline.method_comparison import (
    RankingByMethod,
    compared_methods,
    rankings_by_method,
)
from tournaments.scoring_pipeline.recounts import rebuild_derived
from tournaments.tasks import catch_up
from tournaments.templatetags.awards import rounded

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"


def played(rounds: int = 7, movement: str = "howell", number: int = 8) -> Session:
    """Play the given rounds of a session; finish it if there are no more."""
    session, director = started(number, movement=movement, round_count=7, boards_per_round=2)
    for _each in range(rounds):
        play_round(session, director)
    if rounds == 7:
        finish_session(session.pk, director)
    catch_up()
    session.refresh_from_db()
    return session


def public(stage: Stage) -> Snapshot:
    snapshot = last_snapshot(stage, Snapshot.Audience.PUBLIC)
    assert snapshot
    return snapshot


def ranks(stage: Stage) -> dict[int, int | None]:
    return {
        row["number"]: row["rank"]
        for line in public(stage).standings["lines"]
        for row in line["rows"]
    }


def method_rankings(session: Session) -> list[RankingByMethod]:
    return rankings_by_method(session.stage, public(session.stage))


@pytest.mark.thorough
@pytest.mark.parametrize(("movement", "number"), [("howell", 8), ("mitchell", 14)])
def test_compared_method_ranks_like_an_event_scored_by_it(movement: str, number: int) -> None:
    session = played(movement=movement, number=number)
    comparisons = method_rankings(session)
    totals_by_name = {
        method.key: {
            row.number: row.other_methods[at].rank
            for comparison in comparisons
            for row in comparison.rows
        }
        for at, method in enumerate(compared_methods(session.stage))
    }
    assert set(totals_by_name) == {"matchpoints", "butler", "total"}
    assert {row.number: row.rank for comparison in comparisons for row in comparison.rows} == ranks(
        session.stage
    )
    for key, otherwise in totals_by_name.items():
        Event.objects.filter(pk=session.stage.event_id).update(method_key=key, method_options={})
        rebuild_derived(Event.objects.get(pk=session.stage.event_id))
        assert ranks(Stage.objects.get(pk=session.stage_id)) == otherwise, key


def test_methods_are_not_compared_before_all_boards_are_open(client: Client) -> None:
    session = played(rounds=2)
    assert compared_methods(session.stage) == []
    page = client.get(f"{EVENT}methods/").content.decode()
    assert "once every board is open" in page
    assert 'scope="row"' not in page


def test_comparison_page_marks_changed_places_and_names_their_boards(client: Client) -> None:
    session = played()
    (ranking,) = method_rankings(session)
    page = client.get(f"{EVENT}methods/").content.decode()
    for method, _changes in ranking.changes_by_method:
        assert method.rule in page.replace("&#x27;", "'")
    changed = sum(abs(gain) > 1 for row in ranking.rows for gain in row.gains)
    assert page.count('class="num changed"') == changed > 0
    assert ranking.explained_by_method
    for _method, changes in ranking.explained_by_method:
        for change in changes:
            assert change.board
            assert f">Board {change.board.number}<" in "".join(page.split("\n")).replace("  ", "")
    assert page.count('scope="row"') == 8


def test_penalty_counts_only_under_the_events_method(client: Client) -> None:
    session = played()
    methods_before = {row.number: row.other_methods for row in method_rankings(session)[0].rows}
    first_contestant = session.stage.event.contestants.get(number=1)
    give_penalty(first_contestant, session.stage, "20", "came late", SYSTEM, "key")
    catch_up()
    rows_after = {row.number: row for row in method_rankings(session)[0].rows}
    assert {number: row.other_methods for number, row in rows_after.items()} == methods_before
    assert rows_after[1].rank == 8
    assert (
        "Penalties count only by the event’s own method"
        in client.get(f"{EVENT}methods/").content.decode()
    )


def test_comparison_shows_the_figure_that_ranks(client: Client) -> None:
    """Seven pairs who stop after three rounds: some have rested, so the mean ranks."""
    session, director = started(7, movement="howell", round_count=7, boards_per_round=1)
    for _round in range(3):
        play_round(session, director)
    finish_session(session.pk, director)
    catch_up()
    session.refresh_from_db()
    stored_rows = {
        row["number"]: row
        for line in public(session.stage).standings["lines"]
        for row in line["rows"]
    }
    (ranking,) = method_rankings(session)
    assert ranking.by_mean
    means = {row.number: row.event_method.figure for row in ranking.rows if row.rank}
    assert means == {number: Fraction(stored_rows[number]["mean"]) for number in means}
    methods = [method.key for method in compared_methods(session.stage)]
    for index, key in enumerate(methods):
        by_rank = sorted(
            (row.other_methods[index] for row in ranking.rows if row.other_methods[index].rank),
            key=lambda other: other.rank or 0,
        )
        figures = [other.figure for other in by_rank]
        assert figures == sorted(figures, reverse=True), key
    page = client.get(f"{EVENT}methods/").content.decode()
    assert "so the mean per board decides" in page
    assert f'class="num official">{rounded(max(means.values()), 3)}</td>' in page
