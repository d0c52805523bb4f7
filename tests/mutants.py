#!/usr/bin/env python3
"""mutants.py - changes one token of the sources at a time and asks whether a test notices.

Each mutant is built in a copy of the tree. One that compiles to the same object is equal and does not count.
The cheapest tests run first: those of its room, then the other unit tests, then shell lines, screens and gdb.
A test program that the change does not reach is not run. The first that fails kills it. Survivors are listed: each is a missing test, or equal by an argument that a person
makes. Exit status: 0; 1 when a copy does not build or its tests fail before anything was changed.
"""
import argparse
import hashlib
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.path.realpath(os.environ.get("EULAB_SHARED", os.path.join(TOP, "..", "shared")))
SWAPS = {
    "==": ["!="], "!=": ["=="], "<": ["<=", ">"], "<=": ["<"], ">": [">=", "<"], ">=": [">"],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["+"], "&": ["|"], "|": ["&"], "^": ["|"],
    "<<": [">>"], ">>": ["<<"], "++": ["--"], "--": ["++"], "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="],
    "true": ["false"], "false": ["true"], "!": [""], "~": [""], "continue": ["break"], "break": ["continue"],
    "and": ["or"], "or": ["and"], "not": [""], "True": ["False"], "False": ["True"],
}
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//.*|/\*.*?\*/|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+|'
                   r'<<=|>>=|->|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^=!<>]=|\S', re.S)
NUMBER = re.compile(r"0[xX][0-9a-fA-F]+$|0$|[1-9]\d*$")
KINDS = ["cli", "screen", "gdb"]  # of tests/run.sh
LONGEST = 120  # seconds that a test program may take
KIND_LONGEST = 900
CORPUS = "build/opencl-corpus"
# Changes here do not change behaviour: sizes of buffers that are large enough anyway, and
# assertions about the program itself.
ROOM = re.compile(r"\w*(?:_MAX|ROOM|CHUNK|WHOLE)\s*=\s*$|\bchar \w+\[$|, \w+\[$|\bassert\(.*$|_assert\(.*$")


def is_unary(before):
    return before is None or before in ("(", ",", "=", "return", "[", "{", "?", ":", "&&", "||", "==", "!=", "<",
                                        ">", "+", "-", "*", "&", "|", "case", ";", "}", "!", "~")


def is_declared(text, at):
    """A '*' or '&' of a declaration or a pointer: swapping it would not compile or change only a type."""
    return bool(re.match(r"[*&]+\w*[,;)=]|[*&]+\)", text[at:])) or bool(re.search(r"[(,{]\s*$", text[:at]))


def candidates(path, text):
    """(offset, old, new) for each token that may be changed."""
    found, before = [], None
    python = path.endswith(".py")
    for m in TOKEN.finditer(text):
        tok, at = m.group(), m.start()
        line = text[text.rfind("\n", 0, at) + 1:at]
        if tok[0] in "\"'" or tok.startswith(("//", "/*")):
            before = tok
            continue
        if python and "#" in line or not python and line.lstrip().startswith("#"):
            before = tok
            continue
        if ROOM.search(line):
            before = tok
            continue
        if NUMBER.match(tok):
            found.append((at, tok, str(int(tok, 0) + 1)))
        elif tok in SWAPS and not (tok in "+-*&<>" and (is_unary(before) or is_declared(text, at))):
            found += [(at, tok, new) for new in SWAPS[tok]]
        before = tok
    return found


def sources(room):
    out = subprocess.run(["git", "ls-files", room], cwd=TOP, text=True, capture_output=True, check=True).stdout
    return [f for f in out.split() if f.endswith((".c", ".h", ".def", ".py"))]


def choose(rooms, seed, top):
    """Mutants of the tree at TOP without end, each room in turn: (what is changed, the line for a person)."""
    rng = random.Random(seed)
    texts = {f: open(os.path.join(top, f)).read() for r in rooms for f in sources(r)}
    files = {r: [(f, candidates(f, texts[f])) for f in sources(r)] for r in rooms}
    weights = {r: [len(c) for _, c in files[r]] for r in rooms}
    while True:
        for r in rooms:
            if not sum(weights[r]):
                continue
            f, cands = rng.choices(files[r], weights[r])[0]
            m = (f, *rng.choice(cands))
            yield m, shown(m, texts[f])


class Copy:
    """A copy of the tree, built, with its tests in order of cost."""

    def __init__(self, work, number, cpus, quick):
        self.cpus = cpus
        self.dir = os.path.join(work, f"tree{number}")
        self.env = dict(os.environ, EULAB_SHARED=SHARED, EULAB=os.path.join(self.dir, "build/eulab"))
        self.env.pop("CI", None)
        self.env["FIRST"] = "1"
        os.mkdir(self.dir)
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, check=True).stdout
        for name in listed.decode().split("\0")[:-1]:
            os.makedirs(os.path.dirname(os.path.join(self.dir, name)), exist_ok=True)
            shutil.copy2(os.path.join(TOP, name), os.path.join(self.dir, name))
        os.mkdir(os.path.join(self.dir, "build"))  # the OpenCL corpus takes minutes to compile: once for all copies
        os.symlink(os.path.join(TOP, CORPUS), os.path.join(self.dir, CORPUS))
        self.units = sorted(f[:-2] for f in os.listdir(os.path.join(self.dir, "tests"))
                            if f.startswith("test_") and f.endswith(".c"))
        self.cost, self.unchanged, self.passed = {}, {}, set()
        self.quick = quick

    def run(self, *command, seconds=LONGEST):
        p = subprocess.Popen(command, cwd=self.dir, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            return p.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return "time"
        finally:
            try:
                os.killpg(p.pid, 9)
            except ProcessLookupError:
                pass
            p.wait()

    def make(self, *targets):
        return self.run("make", "-s", f"-j{self.cpus}", "CFLAGS=-O1", "WARN=-w", *targets, seconds=600)

    def build(self):
        status = self.make("all", *[f"build/tests/{u}" for u in self.units])
        if status == 0:
            self.unchanged = {u: self.program(u) for u in self.units if not self.runs_eulab(u)}
        return status

    def program(self, unit):
        with open(os.path.join(self.dir, "build/tests", unit), "rb") as f:
            return hashlib.sha256(f.read()).digest()

    def runs_eulab(self, unit):
        with open(os.path.join(self.dir, "tests", unit + ".c")) as f:
            return "EULAB" in f.read()

    def test(self, name, changed=True):
        """0: it passes; with CHANGED it is not run when it is the program that it was."""
        if name in self.units:
            if self.make(f"build/tests/{name}") != 0:
                return 1
            if changed and self.unchanged.get(name) == self.program(name):
                return 0
            return self.run(f"build/tests/{name}", seconds=self.limit(name))
        return self.run("tests/run.sh", "build", name, seconds=self.limit(name))

    def limit(self, name):
        if name in KINDS:
            return KIND_LONGEST
        return LONGEST if name not in self.cost else 10 + 10 * self.cost[name]

    def measure(self):
        for name in self.units:
            begin = time.monotonic()
            if self.test(name, changed=False) != 0:
                raise SystemExit(f"mutants: {name} fails before anything was changed")
            self.cost[name] = time.monotonic() - begin

    def order(self, room):
        mine = [u for u in self.units if u.startswith(f"test_{room}_")]
        def by_cost(names):
            return sorted(names, key=lambda n: self.cost[n])
        return by_cost(mine) + by_cost(set(self.units) - set(mine)) + KINDS

    def objects(self, path):
        """What the tree makes of a file, byte for byte, without its symbols' debug information."""
        made = []
        for folder, _, names in os.walk(os.path.join(self.dir, "build")):
            made += [os.path.join(folder, n) for n in names if n.endswith(".o")]
        if path.endswith(".c"):
            made = [os.path.join(self.dir, "build", path[:-2] + ".o")]
        return {o: open(o, "rb").read() for o in made if os.path.exists(o)}

    def judge(self, mutant):
        """'killed by TEST', 'equal', 'no build' or 'survives'."""
        path, at, old, new = mutant
        full = os.path.join(self.dir, path)
        text = open(full).read()
        before = self.objects(path) if not path.endswith(".py") else None
        killer = None
        open(full, "w").write(text[:at] + new + text[at + len(old):])
        try:
            if before is not None:
                if self.make("all") != 0:
                    return "no build"
                if self.objects(path) == before:
                    return "equal"
            for name in self.order(path.split("/")[0])[: len(self.units) if self.quick else None]:
                if self.test(name) != 0 and (name in self.units or self.test(name) != 0):
                    killer = name
                    return f"killed by {name}"
                self.passed.add(name)
            return "survives"
        finally:
            open(full, "w").write(text)
            if self.make("all") != 0:
                raise SystemExit("mutants: the tree does not build any more")
            if killer in KINDS and killer not in self.passed:  # not measured before; a busy host may be late once
                if self.test(killer) != 0 and self.test(killer) != 0:
                    raise SystemExit(f"mutants: {killer} fails when nothing is changed")
                self.passed.add(killer)


def shown(mutant, text):
    path, at, old, new = mutant
    begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line = text[begin:at] + f"[{old} -> {new}]" + text[at + len(old):end]
    return f"{path}:{text.count(chr(10), 0, at) + 1}: {line.strip()}"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=40, help="mutants that are not equal")
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="copies of the tree, each with its own run")
    p.add_argument("--quick", action="store_true", help="the test programs alone: no shell lines, screens, gdb")
    p.add_argument("rooms", nargs="*", help="default: every room of the Makefile, and gdb-xml")
    a = p.parse_args()
    rooms = a.rooms
    if not rooms:
        text = open(os.path.join(TOP, "Makefile")).read()
        rooms = re.search(r"^ROOMS *= (.*)", text, re.M).group(1).split() + ["gdb-xml"]
    lock = threading.Lock()
    tally, survivors, failed = {"killed": 0, "survives": 0, "equal": 0, "no build": 0}, [], queue.Queue()
    subprocess.run(["tests/opencl.sh", os.path.join(SHARED, "gen9/opencl"), CORPUS], cwd=TOP, check=True)
    with tempfile.TemporaryDirectory(prefix="eulab-mutants-") as work:
        copies = [Copy(work, i, max(1, (os.cpu_count() or 1) // a.jobs), a.quick) for i in range(a.jobs)]
        for c in copies:
            if c.build() != 0:
                raise SystemExit("mutants: the tree does not build")
        copies[0].measure()
        mutants = choose(rooms, a.seed, copies[0].dir)  # the sources here may change meanwhile

        def serve(copy):
            copy.cost = copies[0].cost
            try:
                while True:
                    with lock:
                        if tally["killed"] + tally["survives"] >= a.count or not failed.empty():
                            return
                        m, line = next(mutants)
                    verdict = copy.judge(m)
                    with lock:
                        tally[verdict.split()[0] if verdict != "no build" else verdict] += 1
                        if verdict == "survives":
                            survivors.append(line)
                        print(f"{verdict}: {line}", flush=True)
            except SystemExit as e:
                failed.put(e)

        threads = [threading.Thread(target=serve, args=(c,)) for c in copies]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        if not failed.empty():
            raise failed.get()
    for m in survivors:
        print("survivor", m)
    print(f"{tally['killed'] + tally['survives']} mutants, {tally['killed']} killed, {tally['survives']} survive "
          f"({tally['equal']} equal and {tally['no build']} that do not compile beside them)")


if __name__ == "__main__":
    sys.exit(main())
