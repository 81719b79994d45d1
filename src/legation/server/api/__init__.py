"""The interface for programs: what pages show, as data."""
