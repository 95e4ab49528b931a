"""What the API is told, read for shape only: the rules speak in the actions."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.game import MIN_TEAM_SIZE
from tournaments.actions.contestants.pasted_list import read_contestants
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup
from tournaments.actions.limits import (
    MAX_CONTESTANTS,
    MAX_LIST_LINE_LENGTH,
    MAX_REASON_LENGTH,
    MAX_SALT_LENGTH,
)
from tournaments.api.serializers.events import OUTCOME_SCHEMA
from tournaments.models import Entry
from tournaments.movements.base.movement import ALLOWED_BOARDS_PER_ROUND, ALLOWED_ROUNDS
from tournaments.movements.base.team_matches import ALLOWED_HALVES

MAX_OPTION_LENGTH = 4000
"""Characters of what an option is set to: lists of a scenario may be as long."""

MAX_VALUE_LENGTH = 80
"""Letters of a value."""


class OutcomeValueField(serializers.Field):
    """A text, a whole number, true or false."""

    def to_internal_value(self, submitted: object) -> object:
        """The value as it is; raises `ValidationError` for any other."""
        if isinstance(submitted, str | int) and len(str(submitted)) <= MAX_VALUE_LENGTH:
            return submitted
        template = gettext(
            "Send a text of up to %(most)s characters, a whole number, true, false or null."
        )
        raise serializers.ValidationError(template % {"most": MAX_VALUE_LENGTH})


@extend_schema_field(OUTCOME_SCHEMA)
class SubmittedOutcomeField(serializers.DictField):
    """An outcome: each field of the game with a value, or its text."""

    child = OutcomeValueField(allow_null=True)


class OptionsField(serializers.DictField):
    """Options by their keys; each says itself what it takes."""

    child = serializers.CharField(
        max_length=MAX_OPTION_LENGTH, allow_blank=True, trim_whitespace=False
    )


class NewEventBody(serializers.Serializer):
    """An event and its first session; contestants by number, pairs as `Anna Puig - Berta Roca`.

    Teams as `Els Pins: Anna, Berta, Carles, Emma`, or by their names alone; `rounds` are those of
    matches, `boards_per_round` the boards of a half.
    """

    club = serializers.SlugField(max_length=80)
    name = serializers.CharField(max_length=120)
    game = serializers.CharField(max_length=40, default=EventPlan.game_key)
    options = OptionsField(default=dict)
    method = serializers.CharField(max_length=40, default=EventPlan.method_key, allow_blank=True)
    method_options = OptionsField(default=dict)
    tiebreaks = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=20, default=list
    )
    movement = serializers.CharField(max_length=40)
    movement_options = OptionsField(default=dict)
    players_each = serializers.ChoiceField(choices=(1, 2, MIN_TEAM_SIZE), default=2)
    starts_at = serializers.DateTimeField(allow_null=True, default=None)
    place = serializers.CharField(max_length=120, allow_blank=True, default="")
    halves = serializers.ChoiceField(choices=ALLOWED_HALVES, default=1)
    contestants = serializers.ListField(
        child=serializers.CharField(max_length=MAX_LIST_LINE_LENGTH), max_length=MAX_CONTESTANTS
    )
    rounds = serializers.IntegerField(min_value=ALLOWED_ROUNDS[0], max_value=ALLOWED_ROUNDS[-1])
    boards_per_round = serializers.IntegerField(
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
            read_contestants("\n".join(submitted["contestants"]), submitted["players_each"])
        )
        return EventSetup(event, contestants, submitted["rounds"], submitted["boards_per_round"])


class NewEventAnswer(serializers.Serializer):
    """The numbers of what was created."""

    event = serializers.IntegerField()
    session = serializers.IntegerField()


class DealBody(serializers.Serializer):
    """The public text mixed into the deals; it may be empty."""

    salt = serializers.CharField(max_length=MAX_SALT_LENGTH, allow_blank=True)


class SwapBody(serializers.Serializer):
    """Two contestants of a drawn round, by number."""

    one = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    other = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)

    def validate(self, submitted: dict[str, int]) -> dict[str, int]:
        """Raises `ValidationError` where both are the same."""
        if submitted["one"] == submitted["other"]:
            raise serializers.ValidationError({"other": gettext("Name two different contestants.")})
        return submitted


class WarningSerializer(serializers.Serializer):
    """Something that a draw avoids where it can."""

    code = serializers.CharField()
    message = serializers.CharField()
    field = serializers.CharField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)


class SwapAnswer(serializers.Serializer):
    """The round, and what is not as a draw would have it now."""

    round = serializers.IntegerField()
    warnings = WarningSerializer(many=True)


class LeaveBody(serializers.Serializer):
    """Who leaves, by number, and whoever takes over his places, by name; nobody where it is
    empty."""

    contestant = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    instead = serializers.CharField(max_length=170, allow_blank=True, default="")


class LeaveAnswer(serializers.Serializer):
    """The numbers of whoever has left, and of whoever plays instead."""

    contestant = serializers.IntegerField()
    instead = serializers.IntegerField(allow_null=True)


class JoinBody(serializers.Serializer):
    """Who comes late, named as contestants of the event are, and where he plays: the name of a
    section."""

    name = serializers.CharField(max_length=170)
    section = serializers.CharField(max_length=20, required=False, allow_blank=True)


class JoinAnswer(serializers.Serializer):
    """Who came, and where he sits first, once that is known: his section and what his table is
    called."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    section = serializers.CharField(allow_null=True, required=False)
    table_label = serializers.CharField(allow_null=True, required=False)


class ContestantBody(serializers.Serializer):
    """A contestant, by number."""

    contestant = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)


class EmptyBody(serializers.Serializer):
    """Nothing more needs to be said."""


class KnockOutBody(serializers.Serializer):
    """How many of each group go on, of all where there were no groups."""

    places = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)


class ReportBody(serializers.Serializer):
    """What is said for a side, `age` seconds ago by the clock of whoever kept it meanwhile; null if
    unknown.

    Whatever the age, the same key stores one entry. One that reaches back before the round, or into
    the time to come, as of a clock that was set, is left out. `withdraws` is the revision of what
    the same side said before and takes back with this; null where it takes nothing back.
    """

    age = serializers.IntegerField(allow_null=True, default=None)
    withdraws = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, allow_null=True, default=None
    )


class EntryBody(ReportBody):
    """What a side says happened; who is not `sure` is asked first about what is unlikely
    (`unlikely_…`)."""

    side = serializers.CharField(max_length=4)
    outcome = SubmittedOutcomeField()
    sure = serializers.BooleanField(default=True)


class ConfirmationBody(ReportBody):
    """A side says the same as the entry of that revision."""

    side = serializers.CharField(max_length=4)
    revision = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class AcceptOpenBody(serializers.Serializer):
    """Whether it is to be done although results are missing or open; who is not sure is told
    which (422)."""

    sure = serializers.BooleanField(default=False)


def accepts_open_results(request: Any) -> bool:
    """Whether the request's body says so; raises `ValidationError` for one of another shape."""
    body = AcceptOpenBody(data=request.data)
    body.is_valid(raise_exception=True)
    return bool(body.validated_data["sure"])


class DecisionBody(serializers.Serializer):
    """A director's decision on what was said up to revision `replaces`; a void one has no
    outcome."""

    kind = serializers.ChoiceField([Entry.Kind.CORRECTION, Entry.Kind.RULING, Entry.Kind.VOID])
    outcome = SubmittedOutcomeField(default=dict)
    replaces = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True)

    def validate(self, submitted: dict[str, Any]) -> dict[str, Any]:
        """Raises `ValidationError` where a board that was not played has an outcome."""
        if submitted["kind"] == Entry.Kind.VOID and submitted["outcome"]:
            raise serializers.ValidationError(
                {"outcome": gettext("A board that is void has no outcome.")}
            )
        return submitted


class EntryAnswer(serializers.Serializer):
    """What an entry did: the state of its play; a late one is kept for the director."""

    play = serializers.IntegerField()
    entry = serializers.IntegerField()
    state = serializers.CharField()
    late = serializers.BooleanField()
