"""The game's own random numbers, specified to the bit.

The same seed and the same choices give the same game on every platform and every Python version, so nothing here
leans on the standard library's `random`. A generator is one integer, which a game's state holds like any other value;
every function is pure and hands back the generator that follows.

All arithmetic is on unsigned integers; `mod 2**64` is meant wherever 64 bits could overflow.

**Generator.** PCG32: PCG-XSH-RR with 64 bits of state and 32 bits of output (O'Neill, 2014). The state `s` is any
integer in `0 .. 2**64 - 1`. One step gives the output of the state it started from:

    x      = ((s >> 18) ^ s) >> 27        the low 32 bits of it
    r      = s >> 59
    output = x rotated right by r, in 32 bits
    next s = s * 6364136223846793005 + 109        (mod 2**64)

The increment 109 is `2 * 54 + 1`: sequence 54, the one of the published demonstration, so that its published outputs
check these very functions.

**Scramble.** `mix(v)` is the first output of SplitMix64 seeded with `v`, a permutation of the 64-bit integers:

    z = v + 0x9E3779B97F4A7C15                          (mod 2**64)
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9            (mod 2**64)
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB            (mod 2**64)
    mix(v) = z ^ (z >> 31)

**Seed.** `seed_state(seed)` is `mix(seed mod 2**64)`: neighbouring seeds start far apart, and no two seeds below
`2**64` start alike.

**Sub-seeds.** `derive(seed)` is `seed mod 2**64`; each label `a` in turn makes `mix(mix(seed) ^ (a mod 2**64))` of it.
Hence `derive(seed, a, b)` is `derive(derive(seed, a), b)`.

**A number below n**, for `n` in `1 .. 2**32`: with the threshold `t = (2**32 - n) mod n`, outputs are drawn until one
is at least `t`; the answer is that output mod `n`. The outputs from `t` up are a multiple of `n` in number, so every
answer is equally likely. Where `n` is 1 there is no chance: the answer is 0 and nothing is drawn.

**Shuffle.** Fisher-Yates from the last place down: for `i` from `len - 1` to `1`, draw `j` below `i + 1` and swap
places `i` and `j` (also where they are the same). Fewer than two items draw nothing.
"""

from typing import TypeVar

__all__ = ["below", "derive", "next_u32", "seed_state", "shuffled"]

Item = TypeVar("Item")

MULTIPLIER = 6364136223846793005
INCREMENT = 109

_MASK_32 = 2**32 - 1
_MASK_64 = 2**64 - 1


def seed_state(seed: int) -> int:
    """The generator that a seed starts."""
    return _mix(seed & _MASK_64)


def derive(seed: int, *labels: int) -> int:
    """A seed of its own for each path of labels: one for each game of a series, one for each bot."""
    derived = seed & _MASK_64
    for label in labels:
        derived = _mix(_mix(derived) ^ (label & _MASK_64))
    return derived


def next_u32(state: int) -> tuple[int, int]:
    """The next generator, and an integer in `0 .. 2**32 - 1`."""
    shifted = (((state >> 18) ^ state) >> 27) & _MASK_32
    turn = state >> 59
    value = ((shifted >> turn) | (shifted << (32 - turn))) & _MASK_32
    return (state * MULTIPLIER + INCREMENT) & _MASK_64, value


def below(state: int, n: int) -> tuple[int, int]:
    """The next generator, and an integer in `0 .. n - 1`, each equally likely."""
    if not 1 <= n <= 2**32:
        raise ValueError(f"a random number can be drawn below 1 to 2**32, not below {n}")
    if n == 1:
        return state, 0
    threshold = (2**32 - n) % n
    while True:
        state, value = next_u32(state)
        if value >= threshold:
            return state, value % n


def shuffled(state: int, items: tuple[Item, ...]) -> tuple[int, tuple[Item, ...]]:
    """The next generator, and the items in a random order, each order equally likely."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        state, j = below(state, i + 1)
        order[i], order[j] = order[j], order[i]
    return state, tuple(order)


def _mix(value: int) -> int:
    z = (value + 0x9E3779B97F4A7C15) & _MASK_64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK_64
    return z ^ (z >> 31)
