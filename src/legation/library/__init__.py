"""The library: what `import legation` gives to a program, gathered from the rooms below."""
