"""Every deed that writes: one module per noun, one function per verb. Pages, commands and the API only call these."""
