"""The results sheet and the command `score`: encodings, problems, and output."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils.translation import gettext, override

from games.catalogue import get_game
from games.problems import ValidationFailed
from scoring.catalogue import TEAM_METHODS
from scoring.results_sheet import read_results_sheet
from tournaments.forms import translate_text
from tournaments.templatetags.cards import line_name

HEADER = "board,ns,ew,trump,contro,ns_points,renunci"
GAME = get_game("botifarra")


def read(*lines, header=HEADER, separator=None):
    return read_results_sheet("\n".join([header, *lines]).encode(), GAME, separator)


def sheet_problems(*lines, header=HEADER, separator=None):
    with pytest.raises(ValidationFailed) as refused:
        read(*lines, header=header, separator=separator)
    return [(problem.line, problem.code, problem.field) for problem in refused.value.problems]


VALID_LINE = "1,a,b,oros,none,40,"


@pytest.mark.parametrize("byte_order_mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("separator", [",", ";"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_utf8_sheet_is_read_with_any_separator_line_end_and_byte_order_mark(
    byte_order_mark, separator, line_end
):
    text = line_end.join([HEADER, "2,Núria,Japó,oros,none,40,", VALID_LINE, ",,,,,,", ""]).replace(
        ",", separator
    )
    boards = read_results_sheet(byte_order_mark + text.encode(), GAME)
    assert list(boards) == [1, 2]
    assert boards[2][0].contestants == {"ns": ("Núria",), "ew": ("Japó",)}
    assert boards[2][0].x == {"ns": 4, "ew": -4}


def test_sheet_in_windows_1252_is_read():
    boards = read_results_sheet(
        f"{HEADER}\n1,Núria “la Nena”,b,oros,none,40,".encode("cp1252"), GAME
    )
    assert boards[1][0].contestants["ns"] == ("Núria “la Nena”",)


def test_undecodable_line_is_reported():
    with pytest.raises(ValidationFailed) as refused:
        read_results_sheet(HEADER.encode() + b"\n1,\x81\xff,b,oros,none,40,", GAME)
    assert [(problem.code, problem.line) for problem in refused.value.problems] == [
        ("unreadable", 2)
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_sep_line_sets_the_separator(encoding):
    rows = ["sep=\t", HEADER.replace(",", "\t"), "1\tNu\u0301ria\u200b\tb\toros\tnone\t40\t"]
    boards = read_results_sheet("\r\n".join(rows).encode(encoding), GAME)
    assert boards[1][0].contestants["ns"] == ("Núria",)


def test_quoted_cell_may_contain_the_separator():
    assert read('1,"Puig, Anna",b,oros,none,40,')[1][0].contestants["ns"] == ("Puig, Anna",)


def test_dealer_column_overrides_the_dealer():
    by_number = read("1,a,b,botifarra,none,40,")[1][0]
    by_column = read("W,1,a,b,botifarra,none,40,", header=f"dealer,{HEADER}")[1][0]
    assert (by_number.x, by_column.x) == ({"ns": 8, "ew": -4}, {"ns": 4, "ew": -8})


def test_empty_outcome_is_unplayed_and_renunci_is_flagged():
    empty, renunci = read("1,a,b,,,,", "1,c,d,oros,none,,ew")[1]
    assert (empty.x, empty.flagged) == ({}, False)
    assert (renunci.x, renunci.flagged) == ({"ns": 36, "ew": -36}, True)


def test_cell_is_split_into_individuals_by_separator():
    assert read("1,a / b,c / d,oros,none,40,", separator=" / ")[1][0].contestants["ew"] == (
        "c",
        "d",
    )


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("0,e,f,oros,none,40,", "bad_board", "board"),
        (",e,f,oros,none,40,", "bad_board", "board"),
        ("1.5,e,f,oros,none,40,", "bad_board", "board"),
        ("1,,f,oros,none,40,", "missing", "ns"),
        ("1,e,f,coins,none,40,", "not_a_choice", "trump"),
        ("1,e,f,,none,40,", "missing", "trump"),
        ("1,e,f,oros,none,forty,", "not_a_number", "ns_points"),
        ("1,e,f,oros,none,73,", "out_of_range", "ns_points"),
        ("1,e,f,oros,none,,", "points_missing", "ns_points"),
        ("1,e,f,oros,none,40,ew", "points_with_renunci", "ns_points"),
        ("1,e,f,oros,none,40,,7", "too_many_cells", None),
        ("1,e,f", "too_few_cells", "trump"),
        ('1,"e,f,oros,none,40,', "broken_line", None),
        ('1,"e"x,f,oros,none,40,', "broken_line", None),
        ("1,a,f,oros,none,40,", "twice_on_board", "ns"),
        ("1,e,e,oros,none,40,", "twice_on_board", "ew"),
    ],
)
def test_problem_of_a_line_names_line_and_field(line, code, field):
    lines_before = [VALID_LINE, *(f"{board},a,b,oros,none,40," for board in range(2, 6))]
    assert sheet_problems(*lines_before, line, "8,a,b,oros,none,40,") == [(7, code, field)]


def test_all_problems_are_reported_in_line_order():
    assert sheet_problems("x,a,b,coins,none,80,", VALID_LINE, "1,a,c,oros,maybe,40,") == [
        (2, "bad_board", "board"),
        (2, "not_a_choice", "trump"),
        (2, "out_of_range", "ns_points"),
        (4, "not_a_choice", "contro"),
        (4, "twice_on_board", "ns"),
    ]


def test_different_dealers_of_a_board_are_reported():
    lines = ("N,1,a,b,oros,none,40,", "S,1,c,d,oros,none,40,", "Q,2,c,d,oros,none,40,")
    assert sheet_problems(*lines, header=f"dealer,{HEADER}") == [
        (3, "other_dealer", "dealer"),
        (4, "bad_dealer", "dealer"),
    ]


def test_problems_of_header_and_lines_are_reported_together():
    assert sheet_problems("1,a,oros,80,x,y", header="board,ns,trump,ns_points,nw,ns") == [
        (1, "missing_column", "ew"),
        (1, "unknown_column", "nw"),
        (1, "column_twice", "ns"),
        (2, "out_of_range", "ns_points"),
    ]


def test_missing_column_is_reported_once():
    assert sheet_problems("1,a,b,oros", "1,c,d,oros", header="board,ns,ew,trump") == [
        (1, "missing_column", "ns_points")
    ]


@pytest.mark.parametrize("data", [b"", b"\n\n", HEADER.encode(), f"{HEADER}\n,,,,,,\n".encode()])
def test_file_without_results_is_refused(data):
    with pytest.raises(ValidationFailed) as refused:
        read_results_sheet(data, GAME)
    assert [problem.code for problem in refused.value.problems] == ["empty"]


def score(tmp_path, *lines, **options):
    file = tmp_path / "session.csv"
    file.write_text("\n".join([HEADER, *lines]), encoding="utf-8")
    output, errors = StringIO(), StringIO()
    status = 0
    try:
        call_command("score", str(file), game="botifarra", stdout=output, stderr=errors, **options)
    except SystemExit as stopped:
        status = stopped.code
    return status, output.getvalue(), errors.getvalue()


def test_command_reads_column_titles_in_every_language(tmp_path):
    titles = {}
    for language in ("ca", "es", "en", "ja"):
        with override(language):
            fields = [
                translate_text(field.title) for field in GAME.fields if field.name != "delegated"
            ]
            lines = [line_name(line, GAME.lines) for line in GAME.lines]
            titles[language] = [gettext("Board"), *lines, *fields]
    outputs = set()
    for header in titles.values():
        file = tmp_path / "session.csv"
        file.write_bytes(
            ("\t".join(header) + "\n" + VALID_LINE.replace(",", "\t")).encode("utf-16")
        )
        output, errors = StringIO(), StringIO()
        call_command("score", str(file), game="botifarra", json=True, stdout=output, stderr=errors)
        outputs.add(output.getvalue())
        assert "Read as UTF-16." in errors.getvalue()
    assert len(outputs) == 1
    assert '"a"' in outputs.pop()


def test_command_prints_exact_json(tmp_path):
    status, output, _err = score(
        tmp_path, VALID_LINE, "1,c,d,oros,none,37,", "1,e,f,oros,none,36,", "1,g,h,,,,", json=True
    )
    value = json.loads(output)
    assert status == 0
    assert value["boards"][0]["results"][1] == {
        "ns": "c",
        "ew": "d",
        "x": {"ns": 1, "ew": -1},
        "award": {"ns": "5/4", "ew": "7/4"},
    }
    assert value["boards"][0]["results"][3] == {"ns": "g", "ew": "h", "x": None, "award": None}
    ns, ew = value["standings"]
    assert (ns["line"], ew["line"]) == ("ns", "ew")
    assert ns["rows"][1] == {
        "rank": 2,
        "contestant": "c",
        "total": "5/4",
        "boards": 1,
        "mean": "5/4",
    }
    assert ns["rows"][3] == {
        "rank": None,
        "contestant": "g",
        "total": "0",
        "boards": 0,
        "mean": "0",
    }


def test_command_prints_percent_exactly_in_json_and_truncated_in_table(tmp_path):
    lines = (VALID_LINE, "1,c,d,oros,none,38,", "1,e,f,oros,none,37,")
    _status, output, _err = score(tmp_path, *lines, json=True, scale="percent")
    assert json.loads(output)["standings"][0]["rows"][1]["total"] == "100/3"
    _status, table, _err = score(tmp_path, *lines, scale="percent")
    assert table.split("\n\n")[2].splitlines()[2].split() == ["2", "d", "66", "1", "66"]


@pytest.mark.parametrize(
    ("method", "awards"),
    [
        ("min_max", ["2", "4/3", "1"]),
        ("matchpoints", ["4", "2", "0"]),
        ("butler", ["5/3", "-1/3", "-4/3"]),
        ("total", ["4", "2", "1"]),
    ],
)
def test_command_scores_by_every_method(tmp_path, method, awards):
    lines = ("1,a,b,oros,none,40,", "1,c,d,oros,none,38,", "1,e,f,oros,none,37,")
    _status, output, _err = score(tmp_path, *lines, json=True, method=method)
    rows = json.loads(output)["standings"][0]["rows"]
    assert rows == [
        {"rank": place, "contestant": name, "total": award, "boards": 1, "mean": award}
        for place, (name, award) in enumerate(zip("ace", awards, strict=True), 1)
    ]


def test_command_passes_method_options_and_individuals(tmp_path):
    lines = ("1,a / b,c / d,oros,none,40,", "1,e / f,g / h,oros,none,40,")
    options = {"json": True, "individuals": True, "method_option": [("equal", "2")]}
    _status, output, _err = score(tmp_path, *lines, **options)
    rows = json.loads(output)["standings"][0]["rows"]
    assert [(row["rank"], row["contestant"], row["total"]) for row in rows] == [
        (1, name, "2") for name in "abef"
    ]


def test_command_prints_problems_and_exits_with_1(tmp_path):
    status, output, _err = score(tmp_path, "1,a,b,coins,none,99,", json=True)
    assert status == 1
    assert [(problem["line"], problem["field"]) for problem in json.loads(output)["problems"]] == [
        (2, "trump"),
        (2, "ns_points"),
    ]
    status, output, err = score(tmp_path, "1,a,b,coins,none,99,")
    assert (status, output) == (1, "")
    assert err.count("line 2") == 2


def test_command_exits_with_1_for_missing_file(tmp_path):
    with pytest.raises(SystemExit) as stopped:
        call_command(
            "score", str(tmp_path / "none.csv"), game="botifarra", json=True, stdout=StringIO()
        )
    assert stopped.value.code == 1


@pytest.mark.parametrize(
    "options",
    [
        {"method": "median"},
        {"method": "matchpoints", "scale": "percent"},
        {"method": "victory_points"},
        {"method_option": [("equal", "9")]},
        {"option": [("a", "b")]},
    ],
)
def test_command_exits_with_2_for_wrong_usage(tmp_path, options):
    status, output, errors = score(tmp_path, VALID_LINE, **options)
    assert (status, output) == (2, "")
    assert errors


@pytest.mark.parametrize("method", TEAM_METHODS, ids=lambda method: method.key)
def test_command_rejects_team_methods(tmp_path, method):
    status, output, errors = score(tmp_path, VALID_LINE, method=method.key)
    assert (status, output) == (2, "")
    assert "compares teams over the two tables of a match" in errors
