"""Tags of the seals of powers."""
