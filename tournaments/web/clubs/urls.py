"""URLs of a club's pages: players, staff, venues, penalties, audit and demo."""

from django.urls import path

from tournaments.web.clubs import audit, demo, members, penalties, people, venues

PEOPLE = "desk/people/<slug:club_slug>/"
PERSON = PEOPLE + "<number:player_id>/"
CLUB = "desk/club/<number:club_id>/"

urlpatterns = [
    path(PEOPLE, people.people_view, name="people"),
    path(PERSON, people.person_view, name="person"),
    path(PERSON + "rename/", people.person_rename_view, name="person_rename"),
    path(PERSON + "member/", people.person_member_view, name="person_member"),
    path(PERSON + "licence/", people.person_licence_view, name="person_licence"),
    path(PERSON + "code/", people.person_code_view, name="person_code"),
    path(PERSON + "join/", people.person_join_view, name="person_join"),
    path(PERSON + "leave/", people.person_leave_view, name="person_leave"),
    path(PERSON + "merge/", people.person_merge_view, name="person_merge"),
    path(
        PERSON + "merges/<number:merge_id>/undo/", people.person_unmerge_view, name="person_unmerge"
    ),
    path(CLUB + "clear-demo/", demo.clear_demo_view, name="clear_demo"),
    path(CLUB + "listing/", members.club_listing_view, name="club_listing"),
    path(CLUB + "frames/", members.club_framing_sites_view, name="club_frames"),
    path(CLUB + "members/", members.members_view, name="members"),
    path(CLUB + "members/<number:member_id>/role/", members.member_role_view, name="member_role"),
    path(
        CLUB + "members/<number:member_id>/remove/",
        members.member_remove_view,
        name="member_remove",
    ),
    path(
        CLUB + "members/<number:member_id>/password/",
        members.member_password_view,
        name="member_password",
    ),
    path(CLUB + "second-factor/", members.club_second_factor_view, name="club_second_factor"),
    path(
        CLUB + "invitations/<number:invitation_id>/withdraw/",
        members.invitation_withdraw_view,
        name="invitation_withdraw",
    ),
    path(
        "desk/invitations/<number:invitation_id>/",
        members.invitation_answer_view,
        name="invitation_answer",
    ),
    path(CLUB + "venues/", venues.venues_view, name="venues"),
    path(CLUB + "venues/<number:venue_id>/", venues.venue_view, name="venue"),
    path(CLUB + "venues/<number:venue_id>/remove/", venues.venue_remove_view, name="venue_remove"),
    path(CLUB + "penalties/", penalties.club_penalties_view, name="club_penalties"),
    path(CLUB + "penalties/<number:penalty_id>/", penalties.club_penalty_view, name="club_penalty"),
    path(
        CLUB + "penalties/<number:penalty_id>/remove/",
        penalties.club_penalty_remove_view,
        name="club_penalty_remove",
    ),
    path(CLUB + "audit/", audit.audit_view, name="audit"),
    path(CLUB + "audit/<number:entry_id>/blank/", audit.audit_redact_view, name="audit_blank"),
]
