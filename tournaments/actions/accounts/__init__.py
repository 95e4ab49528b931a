"""Actions of users on their own account: password, second factor, login sessions."""
