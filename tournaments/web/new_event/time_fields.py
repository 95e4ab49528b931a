"""The fields of an event's form that say how long it may take, and for which club's pace."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.options import MINUTES as MINUTES_SAID
from tournaments.forms import number_in
from tournaments.models import Club
from tournaments.movements.advice.time_budget import MINUTES, PACES, TimeBudget
from tournaments.movements.frame.movement import BOARDS_PER_ROUND, ROUNDS
from tournaments.queries.rounds.pace import Pace, minutes_per_board
from tournaments.web.new_event.game_fields import GameFields

WRONG_NUMBER = ("invalid", "min_value", "max_value")
"""What a number can be refused for."""

_BOARDS = _("Say how many boards a table plays in a round, from 1 to 64, or leave it empty.")
_ROUNDS = _("Say how many rounds you play, from 1 to 200, or leave it empty.")
_MINUTES = _("Say how many minutes you have, from 5 to 1440.")
_PACE = _("Say how many minutes a board takes, from 1 to 180: 7 or 7.5.")


class TimeFields(GameFields):
    """The club, the minutes there are, those of a board; rounds and boards where they are
    decided already."""

    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)
    minutes = forms.IntegerField(
        label=_("How long have you got?"),
        required=False,
        initial=TimeBudget.minutes,
        min_value=MINUTES[0],
        max_value=MINUTES[-1],
        help_text=_("Minutes, all in all."),
        error_messages=dict.fromkeys(WRONG_NUMBER, _MINUTES),
    )
    minutes_per_board = forms.DecimalField(
        label=_("Minutes a board"),
        required=False,
        min_value=PACES[0],
        max_value=PACES[-1],
        max_digits=4,
        decimal_places=1,
        widget=forms.NumberInput(attrs={"step": "0.5", "inputmode": "decimal"}),
        error_messages=dict.fromkeys((*WRONG_NUMBER, "max_digits", "max_decimal_places"), _PACE),
    )
    paced = forms.CharField(required=False, widget=forms.HiddenInput)
    """The minutes a board that the page proposed: left alone, they follow the game."""
    boards_per_round = forms.IntegerField(
        label=_("Boards a round"),
        required=False,
        min_value=BOARDS_PER_ROUND[0],
        max_value=BOARDS_PER_ROUND[-1],
        help_text=_("Empty: as many as there is time for."),
        error_messages=dict.fromkeys(WRONG_NUMBER, _BOARDS),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=ROUNDS[0],
        max_value=ROUNDS[-1],
        help_text=_("Empty: as many as there is time for."),
        error_messages=dict.fromkeys(WRONG_NUMBER, _ROUNDS),
    )

    in_all = forms.ChoiceField(label=_("Boards in all"), required=False, widget=forms.RadioSelect)

    def __init__(self, clubs: QuerySet[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = self.fields["club"]
        offered.queryset, offered.initial = clubs, clubs.first()  # type: ignore[attr-defined]
        if len(clubs) == 1:
            offered.widget = forms.HiddenInput()
        self.fields["minutes_per_board"].help_text = self._whose_pace
        if self.initial.get("minutes_per_board") in (None, "", self.initial.get("paced")):
            self.initial["minutes_per_board"] = self._pace_written
        self.initial["paced"] = self._pace_written
        self._offer_totals()

    def _offer_totals(self) -> None:
        """The numbers of boards that the rules of the game make an event of; they follow the
        game."""
        totals = [str(each) for each in self.playing.usual_totals]
        if not totals:
            del self.fields["in_all"]
            return
        choices = [
            *((each, each) for each in totals),
            ("", gettext("as many as there is time for")),
        ]
        self.fields["in_all"].choices = choices  # type: ignore[attr-defined]
        submitted: Mapping[str, Any] = self.data if self.is_bound else self.initial
        if submitted.get("in_all") in dict(choices):
            return
        if self.is_bound:
            self.data = {**{name: submitted[name] for name in submitted}, "in_all": totals[0]}
        else:
            self.initial["in_all"] = totals[0]

    @property
    def total_said(self) -> int | None:
        """How many boards in all were chosen; None for as many as there is time for."""
        said = str(self["in_all"].value()) if "in_all" in self.fields else ""
        return int(said) if said in map(str, self.playing.usual_totals) else None

    @property
    def minutes_there_are(self) -> int:
        """The minutes said so far, or the usual ones."""
        return self._number("minutes") or TimeBudget.minutes

    @property
    def pace_said(self) -> Fraction:
        """The minutes a board said so far, or those of the club."""
        return Fraction(self._number("minutes_per_board") or self.pace.minutes)

    @property
    def chosen_options(self) -> dict[str, str]:
        """With the minutes a board that the club has said, where the game keeps them."""
        chosen, said = super().chosen_options, self._number("minutes_per_board")
        if MINUTES_SAID in chosen and self.pace_said != self.pace.minutes:
            chosen[MINUTES_SAID] = f"{said.normalize():f}"
        return chosen

    @property
    def has_own_length(self) -> bool:
        """Whether rounds or boards a round were decided already, so that they are to be seen."""
        fields = (self["boards_per_round"], self["rounds"])
        return any(field.errors or field.value() for field in fields)

    @cached_property
    def pace(self) -> Pace:
        """How long the club takes for a board of the game."""
        clubs = self.fields["club"].queryset  # type: ignore[attr-defined]
        number = number_in(str(self["club"].value() or ""))
        return minutes_per_board(
            clubs.filter(pk=number).first() if number else clubs.first(), self.playing
        )

    @property
    def _pace_written(self) -> str:
        return str(Decimal(self.pace.minutes.numerator) / self.pace.minutes.denominator)

    @property
    def _whose_pace(self) -> str:
        if not self.pace.rounds:
            return gettext("Usual for this game; your own evenings will tell better.")
        sentence = ngettext(
            "As in your last %(rounds)s round.",
            "As in your last %(rounds)s rounds.",
            self.pace.rounds,
        )
        return sentence % {"rounds": self.pace.rounds}

    def _number(self, name: str) -> Any:
        """The number typed so far; None while it is none."""
        try:
            return self.fields[name].clean(self[name].value())
        except forms.ValidationError:
            return None
