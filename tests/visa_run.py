#!/usr/bin/env python3
"""visa_run.py EULAB CORPUS WORK

Runs the dump of each kernel of CORPUS/index.json that tests/visa.sh has left in WORK, compares its results with the
expected ones as tests/opencl_run.py does, and runs visadiff on it. Then one instruction of the Gen code of some kernels
is changed, which visadiff must find. Status 1: something is not as EXPLAINED says."""
import glob, importlib.util, json, os, re, subprocess, sys, tempfile

# By level and name: the reason why a kernel's result differs from the expected one.
EXPLAINED = {}
MUTATED = ("vecadd", "saxpy", "bits", "types_char", "collatz", "reduce", "transpose", "switch")


def load(path):
    spec = importlib.util.spec_from_file_location("opencl_run", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Case:
    def __init__(self, eulab, corpus, work, oc, row, level):
        self.row, self.level, self.eulab, self.oc = row, level, eulab, oc
        self.source = os.path.splitext(row["source"])[0]
        self.zebin = os.path.join(work, "o", "skl-" + level, self.source + ".zebin")
        self.corpus = corpus
        said = subprocess.run([eulab, "info", "kernels", self.zebin], capture_output=True, text=True).stdout
        simd = re.search(r"^kernel %s: .*?SIMD(\d+)" % re.escape(row["kernel"]), said, re.M)
        self.dump = None
        for path in glob.glob(os.path.join(work, "d", level, self.source, "*simd%s_*.visaasm" % (simd and simd.group(1)))):
            with open(path) as f:
                if '.kernel "%s"' % row["kernel"] in f.read(400):
                    self.dump = path

    def launch(self, folder, kernel=None):
        launch, compared = self.oc.launch_of(self.row, self.corpus, kernel or self.zebin, folder)
        launch["visa"] = self.dump
        path = os.path.join(folder, "launch.json")
        with open(path, "w") as f:
            json.dump(launch, f)
        return path, compared

    def run(self):
        """None, or what is wrong."""
        with tempfile.TemporaryDirectory() as folder:
            path, compared = self.launch(folder)
            done = subprocess.run([self.eulab, "run", "--launch", path], capture_output=True, timeout=120)
            if done.returncode:
                return done.stderr.decode(errors="replace").strip()
            for name, out, expect, kind, image in compared:
                tolerance = self.row.get("tolerance", {})
                cells = max(tolerance.get("cells", 0), self.oc.RACES.get(self.row["name"], 0))
                why = self.oc.same(open(out, "rb").read(), open(expect, "rb").read(), kind, image, tolerance, cells)
                if why:
                    return "%s: %s" % (name, why)
            if self.row.get("printf"):
                have = done.stdout.decode(errors="replace").splitlines()
                for line in open(os.path.join(self.corpus, self.row["printf"])).read().splitlines():
                    if line not in have:
                        return "printf: %r is not there" % line
        return None

    def diff(self, kernel=None):
        """visadiff's status and what it says."""
        with tempfile.TemporaryDirectory() as folder:
            path, _ = self.launch(folder, kernel)
            done = subprocess.run([self.eulab, "visadiff", "--launch", path], capture_output=True, text=True, timeout=120)
            return done.returncode, (done.stdout + done.stderr).strip()

    def outputs(self, kernel):
        """What the Gen code leaves in the arguments, with its status."""
        with tempfile.TemporaryDirectory() as folder:
            launch, compared = self.oc.launch_of(self.row, self.corpus, kernel, folder)
            path = os.path.join(folder, "launch.json")
            with open(path, "w") as f:
                json.dump(launch, f)
            done = subprocess.run([self.eulab, "run", "--launch", path, "--max-insts", "10000000"], capture_output=True, timeout=120)
            return [done.returncode] + [open(c[1], "rb").read() for c in compared if os.path.exists(c[1])]

    def mutants(self):
        """The file with one full-size add of the code made a subtraction: src1 negated."""
        said = subprocess.run([self.eulab, "dis", "--bytes", self.zebin], capture_output=True, text=True).stdout
        image = open(self.zebin, "rb").read()
        for line in said.splitlines():
            hit = re.match(r" *add \(16\) .*:d r\S+:d r\S+:d (?:\{2H\} )?// [0-9a-f]+: ([0-9a-f]{8}) ([0-9a-f]{8}) ([0-9a-f]{8}) ([0-9a-f]{8})$", line)
            if not hit:
                continue
            words = b"".join(bytes.fromhex(w)[::-1] for w in hit.groups())
            if image.count(words) == 1:
                changed = bytearray(words)
                changed[13] ^= 0x40  # bit 110: src1 is negated
                yield line.strip(), image.replace(words, bytes(changed))


def main():
    eulab, corpus, work = (os.path.abspath(p) for p in sys.argv[1:4])
    oc = load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "opencl_run.py"))
    rows = json.load(open(os.path.join(corpus, "index.json")))["kernels"]
    cases = [Case(eulab, corpus, work, oc, row, level) for level in ("O2", "O0") for row in rows]
    ran = same = bad = mutants = found = 0
    for c in cases:
        key = (c.level, c.row["name"])
        why = c.run() if c.dump else "no dump"
        status, said = c.diff() if c.dump else (1, "")
        ran += not why
        same += status == 0
        if (why or status) and key not in EXPLAINED:
            print("%s %s: %s; visadiff %d %s" % (key[0], key[1], why, status, said))
            bad += 1
    for c in cases:
        if c.level != "O2" or c.row["name"] not in MUTATED:
            continue
        whole = c.outputs(c.zebin)
        for text, image in c.mutants():
            with tempfile.NamedTemporaryFile(suffix=".zebin") as f:
                f.write(image)
                f.flush()
                if c.outputs(f.name) == whole:
                    continue  # it adds a zero, or no channel is there: nobody can tell
                status, said = c.diff(f.name)
                mutants += 1
                found += status == 3
                if status != 3:
                    print("%s: not found: %s (status %d) %s" % (c.row["name"], text, status, said))
    print("%d of %d kernels run as expected, visadiff: %d the same, %d explained; %d of %d changed instructions found"
          % (ran, len(cases), same, len(EXPLAINED), found, mutants))
    return 1 if bad or found < mutants or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
