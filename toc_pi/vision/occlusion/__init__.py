"""What covers the field other than pawns: hands, arms, cups, cards."""
