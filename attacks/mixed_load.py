#!/usr/bin/env python3
"""Asks a server of complete tables all kinds of things for a while, and says how it fared.

    attacks/mixed_load.py --url http://127.0.0.1:8080 --pid PID --minutes 60 --rate 60

No more requests a second than --rate, from --clients threads with a connection each. Every minute a line: requests so far,
answers by status, latencies, memory and descriptors of the process. Answers that are neither 200 nor 503 are kept with
what was asked, and printed at the end: a game that is over has no reply, which is right; all others are wrong. Exit code 1 if
there was any error but these, or if memory grew: the last quarter may be no more than a tenth above the second.
"""

import argparse
import collections
import http.client
import json
import sys
import threading
import time
import urllib.parse

import positions
import watch


class Load:
    def __init__(self, url, rate, clients):
        self.url = urllib.parse.urlsplit(url)
        self.rate, self.clients = rate, clients
        self.lock = threading.Lock()
        self.statuses = collections.Counter()
        self.latencies = []
        self.wrong = []
        self.others = []
        self.again = 0
        self.stop = threading.Event()

    def client(self, seed):
        dice = positions.random_of(seed)
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=30)
        pause = self.clients / self.rate
        due = time.monotonic() + dice.random() * pause
        while not self.stop.wait(max(0, due - time.monotonic())):
            due = max(due + pause, time.monotonic() - 1)
            method, path, body = positions.question(dice)
            began = time.monotonic()
            try:
                status, text = ask(connection, method, path, body)
            except (OSError, http.client.HTTPException) as error:
                # A connection that was idle may be closed at any time: every client asks again then, on a new one.
                connection.close()
                try:
                    status, text = ask(connection, method, path, body)
                    self.again += 1
                except (OSError, http.client.HTTPException):
                    status, text = type(error).__name__, b""
                    connection.close()
            with self.lock:
                self.statuses[status] += 1
                self.latencies.append(time.monotonic() - began)
                if status == 200 and "position?" in path and not is_right(text):
                    self.wrong.append(path)
                elif status not in (200, 503):
                    asked = f"{method} {path} {body or ''}: {status} {text[:400].decode(errors='replace')}"
                    self.others.append(asked)
                    if b'"game-over"' not in text:
                        self.wrong.append(asked)

    def report(self):
        with self.lock:
            latencies, self.latencies = sorted(self.latencies), []
            statuses = dict(self.statuses)
        at = lambda part: 1000 * latencies[int(part * (len(latencies) - 1))] if latencies else 0
        return {"requests": sum(statuses.values()), "statuses": {str(key): statuses[key] for key in statuses},
                "p50_ms": round(at(0.5), 1), "p95_ms": round(at(0.95), 1), "p99_ms": round(at(0.99), 1)}


def ask(connection, method, path, body):
    connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
    answer = connection.getresponse()
    return answer.status, answer.read()


def is_right(text):
    """A position is worth what its best move is."""
    found = json.loads(text)
    value, moves = found["value"], found["moves"]
    if not moves:
        return value["outcome"] in ("loss", "draw")
    best = moves[0]
    return (best["outcome"], best["plies"]) == (value["outcome"], value["plies"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    parser.add_argument("--pid", type=int, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=60)
    parser.add_argument("--clients", type=int, default=6)
    args = parser.parse_args()
    load = Load(args.url, args.rate, args.clients)
    threads = [threading.Thread(target=load.client, args=(seed,), daemon=True) for seed in range(args.clients)]
    for thread in threads:
        thread.start()
    began, memory = time.monotonic(), []
    every = min(60, 60 * args.minutes / 8)
    while time.monotonic() - began < 60 * args.minutes:
        time.sleep(every)
        memory.append(watch.resident(args.pid))
        line = {"minutes": round((time.monotonic() - began) / 60, 1), **load.report(),
                "resident_mb": memory[-1] >> 20, "files": watch.files(args.pid)}
        print(json.dumps(line), flush=True)
    load.stop.set()
    for thread in threads:
        thread.join(40)
    quarter = max(1, len(memory) // 4)
    second, last = memory[quarter : 2 * quarter], memory[-quarter:]
    grew = sum(last) / len(last) > 1.1 * sum(second) / max(1, len(second))
    for other in load.others[:20]:
        print(f"neither 200 nor 503: {other}", file=sys.stderr)
    for wrong in load.wrong[:20]:
        print(f"wrong: {wrong}", file=sys.stderr)
    print(json.dumps({"wrong": len(load.wrong), "asked_again": load.again, "grew": grew, "peak_mb": max(memory) >> 20}))
    sys.exit(1 if load.wrong or grew else 0)


main()
