"""Home: what waits for who is signed in; whoever is not finds the front page there."""
