// Random games of tic-tac-toe and Connect Four on boardgame.io's plain reducer: no client, no server, no React.
//
//     node play.js [games] [seed]
//
// prints {"tic_tac_toe": moves_per_second, "connect_four": moves_per_second}.
//
// The library is given its best conditions: production mode, no undo history, the game's description processed once
// and not for every game, and a warm-up before the clock starts. As for every peer, the clock covers setting up each
// game, listing its legal moves, picking one and making it.

"use strict";

process.env.NODE_ENV = "production"; // before the library is loaded: it reads this once

let internal;
try {
  internal = require("boardgame.io/internal");
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND") throw error;
  console.error("boardgame.io is not installed: run `npm install --no-package-lock` in bench/peers/boardgameio.");
  process.exit(1);
}
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = internal;

// The word by which a move refuses; boardgame.io/core exports it as INVALID_MOVE.
const { INVALID_MOVE } = require("boardgame.io/core");

const TTT_LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];
const TTT_LINES_THROUGH = Array.from({ length: 9 }, (_, cell) => TTT_LINES.filter((line) => line.includes(cell)));

const ticTacToe = {
  name: "tic-tac-toe",
  disableUndo: true,
  setup: () => ({ cells: Array(9).fill(null), last: null, placed: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
      G.last = cell;
      G.placed += 1;
    },
  },
  endIf: ({ G }) => {
    if (G.last === null) return undefined;
    const { cells, last } = G;
    const mark = cells[last];
    if (TTT_LINES_THROUGH[last].some((line) => line.every((cell) => cells[cell] === mark))) return { winner: mark };
    return G.placed === 9 ? { draw: true } : undefined;
  },
  legal: (G) => {
    const moves = [];
    for (let cell = 0; cell < 9; cell++) if (G.cells[cell] === null) moves.push(cell);
    return moves;
  },
  move: "place",
};

const COLUMNS = 7;
const ROWS = 6;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

// How many of the mark's discs follow (column, row) in one direction.
function run(cells, mark, column, row, dx, dy) {
  let length = 0;
  for (let x = column + dx, y = row + dy; x >= 0 && x < COLUMNS && y >= 0 && y < ROWS; x += dx, y += dy) {
    if (cells[y * COLUMNS + x] !== mark) break;
    length += 1;
  }
  return length;
}

const connectFour = {
  name: "connect-four",
  disableUndo: true,
  setup: () => ({ cells: Array(COLUMNS * ROWS).fill(null), heights: Array(COLUMNS).fill(0), last: null, placed: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      const row = G.heights[column];
      if (row >= ROWS) return INVALID_MOVE;
      G.cells[row * COLUMNS + column] = playerID;
      G.heights[column] = row + 1;
      G.last = column;
      G.placed += 1;
    },
  },
  endIf: ({ G }) => {
    if (G.last === null) return undefined;
    const { cells, heights, last } = G;
    const row = heights[last] - 1;
    const mark = cells[row * COLUMNS + last];
    for (const [dx, dy] of DIRECTIONS) {
      if (run(cells, mark, last, row, dx, dy) + run(cells, mark, last, row, -dx, -dy) >= 3) return { winner: mark };
    }
    return G.placed === COLUMNS * ROWS ? { draw: true } : undefined;
  },
  legal: (G) => {
    const moves = [];
    for (let column = 0; column < COLUMNS; column++) if (G.heights[column] < ROWS) moves.push(column);
    return moves;
  },
  move: "drop",
};

// The action that the library's own makeMove builds; boardgame.io/internal does not export it.
const makeMove = (type, args, playerID) => ({ type: "MAKE_MOVE", payload: { type, args, playerID } });

// A small seeded generator (mulberry32), so that a run can be repeated.
function seeded(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  };
}

// Plays the games and returns how many moves they took.
function playGames(description, games, below) {
  const game = ProcessGameConfig(description);
  const reducer = CreateGameReducer({ game });
  let moves = 0;
  for (let i = 0; i < games; i++) {
    let state = InitializeGame({ game, numPlayers: 2 });
    while (state.ctx.gameover === undefined) {
      const legal = game.legal(state.G);
      const choice = legal[below(legal.length)];
      const before = state._stateID;
      state = reducer(state, makeMove(game.move, [choice], state.ctx.currentPlayer));
      if (state._stateID === before) throw new Error(`boardgame.io refused a legal move of ${game.name}`);
      moves += 1;
    }
  }
  return moves;
}

function movesPerSecond(game, games, below) {
  playGames(game, Math.ceil(games / 2), below);
  const start = process.hrtime.bigint();
  const before = process.cpuUsage();
  const moves = playGames(game, games, below);
  const elapsed = Number(process.hrtime.bigint() - start) / 1e9;
  const { user, system } = process.cpuUsage(before);
  // CPU time counts the helper threads of Node, the clock on the wall whatever else the machine does: the shorter one.
  return moves / Math.min(elapsed, (user + system) / 1e6);
}

const games = Number(process.argv[2] ?? 1000);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isInteger(games) || games < 1 || !Number.isInteger(seed)) {
  console.error("usage: node play.js [games] [seed], both whole numbers");
  process.exit(2);
}
const below = seeded(seed);
console.log(
  JSON.stringify({
    tic_tac_toe: movesPerSecond(ticTacToe, games, below),
    connect_four: movesPerSecond(connectFour, games, below),
  }),
);
