"""The pages and the answers of the studio."""
