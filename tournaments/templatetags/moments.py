"""Days and times of day: the one place that says how they are written."""

import re
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, gettext_noop, ngettext

register = template.Library()

# Whole sentences, not a pattern with the name of the month: in Catalan it is "d'abril" but "de
# maig".
_DAYS = (
    gettext_noop("%(day)s January %(year)s"),
    gettext_noop("%(day)s February %(year)s"),
    gettext_noop("%(day)s March %(year)s"),
    gettext_noop("%(day)s April %(year)s"),
    gettext_noop("%(day)s May %(year)s"),
    gettext_noop("%(day)s June %(year)s"),
    gettext_noop("%(day)s July %(year)s"),
    gettext_noop("%(day)s August %(year)s"),
    gettext_noop("%(day)s September %(year)s"),
    gettext_noop("%(day)s October %(year)s"),
    gettext_noop("%(day)s November %(year)s"),
    gettext_noop("%(day)s December %(year)s"),
)

# A day with its weekday, as each language writes both.
_WEEKDAY_AND_DAY = gettext_noop("%(weekday)s %(day)s")

# A day with the time of day behind it, in one text.
_DAY_AND_TIME = gettext_noop("%(day)s, %(time)s")


@register.filter
def day(moment: datetime) -> str:
    """The day in the reader's language: "22 November 2026"."""
    local = timezone.localtime(moment)
    return gettext(_DAYS[local.month - 1]) % {"day": local.day, "year": local.year}


@register.filter
def weekday_and_day(moment: datetime) -> str:
    """The day with its weekday, which begins a line: "Friday 27 November 2026"."""
    weekday = capfirst(date_format(timezone.localtime(moment), "l"))
    return gettext(_WEEKDAY_AND_DAY) % {"weekday": weekday, "day": day(moment)}


@register.filter
def days_ahead(moment: datetime) -> str:
    """How many days it is to a day to come: "today", "in 7 days"; blank for a day that is over."""
    days = (timezone.localdate(moment) - timezone.localdate()).days
    if days < 0:
        return ""
    if days == 0:
        return gettext("today")
    return ngettext("tomorrow", "in %(days)s days", days) % {"days": days}


@register.filter
def month_in_short(moment: datetime) -> str:
    """The month as a calendar has it, with a capital only where the language writes one: "Dec"."""
    month = date_format(timezone.localtime(moment), "b")
    return month.capitalize() if (get_language() or "").startswith("en") else month


@register.filter
def day_and_time(moment: datetime) -> str:
    """The day and the time of day in one text: "22 November 2026, 21:05"."""
    return gettext(_DAY_AND_TIME) % {"day": day(moment), "time": time_of_day(moment)}


@register.filter
def day_or_blank(moment: datetime | None) -> str:
    """The day, where there is one."""
    return day(moment) if moment else ""


@register.filter
def time_of_day(moment: datetime) -> str:
    """The time by 24 hours, the same in every language: "21:05"."""
    return timezone.localtime(moment).strftime("%H:%M")


@register.filter
def count_down(seconds: int) -> str:
    """Seconds as a clock shows them: "12:04", "1:05:00", "+0:30" once they are over."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    shown = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"+{shown}" if seconds < 0 else shown


@register.filter
def large_clock(shown: str) -> SafeString:
    """A clock's figures in large type: each colon apart, so that the style sheet can centre it."""
    colon = mark_safe('<span class="colon">:</span>')
    return format_html_join(colon, "{}", ([part] for part in shown.split(":")))


@register.filter
def time_and_day(moment: datetime) -> str:
    """The time of day; of another day than today with it: "23 November 2026, 21:05"."""
    is_today = timezone.localtime(moment).date() == timezone.localdate()
    return time_of_day(moment) if is_today else day_and_time(moment)


@register.filter
def how_long_ago(moment: datetime) -> str:
    """How long ago: "just now", "5 min ago", "2 h ago"; of another day the day and the time."""
    minutes = int((timezone.now() - moment).total_seconds()) // 60
    if timezone.localtime(moment).date() != timezone.localdate():
        return day_and_time(moment)
    if minutes < 1:
        return gettext("just now")
    if minutes < 60:
        return gettext("%(minutes)s min ago") % {"minutes": minutes}
    return gettext("%(hours)s h ago") % {"hours": minutes // 60}


@register.filter
def to_the_second(moment: datetime) -> str:
    """The time where entries of one minute are told apart: "21:05:09"."""
    return timezone.localtime(moment).strftime("%H:%M:%S")


@register.filter
def with_small_unit(told: str) -> SafeString:
    """A number with its unit, which is written smaller: "12 min"; as static/clock.js does."""
    found = re.match(r"(\S*\d ?)(.*)", told)
    return format_html("{}<small>{}</small>", *found.groups()) if found else format_html("{}", told)
