"""Addresses of the API, under /api/v1/."""

from django.urls import path

from tournaments.api import schema
from tournaments.api.views import (
    boards,
    clock,
    contestants,
    draws,
    event_management,
    events,
    leaving_and_joining,
    line_ups,
    plays,
    scorecards,
    sections,
    sessions,
    standings,
)
from tournaments.api.views.route import NowhereRoute

EVENT = "events/<number:event>/"
SESSION = "sessions/<number:session>/"
ROUND = "rounds/<number:round>/"
PLAY = "plays/<number:play>/"

urlpatterns = [
    path("events/", events.EventsRoute.as_view(), name="api_events"),
    path(EVENT, events.EventRoute.as_view(), name="api_event"),
    path(EVENT + "edit/", event_management.EditRoute.as_view(), name="api_event_edit"),
    path(EVENT + "copy/", event_management.CopyRoute.as_view(), name="api_event_copy"),
    path(EVENT + "delete/", event_management.DeleteRoute.as_view(), name="api_event_delete"),
    path(EVENT + "publish/", events.PublishRoute.as_view(), name="api_event_publish"),
    path(EVENT + "leave/", leaving_and_joining.LeaveRoute.as_view(), name="api_event_leave"),
    path(EVENT + "join/", leaving_and_joining.JoinRoute.as_view(), name="api_event_join"),
    path(
        EVENT + "knock-out/",
        leaving_and_joining.KnockOutRoute.as_view(),
        name="api_event_knock_out",
    ),
    path(
        EVENT + "next-stage/",
        leaving_and_joining.NextStageRoute.as_view(),
        name="api_event_next_stage",
    ),
    path(
        EVENT + "next-session/", sections.NextSessionRoute.as_view(), name="api_event_next_session"
    ),
    path(EVENT + "miss/", sections.MissRoute.as_view(), name="api_event_miss"),
    path(EVENT + "come/", sections.ComeRoute.as_view(), name="api_event_come"),
    path(EVENT + "deliveries/", sections.DeliveriesRoute.as_view(), name="api_deliveries"),
    path(
        EVENT + "qualifiers/", leaving_and_joining.QualifiersRoute.as_view(), name="api_qualifiers"
    ),
    path(EVENT + "sessions/", events.SessionsRoute.as_view(), name="api_sessions"),
    path(EVENT + "contestants/", contestants.ContestantsRoute.as_view(), name="api_contestants"),
    path(
        EVENT + "scorecards/<number:number>/",
        scorecards.ScorecardRoute.as_view(),
        name="api_scorecard",
    ),
    path(EVENT + "standings/", standings.StandingsRoute.as_view(), name="api_standings"),
    path(SESSION, sessions.SessionRoute.as_view(), name="api_session"),
    path(SESSION + "deal/", sessions.DealRoute.as_view(), name="api_session_deal"),
    path(SESSION + "sections/", sections.SectionsRoute.as_view(), name="api_sections"),
    path(
        SESSION + "sections/<number:number>/start/",
        sections.StartSectionRoute.as_view(),
        name="api_section_start",
    ),
    path(SESSION + "divide/", sections.DivideRoute.as_view(), name="api_session_divide"),
    path(SESSION + "clock/", clock.ClockRoute.as_view(), name="api_clock"),
    path(SESSION + "clock/give/", clock.GiveMinutesRoute.as_view(), name="api_clock_give"),
    path(SESSION + "clock/stop/", clock.StopClockRoute.as_view(), name="api_clock_stop"),
    path(SESSION + "clock/resume/", clock.ResumeClockRoute.as_view(), name="api_clock_resume"),
    path(SESSION + "draw/", draws.DrawRoute.as_view(), name="api_session_draw"),
    path(SESSION + "start/", sessions.StartRoute.as_view(), name="api_session_start"),
    path(SESSION + "finish/", sessions.FinishRoute.as_view(), name="api_session_finish"),
    path(SESSION + "tables/", sessions.TablesRoute.as_view(), name="api_tables"),
    path(SESSION + "rounds/", sessions.RoundsRoute.as_view(), name="api_rounds"),
    path(SESSION + "boards/", boards.BoardsRoute.as_view(), name="api_boards"),
    path(SESSION + "boards/<number:number>/", boards.BoardRoute.as_view(), name="api_board"),
    path(
        SESSION + "boards/<number:number>/traveller/",
        boards.TravellerRoute.as_view(),
        name="api_traveller",
    ),
    path(ROUND + "begin/", draws.BeginRoute.as_view(), name="api_round_begin"),
    path(ROUND + "exchange/", draws.SwapRoute.as_view(), name="api_round_exchange"),
    path(ROUND + "line-ups/", line_ups.LineUpsRoute.as_view(), name="api_line_ups"),
    path(ROUND + "undo/", draws.UndoRoute.as_view(), name="api_round_undo"),
    path(ROUND + "end/", sessions.EndRoundRoute.as_view(), name="api_round_end"),
    path(ROUND + "seatings/", sessions.SeatingsRoute.as_view(), name="api_seatings"),
    path(PLAY, plays.PlayRoute.as_view(), name="api_play"),
    path(PLAY + "entries/", plays.EntriesRoute.as_view(), name="api_entries"),
    path(PLAY + "confirmation/", plays.ConfirmationRoute.as_view(), name="api_confirmation"),
    path(PLAY + "decision/", plays.DecisionRoute.as_view(), name="api_decision"),
    path(PLAY + "awards/", plays.AwardsRoute.as_view(), name="api_awards"),
    path("schema/", schema.schema, name="api_schema"),
    path("docs/", schema.pages, name="api_docs"),
    path("", NowhereRoute.as_view(), name="api_root"),
    path("<anything:rest>", NowhereRoute.as_view(), name="api_nowhere"),
]
