"""What the API is told, read for shape only: the rules speak in the actions."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as of

from games.game import MIN_TEAM_SIZE
from tournaments.actions.contestants.pasted_list import parse_contestants
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup
from tournaments.actions.limits import (
    MAX_CONTESTANTS,
    MAX_LIST_LINE_LENGTH,
    MAX_REASON_LENGTH,
    MAX_SALT_LENGTH,
)
from tournaments.api.serializers.facts import OUTCOME
from tournaments.models import Entry
from tournaments.movements.base.movement import ALLOWED_BOARDS_PER_ROUND, ALLOWED_ROUNDS
from tournaments.movements.base.team_matches import ALLOWED_HALVES

MAX_OPTION_LENGTH = 4000
"""Characters of what an option is set to: lists of a scenario may be as long."""

LONGEST_WORD = 80
"""Letters of a value."""


class ValueField(of.Field):
    """A text, a whole number, true or false."""

    def to_internal_value(self, submitted: object) -> object:
        """The value as it is; raises `ValidationError` for any other."""
        if isinstance(submitted, str | int) and len(str(submitted)) <= LONGEST_WORD:
            return submitted
        template = gettext(
            "Send a text of up to %(most)s characters, a whole number, true, false or null."
        )
        raise of.ValidationError(template % {"most": LONGEST_WORD})


@extend_schema_field(OUTCOME)
class SubmittedField(of.DictField):
    """An outcome: each field of the game with a value, or its text."""

    child = ValueField(allow_null=True)


class OptionsField(of.DictField):
    """Options by their keys; each says itself what it takes."""

    child = of.CharField(max_length=MAX_OPTION_LENGTH, allow_blank=True, trim_whitespace=False)


class EveningBody(of.Serializer):
    """An event and its first session; contestants by number, pairs as `Anna Puig - Berta Roca`.

    Teams as `Els Pins: Anna, Berta, Carles, Emma`, or by their names alone; `rounds` are those of
    matches, `boards_per_round` the boards of a half.
    """

    club = of.SlugField(max_length=80)
    name = of.CharField(max_length=120)
    game = of.CharField(max_length=40, default=EventPlan.game_key)
    options = OptionsField(default=dict)
    method = of.CharField(max_length=40, default=EventPlan.method_key, allow_blank=True)
    method_options = OptionsField(default=dict)
    tiebreaks = of.ListField(child=of.CharField(max_length=40), max_length=20, default=list)
    movement = of.CharField(max_length=40)
    movement_options = OptionsField(default=dict)
    players_each = of.ChoiceField(choices=(1, 2, MIN_TEAM_SIZE), default=2)
    starts_at = of.DateTimeField(allow_null=True, default=None)
    place = of.CharField(max_length=120, allow_blank=True, default="")
    halves = of.ChoiceField(choices=ALLOWED_HALVES, default=1)
    contestants = of.ListField(
        child=of.CharField(max_length=MAX_LIST_LINE_LENGTH), max_length=MAX_CONTESTANTS
    )
    rounds = of.IntegerField(min_value=ALLOWED_ROUNDS[0], max_value=ALLOWED_ROUNDS[-1])
    boards_per_round = of.IntegerField(
        min_value=ALLOWED_BOARDS_PER_ROUND[0], max_value=ALLOWED_BOARDS_PER_ROUND[-1]
    )

    def plan(self) -> EventSetup:
        """The evening that a valid body describes; raises `ValidationFailed` for its
        contestants."""
        submitted: dict[str, Any] = self.validated_data
        event = EventPlan(
            submitted["name"],
            submitted["game"],
            submitted["options"],
            submitted["method"],
            submitted["method_options"],
            tuple(submitted["tiebreaks"]),
            submitted["movement"],
            submitted["movement_options"],
            players_each=submitted["players_each"],
            starts_at=submitted["starts_at"],
            place=submitted["place"],
            halves=submitted["halves"],
        )
        contestants = tuple(
            parse_contestants("\n".join(submitted["contestants"]), submitted["players_each"])
        )
        return EventSetup(event, contestants, submitted["rounds"], submitted["boards_per_round"])


class EveningAnswer(of.Serializer):
    """The numbers of what was created."""

    event = of.IntegerField()
    session = of.IntegerField()


class DealBody(of.Serializer):
    """The public text mixed into the deals; it may be empty."""

    salt = of.CharField(max_length=MAX_SALT_LENGTH, allow_blank=True)


class ExchangeBody(of.Serializer):
    """Two contestants of a drawn round, by number."""

    one = of.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    other = of.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)

    def validate(self, submitted: dict[str, int]) -> dict[str, int]:
        """Raises `ValidationError` where both are the same."""
        if submitted["one"] == submitted["other"]:
            raise of.ValidationError({"other": gettext("Name two different contestants.")})
        return submitted


class WarningShape(of.Serializer):
    """Something that a draw avoids where it can."""

    code = of.CharField()
    message = of.CharField()
    field = of.CharField(allow_null=True)
    line = of.IntegerField(allow_null=True)


class ExchangeAnswer(of.Serializer):
    """The round, and what is not as a draw would have it now."""

    round = of.IntegerField()
    warnings = WarningShape(many=True)


class LeaveBody(of.Serializer):
    """Who leaves, by number, and whoever takes over his places, by name; nobody where it is
    empty."""

    contestant = of.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    instead = of.CharField(max_length=170, allow_blank=True, default="")


class LeaveAnswer(of.Serializer):
    """The numbers of whoever has left, and of whoever plays instead."""

    contestant = of.IntegerField()
    instead = of.IntegerField(allow_null=True)


class JoinBody(of.Serializer):
    """Who comes late, named as contestants of the event are, and where he plays: the name of a
    section."""

    name = of.CharField(max_length=170)
    section = of.CharField(max_length=20, required=False, allow_blank=True)


class JoinAnswer(of.Serializer):
    """Who came, and where he sits first, once that is known: his section and what his table is
    called."""

    number = of.IntegerField()
    name = of.CharField()
    section = of.CharField(allow_null=True, required=False)
    table_label = of.CharField(allow_null=True, required=False)


class ContestantBody(of.Serializer):
    """A contestant, by number."""

    contestant = of.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)


class NothingBody(of.Serializer):
    """Nothing more needs to be said."""


class KnockOutBody(of.Serializer):
    """How many of each group go on, of all where there were no groups."""

    places = of.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)


class SaidBody(of.Serializer):
    """What is said for a side, `age` seconds ago by the clock of whoever kept it meanwhile; null if
    unknown.

    Whatever the age, the same key stores one entry. One that reaches back before the round, or into
    the time to come, as of a clock that was set, is left out. `withdraws` is the revision of what
    the same side said before and takes back with this; null where it takes nothing back.
    """

    age = of.IntegerField(allow_null=True, default=None)
    withdraws = of.IntegerField(min_value=1, max_value=2**31 - 1, allow_null=True, default=None)


class EntryBody(SaidBody):
    """What a side says happened; who is not `sure` is asked first about what is unlikely
    (`unlikely_…`)."""

    side = of.CharField(max_length=4)
    outcome = SubmittedField()
    sure = of.BooleanField(default=True)


class ConfirmationBody(SaidBody):
    """A side says the same as the entry of that revision."""

    side = of.CharField(max_length=4)
    revision = of.IntegerField(min_value=1, max_value=2**31 - 1)


class SureBody(of.Serializer):
    """Whether it is to be done although results are missing or open; who is not sure is told
    which (422)."""

    sure = of.BooleanField(default=False)


def is_sure(request: Any) -> bool:
    """Whether the request's body says so; raises `ValidationError` for one of another shape."""
    body = SureBody(data=request.data)
    body.is_valid(raise_exception=True)
    return bool(body.validated_data["sure"])


class DecisionBody(of.Serializer):
    """A director's decision on what was said up to revision `replaces`; a void one has no
    outcome."""

    kind = of.ChoiceField([Entry.Kind.CORRECTION, Entry.Kind.RULING, Entry.Kind.VOID])
    outcome = SubmittedField(default=dict)
    replaces = of.IntegerField(min_value=0, max_value=2**31 - 1)
    reason = of.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True)

    def validate(self, submitted: dict[str, Any]) -> dict[str, Any]:
        """Raises `ValidationError` where a board that was not played has an outcome."""
        if submitted["kind"] == Entry.Kind.VOID and submitted["outcome"]:
            raise of.ValidationError({"outcome": gettext("A board that is void has no outcome.")})
        return submitted


class EntryAnswer(of.Serializer):
    """What an entry did: the state of its play; a late one is kept for the director."""

    play = of.IntegerField()
    entry = of.IntegerField()
    state = of.CharField()
    late = of.BooleanField()
