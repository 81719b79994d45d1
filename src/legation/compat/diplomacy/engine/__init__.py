"""Where programs import `game`, `map`, `power` and `message` from."""
