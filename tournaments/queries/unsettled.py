"""What is still open about results: whoever ends an evening or publishes its standings is told
first."""

from django.db.models import Count, QuerySet

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.models import Play, Section, Session
from tournaments.queries.decisions import OBJECTION, read_waiting
from tournaments.queries.section_travels import sections_away

_AWAY = _(
    "%(section)s is away as a file, and may still be playing: once the session is over its hands "
    "are "
    "everybody's to see."
)
_MISSING = _("Results that are missing: %(number)s.")
_DIFFER = _("Results on which the two sides differ: %(number)s.")
_ONE_SIDE = _("Results that one side alone has said: %(number)s.")
_WAITING = _("Results that wait for your decision: %(number)s.")
_OBJECTED = _("Results of which players say that they are wrong: %(number)s.")


def missing_results(sessions: QuerySet[Session]) -> list[Problem]:
    """Plays without a result that counts, where there are any, and each section that has them
    elsewhere."""
    by_state = _by_state(sessions)
    due = Problem("results_missing", _MISSING, {"number": by_state.get(Play.State.DUE, 0)})
    differ = Problem("results_differ", _DIFFER, {"number": by_state.get(Play.State.CONFLICT, 0)})
    away = sections_away(Section.objects.filter(session__in=sessions))
    return [
        *_counted(due, differ),
        *(Problem("section_away", _AWAY, {"section": section.name}) for section in away),
    ]


def unsettled_results(sessions: QuerySet[Session]) -> list[Problem]:
    """The same, with results that nobody has confirmed, that wait for the director, and objected
    to."""
    one_side = _by_state(sessions).get(Play.State.ENTERED, 0)
    waiting = read_waiting(Section.objects.filter(session__in=sessions))
    kept = sum(each.why not in ("conflict", OBJECTION) for each in waiting)
    objected = sum(each.why == OBJECTION for each in waiting)
    return [
        *missing_results(sessions),
        *_counted(
            Problem("results_unconfirmed", _ONE_SIDE, {"number": one_side}),
            Problem("results_waiting", _WAITING, {"number": kept}),
            Problem("results_objected", _OBJECTED, {"number": objected}),
        ),
    ]


def _by_state(sessions: QuerySet[Session]) -> dict[str, int]:
    plays = Play.objects.filter(board__session__in=sessions).order_by()
    return dict(plays.values_list("state").annotate(Count("pk")))


def _counted(*problems: Problem) -> list[Problem]:
    return [problem for problem in problems if problem.params["number"]]
