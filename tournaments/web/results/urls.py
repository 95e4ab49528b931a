"""URLs of results at the desk of an event."""

from django.urls import path

from tournaments.web.results import adjusted_awards, decisions, objections, score_slips

DESK = "desk/<number:event_id>/"
PLAY = DESK + "plays/<number:play_id>/"

urlpatterns = [
    path(PLAY, decisions.desk_play_view, name="desk_play"),
    path(DESK + "late/", decisions.accept_late_results_view, name="accept_late_results"),
    path(PLAY + "reveal/", decisions.desk_reveal_view, name="desk_reveal"),
    path(PLAY + "enter/", decisions.desk_enter_view, name="desk_enter"),
    path(DESK + "typing/", score_slips.typing_view, name="typing"),
    path(DESK + "typing/_check", score_slips.typing_check_view, name="typing_check"),
    path(PLAY + "version/", decisions.choose_result_view, name="choose_result"),
    path(
        DESK + "objections/<number:objection_id>/",
        objections.objection_answer_view,
        name="objection_answer",
    ),
    path(PLAY + "awards/", adjusted_awards.desk_awards_view, name="desk_awards"),
]
