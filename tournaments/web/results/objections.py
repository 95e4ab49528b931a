"""A director answers who says that a result is wrong."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.problems import ValidationFailed
from tournaments.access.readable_plays import play_or_404
from tournaments.access.request_access import director, own_event
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.objections import answer_objection
from tournaments.forms import sentence
from tournaments.models import Objection
from tournaments.permissions.roles import MAY_RUN_A_SECTION
from tournaments.web.desk.forms import SaltForm
from tournaments.web.desk.session import desk_page
from tournaments.web.results.entry_form import sent_key
from tournaments.web.try_action import say_problems, saying_done


@login_required
@require_POST
def objection_answer_view(request: HttpRequest, event: int, objection: int) -> HttpResponse:
    """It stays as it is, or it is mended: the side reads it on its scorecard."""
    own = own_event(request, event, MAY_RUN_A_SECTION)
    found = get_object_or_404(Objection, pk=objection)
    found.play = play_or_404(request, event, found.play_id, MAY_RUN_A_SECTION).play
    verdict, words = request.POST.get("verdict", ""), request.POST.get("words", "")
    say = saying_done(request, own)
    try:
        answer_objection(found, verdict, words, director(request), sent_key(request))
    except Conflict as conflict:
        messages.error(request, sentence(conflict.problems[0]))
        return desk_page(request, own, SaltForm(), status=409)
    except ValidationFailed as refused:
        say_problems(request, refused.problems)
        return redirect("desk_play", event, found.play_id)
    say(_("Your answer is now on the scorecard of those who reported it."))
    return redirect("event_desk", event)
