"""JSON from untrusted sources is parsed within limits, or rejected with one problem."""

import pytest

from games.problems import ValidationFailed
from games.strict_json import MAX_DEPTH, parse_json


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize(
    ("content", "value"),
    [
        (b'{"a": [1, -2, 3.5, null, true, "x"]}', {"a": [1, -2, 3.5, None, True, "x"]}),
        (b"\xef\xbb\xbf7", 7),
        (b'"\\ud83c\\udca1"', "\U0001f0a1"),
        (b"9" * 18, 10**18 - 1),
    ],
)
def test_valid_json_is_parsed(content: bytes, value: object) -> None:
    assert parse_json(content, max_value_count=10) == value


def test_nesting_is_limited() -> None:
    assert parse_json(nested(MAX_DEPTH), max_value_count=100)
    assert problem_code(nested(MAX_DEPTH + 1)) == "too_deep"


@pytest.mark.parametrize(
    ("content", "code"),
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
def test_invalid_or_oversized_json_is_rejected(content: bytes, code: str) -> None:
    assert problem_code(content) == code


def problem_code(content: bytes) -> str:
    with pytest.raises(ValidationFailed) as refused:
        parse_json(content, max_value_count=100)
    (problem,) = refused.value.problems
    assert len(problem.message) < 200
    return problem.code
