"""Case files: positions with what must come of them (docs/cases.md)."""
