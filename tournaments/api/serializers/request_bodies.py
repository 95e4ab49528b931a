"""Bodies of requests, and the answers to them; only types and sizes are validated here."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

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
from tournaments.api.serializers.fields import OUTCOME_SCHEMA
from tournaments.models import Entry
from tournaments.movements.base.movement import ALLOWED_BOARDS_PER_ROUND, ALLOWED_ROUNDS
from tournaments.movements.base.team_matches import ALLOWED_HALVES

# Most characters of the value of an option; the lists of a scenario may be that long.
MAX_OPTION_LENGTH = 4000

# Most characters of the value of an outcome's field.
MAX_VALUE_LENGTH = 80


class OutcomeValueField(serializers.Field):
    """A text, a whole number, true or false."""

    def to_internal_value(self, submitted: object) -> object:
        """Return the value unchanged; raise `ValidationError` for another type."""
        if isinstance(submitted, str | int) and len(str(submitted)) <= MAX_VALUE_LENGTH:
            return submitted
        template = gettext(
            "Send a text of up to %(most)s characters, a whole number, true, false or null."
        )
        raise serializers.ValidationError(template % {"most": MAX_VALUE_LENGTH})


@extend_schema_field(OUTCOME_SCHEMA)
class SubmittedOutcomeField(serializers.DictField):
    """An outcome: the value of each field of the game, or its text."""

    child = OutcomeValueField(allow_null=True)


class OptionsField(serializers.DictField):
    """Options by key. Their values are validated by the game, method or movement."""

    child = serializers.CharField(
        max_length=MAX_OPTION_LENGTH, allow_blank=True, trim_whitespace=False
    )


class NewEventBody(serializers.Serializer):
    """An event with its first session.

    Contestants are numbered in the order given. Pairs are written as `Anna Puig - Berta Roca`,
    teams as `Els Pins: Anna, Berta, Carles, Emma` or by their names alone. For teams, `rounds` are
    rounds of matches, and `boards_per_round` are the boards of a half.
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
        """Return the event to set up; raise `ValidationFailed` for malformed contestants."""
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


class NewEventAnswer(serializers.Serializer):
    """The ids of the new event and its session."""

    event = serializers.IntegerField()
    session = serializers.IntegerField()


class DealBody(serializers.Serializer):
    """The salt, a public text that the deals depend on; it may be empty."""

    salt = serializers.CharField(max_length=MAX_SALT_LENGTH, allow_blank=True)


class SwapBody(serializers.Serializer):
    """Two contestants of a drawn round, by number."""

    one = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    other = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)

    def validate(self, submitted: dict[str, int]) -> dict[str, int]:
        """Raise `ValidationError` if both are the same."""
        if submitted["one"] == submitted["other"]:
            raise serializers.ValidationError({"other": gettext("Name two different contestants.")})
        return submitted


class WarningSerializer(serializers.Serializer):
    """A rule of the draw that the swap breaks, such as no second meeting."""

    code = serializers.CharField()
    message = serializers.CharField()
    field = serializers.CharField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)


class SwapAnswer(serializers.Serializer):
    """The round, and warnings about what the draw would have avoided."""

    round = serializers.IntegerField()
    warnings = WarningSerializer(many=True)


class LeaveBody(serializers.Serializer):
    """The number of a contestant who leaves, and the name of the replacement in `instead`.

    There is no replacement if `instead` is empty.
    """

    contestant = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)
    instead = serializers.CharField(max_length=170, allow_blank=True, default="")


class LeaveAnswer(serializers.Serializer):
    """The numbers of the contestant who left and of the one who plays instead."""

    contestant = serializers.IntegerField()
    instead = serializers.IntegerField(allow_null=True)


class JoinBody(serializers.Serializer):
    """A late contestant, written as in the list of the event, and the name of a section."""

    name = serializers.CharField(max_length=170)
    section = serializers.CharField(max_length=20, required=False, allow_blank=True)


class JoinAnswer(serializers.Serializer):
    """The new contestant, with the section and table of their first round, once known."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    section = serializers.CharField(allow_null=True, required=False)
    table_label = serializers.CharField(allow_null=True, required=False)


class ContestantBody(serializers.Serializer):
    """A contestant by number."""

    contestant = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)


class EmptyBody(serializers.Serializer):
    """An empty object."""


class KnockOutBody(serializers.Serializer):
    """How many contestants advance: of each group, or of all contestants without groups."""

    places = serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS)


class ReportBody(serializers.Serializer):
    """A report of a side; `age` is how many seconds ago it was typed, null if unknown.

    The age is measured by the clock of the side's device. An age that reaches back before the
    round, or into the future, is ignored, because that clock must have been set in between. The age
    is not part of the idempotency digest, because a repeated request is older than the first one.
    `withdraws` is the revision of an earlier entry of the same side that this one replaces, or
    null.
    """

    age = serializers.IntegerField(allow_null=True, default=None)
    withdraws = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, allow_null=True, default=None
    )


class EntryBody(ReportBody):
    """The outcome that a side reports.

    With `sure` false an unlikely outcome is a problem (`unlikely_…`), so that a client can ask
    whether it is right.
    """

    side = serializers.CharField(max_length=4)
    outcome = SubmittedOutcomeField()
    sure = serializers.BooleanField(default=True)


class ConfirmationBody(ReportBody):
    """A side's agreement to the entry at a revision."""

    side = serializers.CharField(max_length=4)
    revision = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class AcceptOpenBody(serializers.Serializer):
    """Whether to take the step although results are missing or open.

    With `sure` false they are reported as problems (422).
    """

    sure = serializers.BooleanField(default=False)


def accepts_open_results(request: Any) -> bool:
    """Return whether the body accepts open results; raise `ValidationError` if it is malformed."""
    body = AcceptOpenBody(data=request.data)
    body.is_valid(raise_exception=True)
    return bool(body.validated_data["sure"])


class DecisionBody(serializers.Serializer):
    """A director's decision, which replaces the entries up to a revision.

    The decision that a board was not played (`void`) has no outcome.
    """

    kind = serializers.ChoiceField([Entry.Kind.CORRECTION, Entry.Kind.RULING, Entry.Kind.VOID])
    outcome = SubmittedOutcomeField(default=dict)
    replaces = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH, allow_blank=True)

    def validate(self, submitted: dict[str, Any]) -> dict[str, Any]:
        """Raise `ValidationError` if a board not played has an outcome."""
        if submitted["kind"] == Entry.Kind.VOID and submitted["outcome"]:
            raise serializers.ValidationError(
                {"outcome": gettext("A board that is void has no outcome.")}
            )
        return submitted


class EntryAnswer(serializers.Serializer):
    """The stored entry, and the state of its play.

    `late` entries do not count until the director decides.
    """

    play = serializers.IntegerField()
    entry = serializers.IntegerField()
    state = serializers.CharField()
    late = serializers.BooleanField()
