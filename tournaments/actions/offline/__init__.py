"""Export sections as files, import them in another installation, and store their results."""
