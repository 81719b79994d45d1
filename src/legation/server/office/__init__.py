"""Who runs the site: what is stuck, accounts, stopped clocks, and a log that all may read."""
