#!/usr/bin/env python3
"""opencl_run.py EULAB CORPUS BUILD [--forms zebin,bin] [--folders skl-O2,...] [--kernels NAME,...] [--jobs N] [--engine E] [-v]

Runs every kernel of CORPUS/index.json as tests/opencl.sh has compiled it to BUILD, by `eulab run`, and compares what it
leaves in its arguments with the expected bytes. Floats may differ by the row's tolerance (CORPUS/README.md). Each has a
minute. Status 1: something differs."""
import argparse, concurrent.futures, json, os, struct, subprocess, sys, tempfile, time

ELEMENT = {"float": ("f", 4), "double": ("d", 8), "half": ("e", 2), "char": ("b", 1), "uchar": ("B", 1), "short": ("h", 2),
           "ushort": ("H", 2), "int": ("i", 4), "uint": ("I", 4), "long": ("q", 8), "ulong": ("Q", 8)}
REAL = ("float", "double", "half")
# Elements whose value depends on the order of work items, so that the kernel does not determine it.
RACES = {"stateless": 1}  # item 29 reads b[17], which item 17 writes: the oracle ran one item after the other


def elements(raw, kind):
    letter, size = ELEMENT[kind]
    return struct.unpack("<%d%s" % (len(raw) // size, letter), raw)


def same(have, want, kind, image, tolerance, cells):
    """None, or what differs."""
    if len(have) != len(want):
        return "%d bytes, not %d" % (len(have), len(want))
    if have == want:
        return None
    wrong = []
    for i, (a, b) in enumerate(zip(elements(have, kind), elements(want, kind))):
        if a == b or (a != a and b != b):
            continue
        if kind in REAL:
            near = abs(a - b) <= tolerance.get("abs", 1e-6) + tolerance.get("rel", 2e-6) * abs(b)
        else:
            near = abs(a - b) <= (tolerance.get("abs", 0) if image else tolerance.get("int", 0))
        if not near:
            wrong.append("[%d] is %r, not %r" % (i, a, b))
    if len(wrong) <= cells:
        return None
    return "%d elements differ: %s" % (len(wrong), ", ".join(wrong[:3]))


def launch_of(row, corpus, kernel, work):
    """A launch file, and for each argument that is compared (name, file, expected file, type, whether an image)."""
    dispatch, compared = json.loads(json.dumps(row["dispatch"])), []
    for i, arg in enumerate(dispatch["args"]):
        arg["as"] = arg.pop("name")
        kind, expect = arg.pop("type", None), arg.pop("expect", None)
        if isinstance(arg.get("buffer"), str):
            arg["buffer"] = os.path.join(corpus, arg["buffer"])
        if "in" in arg.get("image", {}):
            arg["image"]["in"] = os.path.join(corpus, arg["image"]["in"])
        if expect:
            arg["out"] = os.path.join(work, "out%d" % i)
            compared.append((arg["as"], arg["out"], os.path.join(corpus, expect), kind, "image" in arg))
    return {"kernel": kernel, "dispatch": dispatch}, compared


def run(options, row, folder, form):
    """None, or why it failed; the seconds it took."""
    kernel = os.path.join(options.build, folder, os.path.splitext(row["source"])[0] + "." + form)
    with tempfile.TemporaryDirectory() as work:
        launch, compared = launch_of(row, options.corpus, kernel, work)
        path = os.path.join(work, "launch.json")
        with open(path, "w") as f:
            json.dump(launch, f)
        command = [options.eulab, "run", "--launch", path]
        if options.engine:
            command += ["--engine", options.engine]
        begin = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "more than a minute", 60.0
        took = time.monotonic() - begin
        if done.returncode or done.stderr:
            return "status %d: %s" % (done.returncode, done.stderr.decode(errors="replace").strip()), took
        for name, out, expect, kind, image in compared:
            tolerance = row.get("tolerance", {})
            cells = max(tolerance.get("cells", 0), RACES.get(row["name"], 0))
            why = same(open(out, "rb").read(), open(expect, "rb").read(), kind, image, tolerance, cells)
            if why:
                return "%s: %s" % (name, why), took
        if row.get("printf"):
            have = done.stdout.decode(errors="replace").splitlines()
            for line in open(os.path.join(options.corpus, row["printf"])).read().splitlines():
                if line not in have:
                    return "printf: %r is not in %r" % (line, have), took
    return None, took


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("eulab")
    p.add_argument("corpus")
    p.add_argument("build")
    p.add_argument("--forms", default="zebin,bin")
    p.add_argument("--folders", default="skl-O2,skl-O0,bdw-O2,bdw-O0")
    p.add_argument("--kernels", default="")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--engine", default="")
    p.add_argument("-v", action="store_true")
    options = p.parse_args()
    options.eulab, options.corpus = os.path.abspath(options.eulab), os.path.abspath(options.corpus)
    options.build = os.path.abspath(options.build)
    rows = json.load(open(os.path.join(options.corpus, "index.json")))["kernels"]
    if options.kernels:
        rows = [r for r in rows if r["name"] in options.kernels.split(",")]
    cases = [(r, folder, form) for r in rows for folder in options.folders.split(",") for form in options.forms.split(",")]
    failed, longest = 0, 0.0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (row, folder, form), (why, took) in zip(cases, pool.map(lambda c: run(options, *c), cases)):
            longest = max(longest, took)
            failed += why is not None
            if why or options.v:
                print("%s %s %s: %s (%.2f s)" % (row["name"], folder, form, why or "ok", took))
    print("%d launches of %d kernels, %d fail" % (len(cases), len(rows), failed))
    if options.v:
        print("the longest took %.2f s" % longest)
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
