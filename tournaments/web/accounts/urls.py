"""URLs for signing in and out, the account, and the choice of a language."""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournaments.web.accounts import second_factors, views

urlpatterns = [
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("sign-in/", views.SignInView.as_view(), name="sign_in"),
    path("sign-out/", views.SignOutView.as_view(), name="sign_out"),
    path("sign-in/password/", views.first_password_view, name="first_password"),
    path("sign-in/code/", second_factors.second_factor_view, name="second_factor"),
    path("sign-in/second-factor/", second_factors.second_factor_new_view, name="second_factor_new"),
    path(
        "desk/account/second-factor/",
        second_factors.second_factor_change_view,
        name="second_factor_change",
    ),
    path("desk/account/", views.account_view, name="account"),
    path(
        "desk/account/players/<number:player_id>/code/",
        views.account_code_view,
        name="account_code",
    ),
    path("desk/account/visits/end/", views.login_session_end_view, name="visit_end"),
    path("desk/account/visits/end-all/", views.login_sessions_end_view, name="visits_end"),
    path("desk/password/", views.OwnPasswordChangeView.as_view(), name="password"),
]
