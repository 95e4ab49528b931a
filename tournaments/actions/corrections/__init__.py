"""What went wrong at tables and with boards, mended: each repair is one act, which can be
undone."""
