"""URLs of an event's contestants."""

from django.urls import path

from tournaments.web.contestants import (
    attendance,
    categories,
    late_arrivals,
    line_ups,
    unranked,
    views,
)

DESK = "desk/<number:event_id>/"
CONTESTANTS = DESK + "contestants/"
CONTESTANT = CONTESTANTS + "<number:contestant_id>/"
CORRECTIONS = DESK + "wrong/"

urlpatterns = [
    path(CONTESTANTS, views.event_contestants_view, name="event_contestants"),
    path(CONTESTANTS + "movement/", views.event_movement_view, name="event_movement"),
    path(CONTESTANTS + "fee/", views.event_fee_view, name="event_fee"),
    path(CONTESTANT + "replace/", views.contestant_replace_view, name="contestant_replace"),
    path(CONTESTANT + "withdraw/", views.contestant_withdraw_view, name="contestant_withdraw"),
    path(CONTESTANT + "paid/", views.contestant_paid_view, name="contestant_paid"),
    path(CONTESTANT + "unpaid/", views.contestant_unpaid_view, name="contestant_unpaid"),
    path(CONTESTANTS + "categories/", categories.event_categories_view, name="event_categories"),
    path(CONTESTANT + "place/", unranked.contestant_rank_view, name="contestant_place"),
    path(CONTESTANT + "miss/", attendance.contestant_miss_view, name="contestant_miss"),
    path(CONTESTANT + "come/", attendance.contestant_come_view, name="contestant_come"),
    path(DESK + "line-ups/", line_ups.event_line_ups_view, name="event_line_ups"),
    path(DESK + "line-ups/links/", line_ups.event_team_links_view, name="event_team_links"),
    path(CORRECTIONS + "leaves/", late_arrivals.withdrawal_view, name="correction_departure"),
    path(CORRECTIONS + "joins/", late_arrivals.late_arrival_view, name="correction_late_arrival"),
    path(
        CORRECTIONS + "joins/table/",
        late_arrivals.late_arrival_table_view,
        name="correction_late_arrival_table",
    ),
    path(
        CORRECTIONS + "joined/<number:contestant_id>/",
        late_arrivals.late_arrival_done_view,
        name="correction_late_arrival_done",
    ),
]
