"""What may stand in an address, for pages and API alike."""

from django.urls.converters import IntConverter, PathConverter

from games.json_text import MOST_DIGITS


class NumberConverter(IntConverter):
    """A number that a row could have; a longer one is an address without a page."""

    regex = f"[0-9]{{1,{MOST_DIGITS}}}"


class AnythingConverter(PathConverter):
    """Whatever stands in an address, line ends too, which `path` leaves to the pages of people."""

    regex = "(?s:.+)"


CONVERTERS: dict[str, type] = {"number": NumberConverter, "anything": AnythingConverter}
"""By the words that addresses call them by."""
