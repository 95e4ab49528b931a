"""The desk of an event: its steps in their order, the room while it plays, and what is still
open."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.game import MIN_TEAM_SIZE
from games.problems import Problem, raise_if_any
from games.text import gettext_noop
from tournaments.access.desk_room_cache import CachedRoom, cache_room, cached_room
from tournaments.access.request_access import (
    get_event_or_404,
    latest_session,
    member_actor,
    sections_with_role,
    user_id,
)
from tournaments.actions.rounds.end_round import end_round, end_round_everywhere
from tournaments.actions.rounds.sessions import (
    deal_session,
    finish_session,
    start_section,
    start_session,
)
from tournaments.forms import new_idempotency_key, parse_number, problem_text, translate_text
from tournaments.models import ContestantPlayer, Event, Round, Section, Session, Table
from tournaments.permissions.roles import (
    DIRECTOR_ROLES,
    SECTION_DIRECTOR_ROLES,
    SECTION_SCORER_ROLES,
    can_direct,
    clubs_of_user,
)
from tournaments.permissions.visibility.devices import hides_table_codes
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.boards.board_preparation import preparation_summary
from tournaments.queries.clubs.programme import stage_winners
from tournaments.queries.desk.control_room import (
    DeskRoom,
    DeskStamp,
    read_desk_room,
    read_desk_stamp,
)
from tournaments.queries.desk.missing_and_unsettled import (
    Unsettled,
    entered_by_one_side,
    missing_results,
    unsettled_plays,
    unsettled_results,
    waiting_in,
)
from tournaments.queries.desk.rooms import is_played
from tournaments.queries.events.next_stage import knock_out_places
from tournaments.queries.offline.sections import offline_sections
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.results.objections import objection_deadline
from tournaments.queries.rounds.clock import ClockBasis, read_clock_basis
from tournaments.queries.rounds.draws import next_draw
from tournaments.queries.rounds.finish_time import read_outlook
from tournaments.queries.rounds.plan import plan_summary
from tournaments.queries.standings.draw_basis import changes_since_qualification
from tournaments.support.digests import digest
from tournaments.web.desk.clock import clock_context
from tournaments.web.desk.forms import SaltForm
from tournaments.web.desk.news import desk_news
from tournaments.web.desk.presence import present, read_present
from tournaments.web.try_action import attempt, say_problems, saying_done

_OPENED_SINCE = Problem(
    "opened_since", gettext_noop("Results have changed since this page asked you. Open now:")
)

_NOTHING_OPEN: tuple[Unsettled, ...] = ()


def open_results(session: Session, room: DeskRoom) -> dict[str, Any]:
    """What is missing while it runs; once no round is played, everything that can be settled,
    and where. `open_digest` stands for what the question before the next step tells."""
    event = session.stage.event
    if session.is_over:
        if event.published_at or event.read_only:
            return {}
        of_event = Session.objects.filter(stage__event=event)
        waiting, closing = waiting_in(of_event), objection_deadline(session)
        unsettled = unsettled_results(of_event, waiting)
        return {
            "closing": closing if closing.is_open else None,
            "unsettled": [*map(problem_text, unsettled)],
            "open_digest": told_of(unsettled),
            "still_open": unsettled_plays(of_event, session, waiting),
        }
    if session.state != Session.State.RUNNING:
        return {}
    here = Session.objects.filter(pk=session.pk)
    if room.is_playing:
        missing, still_open = missing_results(here), _NOTHING_OPEN
    else:
        waiting = waiting_in(here)
        missing = unsettled_results(here, waiting)
        still_open = unsettled_plays(here, session, waiting)
    return {
        "missing": [*map(problem_text, missing)],
        "open_digest": told_of(missing),
        "still_open": still_open,
    }


def told_of(problems: Sequence[Problem]) -> str:
    """Return a text that is another one once something else is open."""
    return digest([(each.code, sorted(each.params.items())) for each in problems])


def ask_again_if_more_is_open(request: HttpRequest, problems: Sequence[Problem]) -> None:
    """Raise `ValidationFailed` where the page that asked named other open results than there are
    now."""
    if problems and request.POST.get("told", "") not in ("", told_of(problems)):
        raise_if_any([_OPENED_SINCE, *problems])


@login_required
@require_safe
def event_desk_view(request: HttpRequest, event: int) -> HttpResponse:
    """What the event needs next, by the state of its latest session; a scorer sees the room alone.

    Who has a role at a venue sees the sections that play there.
    """
    return desk_page(request, get_event_or_404(request, event, SECTION_SCORER_ROLES), SaltForm())


@login_required
@require_safe
def desk_room_view(request: HttpRequest, event: int) -> HttpResponse:
    """The room and what waits; 204 while the page shows them already. A new step reloads the
    page, and so does every act once the session is over."""
    own = get_event_or_404(request, event, SECTION_SCORER_ROLES)
    session, his = latest_session(own), sections_with_role(request, own, SECTION_SCORER_ROLES)
    seen = _seen_by(request, session, his)
    stamp = read_desk_stamp(session, seen)
    if _shows_already(request, session, stamp) or request.GET.get("over") == digest(stamp):
        return HttpResponse(status=204)
    shown = _read_room(request, session, seen, stamp)
    here = present(request, shown)
    if request.GET.get("step") != shown.step or session.state != Session.State.RUNNING:
        _repeat_messages(request)
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    if request.GET.get("seen") == here["room_version"]:
        return HttpResponse(status=204)
    context = _shown(request, session, shown) | here
    context["calls_number"] = parse_number(request.GET.get("calls"))  # as the page has them
    if context["runs"] and not shown.is_playing:  # the next step stands beside the room
        context |= open_results(session, shown)
    return render(request, "desk/_update.html", context)


def _sign_messages(request: HttpRequest) -> str:
    """Return what the last act answered, signed: the page sends it along when it asks for news."""
    shown = [
        (each.level, str(each.message), each.extra_tags) for each in messages.get_messages(request)
    ]
    return signing.dumps(shown, salt=_messages_salt(request)) if shown else ""


def _repeat_messages(request: HttpRequest) -> None:
    """Show the messages of the page that asks once more: it reloads by itself, not by an act."""
    try:
        shown = signing.loads(request.GET.get("said", ""), salt=_messages_salt(request))
    except signing.BadSignature:
        return
    for level, words, tags in shown:
        messages.add_message(request, level, words, extra_tags=tags or "")


def _messages_salt(request: HttpRequest) -> str:
    return f"desk messages of {request.user.pk}"


def _shows_already(request: HttpRequest, session: Session, stamp: DeskStamp) -> bool:
    """Return whether the page that asks shows the room as it still is, without reading the room."""
    known = cached_room(session.pk, user_id(request), _asked(request))
    if known is None or session.state != Session.State.RUNNING:
        return False
    if (digest(stamp), request.GET.get("step")) != (known.stamp, known.step):
        return False
    now = read_present(request, known.waiting, stamp.sections)
    return request.GET.get("seen") == now.version_of(known.version)


def _read_room(
    request: HttpRequest,
    session: Session,
    seen: QuerySet[Section],
    stamp: DeskStamp,
    basis: ClockBasis | None = None,
) -> DeskRoom:
    """Read the room of these sections, whose stamp was read before, and remember it for the next
    polls."""
    room = read_desk_room(session, seen, user_id(request), stamp, basis)
    known = CachedRoom(digest(stamp), room.version, room.step, [each.play for each in room.waiting])
    cache_room(session.pk, user_id(request), _asked(request), known)
    return room


@login_required
@require_POST
def session_deal_view(request: HttpRequest, event: int) -> HttpResponse:
    """Fix the salt and deal; without cards only fix the boards."""
    own, form = get_event_or_404(request, event), SaltForm(request.POST)
    if not form.is_valid():
        return desk_page(request, own, form, status=422)
    salt, session = form.cleaned_data["salt"], latest_session(own)
    dealt, fixed = (
        _("The boards are dealt. Print the sheets and the slips."),
        _("The boards are fixed."),
    )
    done = dealt if own.game.uses_seed else fixed
    return on_the_desk(
        request, own, lambda: deal_session(session.pk, salt, member_actor(request)), done
    )


@login_required
@require_POST
def session_start_view(request: HttpRequest, event: int) -> HttpResponse:
    """Begin the evening with its first round."""
    own = get_event_or_404(request, event)
    session = latest_session(own)
    return on_the_desk(
        request,
        own,
        lambda: start_session(session.pk, member_actor(request)),
        _("Round 1 has begun."),
    )


@login_required
@require_POST
def section_start_view(request: HttpRequest, event: int, section: int) -> HttpResponse:
    """Begin the first round of a section, whatever others do."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    found = get_object_or_404(sections_with_role(request, own, SECTION_DIRECTOR_ROLES), pk=section)
    done = _("%(section)s: round 1 has begun.") % {"section": found.name}
    return on_the_desk(request, own, lambda: start_section(found, member_actor(request)), done)


@login_required
@require_POST
def round_end_view(request: HttpRequest, event: int, round_id: int) -> HttpResponse:
    """End a round; the next begins."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    his = sections_with_role(request, own, SECTION_DIRECTOR_ROLES)
    round_ = get_object_or_404(
        Round.objects.select_related("section"), pk=round_id, section__in=his
    )
    done = _("Round %(round)s has ended.")
    if round_.section.name:
        done = _("%(section)s: round %(round)s has ended.")
    done %= {"round": round_.number, "section": round_.section.name}
    if round_.section.rounds.filter(number=round_.number + 1, started_at=None).exists():
        done += " " + _("Round %(round)s has begun.") % {"round": round_.number + 1}
    for words in entered_by_one_side(round_):
        done += " " + translate_text(words)
    return on_the_desk(request, own, lambda: end_round(round_.pk, member_actor(request)), done)


@login_required
@require_POST
def round_end_everywhere_view(request: HttpRequest, event: int, number: int) -> HttpResponse:
    """End a round in every section that plays it."""
    own = get_event_or_404(request, event)
    session, who = latest_session(own), member_actor(request)
    done = _("Round %(round)s has ended in every section that played it.") % {"round": number}
    return on_the_desk(request, own, lambda: end_round_everywhere(session, number, who), done)


@login_required
@require_POST
def session_finish_view(request: HttpRequest, event: int) -> HttpResponse:
    """End the session: hands and seed become public."""
    own = get_event_or_404(request, event)
    session = latest_session(own)
    shown, over = (
        _("The evening is finished. Its hands are public now."),
        _("The evening is finished."),
    )
    if own.game.lists:
        shown = _("The evening is finished. Its scenarios are public now.")
    done = shown if own.game.uses_seed and not own.is_offline_section else over
    here = Session.objects.filter(pk=session.pk)

    def finish() -> None:
        is_open = missing_results if is_played(session) else unsettled_results
        ask_again_if_more_is_open(request, is_open(here))
        finish_session(session.pk, member_actor(request), sure=says_sure(request))

    return on_the_desk(request, own, finish, done)


def desk_page(
    request: HttpRequest, event: Event, form: SaltForm, status: int = 200
) -> HttpResponse:
    """The desk as it stands, with what has just been said to its reader."""
    session, his = latest_session(event), sections_with_role(request, event, SECTION_SCORER_ROLES)
    seen = _seen_by(request, session, his)
    stamp = read_desk_stamp(session, seen)
    is_running = session.state == Session.State.RUNNING
    basis = read_clock_basis(session, seen) if is_running else None
    shown = _read_room(request, session, seen, stamp, basis)
    about = _shown(request, session, shown) | present(request, shown)
    context = {
        **about,
        "room_stamp": digest(stamp),
        "said": _sign_messages(request) if session.is_over else "",
        **desk_news(session, his),
        **_plan(session),
        **open_results(session, shown),
        **_about_event(request, event),
        **_seal_at(request, session),
        **_clocks(session, seen, shown, basis, bool(about["runs"])),
        "made_up": preparation_summary(session) if session.tables_make_up else None,
        "following": knock_out_places(session),
        "winners": stage_winners(event, session.stage)
        if session.is_over and event.published_at
        else (),
        "moments": Event.ResultsShown.choices,
        "form": form,
        "travels": offline_sections(session),
        **_codes(request, session, shown),
        "table_count": len(shown.rows) or _tables_seated(seen),
    }
    template = _template(session) if about["runs"] and not event.read_only else "desk/visitor.html"
    return render(request, template, context, status=status)


def _template(session: Session) -> str:
    if session.state in (Session.State.CREATED, Session.State.DEALT):
        return "desk/start.html"
    return "desk/running.html" if session.state == Session.State.RUNNING else "desk/finished.html"


def _tables_seated(sections: QuerySet[Section]) -> int:
    return Table.objects.filter(section__in=sections, seatings__isnull=False).distinct().count()


def _codes(request: HttpRequest, session: Session, room: DeskRoom) -> dict[str, object]:
    """Return the tables with their codes; blank while they are hidden from a director who plays."""
    hidden = hides_table_codes(user_id(request), session)
    tables = [(row.table, "" if hidden else code_of(row.table)) for row in room.rows]
    return {"tables": tables, "codes_hidden": hidden}


def _clocks(
    session: Session,
    seen: QuerySet[Section],
    room: DeskRoom,
    basis: ClockBasis | None,
    runs: bool,
) -> dict[str, Any]:
    """Return the clocks of the rounds that are played, so that they come with the page of who runs
    the event."""
    playing = [each.clock for each in room.sections if each.clock]
    if not basis or not playing or not runs:
        return {}
    soon = read_outlook(session, seen, basis=basis)
    return clock_context(playing, {each.section.pk for each in playing}, soon)


def _plan(session: Session) -> dict[str, object]:
    """What is to be played and by how many, until it starts."""
    if session.state not in (Session.State.CREATED, Session.State.DEALT):
        return {}
    return {
        "plan": plan_summary(session),
        **_entered(session.stage.event),
        "stage_changed": changes_since_qualification(session),
    }


def _entered(event: Event) -> dict[str, int]:
    """How many play, and how many of them are known by their number alone; of a team the players
    need not be known."""
    is_named = Exists(ContestantPlayer.objects.filter(contestant=OuterRef("pk")))
    counted = event.contestants.aggregate(
        number=Count("pk"), nameless=Count("pk", filter=~is_named & Q(withdrawn_at=None))
    )
    return counted | ({"nameless": 0} if event.players_each == MIN_TEAM_SIZE else {})


def _shown(request: HttpRequest, session: Session, room: DeskRoom) -> dict[str, object]:
    """What page and fragment both need."""
    event = session.stage.event
    runs = can_direct(user_id(request), event)
    return {
        "session": session,
        "event": event,
        "room": room,
        "late_key": new_idempotency_key(),
        "play_pages": _without_number("desk_play", event),
        "table_pages": _without_number("repairs_table", event),
        "drawn": session.stage.is_drawn,
        "coming": next_draw(session),
        "asked": _asked(request),
        "runs": runs,
        "directs": runs or _directs(request, event),
    }


def _without_number(page: str, event: Event) -> str:
    """Return the address of a page of the event's desk up to the number at its end.

    A large room has a thousand links: resolving each of their addresses would take longer than all
    queries.
    """
    return reverse(page, args=[event.pk, 0]).removesuffix("0/")


def _seen_by(request: HttpRequest, session: Session, his: QuerySet[Section]) -> QuerySet[Section]:
    """The sections of which the reader sees the room: all that are his, or the one he asks for."""
    here, asked = his.filter(session=session), _asked(request)
    return here.filter(number=asked) if asked else here


def _asked(request: HttpRequest) -> int:
    """Return the number of the section that is asked for, 0 for all."""
    return parse_number(request.GET.get("section"))


def _directs(request: HttpRequest, event: Event) -> bool:
    return (
        not event.read_only and sections_with_role(request, event, SECTION_DIRECTOR_ROLES).exists()
    )


def says_sure(request: HttpRequest) -> bool:
    """Whether the page has said what is missing, and was told to go on."""
    return request.POST.get("sure") == "yes" or "told" in request.POST


def _about_event(request: HttpRequest, event: Event) -> dict[str, object]:
    """The club, the public's page, and where the desk sees the standings: on paper while they
    are hidden."""
    own = event.read_only and clubs_of_user(user_id(request), DIRECTOR_ROLES).filter(
        pk=event.club_id
    )
    public, held_back = (
        reverse("standings", args=[event.club.slug, event.slug]),
        is_embargoed(event),
    )
    paper = reverse("printed_results", args=[event.pk])
    shown = {
        "public": public,
        "held_back": held_back,
        "standings_at": paper if held_back else public,
    }
    return {**shown, "club": event.club, "may_archive": bool(own and own.exists())}


def _seal_at(request: HttpRequest, session: Session) -> dict[str, object]:
    """Where anybody reads the session's commitment, and the page's address to say aloud."""
    event = session.stage.event
    page = reverse("deals", args=[event.club.slug, event.slug, session.sitting])
    return {"seal": f"{page}#seal", "seal_address": request.build_absolute_uri(page)}


def on_the_desk(
    request: HttpRequest, event: Event, act: Callable[[], object], done: str
) -> HttpResponse:
    """Do it, say on the desk what came of it, with a key to undo it."""
    say = saying_done(request, event)
    if problems := attempt(act):
        say_problems(request, problems)
    else:
        say(done)
    return redirect("event_desk", event.pk)
