"""The staff of a club: members, their roles, and invitations."""

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
from tournaments.access.request_access import get_owned_club_or_404, member_actor, user_id_or_404
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
from tournaments.queries.clubs import members as member_queries
from tournaments.queries.clubs.members import pending_invitations
from tournaments.web.clubs.forms import MemberForm
from tournaments.web.try_action import try_action_with_message

# Maximum number of characters of the list of sites, as in its form field.
_MAX_SITES_LENGTH = 2000


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def members_view(request: HttpRequest, club_id: int) -> HttpResponse:
    """List the members; on POST invite one more."""
    club = get_owned_club_or_404(request, club_id)
    if request.method != "POST":
        return _render_members(request, club, MemberForm())
    form = MemberForm(request.POST)
    return (
        _invite(request, club, form)
        if form.is_valid()
        else _render_members(request, club, form, status=422)
    )


@login_required
@require_POST
def member_role_view(request: HttpRequest, club_id: int, member_id: int) -> HttpResponse:
    """Change a member's role; respond with 422 if the role is unknown."""
    club = get_owned_club_or_404(request, club_id)
    membership = get_object_or_404(club.memberships.select_related("club", "user"), pk=member_id)
    role = request.POST.get("role", "")
    if role not in Membership.Role.values:
        return _render_members(request, club, MemberForm(), status=422)
    message = _("The role of %(name)s is changed.") % {"name": membership.user}
    return _run_and_redirect(
        request,
        club,
        lambda: change_role(membership, Membership.Role(role), member_actor(request)),
        message,
    )


@login_required
@require_POST
def member_remove_view(request: HttpRequest, club_id: int, member_id: int) -> HttpResponse:
    """Remove a member from the staff, and redirect to the members or, without them, to the desk."""
    club = get_owned_club_or_404(request, club_id)
    membership = get_object_or_404(club.memberships.select_related("club", "user"), pk=member_id)
    message = _("%(name)s is no longer on the staff.") % {"name": membership.user}
    return _run_and_redirect(
        request, club, lambda: remove_member(membership, member_actor(request)), message
    )


@login_required
@require_POST
def member_password_view(request: HttpRequest, club_id: int, member_id: int) -> HttpResponse:
    """Create another one-time password, shown once, for a member who has chosen no password."""
    club = get_owned_club_or_404(request, club_id)
    membership = get_object_or_404(club.memberships.select_related("club", "user"), pk=member_id)
    try:
        password = renew_one_time_password(membership, member_actor(request))
    except ValidationFailed as error:
        return _render_members(
            request,
            club,
            MemberForm(),
            status=422,
            sentences=map(problem_text, error.problems),
        )
    return _render_members(
        request, club, MemberForm(), one_time_password=(membership.user.get_username(), password)
    )


@login_required
@require_POST
def invitation_withdraw_view(
    request: HttpRequest, club_id: int, invitation_id: int
) -> HttpResponse:
    """Withdraw an invitation that has not been answered, and redirect to the members."""
    club = get_owned_club_or_404(request, club_id)
    invitation = get_object_or_404(club.invitations.select_related("club"), pk=invitation_id)
    try_action_with_message(
        request,
        lambda: withdraw_invitation(invitation, member_actor(request)),
        _("The invitation is withdrawn."),
    )
    return redirect("members", club.pk)


@login_required
@require_POST
def club_second_factor_view(request: HttpRequest, club_id: int) -> HttpResponse:
    """Require that all members have a second factor, or stop requiring it."""
    club, actor = get_owned_club_or_404(request, club_id), member_actor(request)
    actions = {"yes": require_second_factor, "no": waive_second_factor}
    if (choice := request.POST.get("demand", "")) not in actions:
        return _render_members(request, club, MemberForm(), status=422)
    try:
        actions[choice](club, actor)
    except ValidationFailed as error:
        return _render_members(
            request,
            club,
            MemberForm(),
            status=422,
            sentences=map(problem_text, error.problems),
        )
    messages.success(request, _("This applies from the next sign-in."))
    return redirect("members", club.pk)


@login_required
@require_POST
def club_listing_view(request: HttpRequest, club_id: int) -> HttpResponse:
    """Set whether search engines may list the club's public pages."""
    club = get_owned_club_or_404(request, club_id)
    action = {"yes": allow_search_listing, "no": forbid_search_listing}.get(
        request.POST.get("listed", "")
    )
    if action is None:
        message = _("Choose whether search engines may list the pages of the club.")
        return _render_members(request, club, MemberForm(), status=422, sentences=[message])
    action(club, member_actor(request))
    messages.success(request, _("Saved."))
    return redirect("members", club.pk)


@login_required
@require_POST
def club_framing_sites_view(request: HttpRequest, club_id: int) -> HttpResponse:
    """Set which sites may embed the club's standings in a frame."""
    club = get_owned_club_or_404(request, club_id)
    submitted = request.POST.get("sites", "")[:_MAX_SITES_LENGTH]
    try:
        set_framing_sites(club, submitted, member_actor(request))
    except ValidationFailed as error:
        problems = [problem_text(problem) for problem in error.problems]
        return _render_members(
            request, club, MemberForm(), status=422, sentences=problems, sites=submitted
        )
    messages.success(request, _("Saved."))
    return redirect("members", club.pk)


def _invite(request: HttpRequest, club: Club, form: MemberForm) -> HttpResponse:
    name, role = form.cleaned_data["name"], Membership.Role(form.cleaned_data["role"])
    try:
        password = invite_member(club, name, role, member_actor(request))
    except ValidationFailed as error:
        for problem in error.problems:
            form.add_error(problem.field, problem_text(problem))
        return _render_members(request, club, form, status=422)
    # Shown in this response, because no session or message may store it.
    if password:
        return _render_members(request, club, MemberForm(), one_time_password=(name, password))
    messages.success(
        request, _("%(name)s is invited, and joins the staff on accepting.") % {"name": name}
    )
    return redirect("members", club.pk)


def _run_and_redirect(
    request: HttpRequest, club: Club, action: Callable[[], None], message: str
) -> HttpResponse:
    """Run an action; redirect to the members, or to the desk if the user is no longer an owner."""
    try_action_with_message(request, action, message)
    is_still_owner = club.memberships.filter(
        user_id=user_id_or_404(request), role=Membership.Role.OWNER
    ).exists()
    return redirect("members", club.pk) if is_still_owner else redirect("desk")


def _render_members(
    request: HttpRequest, club: Club, form: MemberForm, status: int = 200, **extra: Any
) -> HttpResponse:
    """Render the members; `one_time_password` is the username and the new password.

    `sentences` are the reasons why an action was refused.
    """
    context = {
        "club": club,
        "members": member_queries.club_members(club),
        "invitations": club.invitations.select_related("user"),
        "roles": Membership.Role.choices,
        "form": form,
        "sites": "\n".join(club.framed_by),
    }
    return render(request, "clubs/members.html", context | extra, status=status)


@login_required
@require_POST
def invitation_answer_view(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Accept or decline an invitation; 404 for users who are not the invited one."""
    invitation = get_object_or_404(pending_invitations(user_id_or_404(request)), pk=invitation_id)
    actor, params = member_actor(request), {"club": invitation.club.name}
    if request.POST.get("answer") == "accept":
        try_action_with_message(
            request,
            lambda: accept_invitation(invitation, actor),
            _("You are now on the staff of %(club)s.") % params,
        )
    elif request.POST.get("answer") == "decline":
        try_action_with_message(
            request,
            lambda: decline_invitation(invitation, actor),
            _("The invitation of %(club)s is declined.") % params,
        )
    return redirect("desk")
