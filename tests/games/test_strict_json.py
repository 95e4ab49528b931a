"""JSON from elsewhere: read where it is like ours, else refused with one sentence."""

import pytest

from games.problems import ValidationFailed
from games.strict_json import MAX_DEPTH, parse_json


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize(
    ("sent", "value"),
    [
        (b'{"a": [1, -2, 3.5, null, true, "x"]}', {"a": [1, -2, 3.5, None, True, "x"]}),
        (b"\xef\xbb\xbf7", 7),
        (b'"\\ud83c\\udca1"', "\U0001f0a1"),
        (b"9" * 18, 10**18 - 1),
    ],
)
def test_what_is_like_ours_is_read(sent: bytes, value: object) -> None:
    assert parse_json(sent, max_values=10) == value


def test_lists_stand_in_one_another_so_deep() -> None:
    assert parse_json(nested(MAX_DEPTH), max_values=100)
    assert refused(nested(MAX_DEPTH + 1)) == "too_deep"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"\xff", "not_json"),
        (b"NaN", "not_json"),
        (b"[1e999]", "not_json"),
        (b'{"a": 1, "b": 2, "a": 3}', "repeated_key"),
        (b'[{"\xc3\xad": {"a": 1, "a": 1}}]', "repeated_key"),
        (b"9" * 19, "number_too_long"),
        (b'{"salt": "\\ud800"}', "parse_error"),
        (b'[{"\\uDFFF": 1}]', "parse_error"),
        (b"-" + b"9" * 5000, "number_too_long"),
        (b"[" + b"1," * 100 + b"1]", "too_many_values"),
        (nested(900), "too_deep"),
        (nested(100_000), "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
    ],
)
def test_what_is_not_is_refused(sent: bytes, code: str) -> None:
    assert refused(sent) == code


def refused(sent: bytes) -> str:
    with pytest.raises(ValidationFailed) as refusal:
        parse_json(sent, max_values=100)
    (problem,) = refusal.value.problems
    assert len(problem.message) < 200
    return problem.code
