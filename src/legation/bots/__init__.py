"""Players that need nobody: each chooses orders from a View, and from nothing else."""
