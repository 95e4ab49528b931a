"""What is read of boards: copies, deals, travellers."""
