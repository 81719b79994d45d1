"""The public edition: the report for everybody, with what its game master writes around it."""
