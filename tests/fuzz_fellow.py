#!/usr/bin/env python3
"""fuzz_fellow.py PORT SEED - a second client of a server that is being fuzzed: one well-behaved packet after another,
among them steps, runs and Ctrl-C, whether it controls or looks on, and again from the beginning when it is thrown out.
Until its standard input ends."""
import random
import select
import socket
import sys
import time

ASK = ["?", "g", "p5", "m100000,40", "x100000,40", "qC", "qfThreadInfo", "T1", "Hg1", "Hc-1", "vCont?",
       "qXfer:threads:read::0,1000", "qXfer:osdata:read:eus:0,1000", "qXfer:features:read:target.xml:0,1000",
       "qRcmd,7768656e", "qRcmd,627265616b", "Z0,10,1", "z0,10,1", "Z2,100000,4", "z2,100000,4",
       "P5=" + "00" * 32, "vCont;s:1;c:-1", "vCont;s:1", "vCont;r0,20:1", "vCont;c", "c", "s", "bs", "bc"]
RESUMES = ("vCont;", "c", "s", "b")


def over():
    return select.select([sys.stdin], [], [], 0)[0] != []


class Fellow:
    def __init__(self, port, rng):
        self.rng = rng
        self.sock = socket.create_connection(("127.0.0.1", port), 1)
        self.sock.settimeout(0.2)
        self.have = b""
        self.ask("QStartNoAckMode")

    def send(self, payload):
        p = payload.encode()
        self.sock.sendall(b"$%s#%02x" % (p, sum(p) & 255))

    def packet(self):
        """The next one's payload, or None when none comes in time."""
        while True:
            start, end = self.have.find(b"$"), self.have.find(b"#")
            if 0 <= start < end and len(self.have) >= end + 3:
                payload, self.have = self.have[start + 1:end], self.have[end + 3:]
                return payload
            try:
                more = self.sock.recv(1 << 16)
            except TimeoutError:
                return None
            if not more:
                raise ConnectionError
            self.have += more

    def ask(self, payload):
        self.send(payload)
        for _ in range(50):
            if payload.startswith(RESUMES) and self.rng.random() < 0.5:
                self.sock.sendall(b"\x03")
            reply = self.packet()
            if reply is None and not payload.startswith(RESUMES):
                continue  # it may be slow
            if reply is None:
                self.sock.sendall(b"\x03")
            elif reply[:1] != b"O" or reply == b"OK":
                return reply
        raise ConnectionError


def main():
    port, rng = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    while not over():
        try:
            fellow = Fellow(port, rng)
            for _ in range(rng.randint(1, 60)):
                fellow.ask(rng.choice(ASK))
                if over():
                    break
            fellow.sock.close()
        except OSError:
            time.sleep(0.05)  # nobody listens, or he was thrown out


main()
