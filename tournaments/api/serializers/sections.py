"""Sections: the division of a session, and the results of offline sections."""

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
    """A section: its movement, its rounds, and the numbers of its contestants in order.

    `venue` is the name of a venue of the club, or empty for none.
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
    """The sections of a session in order.

    With `apart`, results are only compared within their section.
    """

    sections = SectionBody(many=True, max_length=MAX_SECTIONS)
    apart = serializers.BooleanField(default=False)

    def division(self) -> Division:
        """Return the division of a valid body."""
        plans = (
            SectionPlan(
                section["name"],
                section["movement"],
                section["movement_options"],
                section["rounds"],
                tuple(section["contestants"]),
                section["venue"],
            )
            for section in self.validated_data["sections"]
        )
        return Division(tuple(plans), self.validated_data["apart"])


class SectionSerializer(serializers.Serializer):
    """A section; the only one of a session has no name."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    movement = serializers.SerializerMethodField()
    movement_options = serializers.SerializerMethodField()
    rounds = serializers.IntegerField(source="rounds_to_play")
    contestants = serializers.SerializerMethodField()
    venue = serializers.CharField(source="venue.name", default="", allow_blank=True)

    @extend_schema_field(serializers.CharField(allow_blank=True))
    def get_movement(self, section: Section) -> str:
        """Return the key of the movement, or "" if the section has none."""
        return section.movement.key if section.movement else ""

    @extend_schema_field(OptionsField())
    def get_movement_options(self, section: Section) -> Any:
        """Return the options of the movement."""
        return section.movement.options if section.movement else {}

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_contestants(self, section: Section) -> list[int]:
        """Return the numbers of the contestants, in the order of their places in the movement.

        That order may be the ranking of the previous stage. During a standings embargo the numbers
        are therefore sorted.
        """
        by_place = sorted(contestants_of_section(section).items())
        numbers = [contestant.number for _place, contestant in by_place]
        return sorted(numbers) if is_embargoed(section.session.stage.event) else numbers


class DeliveryBody(serializers.Serializer):
    """The unchanged content of a result file of an offline section.

    `copy` identifies the export of the section, and `sealed` is the encrypted part:
    docs/integrators/offline-files.md describes both.
    """

    format = serializers.CharField(max_length=40)
    version = serializers.IntegerField(min_value=1, max_value=99)
    copy = serializers.CharField(max_length=16)
    sealed = serializers.CharField()


class DeliveryAnswer(serializers.Serializer):
    """The section, the number of `plays` in the file, and how many `entries` are new."""

    section = serializers.CharField()
    plays = serializers.IntegerField()
    entries = serializers.IntegerField()
