"""Views that publish standings, change when results are shown, and add sessions or stages."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
)
from tournaments.actions.events.edit import edit_event
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.events.next_stage import create_next_stage, requalify
from tournaments.actions.events.next_stage_plan import knock_out_plan
from tournaments.actions.events.publish import publish_event
from tournaments.forms import parse_number
from tournaments.models import Session
from tournaments.queries.desk.unsettled_results import unsettled_results
from tournaments.web.desk.session import (
    apply_and_show_desk,
    check_nothing_more_is_open,
    is_confirmed,
)
from tournaments.web.try_action import try_action_with_message


@login_required
@require_POST
def event_publish_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Publish the standings."""
    event = get_event_or_404(request, event_id)

    def publish() -> None:
        sessions = Session.objects.filter(stage__event=event)
        check_nothing_more_is_open(request, unsettled_results(sessions))
        publish_event(event.pk, member_actor(request), sure=is_confirmed(request))

    success_text = _("The standings are published.")
    return apply_and_show_desk(request, event, publish, success_text, asks_again="publish")


@login_required
@require_POST
def results_shown_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Change when results of other tables are shown."""
    event, results_shown = get_event_or_404(request, event_id), request.POST.get("when", "")
    success_text = _("Saved. The public pages show it at once.")
    return apply_and_show_desk(
        request,
        event,
        lambda: edit_event(event.pk, {"results_shown": results_shown}, member_actor(request)),
        success_text,
    )


@login_required
@require_POST
def requalify_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Select the qualifiers of the last stage again after its standings have changed."""
    event = get_event_or_404(request, event_id)
    success_text = _("The qualifiers are chosen again.")
    return apply_and_show_desk(
        request, event, lambda: requalify(event, member_actor(request)), success_text
    )


@login_required
@require_POST
def knock_out_create_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Create a knock-out of the best contestants as the next stage."""
    event, places = get_event_or_404(request, event_id), request.POST.get("places", "")
    success_text = _("The knock-out is created. Deal the boards when everybody is ready.")
    plan = knock_out_plan(get_latest_session_or_404(event).stage, parse_number(places))
    return apply_and_show_desk(
        request, event, lambda: create_next_stage(event, plan, member_actor(request)), success_text
    )


@login_required
@require_POST
def session_next_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Create another session of the stage, planned like the last one."""
    event = get_event_or_404(request, event_id)
    success_text = _("The next session is created. Note who comes, then deal the boards.")
    try_action_with_message(
        request, lambda: create_next_session(event, member_actor(request)), success_text
    )
    return redirect("event_desk", event.pk)
