"""Addresses of a table's phone: no account, the code in the address is all it takes."""

from django.urls import path

from tournaments.web.phone import board_making, calls, devices, service_worker, team, views

TABLE = "t/<str:code>/"

urlpatterns = [
    path("t/", views.table_find_view, name="table_find"),
    path(TABLE, views.table_view, name="table"),
    path(TABLE + "_now", views.table_now_view, name="table_now"),
    path(TABLE + "_round", views.table_round_view, name="table_round"),
    path(TABLE + "side/", views.table_side_view, name="table_side"),
    path(TABLE + "boards/<number:number>/", views.table_board_view, name="table_board"),
    path(
        TABLE + "boards/<number:number>/_state",
        views.table_board_state_view,
        name="table_board_state",
    ),
    path(TABLE + "devices/<number:device>/let-in/", devices.table_let_in_view, name="table_let_in"),
    path(TABLE + "let-in/<str:token>/", devices.table_invitation_view, name="table_invitation"),
    path(
        TABLE + "devices/<number:device>/release/",
        devices.table_device_release_view,
        name="table_device_release",
    ),
    path("team/<str:token>/", team.team_view, name="team"),
    path("sw.js", service_worker.service_worker_view, name="service_worker"),
    path(TABLE + "_news", calls.table_news_view, name="table_news"),
    path(TABLE + "news/away/", calls.table_news_away_view, name="table_news_away"),
    path(TABLE + "call/", calls.table_call_view, name="table_call"),
    path(
        TABLE + "call/<number:call>/never-mind/",
        calls.table_call_never_mind_view,
        name="table_call_never_mind",
    ),
    path(TABLE + "prepare/", board_making.table_board_making_view, name="table_board_making"),
    path(
        TABLE + "prepare/<number:number>/",
        board_making.table_make_board_view,
        name="table_make_board",
    ),
]
