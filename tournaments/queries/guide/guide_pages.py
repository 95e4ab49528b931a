"""Pages of the director's guide, and the URL names that each of them helps with."""

from django.utils.translation import gettext_noop as _

# Names of the files in docs/clubs/guide, the same in every language, in the order of an evening.
GUIDE_PAGES = (
    "before",
    "making",
    "starting",
    "playing",
    "results",
    "wrong",
    "people",
    "clock",
    "rulings",
    "ending",
)

# What each page is about, for the table of contents.
GUIDE_PAGE_SUMMARIES = {
    "before": _("What you need in the hall, what to print, and how to practise."),
    "making": _("Name, number and time; then choose how everybody moves."),
    "starting": _("The steps from the list of names to round 1."),
    "playing": _("What the desk shows, and how a round ends."),
    "results": _("What to do when two sides say different things."),
    "wrong": _("Wrong seats, wrong boards: see what changes, then correct."),
    "people": _("Somebody comes late, goes home, or plays for another."),
    "clock": _("More time, a pause, and how to end earlier."),
    "rulings": _("Decide a result, give an award, subtract a penalty."),
    "ending": _("Publish the results, and undo what was a mistake."),
}

_URL_NAMES_BY_PAGE = {
    "before": (
        "desk",
        "paper",
        "poster",
        "emergency_sheet",
        "table_sheets",
        "result_uploads",
        "section_import",
        "section_export",
    ),
    "making": ("event_new", "event_copy", "event_edit", "event_movement_report"),
    "starting": (
        "event_sections",
        "event_draw",
        "pairings",
        "hand_slips",
        "score_slips",
        "movement_cards",
        "seat_lists",
        "board_preparation",
        "prepare_board",
    ),
    "playing": ("event_desk", "announce", "desk_phones"),
    "results": ("desk_play", "desk_enter", "desk_reveal", "typing"),
    "wrong": (
        "corrections",
        "corrections_of_table",
        "correction_turned",
        "correction_opponents",
        "correction_board",
        "correction_results",
        "correction_set",
        "correction_seats",
        "correction_side",
        "corrections_of_board",
        "correction_fouled",
        "correction_void_board",
    ),
    "people": (
        "event_contestants",
        "event_movement",
        "contestant_replace",
        "contestant_place",
        "event_categories",
        "correction_substitute",
        "correction_departure",
        "correction_late_arrival",
        "correction_late_arrival_done",
        "correction_sit_outs",
        "event_line_ups",
        "event_team_links",
    ),
    "clock": ("event_clock", "correction_last_round", "correction_fewer_boards"),
    "rulings": ("desk_awards", "penalties"),
    "ending": (
        "hand_records",
        "printed_results",
        "history",
        "undo_step",
        "restore_to_step",
        "restore_before_step",
        "event_finals",
        "event_delete",
        "archived_events",
    ),
}

# The guide page for a URL name.
GUIDE_PAGE_BY_URL_NAME = {
    screen: page for page, screens in _URL_NAMES_BY_PAGE.items() for screen in screens
}
