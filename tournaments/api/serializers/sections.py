"""Sections of a session: what they are, and how a session is to be divided."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.actions.limits import MAX_CONTESTANTS, MAX_SECTIONS
from tournaments.actions.rounds.division import Division, SectionPlan
from tournaments.api.serializers.request_bodies import OptionsField
from tournaments.models import Section
from tournaments.movements.base.movement import ALLOWED_ROUNDS
from tournaments.permissions.visibility.results_shown import is_embargoed
from tournaments.queries.rounds.seating import contestants_of_section


class SectionBody(serializers.Serializer):
    """A section to be: its movement, its rounds, and who plays in it by number within the event, in
    order.

    `venue` is the name of one of the club; blank where its own people look after the section.
    """

    name = serializers.CharField(max_length=20, allow_blank=True, default="")
    movement = serializers.CharField(max_length=40)
    movement_options = OptionsField(default=dict)
    rounds = serializers.IntegerField(min_value=ALLOWED_ROUNDS[0], max_value=ALLOWED_ROUNDS[-1])
    contestants = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_CONTESTANTS),
        max_length=MAX_CONTESTANTS,
    )
    venue = serializers.CharField(max_length=80, allow_blank=True, default="")


class DivisionBody(serializers.Serializer):
    """The sections of a session in order; `apart`: the results of each are compared by
    themselves."""

    sections = SectionBody(many=True, max_length=MAX_SECTIONS)
    apart = serializers.BooleanField(default=False)

    def division(self) -> Division:
        """What a valid body says."""
        plans = (
            SectionPlan(
                each["name"],
                each["movement"],
                each["movement_options"],
                each["rounds"],
                tuple(each["contestants"]),
                each["venue"],
            )
            for each in self.validated_data["sections"]
        )
        return Division(tuple(plans), self.validated_data["apart"])


class SectionSerializer(serializers.Serializer):
    """A section; without a name where it is the only one."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    movement = serializers.SerializerMethodField()
    movement_options = serializers.SerializerMethodField()
    rounds = serializers.IntegerField(source="rounds_to_play")
    contestants = serializers.SerializerMethodField()
    venue = serializers.CharField(source="venue.name", default="", allow_blank=True)

    @extend_schema_field(serializers.CharField(allow_blank=True))
    def get_movement(self, section: Section) -> str:
        """The key of its movement; empty where results come from elsewhere."""
        return section.movement.key if section.movement else ""

    @extend_schema_field(OptionsField())
    def get_movement_options(self, section: Section) -> Any:
        """Its movement's options."""
        return section.movement.options if section.movement else {}

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_contestants(self, section: Section) -> list[int]:
        """Who plays in it, by number within the event, in the order its movement knows them.

        That may be the ranking of the stage before: while standings are held back they are sorted.
        """
        numbers = [each.number for _place, each in sorted(contestants_of_section(section).items())]
        return sorted(numbers) if is_embargoed(section.session.stage.event) else numbers


class DeliveryBody(serializers.Serializer):
    """The file of results that a laptop wrote, as it is: docs/integrators/event-file.md says
    what is sealed in it."""

    format = serializers.CharField(max_length=40)
    version = serializers.IntegerField(min_value=1, max_value=99)
    copy = serializers.CharField(max_length=16)
    sealed = serializers.CharField()


class DeliveryAnswer(serializers.Serializer):
    """Whose results they are, how many boards were in the file, and how many entries were new."""

    section = serializers.CharField()
    plays = serializers.IntegerField()
    entries = serializers.IntegerField()
