"""Occlusion of the field by anything but pawns: hands, arms, cups, cards."""
