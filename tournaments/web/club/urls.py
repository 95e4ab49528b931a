"""Addresses of a club's own pages: its people, its members, its demo."""

from django.urls import path

from tournaments.web.club import demo, members, people

PEOPLE = "desk/people/<slug:club>/"
PERSON = PEOPLE + "<int:player>/"
CLUB = "desk/club/<int:club>/"

urlpatterns = [
    path(PEOPLE, people.people_view, name="people"),
    path(PERSON, people.person_view, name="person"),
    path(PERSON + "rename/", people.person_rename_view, name="person_rename"),
    path(PERSON + "member/", people.person_member_view, name="person_member"),
    path(PERSON + "merge/", people.person_merge_view, name="person_merge"),
    path(CLUB + "clear-demo/", demo.clear_demo_view, name="clear_demo"),
    path(CLUB + "listing/", members.club_listing_view, name="club_listing"),
    path(CLUB + "members/", members.members_view, name="members"),
    path(CLUB + "members/<int:member>/role/", members.member_role_view, name="member_role"),
    path(CLUB + "members/<int:member>/remove/", members.member_remove_view, name="member_remove"),
]
