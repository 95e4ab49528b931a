"""The rules of passwords are Django's; here they speak as the other pages do."""

from django.contrib.auth import password_validation as rules
from django.utils.translation import gettext as _


class MinimumLengthValidator(rules.MinimumLengthValidator):
    """At least so many characters."""

    def get_error_message(self) -> str:
        """How many it must have."""
        return _("Too short: a password has at least %(least)s characters.") % {
            "least": self.min_length
        }


class UserNameSimilarityValidator(rules.UserAttributeSimilarityValidator):
    """Nothing that the account's name tells."""

    def get_error_message(self) -> str:
        """What it is too much like."""
        return _("Too similar to your name: choose another password.")


class CommonPasswordValidator(rules.CommonPasswordValidator):
    """None of the twenty thousand that are tried first."""

    def get_error_message(self) -> str:
        """That others have it too."""
        return _("Too common: this password is easy to guess.")
