"""Digests of values that were shown or entered, to recognise the values later."""

from django.utils.crypto import salted_hmac

_DIGEST_LENGTH = 16


def digest(value: object) -> str:
    """Return a short keyed digest of a value's `repr`.

    Digests are parts of URLs. They are keyed because there are few possible results, and otherwise
    one could compute the digest of each. Only values that the reader sees anyway may be digested.
    """
    return salted_hmac("told", repr(value)).hexdigest()[:_DIGEST_LENGTH]
