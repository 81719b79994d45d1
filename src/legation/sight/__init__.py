"""The gate: what one viewer may see of a game, and nothing else."""
