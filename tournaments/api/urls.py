"""Addresses of the API, under /api/v1/."""

from django.urls import path

from tournaments.api import boards, departures, draws, events, plays, schema, sessions
from tournaments.api.views import Nowhere

EVENT = "events/<int:event>/"
SESSION = "sessions/<int:session>/"
ROUND = "rounds/<int:round>/"
PLAY = "plays/<int:play>/"

urlpatterns = [
    path("events/", events.Events.as_view(), name="api_events"),
    path(EVENT, events.OneEvent.as_view(), name="api_event"),
    path(EVENT + "publish/", events.Publish.as_view(), name="api_event_publish"),
    path(EVENT + "leave/", departures.Leave.as_view(), name="api_event_leave"),
    path(EVENT + "join/", departures.Join.as_view(), name="api_event_join"),
    path(EVENT + "knock-out/", departures.KnockOut.as_view(), name="api_event_knock_out"),
    path(EVENT + "qualifiers/", departures.Qualifiers.as_view(), name="api_qualifiers"),
    path(EVENT + "sessions/", events.Sessions.as_view(), name="api_sessions"),
    path(EVENT + "contestants/", events.Contestants.as_view(), name="api_contestants"),
    path(EVENT + "scorecards/<int:number>/", events.Scorecard.as_view(), name="api_scorecard"),
    path(EVENT + "standings/", events.Standings.as_view(), name="api_standings"),
    path(SESSION, sessions.OneSession.as_view(), name="api_session"),
    path(SESSION + "deal/", sessions.Deal.as_view(), name="api_session_deal"),
    path(SESSION + "draw/", draws.Draw.as_view(), name="api_session_draw"),
    path(SESSION + "start/", sessions.Start.as_view(), name="api_session_start"),
    path(SESSION + "finish/", sessions.Finish.as_view(), name="api_session_finish"),
    path(SESSION + "tables/", sessions.Tables.as_view(), name="api_tables"),
    path(SESSION + "rounds/", sessions.Rounds.as_view(), name="api_rounds"),
    path(SESSION + "boards/", sessions.Boards.as_view(), name="api_boards"),
    path(SESSION + "boards/<int:number>/", boards.OneBoard.as_view(), name="api_board"),
    path(SESSION + "boards/<int:number>/traveller/", boards.Traveller.as_view(), name="api_traveller"),
    path(ROUND + "begin/", draws.Begin.as_view(), name="api_round_begin"),
    path(ROUND + "exchange/", draws.Exchange.as_view(), name="api_round_exchange"),
    path(ROUND + "undo/", draws.Undo.as_view(), name="api_round_undo"),
    path(ROUND + "end/", sessions.EndRound.as_view(), name="api_round_end"),
    path(ROUND + "seatings/", sessions.Seatings.as_view(), name="api_seatings"),
    path(PLAY, plays.OnePlay.as_view(), name="api_play"),
    path(PLAY + "entries/", plays.Entries.as_view(), name="api_entries"),
    path(PLAY + "confirmation/", plays.Confirmation.as_view(), name="api_confirmation"),
    path(PLAY + "decision/", plays.Decision.as_view(), name="api_decision"),
    path("schema/", schema.schema, name="api_schema"),
    path("docs/", schema.pages, name="api_docs"),
    path("", Nowhere.as_view(), name="api_root"),
    path("<path:rest>", Nowhere.as_view(), name="api_nowhere"),
]
