"""mutants_tree.py - a copy of the tree for mutants.py: it is built, changed for a while, runs one test at a time within
limits of time, and knows which lines each test reaches. Which mutants there are, and their verdicts, are no matter of this file.

A test is named KIND:NAME as tests/run.sh takes it (unit:test_isa_decode, cli:check).
"""
import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.path.realpath(os.environ.get("EULAB_SHARED", os.path.join(TOP, "..", "shared")))
CORPUS = "build/opencl-corpus"
PLAIN, COVER, SANITIZED = "build", "cover", "asan"
KEPT = "kept"  # a copy of PLAIN when nothing is changed
FLAGS = {PLAIN: "-O1 -w", COVER: "-O1 -w --coverage",
         SANITIZED: "-O1 -w -g -fno-omit-frame-pointer -DEU_CHECK_TOUCHED -fsanitize=address,undefined -fno-sanitize-recover=all -fPIC"}
LEAST_CPU, LEAST_WALL, TIMES = 60, 120, 10  # seconds that each process of a test has at least; or this many times what the test took
COUNTED = re.compile(rb"\0\0\xa1\x01...[\0-\x7f]", re.S)  # gcov's data of a function that ran: counters that are not all 0


def tests_of(top):
    """Every test of the tree at TOP ; screens.py, lint, the OpenCL corpus and the demo are one test each."""
    found = []
    for kind, folder, end in (("unit", "tests", ".c"), ("cli", "tests/cli", ".cmd"), ("screen", "tests/screen", ".keys"),
                              ("screen", "docs/pictures", ".keys"), ("gdb", "tests/gdb", ".gdb"), ("lldb", "tests/gdb", ".lldb")):
        found += [f"{kind}:{f[:-len(end)]}" for f in sorted(os.listdir(os.path.join(top, folder)))
                  if f.endswith(end) and (kind != "unit" or f.startswith("test_"))]
    cases = subprocess.run(["tests/tmux.sh", "list"], cwd=top, text=True, capture_output=True, check=True).stdout
    return found + [f"tmux:{c}" for c in cases.split()] + ["screen:every", "lint", "opencl", "demo"]


def tracked():
    out = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, check=True).stdout
    return [n for n in out.decode().split("\0")[:-1] if os.path.isfile(os.path.join(TOP, n))]


def read(*path):
    with open(os.path.join(*path), "rb") as f:
        return f.read()


def write(path, text):
    with open(path, "w") as f:
        f.write(text)


def stamps(top):
    """{name: (its time, its size)} of each file below TOP."""
    found = {}
    for folder, _, files in os.walk(top):
        for full in (os.path.join(folder, f) for f in files):
            s = os.lstat(full)
            found[os.path.relpath(full, top)] = s.st_mtime_ns, s.st_size
    return found


class Tree:
    """A copy in the folder DIR; one that is there already is brought up to date."""

    def __init__(self, folder, cpus):
        self.dir, self.cpus = folder, cpus
        self.unchanged = {}  # unit test: its program, when nothing is changed
        self.kept = {}       # what stamps() said of PLAIN then
        self.hashes = {}     # of objects then, those that somebody asked for
        names = tracked()
        self.forget(set(names))
        for name in names:
            full = os.path.join(self.dir, name)
            if os.path.exists(full) and read(full) == read(TOP, name):
                continue
            os.makedirs(os.path.dirname(full), exist_ok=True)
            shutil.copy(os.path.join(TOP, name), full)
        os.makedirs(os.path.join(self.dir, "build"), exist_ok=True)
        if not os.path.lexists(os.path.join(self.dir, CORPUS)):  # takes minutes to compile: once for all copies
            os.symlink(os.path.join(TOP, CORPUS), os.path.join(self.dir, CORPUS))

    def forget(self, names):
        """Removes what an earlier state of the tree had beside NAMES, but for what is built."""
        for folder, folders, files in os.walk(self.dir):
            if folder == self.dir:
                folders[:] = [f for f in folders if f not in FLAGS]
            for full in (os.path.join(folder, f) for f in files):
                if os.path.relpath(full, self.dir) not in names:
                    os.remove(full)

    def run(self, *command, cpu, wall, build):
        """What COMMAND ended with, "time" for no end in WALL seconds or a process that used CPU seconds;
        and the seconds that it took: (status, wall, cpu of it and of those that it waited for)."""
        env = dict(os.environ, EULAB_SHARED=SHARED, EULAB=os.path.join(self.dir, build, "eulab"), FIRST="1", JOBS="1",
                   CFLAGS=FLAGS[build])  # for tests that build, too: with others they would build all of it again
        env.pop("CI", None)
        begin = time.monotonic()
        p = subprocess.Popen(["sh", "-c", 'ulimit -t "$0"; exec "$@"', str(int(cpu)), *command], cwd=self.dir, env=env,
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        status, used = None, 0
        while status is None:
            pid, raw, usage = os.wait4(p.pid, os.WNOHANG)
            took = time.monotonic() - begin
            if pid:
                used = usage.ru_utime + usage.ru_stime
                status = p.returncode = os.waitstatus_to_exitcode(raw)
            elif took > wall:
                status = "time"
            else:
                time.sleep(min(0.05, 0.002 + took / 20))
        try:
            os.killpg(p.pid, 9)
        except ProcessLookupError:
            pass
        if status == "time":
            os.wait4(p.pid, 0)
            p.returncode = -9
        return ("time" if status != 0 and used >= cpu - 1 else status), took, used

    def make(self, build, *targets):
        return self.run("make", "-s", f"-j{self.cpus}", f"B={build}", *targets,
                        cpu=600, wall=3600, build=build)[0]

    def make_all(self, build):
        if self.make(build, "all", *(["unit-tests"] if build != SANITIZED else [])) != 0:
            raise SystemExit("mutants: the tree does not build")
        if build == PLAIN:
            self.unchanged = {t: self.program(t) for t in tests_of(self.dir) if t.startswith("unit:")}
            shutil.rmtree(os.path.join(self.dir, KEPT), ignore_errors=True)
            shutil.copytree(os.path.join(self.dir, PLAIN), os.path.join(self.dir, KEPT), symlinks=True)
            self.kept = stamps(os.path.join(self.dir, KEPT))

    @contextlib.contextmanager
    def changed(self, path, text):
        """For as long as this lasts a source says TEXT. Afterwards it is as old as it was, PLAIN is what it was without
        building it, and SANITIZED has lost what was built meanwhile."""
        full = os.path.join(self.dir, path)
        before, stamp, begin = read(full).decode(), os.stat(full), time.time_ns() - 20_000_000  # files' times lag behind
        try:
            write(full, text)
            yield
        finally:
            write(full, before)
            os.utime(full, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
            self.restore()
            for name, (at, _) in stamps(os.path.join(self.dir, SANITIZED)).items():
                if at >= begin:
                    os.remove(os.path.join(self.dir, SANITIZED, name))

    def restore(self):
        now = stamps(os.path.join(self.dir, PLAIN))
        for name in now.keys() - self.kept.keys():
            os.remove(os.path.join(self.dir, PLAIN, name))
        for name in self.kept:
            if now.get(name) != self.kept[name]:
                os.makedirs(os.path.dirname(os.path.join(self.dir, PLAIN, name)), exist_ok=True)
                shutil.copy2(os.path.join(self.dir, KEPT, name), os.path.join(self.dir, PLAIN, name), follow_symlinks=False)

    def text_of(self, path, seen):
        """A source of the tests, with what it includes of them."""
        seen.add(path)
        text = read(self.dir, path)
        headers = set(re.findall(rb'#include "(tests/[^"]*)"', text)) - {h.encode() for h in seen}
        return text + b"".join(self.text_of(h.decode(), seen) for h in sorted(headers))

    def program(self, test):
        """The program of a unit test; with what it runs, if it runs eulab."""
        name = test.split(":")[1]
        runs = b'getenv("EULAB")' in self.text_of(f"tests/{name}.c", set())
        return hashlib.sha256(read(self.dir, PLAIN, "tests", name) + (read(self.dir, PLAIN, "eulab") if runs else b"")).digest()

    def test(self, test, cost=(0, 0), build=PLAIN):
        """(status, wall, cpu) of a test whose program is built; COST is the wall and the CPU time that it usually takes."""
        kind, _, name = test.partition(":")
        command = [os.path.join(build, "tests", name)] if kind == "unit" else ["tests/run.sh", build, test]
        return self.run(*command, wall=max(LEAST_WALL, TIMES * cost[0]), cpu=max(LEAST_CPU, TIMES * cost[1]), build=build)

    def has_same_objects(self, path):
        """Whether the tree makes of a source what it made when nothing was changed; of a header or table: of all sources."""
        if path.endswith(".c"):
            names = [os.path.join(wide, path[:-2] + ".o") for wide in ("", "wide")]
            names = [n for n in names if n in self.kept]
        else:
            names = [n for n in self.kept if n.endswith(".o")]
        for n in names:
            if n not in self.hashes:
                self.hashes[n] = hashlib.sha256(read(self.dir, KEPT, n)).digest()
        return all(hashlib.sha256(read(self.dir, PLAIN, n)).digest() == self.hashes[n] for n in names)

    def counters(self):
        return [os.path.join(folder, n) for folder, _, files in os.walk(os.path.join(self.dir, COVER)) for n in files
                if n.endswith(".gcda")]

    def reached(self, test):
        """Runs a test in the copy that counts: (status, wall, cpu), and for each source that it reaches
        ({line: whether it was reached}, [(first, last) line of each function])."""
        for name in self.counters():
            os.remove(name)
        result = self.test(test, build=COVER, cost=(60, 60))
        ran = [os.path.relpath(n, self.dir) for n in self.counters() if COUNTED.search(read(n))]
        found = {}
        if ran:
            out = subprocess.run(["gcov", "--json-format", "--stdout", *ran], cwd=self.dir, text=True, capture_output=True).stdout
            for line in out.splitlines():
                for f in json.loads(line)["files"] if line.startswith("{") else []:
                    lines, functions = found.setdefault(f["file"], ({}, set()))
                    for r in f["lines"]:
                        lines[r["line_number"]] = lines.get(r["line_number"], False) or r["count"] > 0
                    functions.update((g["start_line"], g["end_line"]) for g in f["functions"])
        return result, found
