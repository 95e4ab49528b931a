"""Clubs, who may run their events, and where else their pages may be shown."""

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
"""First words of addresses that are not a club's."""


_SITE_NAME = re.compile(
    r"(?=.{4,253}\Z)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}"
)
_NOT_A_SITE = _("“%(site)s” is not the name of a site: write it like www.example.org.")
_TOO_MANY_SITES = _("At most %(most)s sites can be named.")


def create_club(name: str, actor: Actor) -> Club:
    """A club under a slug made from its name."""
    name = clean_text(name)
    with transaction.atomic():
        club = Club.objects.create(name=name, slug=club_slug(name))
        record_audit(actor, AuditAction.CREATE_CLUB, club, name=name)
    return club


def add_member(club: Club, user_id: int, role: Membership.Role, actor: Actor) -> Membership:
    """Give a user a role in the club, in place of the one he had."""
    with transaction.atomic():
        record_audit(actor, AuditAction.ADD_MEMBER, club, user=user_id, role=role)
        return save_membership(club, user_id, role)


def save_membership(club: Club, user_id: int, role: Membership.Role) -> Membership:
    """The row alone, for an act that writes down itself how he came to the role."""
    membership, _created = Membership.objects.update_or_create(
        club=club, user_id=user_id, defaults={"role": role}
    )
    return membership


def allow_search_listing(club: Club, actor: Actor) -> None:
    """Let search engines list the pages of the club that anybody reads; nothing is done where
    they may."""
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk, may_be_listed=False).update(may_be_listed=True):
            record_audit(actor, AuditAction.LIST_CLUB, club)


def forbid_search_listing(club: Club, actor: Actor) -> None:
    """Ask search engines to list none of the club's pages; nothing is done where they are asked
    already."""
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk, may_be_listed=True).update(may_be_listed=False):
            record_audit(actor, AuditAction.UNLIST_CLUB, club)


def set_framing_sites(club: Club, submitted: str, actor: Actor) -> None:
    """Let those sites alone show the standings inside pages of theirs; blanks or commas part their
    names.

    An address is taken for the name in it. Raises `ValidationFailed` with each that is no name.
    """
    sites = _parse_sites(submitted)
    raise_if_any(_site_problems(sites))
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk).exclude(framed_by=sites).update(framed_by=sites):
            record_audit(actor, AuditAction.LET_FRAME, club)


def _parse_sites(submitted: str) -> Sequence[str]:
    """The names, each once, as browsers compare them."""
    names = (
        re.sub(r"\Ahttps?://", "", address).partition("/")[0]
        for address in re.split(r"[\s,]+", submitted.lower())
    )
    return list(dict.fromkeys(_to_ascii(name) for name in names if name))


def _to_ascii(name: str) -> str:
    """A name with letters of any alphabet in those of the network; as it was where it is none."""
    try:
        return name.encode("idna").decode()
    except UnicodeError:
        return name


def _site_problems(sites: Sequence[str]) -> list[Problem]:
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
    """A slug for a club of that name: no other club's, and no first word of another address."""
    return unique_slug(
        name, RESERVED_SLUGS | set(Club.objects.values_list("slug", flat=True)), "club"
    )


def unique_slug(name: str, taken: set[str], prefix: str, fallback: str = "") -> str:
    """Return the slug of `name`, numbered when it is taken.

    A name of which no letter can be written in an address, as in Japanese, gets `kind` with the
    numbers in the name, or with `otherwise` where it has none: `event-12`, `event-2026-11-26`.
    """
    slug = slugify(name)[:60]
    has_lost_letters = any(letter.isalpha() and not slugify(letter) for letter in name)
    if not slug or (has_lost_letters and not any(letter.isalpha() for letter in slug)):
        slug = "-".join(part for part in (prefix, slug or fallback) if part)
    return deduplicate_slug(slug, taken)


def deduplicate_slug(base: str, taken: set[str]) -> str:
    """The same slug, numbered when it is taken."""
    candidates = (f"{base}-{number}" if number > 1 else base for number in range(1, len(taken) + 3))
    return next(slug for slug in candidates if slug not in taken)
