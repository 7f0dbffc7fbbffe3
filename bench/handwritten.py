"""Random games of tic-tac-toe and Connect Four in plain Python, written by hand for each game.

    python -m bench.handwritten [games] [seed]

prints {"tic_tac_toe": moves_per_second, "connect_four": moves_per_second}. This is what a programmer would write who
needs these two games and nothing else: a list for the board, a list of the legal moves, and a look for a win only
through the last move. As for every peer, the clock covers setting up each game, listing its legal moves, picking one
and making it; it is the clock of this process.
"""

import json
import random
import sys
from collections.abc import Callable
from time import process_time

EMPTY = -1
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_THROUGH = tuple(tuple(line for line in LINES if cell in line) for cell in range(9))


class TicTacToe:
    def __init__(self) -> None:
        self.cells = [EMPTY] * 9
        self.player = 0
        self.placed = 0
        self.winner: int | None = None
        self.over = False

    def legal_moves(self) -> list[int]:
        return [cell for cell, mark in enumerate(self.cells) if mark == EMPTY]

    def apply(self, cell: int) -> None:
        self.cells[cell] = self.player
        self.placed += 1
        if self.wins(cell):
            self.winner = self.player
            self.over = True
        elif self.placed == 9:
            self.over = True
        self.player = 1 - self.player

    def wins(self, cell: int) -> bool:
        cells, player = self.cells, self.player
        return any(cells[a] == cells[b] == cells[c] == player for a, b, c in LINES_THROUGH[cell])


class ConnectFour:
    COLUMNS = 7
    ROWS = 6
    DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

    def __init__(self) -> None:
        self.cells = [EMPTY] * (self.COLUMNS * self.ROWS)
        self.heights = [0] * self.COLUMNS
        self.player = 0
        self.placed = 0
        self.winner: int | None = None
        self.over = False

    def legal_moves(self) -> list[int]:
        return [column for column, height in enumerate(self.heights) if height < self.ROWS]

    def apply(self, column: int) -> None:
        row = self.heights[column]
        self.cells[row * self.COLUMNS + column] = self.player
        self.heights[column] = row + 1
        self.placed += 1
        if self.wins(column, row):
            self.winner = self.player
            self.over = True
        elif self.placed == len(self.cells):
            self.over = True
        self.player = 1 - self.player

    def wins(self, column: int, row: int) -> bool:
        return any(self.run(column, row, dx, dy) + self.run(column, row, -dx, -dy) >= 3 for dx, dy in self.DIRECTIONS)

    def run(self, column: int, row: int, dx: int, dy: int) -> int:
        """How many of the player's discs follow this place in one direction."""
        length = 0
        column += dx
        row += dy
        while 0 <= column < self.COLUMNS and 0 <= row < self.ROWS:
            if self.cells[row * self.COLUMNS + column] != self.player:
                break
            length += 1
            column += dx
            row += dy
        return length


def play_games(start: Callable[[], TicTacToe | ConnectFour], games: int, rng: random.Random) -> int:
    """Play the games and return how many moves they took."""
    moves = 0
    for _ in range(games):
        game = start()
        while not game.over:
            game.apply(rng.choice(game.legal_moves()))
            moves += 1
    return moves


def moves_per_second(start: Callable[[], TicTacToe | ConnectFour], games: int, rng: random.Random) -> float:
    play_games(start, games // 10 + 1, rng)
    began = process_time()
    moves = play_games(start, games, rng)
    return moves / (process_time() - began)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    speeds = {
        "tic_tac_toe": moves_per_second(TicTacToe, games, rng),
        "connect_four": moves_per_second(ConnectFour, games, rng),
    }
    print(json.dumps(speeds))


if __name__ == "__main__":
    main()
