"""URL path converters for pages and API."""

from django.urls.converters import IntConverter, PathConverter, SlugConverter

from games.strict_json import MAX_DIGITS
from tournaments.actions.clubs.club import RESERVED_SLUGS


class NumberConverter(IntConverter):
    """A number that may be an id; a longer one matches no URL."""

    regex = f"[0-9]{{1,{MAX_DIGITS}}}"


class AnythingConverter(PathConverter):
    """Any text, also with line ends, which `path` does not match."""

    regex = "(?s:.+)"


class ClubConverter(SlugConverter):
    """A slug that a club may have, excluding the first words of other URLs."""

    regex = f"(?!(?:{'|'.join(sorted(RESERVED_SLUGS))})/){SlugConverter.regex}"


# Converters by the name that URL patterns use.
CONVERTERS: dict[str, type] = {
    "number": NumberConverter,
    "anything": AnythingConverter,
    "club": ClubConverter,
}
