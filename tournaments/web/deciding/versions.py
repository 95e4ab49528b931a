"""A director decides for one of the versions that the desk shows, without opening the board."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.problems import Refused
from tournaments.access.presence import note_off
from tournaments.access.readable_plays import play_or_404
from tournaments.access.request_access import director, own_event, user_id
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.entries import decide_play, repeat_decision
from tournaments.forms import number_in
from tournaments.models import Entry, Play
from tournaments.permissions.roles import MAY_RUN_A_SECTION
from tournaments.queries.desk.decisions import is_version
from tournaments.queries.results.settlement import DECISIONS
from tournaments.web.attempt import say_problems, saying_done
from tournaments.web.desk.forms import SaltForm
from tournaments.web.desk.session import desk_page
from tournaments.web.results.entry_form import sent_key


@login_required
@require_POST
def desk_version_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """Make what one entry says count as a correction, or leave the decision that counts as it
    is."""
    own = own_event(request, event, MAY_RUN_A_SECTION)
    found = play_or_404(request, event, play, MAY_RUN_A_SECTION).play
    entry = found.entries.filter(pk=number_in(request.POST.get("entry"))).first()
    leaves = entry is not None and entry.kind in DECISIONS and "reason" not in request.POST
    if entry is None or not (leaves or is_version(entry)):
        raise Http404
    say = saying_done(request, own)
    try:
        if leaves:
            replaces = number_in(request.POST.get("replaces"))
            repeat_decision(
                found.pk, replaces=replaces, actor=director(request), key=sent_key(request)
            )
        else:
            _decide(request, found, entry)
    except Conflict:
        quicker = _(
            "Board %(board)s, table %(table)s: somebody was quicker. Look at what stands now."
        )
        messages.error(request, quicker % _where(found))
        return desk_page(request, own, SaltForm(), status=409)
    except Refused as refused:
        say_problems(request, refused.problems)
        return redirect("event_desk", event)
    note_off(found.pk, user_id(request))
    say(_("Your decision about board %(board)s at table %(table)s is stored.") % _where(found))
    return redirect("event_desk", event)


def _decide(request: HttpRequest, play: Play, entry: Entry) -> None:
    """Raises `Refused` and `Conflict` as `decide_play` does."""
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        entry.outcome,
        replaces=number_in(request.POST.get("replaces")),
        reason=request.POST.get("reason", ""),
        actor=director(request),
        key=sent_key(request),
    )


def _where(play: Play) -> dict[str, object]:
    return {"board": play.board.number, "table": play.seating.table.label}
