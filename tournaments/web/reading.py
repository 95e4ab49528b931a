"""What a public page is about: found by its address, the same for whoever asks."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.course import told_so_far
from tournaments.models import Event, Session, Snapshot, Stage
from tournaments.queries.programme import state_of
from tournaments.queries.standings import is_behind, is_official, last_snapshot
from tournaments.tasks import catch_up


def find_event(club: str, event: str) -> Event:
    """An event by its slugs; raises `Http404`."""
    return get_object_or_404(Event.objects.select_related("club"), club__slug=club, slug=event)


def find_session(club: str, event: str, number: int) -> Session:
    """A session by its event and its number; raises `Http404`."""
    sessions = Session.objects.select_related("stage__event__club").order_by("stage__number")
    found = sessions.filter(stage__event__club__slug=club, stage__event__slug=event, number=number).last()
    if found is None:
        raise Http404
    return found


def footer_links(request: HttpRequest) -> list[dict[str, str]]:
    """The one quiet link for who runs events; players never need it."""
    if request.user.is_authenticated:
        return [{"url": reverse("desk"), "text": _("Desk")}]
    return [{"url": reverse("sign_in"), "text": _("Sign in")}]


def about_event(request: HttpRequest, event: Event, tab: str = "") -> dict[str, Any]:
    """What every page of an event wants; `session` is the last one, `tab` the page's own."""
    sessions = Session.objects.filter(stage__event=event).order_by("stage__number", "number")
    return {
        "club": event.club,
        "event": event,
        "session": sessions.last(),
        "event_state": state_of(event),
        "official": is_official(event),
        "tab": tab,
        "links": footer_links(request),
    }


def last_stage(event: Event) -> Stage:
    """The stage whose standings are shown: the last."""
    stage = event.stages.last()
    if stage is None:
        raise Http404
    return stage


def told_snapshot(stage: Stage) -> Snapshot | None:
    """What anybody may see of the latest standings; None while there is nothing to tell."""
    snapshot = fresh_snapshot(stage)
    return told_so_far(stage, snapshot) if snapshot else None


def fresh_snapshot(stage: Stage) -> Snapshot | None:
    """The latest standings; where no worker does it, what they lack is caught up with first."""
    snapshot = last_snapshot(stage)
    if settings.CELERY_TASK_ALWAYS_EAGER and is_behind(stage, snapshot):
        catch_up.delay()
        snapshot = last_snapshot(stage)
    return snapshot
