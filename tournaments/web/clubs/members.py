"""The staff of a club: members, their roles, invitations and their answers."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.problems import ValidationFailed
from tournaments.access.request_access import get_owned_club_or_404, member_actor, user_id
from tournaments.actions.clubs.club import (
    allow_search_listing,
    forbid_search_listing,
    set_framing_sites,
)
from tournaments.actions.clubs.invitations import (
    accept_invitation,
    decline_invitation,
    withdraw_invitation,
)
from tournaments.actions.clubs.members import change_role, invite_member, remove_member
from tournaments.actions.clubs.one_time_passwords import renew_one_time_password
from tournaments.actions.clubs.second_factors import require_second_factor, waive_second_factor
from tournaments.forms import problem_text
from tournaments.models import Club, Membership
from tournaments.queries.clubs import members as reading
from tournaments.queries.clubs.members import pending_invitations
from tournaments.web.clubs.forms import MemberForm
from tournaments.web.try_action import attempt_and_say

_LONGEST_LIST = 2000
"""Characters of a list of sites, as its field takes them."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def members_view(request: HttpRequest, club: int) -> HttpResponse:
    """The members; sent, one more."""
    own = get_owned_club_or_404(request, club)
    if request.method != "POST":
        return _page(request, own, MemberForm())
    form = MemberForm(request.POST)
    return _invite(request, own, form) if form.is_valid() else _page(request, own, form, status=422)


@login_required
@require_POST
def member_role_view(request: HttpRequest, club: int, member: int) -> HttpResponse:
    """Another role for a member."""
    own = get_owned_club_or_404(request, club)
    found = get_object_or_404(own.memberships.select_related("club", "user"), pk=member)
    submitted = request.POST.get("role", "")
    if submitted not in Membership.Role.values:
        return _page(request, own, MemberForm(), status=422)
    changed = _("The role of %(name)s is changed.") % {"name": found.user}
    return _do(
        request,
        own,
        lambda: change_role(found, Membership.Role(submitted), member_actor(request)),
        changed,
    )


@login_required
@require_POST
def member_remove_view(request: HttpRequest, club: int, member: int) -> HttpResponse:
    """A member less."""
    own = get_owned_club_or_404(request, club)
    found = get_object_or_404(own.memberships.select_related("club", "user"), pk=member)
    removed = _("%(name)s is no longer on the staff.") % {"name": found.user}
    return _do(request, own, lambda: remove_member(found, member_actor(request)), removed)


@login_required
@require_POST
def member_password_view(request: HttpRequest, club: int, member: int) -> HttpResponse:
    """Another one-time password for a member who has not chosen one, shown this once."""
    own = get_owned_club_or_404(request, club)
    found = get_object_or_404(own.memberships.select_related("club", "user"), pk=member)
    try:
        password = renew_one_time_password(found, member_actor(request))
    except ValidationFailed as refused:
        return _page(
            request, own, MemberForm(), status=422, sentences=map(problem_text, refused.problems)
        )
    return _page(request, own, MemberForm(), given=(found.user.get_username(), password))


@login_required
@require_POST
def invitation_withdraw_view(request: HttpRequest, club: int, invitation: int) -> HttpResponse:
    """The club takes an invitation back."""
    own = get_owned_club_or_404(request, club)
    found = get_object_or_404(own.invitations.select_related("club"), pk=invitation)
    attempt_and_say(
        request,
        lambda: withdraw_invitation(found, member_actor(request)),
        _("The invitation is withdrawn."),
    )
    return redirect("members", own.pk)


@login_required
@require_POST
def club_second_factor_view(request: HttpRequest, club: int) -> HttpResponse:
    """The club demands a second factor of its members, or does so no longer."""
    own, who = get_owned_club_or_404(request, club), member_actor(request)
    acts = {"yes": require_second_factor, "no": waive_second_factor}
    if (submitted := request.POST.get("demand", "")) not in acts:
        return _page(request, own, MemberForm(), status=422)
    try:
        acts[submitted](own, who)
    except ValidationFailed as refused:
        return _page(
            request, own, MemberForm(), status=422, sentences=map(problem_text, refused.problems)
        )
    messages.success(request, _("This applies from the next sign-in."))
    return redirect("members", own.pk)


@login_required
@require_POST
def club_listing_view(request: HttpRequest, club: int) -> HttpResponse:
    """Whether search engines may list what anybody reads of the club."""
    own = get_owned_club_or_404(request, club)
    act = {"yes": allow_search_listing, "no": forbid_search_listing}.get(
        request.POST.get("listed", "")
    )
    if act is None:
        wrong = _("Choose whether search engines may list the pages of the club.")
        return _page(request, own, MemberForm(), status=422, sentences=[wrong])
    act(own, member_actor(request))
    messages.success(request, _("Saved."))
    return redirect("members", own.pk)


@login_required
@require_POST
def club_frames_view(request: HttpRequest, club: int) -> HttpResponse:
    """Which sites may show the standings of the club inside pages of theirs."""
    own, written = (
        get_owned_club_or_404(request, club),
        request.POST.get("sites", "")[:_LONGEST_LIST],
    )
    try:
        set_framing_sites(own, written, member_actor(request))
    except ValidationFailed as refused:
        problems = [problem_text(problem) for problem in refused.problems]
        return _page(request, own, MemberForm(), status=422, sentences=problems, sites=written)
    messages.success(request, _("Saved."))
    return redirect("members", own.pk)


def _invite(request: HttpRequest, club: Club, form: MemberForm) -> HttpResponse:
    name, submitted = form.cleaned_data["name"], Membership.Role(form.cleaned_data["role"])
    try:
        password = invite_member(club, name, submitted, member_actor(request))
    except ValidationFailed as refused:
        for problem in refused.problems:
            form.add_error(problem.field, problem_text(problem))
        return _page(request, club, form, status=422)
    if password:  # shown here, because nothing that it could be carried on by may know it
        return _page(request, club, MemberForm(), given=(name, password))
    messages.success(
        request, _("%(name)s is invited, and joins the staff on accepting.") % {"name": name}
    )
    return redirect("members", club.pk)


def _do(request: HttpRequest, club: Club, act: Callable[[], None], done: str) -> HttpResponse:
    """Do it and say so; who is no owner any more after it finds his events instead."""
    attempt_and_say(request, act, done)
    still = club.memberships.filter(user_id=user_id(request), role=Membership.Role.OWNER).exists()
    return redirect("members", club.pk) if still else redirect("desk")


def _page(
    request: HttpRequest, club: Club, form: MemberForm, status: int = 200, **more: Any
) -> HttpResponse:
    """The members; `given` is whom to tell which one-time password, `sentences` why something
    was refused."""
    context = {
        "club": club,
        "members": reading.club_members(club),
        "invitations": club.invitations.select_related("user"),
        "roles": Membership.Role.choices,
        "form": form,
        "sites": "\n".join(club.framed_by),
    }
    return render(request, "clubs/members.html", context | more, status=status)


@login_required
@require_POST
def invitation_answer_view(request: HttpRequest, invitation: int) -> HttpResponse:
    """Joined or declined; to whom it was not sent there is no invitation."""
    found = get_object_or_404(pending_invitations(user_id(request)), pk=invitation)
    who, club = member_actor(request), {"club": found.club.name}
    if request.POST.get("answer") == "accept":
        attempt_and_say(
            request,
            lambda: accept_invitation(found, who),
            _("You are now on the staff of %(club)s.") % club,
        )
    elif request.POST.get("answer") == "decline":
        attempt_and_say(
            request,
            lambda: decline_invitation(found, who),
            _("The invitation of %(club)s is declined.") % club,
        )
    return redirect("desk")
