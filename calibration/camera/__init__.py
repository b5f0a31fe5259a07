"""The camera: lens, where it stands, and the noise of its pictures."""
