"""The desk of an event: the steps of a session, its state during play, and open results."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.game import MIN_TEAM_SIZE
from games.problems import Problem, raise_if_any
from games.text import gettext_noop
from tournaments.access.desk_state_cache import CachedDeskState, cache_desk_state, cached_desk_state
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    sections_with_role,
    user_id_or_404,
)
from tournaments.actions.rounds.end_round import end_round, end_round_in_all_sections
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
from tournaments.queries.desk.desk_state import (
    DeskStamp,
    DeskState,
    read_desk_stamp,
    read_desk_state,
)
from tournaments.queries.desk.section_grids import is_in_play
from tournaments.queries.desk.unsettled_results import (
    UnsettledGroup,
    missing_results,
    one_sided_result_texts,
    pending_decisions_in,
    unplayed_group,
    unsettled_groups,
    unsettled_results,
)
from tournaments.queries.events.next_stage import knock_out_places
from tournaments.queries.offline.sections import offline_sections
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.results.objections import objection_deadline
from tournaments.queries.rounds.clock import SectionsWithClockFacts, read_sections_with_clock_facts
from tournaments.queries.rounds.draws import next_draw_step
from tournaments.queries.rounds.early_end import (
    count_upcoming_plays,
    not_played_text,
    upcoming_rounds_text,
)
from tournaments.queries.rounds.finish_time import read_outlook
from tournaments.queries.rounds.plan import plan_summary
from tournaments.queries.standings.draw_basis import changes_since_qualification
from tournaments.support.digests import digest
from tournaments.web.desk.clock import clock_context
from tournaments.web.desk.context_processors import calls_and_announcement
from tournaments.web.desk.forms import SaltForm
from tournaments.web.desk.presence import presence_context, read_presence
from tournaments.web.try_action import add_problem_messages, success_notifier, try_action

_MORE_OPEN = Problem(
    "opened_since", gettext_noop("Since this page asked you, more has to be settled. Open now:")
)

# Problems for which the desk asks once more before the session ends or its standings are published.
_OPEN_RESULT_CODES = {
    _MORE_OPEN.code,
    "results_missing",
    "results_differ",
    "section_away",
    "results_unconfirmed",
    "results_waiting",
    "results_objected",
}

_NO_GROUPS: tuple[UnsettledGroup, ...] = ()


def open_results(session: Session, desk: DeskState) -> dict[str, Any]:
    """Return the context of open results: during play missing ones, later all unsettled ones.

    `open_result_counts` says how many results are open for each reason. The question before the
    next step sends it back, so that the step is refused if more have become open.
    """
    event = session.stage.event
    # The plays of the pending list, which is on the same page.
    listed_play_ids = {decision.play for decision in desk.pending}
    listed_play_ids |= {*desk.missing.named_plays} if desk.missing else set()
    if session.is_over:
        if event.published_at or event.read_only:
            return {}
        event_sessions = Session.objects.filter(stage__event=event)
        pending, deadline = pending_decisions_in(event_sessions), objection_deadline(session)
        problems = unsettled_results(event_sessions, pending)
        unsettled_texts = [*map(problem_text, problems)]
        unplayed = unplayed_group(session, pending)
        unplayed_text = not_played_text(unplayed.play_count)
        return {
            "objection_deadline": deadline if deadline.is_open else None,
            "unsettled_texts": unsettled_texts,
            "publish_texts": [
                *unsettled_texts,
                *([translate_text(unplayed_text)] if unplayed.play_count else []),
            ],
            "unplayed_group": unplayed,
            "unplayed_text": unplayed_text,
            "open_result_counts": format_counts(count_by_code(problems)),
            "unsettled_groups": unsettled_groups(event_sessions, session, pending, listed_play_ids),
        }
    if session.state != Session.State.RUNNING:
        return {}
    this_session = Session.objects.filter(pk=session.pk)
    if desk.is_playing:
        problems, groups = missing_results(this_session), _NO_GROUPS
    else:
        pending = pending_decisions_in(this_session)
        problems = unsettled_results(this_session, pending)
        groups = unsettled_groups(this_session, session, pending, listed_play_ids)
    return {
        "open_texts": [*map(problem_text, problems)],
        "open_result_counts": format_counts(count_by_code(problems)),
        "unsettled_groups": groups,
    }


def count_by_code(problems: Sequence[Problem]) -> Counter[str]:
    """Return how many results, or offline sections, are open for each reason."""
    counts: Counter[str] = Counter()
    for problem in problems:
        counts[problem.code] += int(problem.params.get("number", 1))
    return counts


def format_counts(counts: Counter[str]) -> str:
    """Return the counts as the value of a hidden field: "results_missing=3", or "none"."""
    return " ".join(f"{code}={number}" for code, number in sorted(counts.items())) or "none"


def check_nothing_more_is_open(request: HttpRequest, problems: Sequence[Problem]) -> None:
    """Raise `ValidationFailed` if for any reason more is open now than the page has named.

    If less is open now, because results have arrived, the question need not be asked again.
    """
    if not (named := request.POST.get("told", "")):
        return
    named_counts = {code: int(number) for code, number in re.findall(r"(\w+)=(\d{1,9})", named)}
    if any(number > named_counts.get(code, 0) for code, number in count_by_code(problems).items()):
        raise_if_any([_MORE_OPEN, *problems])


@login_required
@require_safe
def event_desk_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the desk of the event's latest session.

    A scorer sees only the boards. A member with a role at a venue sees only its sections.
    """
    return desk_page(request, get_event_or_404(request, event_id, SECTION_SCORER_ROLES), SaltForm())


@login_required
@require_safe
def desk_update_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Render the parts of the desk that change, or answer 204 if the page already shows them.

    If the next step has changed, or the session is not running, the page is reloaded instead.
    """
    event = get_event_or_404(request, event_id, SECTION_SCORER_ROLES)
    session, sections = (
        get_latest_session_or_404(event),
        sections_with_role(request, event, SECTION_SCORER_ROLES),
    )
    visible_sections = _visible_sections(request, session, sections)
    stamp = read_desk_stamp(session, visible_sections)
    if _is_unchanged(request, session, stamp) or request.GET.get("over") == digest(stamp):
        return HttpResponse(status=204)
    desk = _read_and_cache_state(request, session, visible_sections, stamp)
    presence = presence_context(request, desk)
    if request.GET.get("step") != desk.step or session.state != Session.State.RUNNING:
        _repeat_messages(request)
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    if request.GET.get("seen") == presence["desk_version"]:
        return HttpResponse(status=204)
    context = _base_context(request, session, desk) | presence
    context["call_count"] = parse_number(request.GET.get("calls"))  # as the page has them
    if context["directs_event"] and not desk.is_playing:  # the page shows the next step
        context |= open_results(session, desk)
    return render(request, "desk/_update.html", context)


def _sign_messages(request: HttpRequest) -> str:
    """Return the page's messages as signed text, so that `_repeat_messages` can show them."""
    message_rows = [
        (message.level, str(message.message), message.extra_tags)
        for message in messages.get_messages(request)
    ]
    return signing.dumps(message_rows, salt=_messages_salt(request)) if message_rows else ""


def _repeat_messages(request: HttpRequest) -> None:
    """Add the messages of the page again, so that they survive its reload."""
    try:
        message_rows = signing.loads(request.GET.get("said", ""), salt=_messages_salt(request))
    except signing.BadSignature:
        return
    for level, text, tags in message_rows:
        messages.add_message(request, level, text, extra_tags=tags or "")


def _messages_salt(request: HttpRequest) -> str:
    return f"desk messages of {request.user.pk}"


def _is_unchanged(request: HttpRequest, session: Session, stamp: DeskStamp) -> bool:
    """Return whether the page shows the current state, by comparing it with the cached one."""
    cached = cached_desk_state(session.pk, user_id_or_404(request), _section_number(request))
    if cached is None or session.state != Session.State.RUNNING:
        return False
    if (digest(stamp), request.GET.get("step")) != (cached.stamp, cached.step):
        return False
    presence = read_presence(request, cached.undecided_plays, stamp.section_ids)
    return request.GET.get("seen") == presence.version_with(cached.version)


def _read_and_cache_state(
    request: HttpRequest,
    session: Session,
    sections: QuerySet[Section],
    stamp: DeskStamp,
    basis: SectionsWithClockFacts | None = None,
) -> DeskState:
    """Read the state of some sections, and cache it with their stamp for the next polls."""
    desk = read_desk_state(session, sections, user_id_or_404(request), stamp, basis)
    cached = CachedDeskState(
        digest(stamp), desk.version, desk.step, [decision.play for decision in desk.pending]
    )
    cache_desk_state(session.pk, user_id_or_404(request), _section_number(request), cached)
    return desk


@login_required
@require_POST
def session_deal_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Fix the salt and deal; in a game without cards, only fix the boards."""
    event, form = get_event_or_404(request, event_id), SaltForm(request.POST)
    if not form.is_valid():
        return desk_page(request, event, form, status=422)
    salt, session = form.cleaned_data["salt"], get_latest_session_or_404(event)
    dealt_message, fixed_message = (
        _("The boards are dealt. Print the sheets and the slips."),
        _("The boards are fixed."),
    )
    message = dealt_message if event.game.uses_seed else fixed_message
    return apply_and_show_desk(
        request, event, lambda: deal_session(session.pk, salt, member_actor(request)), message
    )


@login_required
@require_POST
def session_start_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start the session with its first round."""
    event = get_event_or_404(request, event_id)
    session = get_latest_session_or_404(event)
    return apply_and_show_desk(
        request,
        event,
        lambda: start_session(session.pk, member_actor(request)),
        _("Round 1 has begun."),
    )


@login_required
@require_POST
def section_start_view(request: HttpRequest, event_id: int, section_id: int) -> HttpResponse:
    """Start the first round of one section."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    section = get_object_or_404(
        sections_with_role(request, event, SECTION_DIRECTOR_ROLES), pk=section_id
    )
    message = _("%(section)s: round 1 has begun.") % {"section": section.name}
    return apply_and_show_desk(
        request, event, lambda: start_section(section, member_actor(request)), message
    )


@login_required
@require_POST
def round_end_view(request: HttpRequest, event_id: int, round_id: int) -> HttpResponse:
    """End a round of one section, which starts its next round."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    sections = sections_with_role(request, event, SECTION_DIRECTOR_ROLES)
    round_ = get_object_or_404(
        Round.objects.select_related("section"), pk=round_id, section__in=sections
    )
    message = _("Round %(round)s has ended.")
    if round_.section.name:
        message = _("%(section)s: round %(round)s has ended.")
    message %= {"round": round_.number, "section": round_.section.name}
    if round_.section.rounds.filter(number=round_.number + 1, started_at=None).exists():
        message += " " + _("Round %(round)s has begun.") % {"round": round_.number + 1}
    for text in one_sided_result_texts(round_):
        message += " " + translate_text(text)
    return apply_and_show_desk(
        request, event, lambda: end_round(round_.pk, member_actor(request)), message
    )


@login_required
@require_POST
def round_end_everywhere_view(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """End a round in every section that plays it."""
    event = get_event_or_404(request, event_id)
    session, actor = get_latest_session_or_404(event), member_actor(request)
    message = _("Round %(round)s has ended in every section that played it.") % {"round": number}
    return apply_and_show_desk(
        request, event, lambda: end_round_in_all_sections(session, number, actor), message
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def session_finish_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Finish the session: its hands and seed become public; a GET asks first, during play."""
    event = get_event_or_404(request, event_id)
    session = get_latest_session_or_404(event)
    if request.method != "POST":
        return _finish_question(request, session)
    public_message, message_without_hands = (
        _("The evening is finished. Its hands are public now."),
        _("The evening is finished."),
    )
    if event.game.scenario_lists:
        public_message = _("The evening is finished. Its scenarios are public now.")
    message = (
        public_message
        if event.game.uses_seed and not event.is_offline_section
        else message_without_hands
    )
    this_session = Session.objects.filter(pk=session.pk)

    def finish() -> None:
        open_problems = missing_results if is_in_play(session) else unsettled_results
        check_nothing_more_is_open(request, open_problems(this_session))
        finish_session(session.pk, member_actor(request), sure=is_confirmed(request))

    return apply_and_show_desk(request, event, finish, message, asks_again="finish")


def _finish_question(request: HttpRequest, session: Session) -> HttpResponse:
    """Ask before the session is finished during play; otherwise redirect to its desk."""
    event = session.stage.event
    if session.state != Session.State.RUNNING or not is_in_play(session):
        return redirect("event_desk", event.pk)
    problems = missing_results(Session.objects.filter(pk=session.pk))
    upcoming = upcoming_rounds_text(session)
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "title": _("Finish the session now")
        if session.sitting > 1
        else _("Finish the evening now"),
        "missing_texts": [
            *([translate_text(upcoming)] if upcoming else []),
            *map(problem_text, _without_upcoming_rounds(session, problems)),
        ],
        "missing_counts": format_counts(count_by_code(problems)),
    }
    return render(request, "desk/end/finish.html", context)


def _without_upcoming_rounds(session: Session, problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems with only the missing results of rounds that have started."""
    upcoming_count = count_upcoming_plays(session)
    counted = [
        replace(problem, params={"number": int(problem.params["number"]) - upcoming_count})
        if problem.code == "results_missing"
        else problem
        for problem in problems
    ]
    return [problem for problem in counted if problem.params.get("number") != 0]


def desk_page(
    request: HttpRequest, event: Event, form: SaltForm, status: int = 200
) -> HttpResponse:
    """Render the desk."""
    session, sections = (
        get_latest_session_or_404(event),
        sections_with_role(request, event, SECTION_SCORER_ROLES),
    )
    visible_sections = _visible_sections(request, session, sections)
    stamp = read_desk_stamp(session, visible_sections)
    is_running = session.state == Session.State.RUNNING
    clock_basis = read_sections_with_clock_facts(session, visible_sections) if is_running else None
    desk = _read_and_cache_state(request, session, visible_sections, stamp, clock_basis)
    base = _base_context(request, session, desk) | presence_context(request, desk)
    context = {
        **base,
        "desk_stamp": digest(stamp),
        "signed_messages": _sign_messages(request) if session.is_over else "",
        **calls_and_announcement(session, sections),
        **_plan_context(session),
        **open_results(session, desk),
        **_event_context(request, event),
        **_commitment_context(request, session),
        **_clocks_context(
            session, visible_sections, desk, clock_basis, bool(base["directs_event"])
        ),
        "preparation": preparation_summary(session) if session.tables_make_up else None,
        "knock_out": knock_out_places(session),
        "winners": stage_winners(event, session.stage)
        if session.is_over and event.published_at
        else (),
        "visibility_choices": Event.ResultsShown.choices,
        "form": form,
        "asks_again": request.GET.get("again", ""),
        "offline_sections": offline_sections(session),
        **_codes_context(request, session, desk),
        "table_count": len(desk.rows) or _used_table_count(visible_sections),
    }
    template = (
        _template_name(session)
        if base["directs_event"] and not event.read_only
        else "desk/visitor.html"
    )
    return render(request, template, context, status=status)


def _template_name(session: Session) -> str:
    if session.state in (Session.State.CREATED, Session.State.DEALT):
        return "desk/start.html"
    return "desk/running.html" if session.state == Session.State.RUNNING else "desk/finished.html"


def _used_table_count(sections: QuerySet[Section]) -> int:
    return Table.objects.filter(section__in=sections, seatings__isnull=False).distinct().count()


def _codes_context(request: HttpRequest, session: Session, desk: DeskState) -> dict[str, object]:
    """Return the tables with their codes, which are blank for a director who plays."""
    are_hidden = hides_table_codes(user_id_or_404(request), session)
    tables = [(row.table, "" if are_hidden else code_of(row.table)) for row in desk.rows]
    return {"tables": tables, "codes_hidden": are_hidden}


def _clocks_context(
    session: Session,
    sections: QuerySet[Section],
    desk: DeskState,
    basis: SectionsWithClockFacts | None,
    directs_event: bool,
) -> dict[str, Any]:
    """Return the clocks of the rounds in progress, for readers who direct the event."""
    clocks = [section.clock for section in desk.sections if section.clock]
    if not basis or not clocks or not directs_event:
        return {}
    outlook = read_outlook(session, sections, known_facts=basis)
    return clock_context(clocks, {clock.section.pk for clock in clocks}, outlook)


def _plan_context(session: Session) -> dict[str, object]:
    """Return the plan of the session and the number of contestants; empty after the start."""
    if session.state not in (Session.State.CREATED, Session.State.DEALT):
        return {}
    return {
        "plan": plan_summary(session),
        **_contestant_counts(session.stage.event),
        "planned_for_another_day": _is_planned_for_another_day(session),
        "stage_changes": changes_since_qualification(session),
    }


def _is_planned_for_another_day(session: Session) -> bool:
    """Return whether the first session of an event is announced for another day than today.

    A start within twelve hours counts as today, because a session may begin around midnight.
    """
    starts_at, now = session.stage.event.starts_at, timezone.now()
    if starts_at is None or session.sitting != 1:
        return False
    is_far = abs(starts_at - now) > timedelta(hours=12)
    return is_far and timezone.localdate(starts_at) != timezone.localdate(now)


def _contestant_counts(event: Event) -> dict[str, int]:
    """Return the number of contestants, and of those who still play and have no name.

    Teams are not counted as nameless, because they need no names of players.
    """
    is_named = Exists(ContestantPlayer.objects.filter(contestant=OuterRef("pk")))
    counts = event.contestants.aggregate(
        contestant_count=Count("pk"),
        nameless_count=Count("pk", filter=~is_named & Q(withdrawn_at=None)),
    )
    return counts | ({"nameless_count": 0} if event.players_each == MIN_TEAM_SIZE else {})


def _base_context(request: HttpRequest, session: Session, desk: DeskState) -> dict[str, object]:
    """Return the context of both the page and its polled fragment."""
    event = session.stage.event
    directs_event = can_direct(user_id_or_404(request), event)
    return {
        "session": session,
        "event": event,
        "desk": desk,
        "form_key": new_idempotency_key(),
        "play_url_prefix": _url_prefix("desk_play", event),
        "table_url_prefix": _url_prefix("corrections_of_table", event),
        "is_drawn": session.stage.is_drawn,
        "next_draw": next_draw_step(session),
        "section_number": _section_number(request),
        "directs_event": directs_event,
        "directs_sections": directs_event or _directs_sections(request, event),
    }


def _url_prefix(url_name: str, event: Event) -> str:
    """Return the URL of a page without the id at its end, which templates append.

    A large session has a thousand links: reversing each URL would take longer than all queries.
    """
    return reverse(url_name, args=[event.pk, 0]).removesuffix("0/")


def _visible_sections(
    request: HttpRequest, session: Session, sections: QuerySet[Section]
) -> QuerySet[Section]:
    """Return the reader's sections in this session, or only the one that the URL requests."""
    session_sections, number = sections.filter(session=session), _section_number(request)
    return session_sections.filter(number=number) if number else session_sections


def _section_number(request: HttpRequest) -> int:
    """Return the section number in the URL, 0 without one."""
    return parse_number(request.GET.get("section"))


def _directs_sections(request: HttpRequest, event: Event) -> bool:
    return (
        not event.read_only and sections_with_role(request, event, SECTION_DIRECTOR_ROLES).exists()
    )


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether the reader has confirmed the step although results are open."""
    return request.POST.get("sure") == "yes" or "told" in request.POST


def _event_context(request: HttpRequest, event: Event) -> dict[str, object]:
    """Return the club, and the URLs of the public page and of the standings.

    During an embargo the standings are only on the page for printing.
    """
    clubs_of_director = event.read_only and clubs_of_user(
        user_id_or_404(request), DIRECTOR_ROLES
    ).filter(pk=event.club_id)
    public_url, is_under_embargo = (
        reverse("standings", args=[event.club.slug, event.slug]),
        is_embargoed(event),
    )
    printed_url = reverse("printed_results", args=[event.pk])
    urls = {
        "public_url": public_url,
        "is_embargoed": is_under_embargo,
        "standings_url": printed_url if is_under_embargo else public_url,
    }
    return {
        **urls,
        "club": event.club,
        "can_archive": bool(clubs_of_director and clubs_of_director.exists()),
    }


def _commitment_context(request: HttpRequest, session: Session) -> dict[str, object]:
    """Return the URL of the session's commitment, and the full URL for reading it aloud."""
    event = session.stage.event
    deals_url = reverse("deals", args=[event.club.slug, event.slug, session.sitting])
    return {
        "commitment_url": f"{deals_url}#seal",
        "commitment_full_url": request.build_absolute_uri(deals_url),
    }


def apply_and_show_desk(
    request: HttpRequest,
    event: Event,
    action: Callable[[], object],
    message: str,
    asks_again: str = "",
) -> HttpResponse:
    """Run an action and redirect to the desk, which shows its outcome and an undo button.

    If the action was refused only because results are open, the desk shows the question named by
    `asks_again`, which lists them and has a button to confirm. Other problems become messages.
    """
    report_done = success_notifier(request, event)
    if problems := try_action(action):
        if asks_again and _OPEN_RESULT_CODES.issuperset(problem.code for problem in problems):
            return redirect(f"{reverse('event_desk', args=[event.pk])}?again={asks_again}")
        add_problem_messages(request, problems)
    else:
        report_done(message)
    return redirect("event_desk", event.pk)
