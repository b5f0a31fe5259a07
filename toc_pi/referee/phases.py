"""Every waiting time, in seconds.

docs/referee.md explains the times as a table. They are estimates for a family's table, tuned on rendered film
and simulated evenings; not measured on recorded games.
"""

# The board must stand unchanged in a clear view for this long before a message about it.
CONFIRM_S = 0.3  # an illegal move: a hand that slides a pawn is out of view for less
AGAIN_S = 0.15  # a legal result where a pawn could also have gone to an unsure hole
UNTOLD_S = 0.4  # an undeclared move: a hand may only have paused
TAKEN_BACK_S = 0.4  # after a take-back, for the card to be declared again
GUESSED_S = 0.5  # an illegal move to an unsure hole
MOWN_S = 0.4  # only captured pawns are still to be removed
NO_HAND_S = 1.0  # an illegal move without a hand
BESIDE_S = 1.0  # everything put right except a pawn that is still beside the board
SPLIT_S = 2.5  # a part of a split may still follow
SECOND_S = 2.5  # a joker's second card may have been played, and not be declared yet
CAMP_S = 4.0  # a captured pawn is on its way to its camp
CARD_S = 2.0  # a move without a card, before cards are offered
BACK_S = 2.5  # an earlier position has returned, before turns are taken back
INFERRED_BACK_S = 1.0  # an earlier position has returned, if the last turn's card was inferred
UNMOVED_S = 3.0  # a card that can be played without a visible change
ASK_S = 5.0  # no clear explanation, before a question
SURELY_S = 8.0  # an unmoved board counts although an unsure hole may hide a move
CANDIDATE_S = 0.5  # an unexplained board, before players may play on from it
LOST_FAR_S = 1.0  # a completely different board, before lost sight
LOST_S = 6.0  # missing pawns, or an unexplained board, before lost sight
NOT_UNDERSTOOD_S = 10.0  # unexplained moved pawns, before players are told what to do


# How late a card may be declared and still belong to an earlier move.
LATE_S = 2.0  # after its move, or after the card was assumed
JOKER_LATE_S = 1.0  # after the move of a joker that plays again: a second one may come soon
CARD_LATE_S = 6.0  # after a move that was judged without its card, for that to be seen on the pile
NEXT_CARD_S = 4.0  # after a flag, for the next player's card to explain the rest of the board


# Cards that the camera sees.
CARD_WAIT_S = 3.0  # moved pawns, before the card is taken for one that can't be seen
HANDFUL_S = 1.0  # longest pause between two cards of a hand that is thrown at once, perhaps in two handfuls
THROWN_S = 3.0  # longest pause between two cards of a thrown hand, where single ones are discarded too

# How quickly people play.
LAY_DOWN_S = 2.0  # shortest time in which a player discards a card
MOVE_S = 1.5  # shortest time in which a player moves a pawn
HOP_S = 2.7  # longest pause between two parts of one move
