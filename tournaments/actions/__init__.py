"""Every deed that writes: one module per noun, one function per verb. Everybody else only calls these."""
