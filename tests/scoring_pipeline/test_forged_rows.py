"""A recount finds and fixes a forged value in every derived column."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import F, Model

from tests.scenes.evening import play_round, started
from tournaments import scoring_pipeline
from tournaments.models import Board, Play, ResultScale, Session, Snapshot, Stage
from tournaments.queries.results.play_state import DERIVED_COLUMNS
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

Forge = Callable[[], object]


@pytest.fixture
def session() -> Session:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    for _round in range(2):
        play_round(session, director)
    catch_up()
    return session


def scored(**columns: object) -> Forge:
    """Change the columns of a play with a result."""
    return lambda: Play.objects.filter(
        pk=Play.objects.exclude(line_points="").earliest("pk").pk
    ).update(**columns)


def without_entry(**columns: object) -> Forge:
    """Return a function that changes columns of a play without entries."""
    return lambda: Play.objects.filter(pk=Play.objects.filter(revision=0).earliest("pk").pk).update(
        **columns
    )


def scale(**columns: object) -> Forge:
    """Return a function that changes columns of a scale."""
    return lambda: ResultScale.objects.filter(pk=ResultScale.objects.earliest("pk").pk).update(
        **columns
    )


def another_scale(**columns: object) -> Forge:
    """Add another scale to a board."""
    return lambda: ResultScale.objects.create(
        **{"board": ResultScale.objects.earliest("pk").board, "line": "ns", **columns}
    )


def standings(audience: str) -> Forge:
    """Change a total in the standings of an audience."""

    def forged() -> None:
        last = Snapshot.objects.filter(audience=audience).latest()
        last.standings["lines"][0]["rows"][0]["total"] = "99"
        last.save()

    return forged


FORGED: dict[str, Forge] = {
    "play.state": scored(state=Play.State.CONFLICT),
    "play.entry": scored(entry=None),
    "play.flagged": scored(flagged=True),
    "play.line_points": scored(line_points="71 -71"),
    "play.line_scores": scored(line_scores="71 -71"),
    "play.counted_line_points": scored(counted_line_points="71 -71"),
    "play.counted_line_points, not at all": scored(counted_line_points=None),
    "play.counted_line_points, of nothing said": without_entry(counted_line_points="71 -71"),
    "play.counted_line_points, no number": scored(counted_line_points="?"),
    "play.revision": scored(revision=F("revision") + 3),
    "play.revision, an earlier one": scored(revision=F("revision") - 1),
    "play.revision, of nothing said": without_entry(revision=1),
    "play.scored_revision": scored(scored_revision=F("revision") + 3),
    "resultscale.frequencies": scale(frequencies={"5": 3}),
    "resultscale.frequencies, no number": scale(frequencies={"?": 3}),
    "resultscale.flagged_frequencies": scale(flagged_frequencies={"5": 3}),
    "resultscale.expected": scale(expected=99),
    "resultscale.low_text": scale(low_text="-71"),
    "resultscale.high_text": scale(high_text="71"),
    "resultscale.board": lambda: scale(
        board=Board.objects.create(session=Session.objects.get(), number=99)
    )(),
    "resultscale.field": scale(field=7),
    "resultscale.group": scale(group=7),
    "resultscale.line": scale(line="all"),
    "resultscale, missing": lambda: ResultScale.objects.earliest("pk").delete(),
    "resultscale, all missing": lambda: ResultScale.objects.all().delete(),
    "resultscale, one more": another_scale(field=7),
    "resultscale, one more line": another_scale(line="all"),
    "snapshot.standings of the desk": standings("desk"),
    "snapshot.standings of the public": standings("public"),
    "snapshot.awards_revision": lambda: Snapshot.objects.update(awards_revision=99),
    "stage.awards_revision": lambda: Stage.objects.update(awards_revision=F("awards_revision") - 1),
}

# Facts; and how often, or when, something was made.
NOT_DERIVED: dict[type[Model], set[str]] = {
    Play: {"id", "seating", "board", "field", "group"},
    ResultScale: {"id", "revision"},
    Snapshot: {"id", "stage", "audience", "number", "at", "was_viewed"},
    Stage: {
        "id",
        "event",
        "number",
        "movement_key",
        "movement_options",
        "snapshot_at",
        "snapshot_interval",
        "snapshot_due_at",
    }
    | {"halves", "ranks_sections_separately", "carry_over_text", "qualification"},
}


def derived() -> dict[str, list[dict[str, Any]]]:
    """Return all derived rows."""
    columns = ("pk", *DERIVED_COLUMNS, "revision", "scored_revision", "counted_line_points")
    return {
        "plays": list(Play.objects.order_by("pk").values(*columns)),
        "scales": list(
            ResultScale.objects.order_by("board", "field", "group", "line").values(
                "board",
                "field",
                "group",
                "line",
                "frequencies",
                "flagged_frequencies",
                "expected",
                "low_text",
                "high_text",
            )
        ),
        "standings": [
            Snapshot.objects.filter(audience=audience).latest().standings
            for audience in ("desk", "public")
        ],
    }


@pytest.mark.daily(3)
@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_recount_finds_and_fixes_forged_rows(session: Session, forge: Forge) -> None:
    event, derived_before = session.stage.event, derived()
    assert scoring_pipeline.recount(event) == []
    forge()
    assert scoring_pipeline.recount(event)
    scoring_pipeline.rebuild_derived(event)
    assert scoring_pipeline.recount(event) == []
    assert not scoring_pipeline.pending_stages()
    assert derived() == derived_before


@pytest.mark.parametrize(
    "forge",
    [
        scored(scored_revision=0),
        lambda: Snapshot.objects.update(awards_revision=0),
        lambda: Snapshot.objects.filter(audience="public").delete(),
    ],
)
def test_recount_rebuilds_outdated_rows_without_reporting_them(
    session: Session, forge: Forge
) -> None:
    derived_before = derived()
    forge()
    assert scoring_pipeline.pending_stages()
    catch_up()
    assert scoring_pipeline.recount(session.stage.event) == []
    assert derived() == derived_before


def test_forgeries_cover_every_derived_column() -> None:
    """A new column must be forged here or listed in `NOT_DERIVED`."""
    changed = {forgery.split(",")[0].split()[0] for forgery in FORGED}
    columns = {
        f"{model.__name__.lower()}.{field.name}"
        for model, facts in NOT_DERIVED.items()
        for field in model._meta.concrete_fields
        if field.name not in facts
    }
    assert columns | {"resultscale"} == changed
