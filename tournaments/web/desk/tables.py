"""The code of a table: replaced, or shown to a director who plays."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.access.who_asks import director, own_event, own_sections, user_id
from tournaments.actions.rounds.table_codes import note_code_shown, revoke_code
from tournaments.models import Event, Table
from tournaments.queries.roles import MAY_RUN_A_SECTION
from tournaments.queries.table_codes import code_of, qr_token_of
from tournaments.queries.visibility.table_codes import hides_codes
from tournaments.web.attempt import attempt, say_problems
from tournaments.web.desk.session import on_the_desk
from tournaments.web.desk.sheets import table_address
from tournaments.web.network import phones_address
from tournaments.web.qr_code import qr_code


@login_required
@require_POST
def table_revoke_view(request: HttpRequest, event: int, table_id: int) -> HttpResponse:
    """Replace the code of a table."""
    own = own_event(request, event, MAY_RUN_A_SECTION)
    table = _table(request, own, table_id)
    done = _("The old code of table %(table)s no longer works: print its sheet again.")
    return on_the_desk(
        request,
        own,
        lambda: revoke_code(table, director(request)),
        done % {"table": table.label},
    )


@never_cache
@login_required
@require_POST
def table_code_view(request: HttpRequest, event: int, table_id: int) -> HttpResponse:
    """Show the code of one table; that a director who plays was shown it is recorded in the history."""
    own = own_event(request, event, MAY_RUN_A_SECTION)
    table = _table(request, own, table_id)
    if problems := attempt(lambda: note_code_shown(table, director(request))):
        say_problems(request, problems)
        return redirect("event_desk", own.pk)
    context = {
        "club": own.club,
        "event": own,
        "table": table,
        "code": code_of(table),
        "qr": qr_code(table_address(request, qr_token_of(table))),
        "address": phones_address(request, reverse("table_find")),
        "recorded": hides_codes(user_id(request), table.section.session),
    }
    return render(request, "desk/table_code.html", context)


def _table(request: HttpRequest, event: Event, table_id: int) -> Table:
    """Return a table of the sections that the reader directs; to everybody else it does not exist."""
    tables = Table.objects.select_related("section__session__stage__event__club")
    return get_object_or_404(tables, pk=table_id, section__in=own_sections(request, event, MAY_RUN_A_SECTION))
