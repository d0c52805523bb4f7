#!/usr/bin/env python3
"""mutants.py - changes one token of the sources at a time and asks whether a test notices.

Each mutant is built in a copy of the tree. One that compiles to the same objects is equal and does not count; nor does one
that tests/mutants/sources.txt lists as equal by an argument. At first every test runs once in a build that counts lines:
a mutant meets the tests that reach its line, and the unit tests of its room that reach its file. Those of its room run
first, then the others, the cheap ones first. The first that fails kills it, if it passes when nothing is changed: a host
that is late kills none. What passes all may still read memory that is not its own: the first tests run once more as
`make asan` builds them. The limits of a test are multiples of what it took, in CPU time. Survivors are listed: each is a
missing test, or equal by an argument that a person makes. A changed program may write wherever its user may: run this as
a user who may not write much (root lost /dev/stdout so). Exit status: 0; 1 when the tree does not build.
"""
import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

from mutants_tree import COVER, CORPUS, PLAIN, SANITIZED, SHARED, TOP, Tree, read, tests_of, tracked, write

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
# Changes here do not change behaviour: sizes of buffers that are large enough anyway, and
# assertions about the program itself.
ROOM = re.compile(r"\w*(?:_MAX|ROOM|CHUNK|WHOLE)\s*=\s*(?:\d+ << )?$|\bchar \w+\[$|, \w+\[$|\bassert\(.*$|_assert\(.*$")
# A larger number in the size of what is allocated, or of an array that holds nothing yet, is more room than is used.
LARGER = re.compile(r"\b(?:[mc]|re)alloc\((?:[^;]*[^[;])?$|^\s*(?:static |unsigned |struct )*(?!return\b|case\b|else\b)\w+ "
                    r"(?:\**\w+(?:\[[^]]*\])*, )*\**\w+(?:\[[^]]*\])*\[[^]]*$")
LISTED = "tests/mutants/sources.txt"
SANITIZED_TESTS = 30  # so many run with sanitizers, if nothing else notices
FIRST_TESTS = 4  # so many are linked before the first runs: most mutants are killed by one of them


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
        if LARGER.search(line) and NUMBER.match(tok) and before not in ("-", "/", "%", ">>") and "=" not in text[at:text.find(";", at)]:
            before = tok
            continue
        if NUMBER.match(tok):
            found.append((at, tok, str(int(tok, 0) + 1)))
        elif tok in SWAPS and not (tok in "+-*&<>" and (is_unary(before) or is_declared(text, at))):
            found += [(at, tok, new) for new in SWAPS[tok]]
        before = tok
    return found


def choose(rooms, seed):
    """Mutants of the tree without end, each room in turn: (what is changed, the line for a person)."""
    rng, names = random.Random(seed), tracked()
    files = {r: [f for f in names if f.startswith(r + "/") and f.endswith((".c", ".h", ".def", ".py"))] for r in rooms}
    texts = {f: read(TOP, f).decode() for r in rooms for f in files[r]}  # at once: the sources may change meanwhile
    cands = {r: [candidates(f, texts[f]) for f in files[r]] for r in rooms}
    weights = {r: [len(c) for c in cands[r]] for r in rooms}
    while True:
        for r in rooms:
            if not sum(weights[r]):
                continue
            i = rng.choices(range(len(files[r])), weights[r])[0]
            m = (files[r][i], *rng.choice(cands[r][i]))
            yield m, shown(m, texts[files[r][i]])


def shown(mutant, text):
    path, at, old, new = mutant
    begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line = text[begin:at] + f"[{old} -> {new}]" + text[at + len(old):end]
    return f"{path}:{text.count(chr(10), 0, at) + 1}: {line.strip()}"


def listed():
    """The mutants that are equal by argument, without their line numbers: below "= ARGUMENT", one a line."""
    text = read(TOP, LISTED).decode()
    return {line for line in text.splitlines() if line and line[0] not in "=#"}


def survivors(file):
    """The survivors in a file of verdicts, found in the tree as it is now by the text of their lines."""
    for line in read(file).decode().splitlines():
        verdict, _, rest = (line.split("\t") + ["", ""])[:3]
        if verdict != "survives":
            continue
        path, changed = re.match(r"(.*?):\d+: (.*)", rest).groups()
        before, old, new, after = re.match(r"(.*)\[(\S+) -> (\S*?)\](.*)", changed).groups()
        text = read(TOP, path).decode()
        m = re.search(r"^[ \t]*" + re.escape(before) + "(" + re.escape(old) + ")" + re.escape(after) + "[ \t]*$", text, re.M)
        if m:
            yield (path, m.start(1), old, new), shown((path, m.start(1), old, new), text)
        else:
            print(f"not in the tree any more: {rest}")


class Reach:
    """Which tests reach a line, and what each test costs. FILE keeps it: while the sources are the same, a later run asks the new and changed tests alone."""

    def __init__(self, trees, file, quick):
        def digest(names):
            return hashlib.sha256(b"".join(n.encode() + b"\0" + read(TOP, n) for n in sorted(names))).hexdigest()

        names = tracked()
        of_test = {t: [n for n in names if re.match(rf"(tests|docs)/.*\b{re.escape(t.split(':')[-1])}\.\w+$", n)] for t in tests_of(TOP)}
        own = set().union(*of_test.values())
        state = digest(n for n in names if n not in own and not n.startswith(("tests/cli/", "tests/gdb/", "tests/screen/", "docs/")) and n not in (LISTED, "tests/mutants.py", "tests/mutants_tree.py"))
        tests = {t: digest(files) for t, files in of_test.items() if not quick or t.startswith("unit:")}
        kept = json.loads(read(file)) if os.path.exists(file) else {}
        if kept.get("state") != state:
            kept = {"state": state, "tests": {}, "cost": {}, "lines": {}, "known": {}, "functions": {}}
        self.kept = kept
        self.collect(trees, tests, file)
        self.cost = {t: c for t, c in kept["cost"].items() if t in tests}
        self.always = {t for t in self.cost if t not in kept["lines"]}
        self.functions = kept["functions"]
        self.lines = {f: {n: set() for n in known} for f, known in kept["known"].items()}  # {file: {line: tests}}
        for t in self.cost:
            for f, ran in kept["lines"].get(t, {}).items():
                for n in ran:
                    self.lines[f][n].add(t)

    def collect(self, trees, tests, file):
        kept, lock, saved = self.kept, threading.Lock(), [time.monotonic()]
        work = [t for t in tests if kept["tests"].get(t) != tests[t]]

        def save():
            write(file + ".new", json.dumps(kept))
            os.rename(file + ".new", file)
            saved[0] = time.monotonic()

        def serve(tree):
            while True:
                with lock:
                    if not work:
                        return
                    test = work.pop(0)
                    for part in ("tests", "lines", "cost"):
                        kept[part].pop(test, None)
                    if time.monotonic() - saved[0] > 60:
                        save()
                (status, wall, cpu), found = tree.reached(test)
                if status != 0:  # it may not bear the counting, or the host was late
                    status, wall, cpu = tree.test(test, (60, 60))
                    found = None
                    print(f"{test}: {'lines are not counted' if status == 0 else 'fails before anything was changed: left out'}", flush=True)
                if status != 0:
                    continue
                with lock:
                    kept["cost"][test], kept["tests"][test] = [wall, cpu], tests[test]  # as JSON has it
                    if found is None:
                        continue
                    kept["lines"][test] = {}
                    for f, (rows, ranges) in found.items():
                        if not f.startswith("/"):
                            kept["lines"][test][f] = sorted(n for n in rows if rows[n])
                            kept["known"][f] = sorted(rows.keys() | kept["known"].get(f, []))
                            kept["functions"][f] = sorted(ranges.union(map(tuple, kept["functions"].get(f, []))))

        together(trees, serve)
        save()

    def usual(self, test):
        return self.cost[test]

    def of(self, path, text, at):
        """The tests that may notice a change at an offset of the text; for what is data: all."""
        rows, n, every = self.lines.get(path, {}), text.count("\n", 0, at) + 1, set(self.cost)

        def reaching(lines):
            return set().union(*(rows.get(i, ()) for i in lines))

        if not path.endswith((".c", ".h")) or not rows:
            return every
        for first, last in self.functions[path]:
            if first <= n <= last:  # what runs before execv(), or in a process that is killed, is not counted; nor is a table
                statement = reaching(statement_of(text.splitlines(), n, first, last))
                near = {t for t in reaching(rows) if t.startswith(unit_tests_of(path))}
                return self.always | near | (statement or reaching(range(first, last + 1)) or reaching(rows))
        top = [line for line in text[:at].splitlines() if re.match(r"[A-Za-z]", line)]
        return self.always | reaching(rows) if path.endswith(".c") and top and top[-1].startswith("static ") else every


def unit_tests_of(path):
    """How the names of the unit tests of a source's room begin."""
    room = path.split("/")[0]
    return tuple(f"unit:test_{r}_" for r in ((room, "ui") if "/cli/" in path or room == "program" else (room,)))


def statement_of(lines, n, first, last):
    """The lines of the statement that line N belongs to, between FIRST and LAST."""
    end = re.compile(r"[;{}:]\s*(?:/[/*].*)?$")
    begin = n
    while begin > first and not end.search(lines[begin - 2]):
        begin -= 1
    while n < last and not end.search(lines[n - 1]):
        n += 1
    return range(begin, n + 1)


def together(trees, serve):
    """serve(tree) of each in a thread of its own; what fails there fails here."""
    failed = []

    def caught(tree):
        try:
            serve(tree)
        except (Exception, SystemExit) as e:  # the caller raises it
            failed.append(e)

    threads = [threading.Thread(target=caught, args=(t,)) for t in trees]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if failed:
        raise failed[0]


def batches(tests):
    """Parts of a list, each twice as long as the one before it."""
    at, n = 0, FIRST_TESTS
    while at < len(tests):
        yield tests[at:at + n]
        at, n = at + n, 2 * n


class Judge:
    """Verdicts on mutants, made in one copy of the tree."""

    def __init__(self, tree, reach):
        self.tree, self.reach = tree, reach
        self.servers = sorted({"unit:" + m for t in reach.cost if t.startswith("gdb:")
                               for m in re.findall(r"^# server: *(\w+)", read(TOP, "tests/gdb", t[4:] + ".gdb").decode(), re.M)})

    def order(self, path, tests):
        mine = {t for t in tests if t.startswith(unit_tests_of(path))}
        if path.startswith("gdb-xml/"):
            mine = {t for t in tests if t.startswith("gdb:")}
        return sorted(mine, key=self.reach.usual), sorted(tests - mine, key=self.reach.usual)

    def build(self, tests):
        return self.tree.make(PLAIN, "all", *[f"{PLAIN}/tests/{t[5:]}" for t in tests if t.startswith("unit:")]) == 0

    def first_failure(self, groups, passed):
        """(test, whether it failed by time) of the first that fails twice, or that does not link; or None."""
        for group in (batch for group in groups for batch in batches([t for t in group if t not in passed])):
            if not self.build(group + (self.servers if any(t.startswith("gdb:") for t in group) else [])):
                return "link", False
            for t in group:
                if t.startswith("unit:") and self.tree.unchanged[t] == self.tree.program(t):
                    continue
                late, times = False, 0
                while times < 2 and not late:
                    status = self.tree.test(t, self.reach.usual(t))[0]
                    late = status == "time"
                    if status == 0:
                        break
                    times += 1
                    if t.startswith("unit:"):
                        break
                if times:
                    return t, late
                passed.add(t)
        return None

    def confirmed(self, test, late):
        """A test that failed passes when nothing is changed; and far within its limits if time was why."""
        if test == "link":
            return True
        self.build([test] + self.servers)
        status, wall, cpu = self.tree.test(test, self.reach.usual(test))
        usual = self.reach.usual(test)
        return status == 0 and (not late or wall < max(40, 4 * usual[0]) and cpu < max(20, 4 * usual[1]))

    def sanitized(self, test):
        """Whether a test passes with sanitizers in the tree as it is; False, too: it does not build."""
        programs = [f"{SANITIZED}/tests/{test[5:]}"] if test.startswith("unit:") else []
        return self.tree.make(SANITIZED, "all", *programs) == 0 and self.tree.test(test, self.reach.usual(test), SANITIZED)[0] == 0

    def sanitizer_failure(self, groups):
        """The first of some cheap tests that fails with sanitizers; or None."""
        tests = [t for group in groups for t in group if t.startswith(("unit:", "cli:"))]
        return next((t for t in tests[:SANITIZED_TESTS] if not self.sanitized(t)), None)

    def judge(self, mutant):
        """'killed by TEST', 'equal', 'no build' or 'survives'."""
        path, at, old, new = mutant
        compiled, text = not path.endswith(".py"), read(self.tree.dir, path).decode()
        groups = self.order(path, self.reach.of(path, text, at))
        passed = set()
        while True:
            sanitizer = None
            with self.tree.changed(path, text[:at] + new + text[at + len(old):]):
                if compiled and not self.build([]):
                    return "no build"
                if compiled and self.tree.has_same_objects(path):
                    return "equal"
                failure = self.first_failure(groups, passed)
                if compiled and failure is None:
                    sanitizer = self.sanitizer_failure(groups)
            if failure is None:
                return f"killed by {sanitizer}, sanitizer" if sanitizer and self.sanitized(sanitizer) else "survives"
            if self.confirmed(*failure):
                return f"killed by {failure[0]}" + (", time" if failure[1] else "")
            passed.add(failure[0])  # it fails of itself, or the host was late: it says nothing of this mutant


class Verdicts:
    """What was found, one line each in a file that a later run goes on with: `VERDICT<tab>SECONDS<tab>MUTANT`."""

    def __init__(self, file, head):
        self.file, self.found, self.equal = file, {}, listed()
        if file and os.path.exists(file):
            lines = read(file).decode().splitlines()
            if lines[:1] != [head]:
                raise SystemExit(f"mutants: {file} is of another run: {lines[:1]}, not {head}")
            self.found = {line.split("\t", 2)[2]: line.split("\t", 2)[0] for line in lines[1:]}
        elif file:
            write(file, head + "\n")

    def add(self, verdict, seconds, line):
        self.found[line] = verdict
        print(f"{verdict}: {line}", flush=True)
        if self.file:
            with open(self.file, "a") as f:
                f.write(f"{verdict}\t{seconds:.0f}\t{line}\n")

    def kind(self, line):
        verdict = self.found[line]
        if verdict == "survives" and re.sub(r":\d+: ", ": ", line, count=1) in self.equal:
            return "argued"
        return verdict.split()[0]

    def count(self, *kinds):
        return sum(self.kind(line) in kinds for line in self.found)

    def report(self):
        for line in self.found:
            if self.kind(line) == "survives":
                print("survivor", line)
        killed, unequal = self.count("killed"), self.count("killed", "survives")
        print(f"{unequal} mutants, {killed} killed ({killed * 1000 // max(1, unequal) / 10} %), {unequal - killed} survive "
              f"({self.count('equal')} equal, {self.count('argued')} equal by argument and {self.count('no')} that do not compile beside them)")


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=40, help="mutants that are not equal")
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="copies of the tree, each with its own run")
    p.add_argument("--quick", action="store_true", help="the test programs alone: no shell lines, screens, gdb")
    p.add_argument("--out", metavar="FILE", help="write each verdict there; go on where a run with the same seed ended")
    p.add_argument("--work", metavar="DIR", help="keep the copies, and which test reaches what, for the next run")
    p.add_argument("--again", metavar="FILE", help="no new ones: judge the survivors in FILE, made by --out, on the tree as it is now")
    p.add_argument("rooms", nargs="*", help="default: every room of the Makefile, and gdb-xml")
    return p.parse_args()


def main():
    a = arguments()
    rooms = a.rooms
    if not rooms:
        rooms = re.search(r"^ROOMS *= (.*)", read(TOP, "Makefile").decode(), re.M).group(1).split() + ["gdb-xml"]
    verdicts = Verdicts(a.out, f"# seed {a.seed} of {' '.join(rooms)}")
    lock, begun = threading.Lock(), set()
    subprocess.run(["tests/opencl.sh", os.path.join(SHARED, "gen9/opencl"), CORPUS], cwd=TOP, check=True)
    with tempfile.TemporaryDirectory(prefix="eulab-mutants-") as scratch:
        work = a.work or scratch
        os.makedirs(work, exist_ok=True)
        trees = [Tree(os.path.join(work, f"tree{i}"), max(1, (os.cpu_count() or 1) // a.jobs)) for i in range(a.jobs)]
        together(trees, lambda t: [t.make_all(b) for b in (PLAIN, COVER, SANITIZED)])
        reach = Reach(trees, os.path.join(work, "reach.json"), a.quick)
        mutants = survivors(a.again) if a.again else choose(rooms, a.seed)

        def following():
            """The next mutant without a verdict; None when there are enough."""
            with lock:
                while a.again or verdicts.count("killed", "survives") + len(begun) < a.count:
                    m, line = next(mutants, (None, None))
                    if m is None:
                        break
                    if line not in verdicts.found and line not in begun:
                        begun.add(line)
                        return m, line
            return None

        def serve(tree):
            judge = Judge(tree, reach)
            while following_one := following():
                m, line = following_one
                begin = time.monotonic()
                verdict = judge.judge(m)
                with lock:
                    begun.discard(line)
                    verdicts.add(verdict, time.monotonic() - begin, line)

        together(trees, serve)
    verdicts.report()


if __name__ == "__main__":
    sys.exit(main())
