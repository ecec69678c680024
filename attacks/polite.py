"""A client that asks for one thing at a time, and knows what the answer must be."""

import http.client
import json
import socket
import threading
import time

# Small positions that the server solves in memory if it has no tables: by the rules (section 1 of docs/rules.md) and by
# symmetry. The one who can close a mill takes the third-last stone; who has two stones has lost.
KNOWN = [
    ("/api/standard/position?p=w_a1a4d7_b2d2f2", "win", 1),
    ("/api/standard/position?p=b_b2d2f4_a1a4d7", None, None),
    ("/api/standard/position?p=b_a4a7a1_f2d2", "loss", 0),
    ("/api/standard/position?p=w_g1g4d7_b6d6f6", "win", 1),
]


class Polite(threading.Thread):
    """Asks until it is told to stop; every request on a connection of its own."""

    def __init__(self, port, stop):
        super().__init__(daemon=True)
        self.port, self.stop = port, stop
        self.right, self.slow, self.refused, self.wrong, self.failed = 0, 0, 0, 0, 0
        self.seconds = []

    def run(self):
        number = 0
        while not self.stop.is_set():
            # Its own address, and that of attackers who use but one.
            source = ("127.0.0.9", "127.0.0.1")[number % 2]
            path, outcome, plies = KNOWN[number // 2 % len(KNOWN)]
            self.ask(source, path, outcome, plies)
            number += 1
            self.stop.wait(0.05)

    def ask(self, source, path, outcome, plies):
        began = time.monotonic()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5, source_address=(source, 0))
            connection.request("GET", path)
            answer = connection.getresponse()
            text = answer.read()
            connection.close()
        except (OSError, http.client.HTTPException):
            self.failed += 1
            return None
        took = time.monotonic() - began
        self.seconds.append(took)
        if answer.status != 200:
            self.refused += 1
            return answer.status
        found = json.loads(text)
        best = found["moves"][0] if found["moves"] else found["value"]
        value = (found["value"]["outcome"], found["value"]["plies"])
        is_right = value == (best["outcome"], best["plies"]) and (outcome is None or value == (outcome, plies))
        if not is_right:
            self.wrong += 1
        elif took > 1:
            self.slow += 1
        else:
            self.right += 1
        return answer.status

    def warm_up(self):
        until = time.monotonic() + 60
        while any(self.ask("127.0.0.9", *known) != 200 for known in KNOWN):
            if time.monotonic() > until:
                raise SystemExit("attacks/run: the server does not answer")
            time.sleep(0.2)

    def report(self):
        asked = self.right + self.slow + self.refused + self.wrong + self.failed
        seconds = sorted(self.seconds) or [0]
        at = lambda part: round(1000 * seconds[int(part * (len(seconds) - 1))])
        return {"asked": asked, "right": self.right, "slow": self.slow, "refused": self.refused, "failed": self.failed,
                "wrong": self.wrong, "good": round(self.right / max(1, asked), 3), "p50_ms": at(0.5), "p95_ms": at(0.95)}


def connect(port, source, timeout=5):
    """A plain connection from an address of this machine."""
    connection = socket.create_connection(("127.0.0.1", port), timeout, (source, 0))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection
