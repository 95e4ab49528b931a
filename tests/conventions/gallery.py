"""The context of the gallery of components."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from types import SimpleNamespace

from django import forms
from django.template.loader import render_to_string

from games.catalogue import get_game
from games.deals import BoardSetup
from scoring.catalogue import get_method
from scoring.explanations.totals import explain_running_sum
from scoring.frequencies import FieldResults
from tournaments.models import Event
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.movements.catalogue import get_movement
from tournaments.queries.rounds.clock import Clock
from tournaments.queries.rounds.fairness import fairness_of_proposal
from tournaments.queries.rounds.meetings import meetings_of_plan
from tournaments.queries.standings.ranking import ShownRanking
from tournaments.templatetags.cards import CALLS
from tournaments.templatetags.tabs import Tab
from tournaments.web.contestants.list_problems import LineWithProblems, ListProblems
from tournaments.web.trials.forms import TrialForm

TRUMPS = [(key, CALLS[key]) for key in ("oros", "copes", "espases", "bastos", "botifarra")]
HANDS = {
    "N": ["O9", "O12", "O3", "C1", "C8", "C7", "E12", "E11", "E5", "B10", "B6", "B2"],
    "W": ["O1", "O11", "O10", "O8", "O7", "O6", "C9", "C2", "E9", "E4", "E3", "B11"],
    "S": ["C12", "C11", "C10", "C6", "C5", "E1", "E10", "E8", "B9", "B8", "B7", "B5"],
    "E": ["O5", "O4", "O2", "C4", "C3", "E7", "E6", "E2", "B1", "B12", "B4", "B3"],
}


PLAYERS = list(enumerate(("Anna Puig", "Berta Roca", "Carles Font", "Dídac Mas"), 1))
TEAM = SimpleNamespace(
    contestant=SimpleNamespace(number=1),
    tables={"ns": 1, "ew": 2},
    on_line={
        line: [(seat.upper(), dict(PLAYERS)[1 + "nsew".index(seat)]) for seat in line]
        for line in ("ns", "ew")
    },
)
LINE_UP = SimpleNamespace(
    match=SimpleNamespace(round=SimpleNamespace(pk=1)),
    team=TEAM,
    tables=[
        SimpleNamespace(
            line=line,
            table=table,
            seats=[
                SimpleNamespace(seat=seat.upper(), players=PLAYERS, chosen=1 + "nsew".index(seat))
                for seat in line
            ],
        )
        for line, table in (("ns", 1), ("ew", 2))
    ],
)


ROUND_END = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)
CLOCKS = [
    Clock("running", ROUND_END, None, ROUND_END - timedelta(minutes=12)),
    Clock("break", ROUND_END, None, ROUND_END - timedelta(minutes=8)),
    Clock("paused", None, timedelta(minutes=7), ROUND_END),
    Clock("over", ROUND_END, None, ROUND_END + timedelta(minutes=3)),
]


class EntryForm(forms.Form):
    """A form with one field of each kind."""

    name = forms.CharField(label="Name", help_text="As it stands in the standings.")
    trump = forms.ChoiceField(label="Trump", choices=TRUMPS, widget=forms.RadioSelect)
    delegated = forms.BooleanField(label="delegated", required=False)
    contro = forms.ChoiceField(
        label="Contro",
        choices=[(1, "no"), (2, "contro"), (4, "recontro")],
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(label="Points N-S", min_value=0, max_value=72)
    tables = forms.IntegerField(label="Tables", min_value=1, max_value=99)


CONTRO = {
    "trump": "copes",
    "delegated": False,
    "contro": "contro",
    "ns_points": 41,
    "renunci": None,
}


def render_gallery() -> str:
    """Return the gallery as a page."""
    entry = EntryForm(initial={"trump": "copes", "contro": 1, "points": 41, "tables": 6})
    context = {
        "club": "Penya del Bon Trumfo",
        "event": Event(name="Campionat de la festa major", game_key="botifarra"),
        "tabs": [
            Tab("standings", "Standings", "#", True),
            Tab("boards", "Boards", "#"),
            Tab("rounds", "Rounds", "#"),
        ],
        "symbols": list(CALLS),
        "winners": ["Anna Puig – Berta Roca"],
        "read_only": {"read_only": True},
        "announced": {"starts_at": datetime(2026, 11, 26, 20, 30, tzinfo=UTC), "place": "Bar Sol"},
        "states": ["due", "entered", "confirmed", "conflict", "ruled", "decided", "void", "late"],
        "event_states": ["coming", "running", "finished", "published"],
        "clocks": CLOCKS,
        "entry": entry,
        "options": TrialForm(get_game("botifarra"), {}),
        "refused": EntryForm({"points": "73"}),
        "wrong_list": ListProblems(
            [
                LineWithProblems(
                    3, "Ana Puig - Berta Roca", ["The club knows this name as Anna Puig."]
                )
            ],
            ["Correct these lines of the list: 3."],
            has_similar_names=True,
        ),
        "sentences": ["The two sides must make 72: N-S 45 leaves E-W 27."],
        "hands": HANDS,
        "names": {"N": "Anna Puig", "W": "Carles Font", "S": "Berta Roca", "E": "Dídac Mas"},
        "spanish_hand": HANDS["N"],
        "french_hand": ["SA", "SK", "S10", "HQ", "HJ", "D10", "D9", "D2", "CA", "C7"],
        "everybody": meetings_of_plan(get_movement("howell").plan(7, 4)),
        "two_lines": meetings_of_plan(get_movement("mitchell").plan(16, 6)),
        "fairness": fairness_of_proposal(propose_movements(TimeBudget(9))[0], chosen=True),
        "tarot_hands": {
            "A": ["SK", "S10", "BC", "CJ", "D1", "T21", "F"],
            "B": ["SQ", "T1"],
            "C": ["D10"],
        },
        "tarot_talon": ["S2", "T7"],
        "tables": ["AB", "ABC", "ABCDE", "ABCDEF"],
        "award": Fraction(47, 29),
        "ranking": ShownRanking("all", []),
        "explanation": get_method("min_max").explain_x_award(
            2, False, FieldResults({-11: 2, 2: 1, 6: 1}, {}, 4)
        ),
        "x_explanation": get_game("botifarra").explain_x(CONTRO, BoardSetup(2, "W"))["ns"],
        "sum_explanation": explain_running_sum(Fraction(29, 3), Fraction(47, 29)),
        "scenario": [("Weather", ["storm"]), ("Map", ["castle", "forest", "village"])],
        "team": TEAM,
        "line_up": LINE_UP,
    }
    return render_to_string("shared/gallery.html", context)
