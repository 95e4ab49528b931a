"""Something went wrong: what it can be, and what mending it would come to before it is done."""
