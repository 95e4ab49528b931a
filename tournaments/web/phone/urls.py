"""URLs of a table's phone; the code in the address is all they require."""

from django.urls import path

from tournaments.web.phone import board_preparation, calls, devices, service_worker, team, views

TABLE = "t/<str:code>/"

urlpatterns = [
    path("t/", views.table_find_view, name="table_find"),
    path(TABLE, views.table_view, name="table"),
    path(TABLE + "_now", views.table_fragment_view, name="table_fragment"),
    path(TABLE + "_round", views.table_round_notice_view, name="table_round_notice"),
    path(TABLE + "side/", views.table_side_view, name="table_side"),
    path(TABLE + "boards/<number:number>/", views.table_board_view, name="table_board"),
    path(
        TABLE + "boards/<number:number>/_state",
        views.table_board_fragment_view,
        name="table_board_fragment",
    ),
    path(
        TABLE + "devices/<number:device_id>/let-in/",
        devices.table_device_invite_view,
        name="table_device_invite",
    ),
    path(TABLE + "phones/", devices.table_phones_view, name="table_phones"),
    path(TABLE + "let-in/<str:token>/", devices.table_invitation_view, name="table_invitation"),
    path(
        TABLE + "devices/<number:device_id>/release/",
        devices.table_device_unlink_view,
        name="table_device_unlink",
    ),
    path("team/<str:token>/", team.team_view, name="team"),
    path("sw.js", service_worker.service_worker_view, name="service_worker"),
    path(TABLE + "_news", calls.table_news_fragment_view, name="table_news_fragment"),
    path(
        TABLE + "news/away/",
        calls.table_announcement_dismiss_view,
        name="table_announcement_dismiss",
    ),
    path(TABLE + "call/", calls.table_call_view, name="table_call"),
    path(
        TABLE + "call/<number:call_id>/never-mind/",
        calls.table_call_withdraw_view,
        name="table_call_withdraw",
    ),
    path(
        TABLE + "prepare/",
        board_preparation.table_board_preparation_view,
        name="table_board_preparation",
    ),
    path(
        TABLE + "prepare/<number:number>/",
        board_preparation.table_prepare_board_view,
        name="table_prepare_board",
    ),
]
