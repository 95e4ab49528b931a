"""URLs of public pages."""

from django.urls import path

from tournaments.web.public import (
    objections,
    rank_history,
    screens,
    share_picture,
    standings,
    views,
)

EVENT = "<club:club_slug>/<slug:event_slug>/"
SCREEN = EVENT + "screen/"
PICTURE = "share/<slug:language>/<slug:version>.png"
SESSION = EVENT + "sessions/<number:session_number>/"

urlpatterns = [
    path("", views.home_view, name="home"),
    path("<club:club_slug>/", views.club_view, name="club"),
    path(
        "<club:club_slug>/" + PICTURE,
        share_picture.club_share_picture_view,
        name="club_share_picture",
    ),
    path(EVENT, standings.standings_view, name="standings"),
    path(EVENT + "_standings", standings.standings_fragment_view, name="standings_fragment"),
    path(EVENT + PICTURE, share_picture.event_share_picture_view, name="event_share_picture"),
    path(EVENT + "frame/", standings.embedded_standings_view, name="embedded_standings"),
    path(EVENT + "places/", rank_history.rank_history_view, name="rank_history"),
    path(EVENT + "places.svg", rank_history.rank_history_chart_view, name="rank_history_chart"),
    path(EVENT + "pictures/", views.charts_view, name="charts"),
    path(EVENT + "methods/", views.methods_view, name="methods"),
    path(EVENT + "boards/", views.boards_view, name="boards"),
    path(EVENT + "rounds/", views.rounds_view, name="rounds"),
    path(EVENT + "rounds/_seats", views.seats_fragment_view, name="seats_fragment"),
    path(SCREEN, screens.screen_index_view, name="screen"),
    path(SCREEN + "standings/", screens.screen_standings_view, name="screen_standings"),
    path(SCREEN + "seats/", screens.screen_seats_view, name="screen_seats"),
    path(SCREEN + "clock/", screens.screen_clock_view, name="screen_clock"),
    path(EVENT + "contestants/<number:number>/", views.scorecard_view, name="scorecard"),
    path(
        EVENT + "contestants/<number:number>/plays/<number:play_id>/wrong/",
        objections.objection_view,
        name="objection",
    ),
    path(SESSION + "boards/<number:number>/", views.traveller_view, name="traveller"),
    path(SESSION + "matches/<number:match_round>/<number:number>/", views.match_view, name="match"),
    path(SESSION + "deals/", views.deals_view, name="deals"),
    path(SESSION + "deals.json", views.deals_file_view, name="deals_file"),
    path(SESSION + "deals.pbn", views.deals_text_view, name="deals_text"),
]
