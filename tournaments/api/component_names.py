"""Names of the components in the API's schema.

Client code that was generated from version 1 contains these names, so a component keeps its name
when its serializer is renamed.
"""

from typing import Any

from drf_spectacular.openapi import AutoSchema

# Components whose names in version 1 differ from those of their serializers.
COMPONENT_NAMES = {
    "AcceptOpenBody": "SureBody",
    "AdjustedAwardSerializer": "GivenShape",
    "EmptyBody": "NothingBody",
    "EventContestantSerializer": "EnteredShape",
    "LastRoundSerializer": "UpToShape",
    "LineResultSerializer": "LineShape",
    "LineUpSeatSerializer": "SeatShape",
    "NewEventAnswer": "EveningAnswer",
    "NewEventBody": "EveningBody",
    "PlaceRangeBody": "PlacesBody",
    "PlayEntriesSerializer": "ToldShape",
    "ReasonSerializer": "WhySaid",
    "ScorecardBoardSerializer": "CardBoardShape",
    "ScorecardRoundSerializer": "CardRoundShape",
    "SeatingPlaySerializer": "PlayNumber",
    "SectionChoiceBody": "WhichBody",
    "StandingExplanationsSerializer": "StandingExplainedShape",
    "SwapAnswer": "ExchangeAnswer",
    "SwapBody": "ExchangeBody",
    "TableResultSerializer": "ResultShape",
    "TableTimeLeftSerializer": "TableTimeShape",
    "TieBreakLeadSerializer": "AheadShape",
    "TieBreakValuesSerializer": "ValuesShape",
    "TimeLeftSerializer": "TimeShape",
}


class ApiAutoSchema(AutoSchema):
    """Generates the schema with the component names of version 1, which clients may have stored."""

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        """Return the name of a serializer's component: `StandingShape` of `StandingSerializer`."""
        name: str = super().get_serializer_name(serializer, direction)
        if name in COMPONENT_NAMES:
            return COMPONENT_NAMES[name]
        return f"{name.removesuffix('Serializer')}Shape" if name.endswith("Serializer") else name
