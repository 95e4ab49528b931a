"""Django's password validators, with messages in the wording of this site."""

from django.contrib.auth import password_validation as rules
from django.utils.translation import gettext as _


class MinimumLengthValidator(rules.MinimumLengthValidator):
    """Require a minimum length."""

    def get_error_message(self) -> str:
        """Return the message with the minimum length."""
        return _("Too short: a password has at least %(least)s characters.") % {
            "least": self.min_length
        }


class UserAttributeSimilarityValidator(rules.UserAttributeSimilarityValidator):
    """Reject passwords similar to the user's name."""

    def get_error_message(self) -> str:
        """Return the message."""
        return _("Too similar to your name: choose another password.")


class CommonPasswordValidator(rules.CommonPasswordValidator):
    """Reject the twenty thousand most common passwords."""

    def get_error_message(self) -> str:
        """Return the message."""
        return _("Too common: this password is easy to guess.")
