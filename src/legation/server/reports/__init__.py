"""The reports of phases."""
