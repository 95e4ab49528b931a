"""What is read of accounts: names, passwords, second factors and login sessions."""
