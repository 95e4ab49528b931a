"""Reading CSV files: encodings, separators, and problems of single lines."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from games.typed_text import clean_text
from scoring.spreadsheet import detect_encoding, read_lines

LINES = ["licence;name", "1;Núria Camps", "2;José Ortega"]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"]
)
@pytest.mark.parametrize("separator", ["\t", ";", ","])
@pytest.mark.parametrize("has_sep_line", [True, False])
def test_list_is_read_in_any_encoding_with_any_separator(
    encoding: str, separator: str, has_sep_line: bool
) -> None:
    lines = [f"sep={separator}"] * has_sep_line + [line.replace(";", separator) for line in LINES]
    read, problems = read_lines("\r\n".join(lines).encode(encoding))
    assert [cells for _line, cells in read] == [
        ["licence", "name"],
        ["1", "Núria Camps"],
        ["2", "José Ortega"],
    ]
    assert [line for line, _cells in read] == [1 + has_sep_line, 2 + has_sep_line, 3 + has_sep_line]
    assert problems == []


def test_unclosed_quotation_mark_affects_its_own_line_only() -> None:
    read, problems = read_lines(b'licence;name\n1;"Anna\n2;Berta\n3;"Carla" x\n\n4;Dora\n')
    assert [cells for _line, cells in read] == [["licence", "name"], ["2", "Berta"], ["4", "Dora"]]
    assert [(problem.code, problem.line) for problem in problems] == [
        ("broken_line", 2),
        ("broken_line", 4),
    ]


def test_every_undecodable_line_is_reported() -> None:
    data = "1;Núria\n2;".encode() + b"Jos\xe9\n3;Anna\n4;Bel\xe9n\n"
    with pytest.raises(ValidationFailed) as refused:
        read_lines(data)
    assert [(problem.code, problem.line) for problem in refused.value.problems] == [
        ("unreadable", 2),
        ("unreadable", 4),
    ]


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\0", b"\xff\xfea", b"\xff\xfe1\0\n\0\0\xd8"])
def test_binary_file_is_refused(data: bytes) -> None:
    with pytest.raises(ValidationFailed):
        read_lines(data)


def test_control_characters_are_reported_with_their_line() -> None:
    _read, problems = read_lines(b"a;b\n1;x\0y\n2;z\n")
    assert [(problem.code, problem.line) for problem in problems] == [("control_characters", 2)]


cells = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=8)


@given(
    st.lists(st.lists(cells, min_size=2, max_size=2), min_size=1, max_size=5),
    st.sampled_from(["\t", ";", ","]),
    st.sampled_from(["utf-8-sig", "utf-16"]),
)
def test_written_csv_is_read_back(rows: list[list[str]], separator: str, encoding: str) -> None:
    text = StringIO()
    csv.writer(text, delimiter=separator).writerows([["a", "b"], *rows])
    read, problems = read_lines(text.getvalue().encode(encoding))
    assert problems == []
    written = [[clean_text(cell) for cell in row] for row in rows]
    assert [row for _line, row in read[1:] if any(row)] == [row for row in written if any(row)]


@given(st.binary(max_size=60))
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        read, problems = read_lines(data)
    except ValidationFailed as refused:
        problems, read = refused.problems, []
    assert detect_encoding(data)
    assert len({line for line, _cells in read} | {problem.line for problem in problems}) >= bool(
        read
    )
