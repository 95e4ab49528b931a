"""Filters that format days and times; they are formatted nowhere else."""

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

# One text per month, because a pattern with the month's name is not enough: in Catalan it is
# "d'abril" but "de maig".
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

# A day with its weekday.
_WEEKDAY_AND_DAY = gettext_noop("%(weekday)s %(day)s")

# A day with the time of day.
_DAY_AND_TIME = gettext_noop("%(day)s, %(time)s")


@register.filter
def day(moment: datetime) -> str:
    """Return the day: "22 November 2026"."""
    local = timezone.localtime(moment)
    return gettext(_DAYS[local.month - 1]) % {"day": local.day, "year": local.year}


@register.filter
def weekday_and_day(moment: datetime) -> str:
    """Return the weekday and the day, with a capital: "Friday 27 November 2026"."""
    weekday = capfirst(date_format(timezone.localtime(moment), "l"))
    return gettext(_WEEKDAY_AND_DAY) % {"weekday": weekday, "day": day(moment)}


@register.filter
def days_ahead(moment: datetime) -> str:
    """Return the days until a day: "today", "in 7 days"; "" for a day in the past."""
    days = (timezone.localdate(moment) - timezone.localdate()).days
    if days < 0:
        return ""
    if days == 0:
        return gettext("today")
    return ngettext("tomorrow", "in %(days)s days", days) % {"days": days}


@register.filter
def short_month(moment: datetime) -> str:
    """Return the abbreviated month, with a capital only in English: "Dec"."""
    month = date_format(timezone.localtime(moment), "b")
    return month.capitalize() if (get_language() or "").startswith("en") else month


@register.filter
def day_and_time(moment: datetime) -> str:
    """Return the day and the time: "22 November 2026, 21:05"."""
    return gettext(_DAY_AND_TIME) % {"day": day(moment), "time": time_of_day(moment)}


@register.filter
def day_or_blank(moment: datetime | None) -> str:
    """Return the day, or "" for None."""
    return day(moment) if moment else ""


@register.filter
def time_of_day(moment: datetime) -> str:
    """Return the time in 24 hours: "21:05"."""
    return timezone.localtime(moment).strftime("%H:%M")


@register.filter
def countdown(seconds: int) -> str:
    """Return seconds as a clock: "12:04", "1:05:00", or "+0:30" once negative."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    digits = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"+{digits}" if seconds < 0 else digits


@register.filter
def large_clock(digits: str) -> SafeString:
    """Return a clock as HTML with each colon in an element, which CSS centres in large type."""
    colon = mark_safe('<span class="colon">:</span>')
    return format_html_join(colon, "{}", ([part] for part in digits.split(":")))


@register.filter
def time_and_day(moment: datetime) -> str:
    """Return the time of today; of another day also the day: "23 November 2026, 21:05"."""
    is_today = timezone.localtime(moment).date() == timezone.localdate()
    return time_of_day(moment) if is_today else day_and_time(moment)


@register.filter
def time_ago(moment: datetime) -> str:
    """Return "just now", "5 min ago", "2 h ago", or the day and time of another day."""
    minutes = int((timezone.now() - moment).total_seconds()) // 60
    if timezone.localtime(moment).date() != timezone.localdate():
        return day_and_time(moment)
    if minutes < 1:
        return gettext("just now")
    if minutes < 60:
        return gettext("%(minutes)s min ago") % {"minutes": minutes}
    return gettext("%(hours)s h ago") % {"hours": minutes // 60}


@register.filter
def time_with_seconds(moment: datetime) -> str:
    """Return the time with seconds: "21:05:09"."""
    return timezone.localtime(moment).strftime("%H:%M:%S")


@register.filter
def with_small_unit(text: str) -> SafeString:
    """Return a number with its unit in smaller type: "12 min", as static/clock.js does."""
    match = re.match(r"(\S*\d ?)(.*)", text)
    if not match:
        return format_html("{}", text)
    return format_html("{}<small>{}</small>", *match.groups())
