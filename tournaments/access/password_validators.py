"""Django's password validators with other messages, in the wording of this site."""

from django.contrib.auth import password_validation as django_validators
from django.utils.translation import gettext as _


class MinimumLengthValidator(django_validators.MinimumLengthValidator):
    """Django's check of the minimum length; only the message differs."""

    def get_error_message(self) -> str:
        """Return the message for a password that is too short."""
        return _("Too short: a password has at least %(least)s characters.") % {
            "least": self.min_length
        }


class UserAttributeSimilarityValidator(django_validators.UserAttributeSimilarityValidator):
    """Django's check of similarity to username, names and e-mail; only the message differs."""

    def get_error_message(self) -> str:
        """Return the message for a password that is too similar."""
        return _("Too similar to your name: choose another password.")


class CommonPasswordValidator(django_validators.CommonPasswordValidator):
    """Django's check against its list of common passwords; only the message differs."""

    def get_error_message(self) -> str:
        """Return the message for a common password."""
        return _("Too common: this password is easy to guess.")
