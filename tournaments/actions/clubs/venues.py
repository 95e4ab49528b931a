"""Add, rename and remove a club's venues, and set who looks after each."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text, comparison_key
from tournaments.actions.audit import record_audit
from tournaments.actions.limits import MAX_VENUES
from tournaments.models import AuditAction, Club, Membership, Venue
from tournaments.permissions.actor import Actor
from tournaments.permissions.roles import VENUE_ROLES

_NO_VENUE_ROLE = _(
    "Choose people who have a role at a venue: give it to them on the page Staff first."
)


def add_venue(club: Club, name: str, actor: Actor) -> Venue:
    """Add a venue, which has no staff yet.

    Raises `ValidationFailed` for a name that is missing or too long or that another venue has, and
    if the club has too many venues.
    """
    with transaction.atomic():
        # Lock the club: two concurrent requests would both find the name free.
        club = Club.objects.select_for_update().get(pk=club.pk)
        cleaned_name = clean_text(name)
        raise_if_any([*_name_problems(club.venues.all(), cleaned_name), *_count_problems(club)])
        venue = Venue.objects.create(club=club, name=cleaned_name)
        record_audit(actor, AuditAction.ADD_VENUE, club, at_venue=cleaned_name)
    return venue


def change_venue(
    venue: Venue, name: str, staff_membership_ids: Collection[int], actor: Actor
) -> None:
    """Rename a venue, and replace its staff by the members with these memberships.

    Raises `ValidationFailed` for a name as `add_venue` does, and if one of the members has no role
    at venues in the club.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=venue.club_id)
        cleaned_name, memberships = (
            clean_text(name),
            _venue_memberships(club).filter(pk__in=staff_membership_ids),
        )
        problems = _name_problems(club.venues.exclude(pk=venue.pk), cleaned_name)
        if memberships.count() != len(set(staff_membership_ids)):
            problems.append(Problem("no_staff", _NO_VENUE_ROLE, field="staff"))
        raise_if_any(problems)
        venue.name = cleaned_name
        venue.save(update_fields=["name"])
        record_audit(actor, AuditAction.CHANGE_VENUE, club, at_venue=cleaned_name)
        _set_staff(venue, set(memberships), actor)


def _set_staff(venue: Venue, staff: set[Membership], actor: Actor) -> None:
    """Replace a venue's staff, with an audit entry for each member added or removed."""
    former_staff = set(venue.staff.all())
    changes = (
        (AuditAction.GIVE_VENUE, staff - former_staff),
        (AuditAction.TAKE_VENUE, former_staff - staff),
    )
    for action, memberships in changes:
        for membership in sorted(memberships, key=lambda membership: membership.pk):
            record_audit(actor, action, venue.club, user=membership.user_id, at_venue=venue.name)
    venue.staff.set(staff)


def remove_venue(venue: Venue, actor: Actor) -> None:
    """Delete a venue. Its sections remain, and belong to the club's own staff."""
    with transaction.atomic():
        record_audit(actor, AuditAction.REMOVE_VENUE, venue.club, at_venue=venue.name)
        venue.delete()


def _venue_memberships(club: Club) -> QuerySet[Membership]:
    return club.memberships.filter(role__in=VENUE_ROLES)


def _name_problems(other_venues: QuerySet[Venue], name: str) -> list[Problem]:
    max_length = Venue._meta.get_field("name").max_length or 0
    if not name:
        return [Problem("venue_unnamed", _("Enter the name of the venue."), field="name")]
    if len(name) > max_length:
        template = _("Use at most %(most)s letters for the name of a venue.")
        return [Problem("venue_name_long", template, {"most": max_length}, "name")]
    # Compared in Python, because databases differ in how they ignore case.
    if comparison_key(name) in {comparison_key(venue.name) for venue in other_venues}:
        template = _("There is already a venue called %(name)s.")
        return [Problem("venue_name_taken", template, {"name": name}, "name")]
    return []


def _count_problems(club: Club) -> list[Problem]:
    if club.venues.count() < MAX_VENUES:
        return []
    template = _("A club has at most %(most)s venues.")
    return [Problem("too_many_venues", template, {"most": MAX_VENUES}, "name")]
