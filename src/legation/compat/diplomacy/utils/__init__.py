"""Where programs import `export`, `order_results` and the like from."""
