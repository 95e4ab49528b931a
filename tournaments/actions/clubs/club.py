"""Create clubs, give members roles, and set who may list and embed the public pages."""

import re
from collections.abc import Sequence

from django.db import transaction
from django.utils.text import slugify

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text
from tournaments.actions.audit import record_audit
from tournaments.actions.limits import MAX_FRAMING_SITES
from tournaments.models import AuditAction, Club, Membership
from tournaments.permissions.actor import Actor

# First parts of URLs that a club's slug must not equal.
RESERVED_SLUGS = {
    *(
        "api",
        "desk",
        "games",
        "guide",
        "health",
        "language",
        "sign-in",
        "sign-out",
        "static",
        "t",
        "team",
    )
}


_SITE_NAME = re.compile(
    r"(?=.{4,253}\Z)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}"
)
_NOT_A_SITE = _("“%(site)s” is not the name of a site: write it like www.example.org.")
_TOO_MANY_SITES = _("At most %(most)s sites can be named.")


def create_club(name: str, actor: Actor) -> Club:
    """Create a club; its slug is derived from its name."""
    name = clean_text(name)
    with transaction.atomic():
        club = Club.objects.create(name=name, slug=club_slug(name))
        record_audit(actor, AuditAction.CREATE_CLUB, club, name=name)
    return club


def add_member(club: Club, user_id: int, role: Membership.Role, actor: Actor) -> Membership:
    """Give a user a role in the club, replacing an earlier role."""
    with transaction.atomic():
        record_audit(actor, AuditAction.ADD_MEMBER, club, user=user_id, role=role)
        return save_membership(club, user_id, role)


def save_membership(club: Club, user_id: int, role: Membership.Role) -> Membership:
    """Store a membership without an audit entry, for actions that write another entry."""
    membership, _created = Membership.objects.update_or_create(
        club=club, user_id=user_id, defaults={"role": role}
    )
    return membership


def allow_search_listing(club: Club, actor: Actor) -> None:
    """Let search engines list the club's public pages; does nothing if they may already."""
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk, may_be_listed=False).update(may_be_listed=True):
            record_audit(actor, AuditAction.LIST_CLUB, club)


def forbid_search_listing(club: Club, actor: Actor) -> None:
    """Ask search engines not to list the club's pages; does nothing if they already are asked."""
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk, may_be_listed=True).update(may_be_listed=False):
            record_audit(actor, AuditAction.UNLIST_CLUB, club)


def set_framing_sites(club: Club, submitted: str, actor: Actor) -> None:
    """Set which sites may embed the standings in a frame.

    `submitted` is a text with host names, separated by blanks or commas; of a URL its host is
    taken. Raises
    `ValidationFailed` with each entry that is not a host name, and if there are too many.
    """
    sites = _parse_sites(submitted)
    raise_if_any(_framing_site_problems(sites))
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk).exclude(framed_by=sites).update(framed_by=sites):
            record_audit(actor, AuditAction.SET_FRAMING_SITES, club)


def _parse_sites(submitted: str) -> Sequence[str]:
    """Return the host names of a text without duplicates, in lower case and IDNA form."""
    names = (
        re.sub(r"\Ahttps?://", "", address).partition("/")[0]
        for address in re.split(r"[\s,]+", submitted.lower())
    )
    return list(dict.fromkeys(_to_ascii(name) for name in names if name))


def _to_ascii(name: str) -> str:
    """Return a host name in its IDNA form, or unchanged if it has none."""
    try:
        return name.encode("idna").decode()
    except UnicodeError:
        return name


def _framing_site_problems(sites: Sequence[str]) -> list[Problem]:
    invalid_sites = [site for site in sites if not _SITE_NAME.fullmatch(site)][:MAX_FRAMING_SITES]
    problems = [
        Problem("no_site", _NOT_A_SITE, {"site": site[:80]}, "sites") for site in invalid_sites
    ]
    if len(sites) > MAX_FRAMING_SITES:
        problems.append(
            Problem("too_many_sites", _TOO_MANY_SITES, {"most": MAX_FRAMING_SITES}, "sites")
        )
    return problems


def club_slug(name: str) -> str:
    """Return a slug for a club's name that is neither taken nor reserved."""
    return unique_slug(
        name, RESERVED_SLUGS | set(Club.objects.values_list("slug", flat=True)), "club"
    )


def unique_slug(name: str, taken: set[str], prefix: str, fallback: str = "") -> str:
    """Return a slug for `name`, with a number if the slug is in `taken`.

    A name without Latin letters, such as a Japanese one, becomes `prefix` followed by the digits of
    the name, or by `fallback` if the name has no digits: `event-12`, `event-2026-11-26`.
    """
    slug = slugify(name)[:60]
    has_lost_letters = any(letter.isalpha() and not slugify(letter) for letter in name)
    if not slug or (has_lost_letters and not any(letter.isalpha() for letter in slug)):
        slug = "-".join(part for part in (prefix, slug or fallback) if part)
    return deduplicate_slug(slug, taken)


def deduplicate_slug(base: str, taken: set[str]) -> str:
    """Return `base` if it is not taken, else the first free one of `base-2`, `base-3` …"""
    candidates = (f"{base}-{number}" if number > 1 else base for number in range(1, len(taken) + 3))
    return next(slug for slug in candidates if slug not in taken)
