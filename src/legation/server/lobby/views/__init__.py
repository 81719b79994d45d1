"""The pages of the lobby: each only translates between a request and what services and reads do."""
