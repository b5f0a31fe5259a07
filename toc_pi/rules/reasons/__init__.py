"""Why a move is illegal: the rules broken, searched for and described (RULES 7)."""
