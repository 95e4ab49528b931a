"""The details of an event as they are read, where they stand in words."""

from django.utils.translation import gettext

from tournaments.models import Event
from tournaments.queries.standings.latest import tiebreak_name
from tournaments.templatetags.moments import day, time_of_day


def detail_in_words(event: Event, key: str) -> str:
    """A detail by its key, in the reader's language."""
    if key == "results_shown":
        return event.get_results_shown_display()
    if key == "tiebreaks":
        names = [gettext(tiebreak_name(each, event.game)) for each in event.tiebreaks]
        return ", ".join(names) or gettext("none")
    if key == "fee_cents":
        return amount(event.fee_cents)
    if key == "missed":
        return dict(missed_choices(event))[event.missed]
    if key == "objection_minutes":
        return minutes_in_words(event.objection_minutes)
    if key in ("starts_at", "standings_from"):
        moment = getattr(event, key)
        return f"{day(moment)}, {time_of_day(moment)}" if moment else "–"
    return getattr(event, key) or "–"


def missed_choices(event: Event) -> list[tuple[str, str]]:
    """What may become of who misses a session, in words: where the total ranks, it stays without
    that one."""
    by_mean, unranked = ((value, str(label)) for value, label in Event.Missed.choices)
    if event.method.by_total:
        by_mean = by_mean[0], gettext("ranked by the total, without what the others made then")
    return [by_mean, unranked]


def minutes_in_words(minutes: int | None) -> str:
    """For how long after a session players may object to a result."""
    if minutes is None:
        return gettext("until the standings are published")
    return str(minutes) if minutes else gettext("never")


def amount(cents: int) -> str:
    """Money as it is typed: whole, or with two decimals."""
    return f"{cents // 100}.{cents % 100:02}" if cents % 100 else str(cents // 100)
