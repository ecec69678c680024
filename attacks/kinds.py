"""The attacks. Each runs in a process of its own, for so many seconds, against a port of 127.0.0.1."""

import json
import multiprocessing
import os
import random
import resource
import socket
import time

import positions
from polite import connect

# Attackers that use many addresses have these.
MANY = [f"127.0.{third}.{fourth}" for third in range(1, 9) for fourth in range(1, 33)]


def start(name, port, seconds):
    process = multiprocessing.Process(target=begin, args=(name, port, seconds), daemon=True)
    process.start()
    return process


def begin(name, port, seconds):
    os.nice(5)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    ALL[name](port, time.monotonic() + seconds, random.Random(name))


def get(path, extra=""):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{extra}\r\n".encode()


def keep_open(port, until, count, source, speak, pace=0.2):
    """Holds so many connections and lets each speak now and then; those that were ended are opened again."""
    open_now = []
    while time.monotonic() < until:
        while len(open_now) < count and time.monotonic() < until:
            try:
                connection = connect(port, source(len(open_now)), 1)
                connection.setblocking(False)
                open_now.append(connection)
            except OSError:
                time.sleep(0.01)
                break
        still = []
        for connection in open_now:
            try:
                speak(connection)
                still.append(connection)
            except BlockingIOError:
                still.append(connection)
            except OSError:
                connection.close()
        open_now = still
        time.sleep(pace)


def one_source(_number):
    return "127.0.0.1"


def many_sources(number):
    return MANY[number % len(MANY)]


def silent_readers(port, until, dice):
    """1,200 connections from one address that ask for large answers without end and read none of them."""
    requests = get("/api/openapi.json") * 50
    keep_open(port, until, 1_200, one_source, lambda connection: connection.send(requests))


def slow_readers(port, until, dice):
    """400 connections that ask for large answers and read a few bytes a second."""
    def speak(connection):
        connection.send(get("/api/openapi.json"))
        connection.recv(16)
    keep_open(port, until, 400, many_sources, speak, 1)


def drips(port, until, dice):
    """500 requests whose heads or bodies arrive byte by byte."""
    begun = set()

    def speak(connection):
        if connection.fileno() not in begun:
            begun.add(connection.fileno())
            body = b"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" \
                   b"Content-Length: 60000\r\n\r\n"
            connection.send(dice.choice([b"GET /healthz HTTP/1.1\r\nX-A: ", body]))
        else:
            connection.send(b"a")
    keep_open(port, until, 500, many_sources, speak, 0.5)


def descriptors(port, until, dice):
    """3,000 connections from 256 addresses that say nothing."""
    keep_open(port, until, 3_000, many_sources, lambda connection: connection.recv(1))


def ask_many(port, until, count, source, request):
    """So many connections, each with one request after the other, whatever is answered."""
    def speak(connection):
        try:
            while connection.recv(65_536):
                pass
            raise OSError("ended")
        except BlockingIOError:
            pass
        connection.send(request())
    keep_open(port, until, count, source, speak, 0.05)


def floods(port, until, dice):
    """300 connections that ask for random positions as fast as they can."""
    ask_many(port, until, 300, many_sources,
             lambda: get(f"/api/standard/position?p={positions.position(dice)}"))


def reconnects(port, until, dice):
    """Connections that are opened, used once and dropped, as fast as can be."""
    while time.monotonic() < until:
        try:
            connection = connect(port, dice.choice(MANY), 1)
            connection.send(get("/healthz"))
            connection.close()
        except OSError:
            time.sleep(0.005)


def expensive(port, until, dice):
    """400 connections from one address that ask for the longest lines, searches and statistics."""
    def request():
        what = dice.randrange(4)
        if what == 0:
            return get(f"/api/standard/reply?p={positions.position(dice)}&player=engine:4000000")
        if what == 1:
            return get(f"/api/lasker/statistics?stones={dice.randint(3, 12)},{dice.randint(3, 12)}")
        return get(f"/api/standard/line?p={positions.position(dice)}&plies=400")
    ask_many(port, until, 400, one_source, request)


def small_games(port, until, dice):
    """Asks for small games of all mixes of rules, so that each has to be solved."""
    words = [("orthogonal", "diagonal"), ("first", "free"), ("capture", "protected"), ("one", "two"), ("loss", "draw")]
    def request():
        game = "-".join(dice.choice(pair) for pair in words)
        return get(f"/api/{game}/position?p=start&stones={dice.randint(3, 5)}")
    ask_many(port, until, 20, many_sources, request)


MALFORMED = [
    b"\x00" * 100, b"\r\n" * 5_000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5_000 + b"\r\n",
    b"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    b"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    b"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n",
    b"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /api/%00%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /..%2f..%2fetc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 70000\r\n\r\n",
]


def malformed(port, until, dice):
    """What is no HTTP, or hardly: every kind, cut anywhere, bytes changed."""
    while time.monotonic() < until:
        text = bytearray(dice.choice(MALFORMED))
        for _ in range(dice.choice([0, 0, 1, 5])):
            text[dice.randrange(len(text))] = dice.randrange(256)
        try:
            connection = connect(port, dice.choice(MANY), 0.2)
            connection.sendall(text[: dice.choice([len(text), dice.randint(1, len(text))])])
            if dice.random() < 0.3:
                connection.recv(1_000)
            connection.close()
        except OSError:
            pass


def large_games(port, until, dice):
    """Games as long as a request may be, and longer: comments, variations, moves without end."""
    def body():
        moves = "1. d6 f4 2. d2 b4 "
        return dice.choice([
            json.dumps({"text": moves * 3_000}), json.dumps({"text": "(" * 60_000}), json.dumps({"text": "{" * 60_000}),
            json.dumps({"moves": ["d6", "f4"] * 4_000}), json.dumps({"text": "[A \"" + "x" * 60_000 + "\"]\n*"}),
            "[" * 60_000, json.dumps({"text": moves + "$1 " * 20_000}), json.dumps({"text": "x" * 200_000}),
        ])
    def request():
        text = body().encode()
        head = f"POST /api/standard/game HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        return head.encode() + f"Content-Length: {len(text)}\r\n\r\n".encode() + text
    ask_many(port, until, 60, many_sources, request)


ALL = {
    "silent-readers": silent_readers, "slow-readers": slow_readers, "drips": drips, "descriptors": descriptors,
    "floods": floods, "reconnects": reconnects, "expensive": expensive, "small-games": small_games, "malformed": malformed,
    "large-games": large_games,
}

# Those that show something within seconds.
SHORT = ["silent-readers", "descriptors", "expensive", "malformed"]
