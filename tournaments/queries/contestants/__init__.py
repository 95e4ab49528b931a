"""What is read of contestants: who is registered, who comes late, who leaves."""
