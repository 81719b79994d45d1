"""What pages show of browsers."""
