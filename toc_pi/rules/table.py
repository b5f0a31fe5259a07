"""The table: the board's size, players, teams, and whose pawns a player may move (RULES 1)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from calibration.holes import (
    CENTRE,
    SEAT_COUNTS,
    SEATS,
    STRETCHES,
    USUAL_STRETCH,
    Hole,
    Seat,
    board_holes,
    home_entries,
    home_holes,
    is_camp,
    is_home,
    seat_of,
    seats_of,
    track_hole,
    track_index,
)
from toc_pi.errors import BadInput, Faults
from toc_pi.rules.position import Position

_HOME = {seat: frozenset((hole, seat) for hole in home_holes(seat)) for seat in SEATS}

Player = tuple[Seat, ...]
Team = tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A board and its players.

    Attributes:
        seats: 4, 6 or 8.
        home_entry: the printed number of the hole where a pawn may turn in: `stretch` − 2, − 1
            or `stretch` itself.
        centre: whether the board has the hole X.
        players: the seats of each person, clockwise; by default each has one seat.
        teams: allied seats; by default every player is a team.
        stretch: S, holes of the track for each seat: 12 to 24.

    Raises:
        BadInput: an impossible size, a seat twice or unknown, a team that splits a player or leaves one out.
    """

    seats: int = 4
    home_entry: int = USUAL_STRETCH - 2
    centre: bool = False
    players: tuple[Player, ...] = ()
    teams: tuple[Team, ...] = ()
    stretch: int = USUAL_STRETCH
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        if self.seats not in SEAT_COUNTS:
            raise BadInput("seats = {value}; allowed are 4, 6 and 8", value=self.seats)
        if self.stretch not in STRETCHES:
            raise BadInput(
                "stretch = {value}; allowed are {least} to {most}",
                value=self.stretch,
                least=STRETCHES[0],
                most=STRETCHES[-1],
            )
        allowed = home_entries(self.stretch)
        if self.home_entry not in allowed:
            first, second, third = allowed
            raise BadInput(
                "home_entry = {value}; allowed are {first}, {second} and {third}",
                value=self.home_entry,
                first=first,
                second=second,
                third=third,
            )
        players = _ordered("players", self.players, self.seats) or tuple(
            (seat,) for seat in seats_of(self.seats)
        )
        teams = _ordered("teams", self.teams, self.seats) or players
        for player in players:
            homes = [team for team in teams if set(team) & set(player)]
            if not homes:
                raise BadInput(
                    "teams leave out {names}; each player belongs to one team", names=" and ".join(player)
                )
            if len(homes) > 1 or not set(player) <= set(homes[0]):
                raise BadInput(
                    "teams part the player of {names}; one player's seats stay together",
                    names=" and ".join(player),
                )
        played = {seat for player in players for seat in player}
        for seat in (seat for team in teams for seat in team):
            if seat not in played:
                raise BadInput(
                    "teams name seat {seat}, which nobody plays; played are {listed}",
                    seat=seat,
                    listed=_listed(played),
                )
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "teams", teams)
        key = (self.seats, self.home_entry, self.centre, players, teams, self.stretch)
        object.__setattr__(self, "_hash", hash(key))

    def __hash__(self) -> int:
        return self._hash

    @property
    def track_length(self) -> int:
        """L: the number of holes of the track."""
        return self.stretch * self.seats

    def track_hole(self, index: int) -> Hole:
        """The track hole at `index`, counted clockwise from a0; any whole number, laps wrap."""
        return track_hole(index, self.seats, self.stretch)

    def track_index(self, hole: Hole) -> int | None:
        """The index of a track hole, counted clockwise from a0; None for other holes."""
        return track_index(hole, self.stretch)

    @property
    def holes(self) -> tuple[Hole, ...]:
        """Every hole of the board, camps included."""
        return board_holes(self.seats, self.centre, self.stretch)

    @property
    def played(self) -> tuple[Seat, ...]:
        """The seats that somebody owns, clockwise from a."""
        return tuple(sorted(seat for player in self.players for seat in player))

    def player_of(self, seat: Seat) -> Player:
        """All seats of the person who owns a seat.

        Raises:
            BadInput: nobody plays it.
        """
        for player in self.players:
            if seat in player:
                return player
        raise BadInput("seat {seat}: nobody plays it; played: {seats}", seat=seat, seats=_listed(self.played))

    def team_of(self, seat: Seat) -> Team:
        """All seats of a seat's team, its own included.

        Raises:
            BadInput: nobody plays it.
        """
        for team in self.teams:
            if seat in team:
                return team
        raise BadInput("seat {seat}: nobody plays it; played: {seats}", seat=seat, seats=_listed(self.played))

    def mates(self, seat: Seat) -> tuple[Player, ...]:
        """The other players of a seat's team, clockwise from that seat (R14)."""
        player, team = self.player_of(seat), self.team_of(seat)
        order = seats_of(self.seats)
        turn = order.index(seat)
        found: list[Player] = []
        for other in (*order[turn + 1 :], *order[:turn]):
            if other in team and other not in player and self.player_of(other) not in found:
                found.append(self.player_of(other))
        return tuple(found)

    def next_player(self, seat: Seat) -> Player:
        """The player after that of a seat, clockwise; a player of two colours has one turn a round."""
        place = self.players.index(self.player_of(seat))
        return self.players[(place + 1) % len(self.players)]

    def is_home(self, position: Position, seats: Iterable[Seat]) -> bool:
        """Whether all pawns of these seats are home: every home is full."""
        reader = getattr(position, "_reader", None)
        if reader is not None:  # without decoding its pawns
            return all(reader.is_home(position._number, seat) for seat in seats)
        return all(_HOME[seat] <= position.pawns for seat in seats)

    def check(self, position: Position) -> None:
        """Refuse a position that is impossible on this table.

        Raises:
            BadInput: with all faults in one line.
        """
        holes = frozenset(self.holes)
        faults = Faults()
        for hole, seat in sorted(position.pawns):
            if hole == CENTRE and not self.centre:
                faults.fault("{hole}: this board has no centre hole", hole=hole)
            elif hole not in holes:
                faults.fault("{hole}: unknown hole on a board of {seats} seats", hole=hole, seats=self.seats)
            elif is_camp(hole):
                faults.fault("{hole}: pawns in camps aren't listed", hole=hole)
            elif is_home(hole) and seat_of(hole) != seat:
                faults.fault(
                    "{hole}: a pawn of seat {seat} stands in another seat's home", hole=hole, seat=seat
                )
            if seat not in self.played:
                faults.fault("{hole}: a pawn of seat {seat}, which nobody plays", hole=hole, seat=seat)
        faults.refuse()


def _ordered(key: str, groups: tuple[tuple[Seat, ...], ...], seats: int) -> tuple[tuple[Seat, ...], ...]:
    """The groups with their seats clockwise, checked: known seats, none twice, no empty group."""
    allowed = seats_of(seats)
    counted = Counter(seat for group in groups for seat in group)
    for seat, count in counted.items():
        if seat not in allowed:
            raise BadInput(
                "{key} name seat {seat}; a board of {count} has {seats}",
                key=key,
                seat=seat,
                count=seats,
                seats=_listed(allowed),
            )
        if count > 1:
            raise BadInput(
                "{key} name seat {seat} {count} times; once is allowed", key=key, seat=seat, count=count
            )
    if any(not group for group in groups):
        raise BadInput("{key} has an empty group; each group needs a seat", key=key)
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def _listed(seats: Iterable[Seat]) -> str:
    return ", ".join(sorted(seats))
