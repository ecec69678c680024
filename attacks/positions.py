"""Random questions about the standard game, as the API takes them."""

import json
import random

POINTS = ("a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 a7 d7 g7").split()


def position(dice):
    """A position of any phase with nine stones each, in the short form."""
    points = dice.sample(POINTS, 24)
    turn, hands = "w", [0, 0]
    if dice.random() < 0.5:
        hand = dice.randint(1, 8)
        turn, hands = dice.choice([("w", [hand, hand]), ("b", [hand - 1, hand])])
    text = turn
    for hand in hands:
        most, least = 9 - hand, max(0, 3 - hand)
        count = dice.randint(max(least, most // 2), most)
        stones, points = points[:count], points[count:]
        text += "_" + "".join(stones) + (f".{hand}" if hand else "")
    return text


def opening(dice, plies):
    """Moves that place stones and close no mill: lines of the board are used at most twice."""
    points = dice.sample(POINTS, 24)
    moves, sides = [], [[], []]
    for point in points:
        side = sides[len(moves) % 2]
        if sum(other[0] == point[0] for other in side) < 2 and sum(other[1] == point[1] for other in side) < 2:
            side.append(point)
            moves.append(point)
        if len(moves) == plies:
            break
    return moves


def question(dice):
    """Method, path and body of something that a user of the explorer or a program might ask."""
    what = dice.random()
    if what < 0.60:
        return "GET", f"/api/standard/position?p={position(dice)}", None
    if what < 0.72:
        return "GET", f"/api/standard/line?p={position(dice)}&plies={dice.choice([10, 60, 400])}", None
    if what < 0.86:
        body = json.dumps({"moves": opening(dice, dice.randint(1, 12))})
        return "POST", "/api/standard/game", body
    if what < 0.92:
        player = dice.choice(["strong", "random", "erring-10", "engine-1"])
        return "GET", f"/api/standard/reply?p={position(dice)}&player={player}", None
    if what < 0.96:
        return "GET", dice.choice(["/", "/api/games", "/api/standard/statistics", "/api/standard"]), None
    # Few positions that everybody asks for: the answers are ready.
    return "GET", "/api/standard/position?p=start", None


def random_of(seed):
    return random.Random(seed)
