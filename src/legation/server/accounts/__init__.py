"""Accounts: who plays, under what name, and how he wants to be told."""
