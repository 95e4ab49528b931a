"""Read the standings that a draw or a stage was made from, and what has changed since."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from games.explanations.formatted_numbers import RoundedNumber
from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Contestant, Round, Session, Snapshot, Stage
from tournaments.queries.standings.latest import is_outdated, last_snapshot
from tournaments.queries.standings.snapshot_format import StoredRow, StoredStandings

# The rank and exact total of each contestant, by their number as text, because JSON keys are text.
DrawBasis = Mapping[str, tuple[int | None, str]]

# The maximum number of differences that are listed; the others are only counted.
MAX_DIFFERENCES = 6
TOTAL_DECIMALS = 2

_TOTAL = _("%(name)s had %(before)s then, and has %(now)s now.")
_PLACE = _("%(name)s was in place %(before)s then, and is in place %(now)s now.")
_MORE = _("Others that have changed as well: %(number)s.")


def draw_basis(rows: Iterable[StoredRow]) -> dict[str, tuple[int | None, str]]:
    """Return the part of standings that decides a draw or a qualification."""
    return {str(row.number): (row.rank, str(row.total)) for row in rows}


def changes_since_draw(round_: Round) -> list[Text]:
    """Return what changed since an upcoming round was drawn; empty if it was planned."""
    if round_.drawn_from is None or round_.started_at:
        return []
    return _differences(round_.drawn_from, round_.section.session.stage)


def changes_since_qualification(session: Session) -> list[Text]:
    """Return what changed in the stage before since the next stage was made from it.

    Empty once the session has started.
    """
    stage = session.stage
    if stage.qualification is None or session.started_at or stage.sessions.count() > 1:
        return []
    before = stage.event.stages.filter(number__lt=stage.number).order_by("number").last()
    return _differences(stage.qualification["standings"], before) if before else []


def _differences(basis: DrawBasis, stage: Stage) -> list[Text]:
    """Return a text for each difference; none while the standings are outdated."""
    snapshot = last_snapshot(stage, Snapshot.Audience.DESK)
    if snapshot is None or is_outdated(stage, snapshot):
        return []
    current_basis = draw_basis(StoredStandings.from_json(snapshot.standings).rows)
    differences = list(_difference_texts(basis, current_basis, stage))
    unlisted = (
        [Text(_MORE, {"number": len(differences) - MAX_DIFFERENCES})]
        if len(differences) > MAX_DIFFERENCES
        else []
    )
    return [*differences[:MAX_DIFFERENCES], *unlisted]


def _difference_texts(basis: DrawBasis, current_basis: DrawBasis, stage: Stage) -> Iterator[Text]:
    names = {
        str(item.number): item.name for item in Contestant.objects.filter(event=stage.event_id)
    }
    for number in sorted({*basis, *current_basis} & names.keys(), key=int):
        (rank, total), (rank_now, total_now) = (
            item.get(number, (None, "0")) for item in (basis, current_basis)
        )
        if total != total_now:
            rounded_before, rounded_now = (
                RoundedNumber(Fraction(item), TOTAL_DECIMALS) for item in (total, total_now)
            )
            yield Text(
                _TOTAL, {"name": names[number], "before": rounded_before, "now": rounded_now}
            )
        elif rank != rank_now and rank and rank_now:
            yield Text(_PLACE, {"name": names[number], "before": rank, "now": rank_now})
