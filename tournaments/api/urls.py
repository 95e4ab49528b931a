"""URLs of the API, under /api/v1/."""

from django.urls import path

from tournaments.api import schema
from tournaments.api.views import (
    boards,
    clock,
    contestants,
    draws,
    event_management,
    events,
    line_ups,
    plays,
    scorecards,
    sections,
    sessions,
    stages,
    standings,
)
from tournaments.api.views.base import NotFoundView

EVENT = "events/<number:event>/"
SESSION = "sessions/<number:session>/"
ROUND = "rounds/<number:round>/"
PLAY = "plays/<number:play>/"

urlpatterns = [
    path("events/", events.EventListView.as_view(), name="api_events"),
    path(EVENT, events.EventView.as_view(), name="api_event"),
    path(EVENT + "edit/", event_management.EditEventView.as_view(), name="api_event_edit"),
    path(EVENT + "copy/", event_management.CopyEventView.as_view(), name="api_event_copy"),
    path(EVENT + "delete/", event_management.DeleteEventView.as_view(), name="api_event_delete"),
    path(EVENT + "publish/", events.PublishEventView.as_view(), name="api_event_publish"),
    path(EVENT + "leave/", contestants.LeaveEventView.as_view(), name="api_event_leave"),
    path(EVENT + "join/", contestants.JoinEventView.as_view(), name="api_event_join"),
    path(
        EVENT + "knock-out/",
        stages.CreateKnockOutView.as_view(),
        name="api_event_knock_out",
    ),
    path(
        EVENT + "next-stage/",
        stages.CreateFinalsView.as_view(),
        name="api_event_next_stage",
    ),
    path(
        EVENT + "next-session/",
        stages.CreateNextSessionView.as_view(),
        name="api_event_next_session",
    ),
    path(EVENT + "miss/", contestants.MissSessionView.as_view(), name="api_event_miss"),
    path(EVENT + "come/", contestants.AttendSessionView.as_view(), name="api_event_come"),
    path(EVENT + "deliveries/", sections.ResultUploadView.as_view(), name="api_deliveries"),
    path(
        EVENT + "qualifiers/",
        stages.QualifierListView.as_view(),
        name="api_qualifiers",
    ),
    path(EVENT + "sessions/", events.SessionListView.as_view(), name="api_sessions"),
    path(EVENT + "contestants/", contestants.ContestantListView.as_view(), name="api_contestants"),
    path(
        EVENT + "scorecards/<number:number>/",
        scorecards.ScorecardView.as_view(),
        name="api_scorecard",
    ),
    path(EVENT + "standings/", standings.StandingsView.as_view(), name="api_standings"),
    path(SESSION, sessions.SessionView.as_view(), name="api_session"),
    path(SESSION + "deal/", sessions.DealSessionView.as_view(), name="api_session_deal"),
    path(SESSION + "sections/", sections.SectionListView.as_view(), name="api_sections"),
    path(
        SESSION + "sections/<number:number>/start/",
        sections.StartSectionView.as_view(),
        name="api_section_start",
    ),
    path(SESSION + "divide/", sections.DivideSessionView.as_view(), name="api_session_divide"),
    path(SESSION + "clock/", clock.ClockView.as_view(), name="api_clock"),
    path(SESSION + "clock/give/", clock.GiveMinutesView.as_view(), name="api_clock_give"),
    path(SESSION + "clock/stop/", clock.PauseClockView.as_view(), name="api_clock_stop"),
    path(SESSION + "clock/resume/", clock.ResumeClockView.as_view(), name="api_clock_resume"),
    path(SESSION + "draw/", draws.DrawRoundView.as_view(), name="api_session_draw"),
    path(SESSION + "start/", sessions.StartSessionView.as_view(), name="api_session_start"),
    path(SESSION + "finish/", sessions.FinishSessionView.as_view(), name="api_session_finish"),
    path(SESSION + "tables/", sessions.TableListView.as_view(), name="api_tables"),
    path(SESSION + "rounds/", sessions.RoundListView.as_view(), name="api_rounds"),
    path(SESSION + "boards/", boards.BoardListView.as_view(), name="api_boards"),
    path(SESSION + "boards/<number:number>/", boards.BoardView.as_view(), name="api_board"),
    path(
        SESSION + "boards/<number:number>/traveller/",
        boards.TravellerView.as_view(),
        name="api_traveller",
    ),
    path(ROUND + "begin/", draws.BeginRoundView.as_view(), name="api_round_begin"),
    path(ROUND + "exchange/", draws.SwapContestantsView.as_view(), name="api_round_exchange"),
    path(ROUND + "line-ups/", line_ups.LineUpListView.as_view(), name="api_line_ups"),
    path(ROUND + "undo/", draws.UndoDrawView.as_view(), name="api_round_undo"),
    path(ROUND + "end/", sessions.EndRoundView.as_view(), name="api_round_end"),
    path(ROUND + "seatings/", sessions.SeatingListView.as_view(), name="api_seatings"),
    path(PLAY, plays.PlayView.as_view(), name="api_play"),
    path(PLAY + "entries/", plays.SubmitEntryView.as_view(), name="api_entries"),
    path(PLAY + "confirmation/", plays.ConfirmEntryView.as_view(), name="api_confirmation"),
    path(PLAY + "decision/", plays.DecidePlayView.as_view(), name="api_decision"),
    path(PLAY + "awards/", plays.GiveAwardsView.as_view(), name="api_awards"),
    path("schema/", schema.schema_view, name="api_schema"),
    path("docs/", schema.docs_view, name="api_docs"),
    path("", NotFoundView.as_view(), name="api_root"),
    path("<anything:rest>", NotFoundView.as_view(), name="api_nowhere"),
]
