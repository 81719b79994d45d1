"""The command line: a file a verb, and what they share."""
