#!/usr/bin/env python3
"""opencl_values.py EULAB CORPUS BUILD [--folders skl-O0,bdw-O0] [--forms zebin] [--kernels NAME,...] [--jobs N] [--visits N] [--items N] [-v]

Compares what stock gdb shows of OpenCL kernels on eulab with what it shows of the same source that clang has compiled for
the host, where one work item runs after another (tests/scalar). Of every kernel of CORPUS/index.json, compiled by
tests/opencl.sh to BUILD: at each line, in each lane that is there, each variable that is in scope.

Two groups in the first dimension and one in the others are run. The host runs twice: with other bytes in fresh memory, as a function finds it for its
variables, too, and with the items in the other order. A number that differs between the two is not determined by the source - not initialised
yet, or another item's to write - and may be anything; what another item of the group writes between two barriers may have any
of the values that it has between them. Arguments are compared on a function's first instruction, too. What has no value on eulab counts as unavailable; status 1: a value
is wrong, or a variable that has a location is never available. --visits N: the first N visits (8) of each line by each
EU thread are looked at; 0: all. --items N: so many of each group, where items do not wait for one another. --every, for optimised code (--folders skl-O2): each instruction is looked at, and a value must be one
that the item's variable has at some time on the host."""
import argparse, concurrent.futures, json, os, re, shutil, socket, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
FILL = (1.5365221879119872e16, 1.7838867517321418e127, 203.25)  # fresh memory as a float, a double, a half
# IGC makes mad of a * b + c at -cl-opt-disable, too: rounded once, as the host's own instruction does it
CONTRACT = ["-ffp-contract=on", "-mfma"] if " fma " in open("/proc/cpuinfo").read() else ["-ffp-contract=off"]
PRELUDE = """int __attribute__((overloadable)) intel_sub_group_shuffle(int x, uint from);
int __attribute__((overloadable)) intel_sub_group_shuffle_down(int x, int y, uint by);
#ifdef IMAGES
float4 __attribute__((overloadable)) read_imagef(global uchar *image, int sampler, int2 p);
void __attribute__((overloadable)) write_imagef(global uchar *image, int2 p, float4 v);
#define image2d_t global uchar *
#define sampler_t int
#define read_only
#define write_only
#endif
"""


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, **more)
    if done.returncode:
        raise RuntimeError("%s: %s" % (command[0], (done.stderr or done.stdout)[-2000:]))
    return done.stdout


def small(dispatch):
    """The sizes of two groups."""
    size, local = list(dispatch["global"]), dispatch["local"]
    for i in range(len(size)):
        size[i] = min(size[i], local[i] * (2 if i == 0 else 1))
    return size


def pad(v, fill):
    return list(v) + [fill] * (3 - len(v))


def scalar_bytes(arg):
    """The bytes of an argument by value."""
    import struct

    if "bytes" in arg:
        return bytes.fromhex(arg["bytes"])
    letters = {"float": "f", "double": "d", "int": "i", "uint": "I", "long": "q", "ulong": "Q", "short": "h", "char": "b"}
    kind = next(k for k in letters if k in arg)
    return struct.pack("<" + letters[kind], arg[kind])


def build_host(row, corpus, work):
    """The host's program of a kernel."""
    source = os.path.join(corpus, row["source"])
    text, kernel, dispatch = open(source).read(), row["kernel"], row["dispatch"]
    params = re.search(r"kernel\s+void\s+%s\s*\((.*?)\)\s*\{" % re.escape(kernel), text, re.S)[1].split(",")
    rows, calls, images = [], [], "image" in row["dispatch"]["args"][0]
    for i, (arg, param) in enumerate(zip(dispatch["args"], params)):
        kind = re.sub(r"\s*\b\w+\s*$", "", param).strip()
        if "image" in arg:
            path, kind, calls_as = os.path.join(corpus, arg["image"]["in"]), "p", "(global uchar *)a[%d]" % i
        elif "buffer" in arg:
            path = os.path.join(corpus, arg["buffer"]) if isinstance(arg["buffer"], str) else None
            calls_as, kind = "(%s)a[%d]" % (kind, i), "p"
        elif "local" in arg:
            path, calls_as, kind = None, "(%s)a[%d]" % (kind, i), "l"
        else:
            path = os.path.join(work, "arg%d" % i)
            open(path, "wb").write(scalar_bytes(arg))
            calls_as, kind = "*(global %s *)a[%d]" % (kind, i), "v"
        calls.append(calls_as)
        rows.append("    {'%s', %d, %s},\n" % (kind, arg.get("local", 0), json.dumps(path) if path else "NULL"))
    with open(os.path.join(work, "launch.h"), "w") as f:
        f.write("enum { ARGS = %d };\nstatic const unsigned dims = %d" % (len(rows), len(dispatch["global"])))
        for name, value, fill in (("global_size", small(dispatch), 1), ("local_size", dispatch["local"], 1), ("global_offset", dispatch.get("offset", []), 0)):
            f.write(", %s[3] = {%d, %d, %d}" % (name, *pad(value, fill)))
        f.write(";\nstatic const struct { char kind; unsigned size; const char *file; } args[] = {\n%s};\n" % "".join(rows))
    with open(os.path.join(work, "call.cl"), "w") as f:
        f.write('%s#include "%s"\nkernel void scalar_call(global ulong *a)\n{\n    %s(%s);\n}\n' % (PRELUDE, source, kernel, ", ".join(calls)))
    cl = ["clang", "-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-w", "-O0", "-g", *CONTRACT]
    cl += ["-DIMAGES"] if images else []
    run(cl + ["-c", "-o", work + "/call.o", work + "/call.cl"])
    run(["objcopy", "--rename-section", ".bss=scalar_local", work + "/call.o"])
    run(cl + ["-fno-builtin", "-c", "-o", work + "/builtins.o", HERE + "/scalar/builtins.cl"])
    run(["clang", "-w", "-g", "-no-pie", "-I", work, "-o", work + "/host", HERE + "/scalar/run.c", work + "/call.o", work + "/builtins.o", "-lm"])


def looked_at(options, row):
    """The items whose variables are compared, as `--items` wants them of each group; where items wait for one another, all."""
    if not options.items or "barrier" in open(os.path.join(options.corpus, row["source"])).read():
        return ""
    sizes, local = pad(small(row["dispatch"]), 1), pad(row["dispatch"]["local"], 1)
    offset, n, found = pad(row["dispatch"].get("offset", []), 0), local[0] * local[1] * local[2], []
    chosen = {k * (n - 1) // max(options.items - 1, 1) for k in range(options.items)}
    for at in range(sizes[0] * sizes[1] * sizes[2]):
        item = (at % sizes[0], at // sizes[0] % sizes[1], at // sizes[0] // sizes[1])
        x, y, z = (i % l for i, l in zip(item, local))
        if x + local[0] * (y + local[1] * z) in chosen:
            found.append(",".join(str(i + o) for i, o in zip(item, offset)))
    return " ".join(found)


def record(options, work, name, program, **environment):
    path = os.path.join(work, name + ".json")
    visits = 0 if options.every and program else options.visits
    environment = dict(os.environ, RECORD=path, HOME=work, LC_ALL="C.UTF-8", VISITS=str(visits), **environment)
    if options.every:
        environment["EVERY"] = "1"
    done = subprocess.run(["gdb", "-nx", "-batch", *program, "-x", HERE + "/scalar/record.py"], capture_output=True, text=True, env=environment, timeout=1500, cwd=work)
    if not os.path.exists(path):
        raise RuntimeError("%s: %s" % (name, (done.stdout[-500:] + done.stderr)[-2000:]))
    return json.load(open(path))


def record_device(options, row, folder, form, work):
    stem = os.path.splitext(row["source"])[0]
    dispatch = json.loads(json.dumps(row["dispatch"]))
    dispatch["global"] = small(dispatch)
    for arg in dispatch["args"]:
        arg["as"] = arg.pop("name")
        for key in ("type", "expect"):
            arg.pop(key, None)
        if isinstance(arg.get("buffer"), str):
            arg["buffer"] = os.path.join(options.corpus, arg["buffer"])
        if "image" in arg:
            arg["image"]["in"] = os.path.join(options.corpus, arg["image"]["in"])
    launch = {"kernel": os.path.join(options.build, folder, stem + "." + form), "dispatch": dispatch}
    with open(work + "/launch.json", "w") as f:
        json.dump(launch, f)
    at = os.path.join(work, "socket")
    server = subprocess.Popen([options.eulab, "serve", "--listen", "unix:" + at, "--launch", work + "/launch.json"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        line = server.stderr.readline()
        if "Listening" not in line:
            raise RuntimeError("eulab serve: " + line + server.stderr.read())
        return record(options, work, "device", [], SERVER=at, SOURCE=row["source"], ITEMS=looked_at(options, row))
    finally:
        server.terminate()
        server.wait(20)
        server.stderr.close()


class Any(tuple):
    """A number that may be any of these: other items write it between the same two barriers."""


def stops_in_time(recorded):
    """(item, (phase, function), values of local memory) of each stop, in the order in which they were."""
    for item, function, _, _, values, phase in recorded["stops"]:
        for name in recorded["statics"]:
            if isinstance(values.get(name), list):
                yield item, phase, name, values[name]


def local_writes(recorded):
    """Of local memory on the host: (phase, name) -> for each number {value it had: None} and the items that changed it. A phase is a
    group between two barriers; what changes between two stops was changed by the item of the one or of the other."""
    seen, last = {}, {}  # name -> (item, phase, leaves) of the stop before
    for item, phase, name, leaves in stops_in_time(recorded):
        old_item, old_phase, old = last.get(name, (item, phase, leaves))
        if old_phase.split(" ")[0] != phase.split(" ")[0]:
            old_item, old_phase, old = item, phase, leaves  # another group has memory of its own
        for which in {old_phase, phase}:
            rows = seen.setdefault((which, name), [({}, set()) for _ in leaves])
            for (values, writers), x, y in zip(rows, old, leaves):
                values.setdefault(str(x), x)
                values.setdefault(str(y), y)
                if str(x) != str(y):
                    writers.update((old_item, item))
        last[name] = (item, phase, leaves)
    return seen


def allow_written(recorded):
    """Local memory on the host: what another item of the group writes between two barriers may be old or new; an item finds what it
    has written itself, where no other item writes."""
    seen = local_writes(recorded)
    for item, _, _, _, values, phase in recorded["stops"]:
        for name in recorded["statics"]:
            if isinstance(values.get(name), list):
                rows = seen[phase, name]
                values[name] = [x if writers <= {item} else Any(v.values()) for x, (v, writers) in zip(values[name], rows)]


def by_item(recorded, places=False):
    """item -> its stops (function, line, values, whether it is a function's first instruction or, of @places, where it is and what is in memory there)."""
    items = {}
    for item, function, line, entry, values, *more in recorded["stops"]:
        items.setdefault(item, []).append((function, line, values, tuple(more) if places else entry))
    return items


def close(a, b, tolerance, largest):
    """Whether numbers are the same; floats nearly: of a sum whose parts cancel, as seen from the largest that it has been."""
    if a == b or (a != a and b != b):
        return True
    if isinstance(a, float) or isinstance(b, float):
        a, b = float(a), float(b)
        return a == b or abs(a - b) <= tolerance.get("abs", 1e-6) + max(tolerance.get("rel", 0), 2e-5) * max(abs(b), largest)
    return False


def largest_floats(stops):
    """name -> the largest that a float of it has been."""
    largest = {}
    for _, _, values, _ in stops:
        for name, leaves in values.items():
            for x in leaves if isinstance(leaves, list) else ():
                floats = [w for w in (x if isinstance(x, Any) else (x,)) if isinstance(w, float) and w not in FILL]
                largest[name] = max(largest.get(name, 0), *map(abs, floats)) if floats else largest.get(name, 0)
    return largest


class Comparison:
    def __init__(self, row, args):
        self.args, self.tolerance = args, row.get("tolerance", {})  # where arguments begin in the two runs
        self.same = self.none = self.free = self.unmatched = 0
        self.entries = self.entries_none = 0  # arguments at first instructions that have a value, that have none
        self.wrong, self.items_wrong = [], set()
        self.variables = {}  # (function, name) -> whether it had a value somewhere
        self.bases = {}
        self.places = {}

    def place(self, address, args):
        """(argument, bytes behind its beginning) of a pointer on the host; None: it is to private or other local memory."""
        return next(((i, address - base) for i, base in enumerate(args) if 0 <= address - base < 1 << 20), None)

    def pointer(self, want, other, have):
        """Whether a pointer is as far behind the beginning of the same argument; None: nobody knows."""
        want, other = self.place(want[1], self.args[0]), self.place(other[1], self.args[1])
        if want != other or want is None:
            return None
        window = have[1] >> 16 if have[1] >= 0xFFFF000000000000 else 0  # local memory: of each group
        return self.bases.setdefault((want[0], window), have[1] - want[1]) == have[1] - want[1]

    def among(self, name, x, y, z):
        """Whether @z is one of the numbers that items write; None: the two runs have others, as of memory that is not initialised."""
        x, y = (w if isinstance(w, Any) else Any([w]) for w in (x, y))
        if any(isinstance(w, (list, type(None))) for w in (*x, *y, z)) or set(map(str, x)) != set(map(str, y)):
            return None
        return any(close(z, w, self.tolerance, self.largest.get(name, 0)) for w in x)

    def leaf(self, name, x, y, z):
        """Whether a number on eulab is right; None: @x and @y of the two runs differ, or it is not comparable."""
        if x is None or y is None:
            return None
        if isinstance(x, Any) or isinstance(y, Any):
            return self.among(name, x, y, z)
        if isinstance(x, list) or isinstance(y, list) or isinstance(z, list):
            return self.pointer(x, y, z) if isinstance(x, list) and isinstance(y, list) and isinstance(z, list) else None
        return close(z, x, self.tolerance, self.largest.get(name, 0)) if x == y else None

    def stop(self, have, one, two):
        """[(name, what is wrong)] of a stop on eulab, and how many numbers are right, not determined, unavailable."""
        wrong, counts = [], [0, 0, 0]
        for name, leaves in have.items():
            a, b = one.get(name), two.get(name)
            if not a or not b:
                continue
            if isinstance(leaves, str):
                wrong.append((name, leaves, a))
                continue
            for x, y, z in zip(a, b, leaves):
                same = self.leaf(name, x, y, z) if z is not None else True
                if same is False:
                    wrong.append((name, z, x))
                    break
                counts[2 if z is None else 1 if same is None else 0] += 1
        return wrong, counts

    def note_wrong(self, item, function, line, wrong, where=""):
        for name, z, x in wrong:
            self.wrong.append("%s:%d item %s%s: %s is %r, not %r" % (function, line, item, where, name, z, x))
            self.items_wrong.add(item)

    def item(self, item, one, two, have):
        """A work item's stops are, in their order, among those on the host."""
        at, lines, entry = 0, {s[:2] for s in one}, None
        self.largest = largest_floats(one)
        same_way = [s[:2] for s in one] == [s[:2] for s in two]
        for function, line, values, first in have:
            if first:
                entry = (function, line, values)
                continue
            for name, leaves in (values or {}).items():
                had = self.variables.setdefault((function, name), False)
                self.variables[function, name] = had or (isinstance(leaves, list) and any(z is not None for z in leaves))
            if (function, line) not in lines:
                self.unmatched += 1
                continue
            found = None
            for k in range(at, len(one)):
                if one[k][:2] != (function, line):
                    continue
                wrong, counts = self.stop(values or {}, one[k][2], two[k][2] if same_way else one[k][2])
                if found is None or not wrong:
                    found = (k, wrong, counts)
                if not wrong:
                    break
            if found is None:
                self.wrong.append("%s:%d item %s: the item is not there on the host, or not any more" % (function, line, item))
                self.items_wrong.add(item)
                continue
            at = found[0] + 1
            self.same, self.free, self.none = (n + m for n, m in zip((self.same, self.free, self.none), found[2]))
            self.note_wrong(item, function, line, found[1])
            if entry and entry[0] == function:
                self.entry(item, entry, one[found[0]][2], two[found[0]][2] if same_way else one[found[0]][2])
            entry = None

    def entry(self, item, entry, one, two):
        """Arguments at a function's first instruction: none, or what they are at its first line."""
        function, line, values = entry
        arguments = {name: leaves for name, leaves in (values or {}).items() if name[0] == "%"}
        wrong, counts = self.stop(arguments, one, two)
        self.entries += counts[0] + len(wrong)
        self.entries_none += counts[2]
        self.note_wrong(item, function, line, wrong, ", first instruction")


class Ever(Comparison):
    """Of optimised code, whose lines do not follow one another: each value is one that the item's variable has on the host at some time."""

    def values(self, stops, others):
        """(function, name) -> for each number the pairs that it is in the two runs."""
        had = {}
        for (function, _, values, _), (_, _, other, _) in zip(stops, others):
            for name, leaves in values.items():
                if isinstance(leaves, list) and isinstance(other.get(name), list):
                    rows = had.setdefault((function, name.lstrip("%")), [{} for _ in leaves])
                    for row, x, y in zip(rows, leaves, other[name]):
                        row[str(x), str(y)] = (x, y)
        return had

    def item(self, item, one, two, have):
        self.largest = largest_floats(one)
        if [s[:2] for s in one] != [s[:2] for s in two]:
            two = one
        had = self.values(one, two)
        filled = set()  # numbers in memory that were right once
        for function, line, values, (pc, resident) in have:
            for name, leaves in (values or {}).items():
                was = self.variables.setdefault((function, name), False)
                self.variables[function, name] = was or (isinstance(leaves, list) and any(z is not None for z in leaves))
                if isinstance(leaves, str):
                    self.note_wrong(item, function, line, [(name, leaves, "")])
                    continue
                for k, (pairs, z) in enumerate(zip(had.get((function, name.lstrip("%")), ()), leaves)):
                    empty = name in self.statics or (name.lstrip("%") in resident and (function, name, k) not in filled)
                    if self.judge(item, function, line, pc, name, list(pairs.values()), z, empty):
                        filled.add((function, name, k))

    def judge(self, item, function, line, pc, name, pairs, z, empty):
        """Whether a number is right. @empty: memory may have anything until an item writes it."""
        found = [self.leaf(name, x, y, z) for x, y in pairs] if z is not None else []
        if z is None:
            self.none += 1
        elif True in found:
            self.same += 1
        elif found and (empty and None in found or not any(f is not None for f in found)):
            self.free += 1
        else:
            self.note_wrong(item, function, line, [(name, z, [x for x, y in pairs][:6])], " at %#x" % pc)
            self.places.setdefault((function, name, pc), 0)
            self.places[function, name, pc] += 1
        return True in found


def compare(row, one, two, device, every=False):
    c = (Ever if every else Comparison)(row, (one["args"], two["args"]))
    c.statics = set(one["statics"])
    first, second, have = by_item(one), by_item(two), by_item(device, every)
    if set(first) != set(have):
        c.wrong.append("items differ: %s" % sorted(set(first) ^ set(have))[:4])
    for item in sorted(set(first) & set(have)):
        c.item(item, first[item], second[item], have[item])
    return c


def record_form(options, row, folder, form, work):
    try:
        return record_device(options, row, folder, form, work)
    except RuntimeError as error:  # a zebin of several kernels, or with constants, has no debug information
        if form != "zebin" or "no debug information" not in str(error):
            raise
        return record_device(options, row, folder, "bin", work)


def located(options, source, folder, form):
    """Of a file's variables: all, those that have a location, and those of them that can have a value in gdb."""
    for suffix in (form, "bin"):
        path = os.path.join(options.build, folder, "%s.%s" % (os.path.splitext(source)[0], suffix))
        said = re.search(r"source: (\d+) variables, (\d+) have a location, (\d+) of", run([options.eulab, "info", "kernels", path]))
        if said:
            return [int(n) for n in said.groups()]
    return [0, 0, 0]


def one(options, row):
    """Of a kernel: for each folder and form (its name, comparison or None, why not, seconds)."""
    results, begin = [], time.monotonic()
    work = tempfile.mkdtemp(prefix="opencl-values-")
    try:
        build_host(row, options.corpus, work)
        about = {"SOURCE": row["source"], "ITEMS": looked_at(options, row)}
        first = record(options, work, "first", [work + "/host"], ARGS="90 0", **about)
        second = record(options, work, "second", [work + "/host"], ARGS="165 1", **about)
        for recorded in (first, second):
            allow_written(recorded)
        for folder in options.folders.split(","):
            for form in options.forms.split(","):
                device = record_form(options, row, folder, form, work)
                results.append(("%s %s %s" % (row["name"], folder, form), compare(row, first, second, device, options.every), None, time.monotonic() - begin))
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        results.append((row["name"], None, str(error), time.monotonic() - begin))
    finally:
        if options.keep:
            shutil.copytree(work, os.path.join(options.keep, row["name"]), dirs_exist_ok=True, ignore=shutil.ignore_patterns("socket"))
        shutil.rmtree(work, ignore_errors=True)
    return results


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("eulab")
    p.add_argument("corpus")
    p.add_argument("build")
    p.add_argument("--folders", default="skl-O0,bdw-O0")
    p.add_argument("--forms", default="zebin")
    p.add_argument("--kernels", default="")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--visits", type=int, default=8)
    p.add_argument("--items", type=int, default=0)
    p.add_argument("--keep", default="")
    p.add_argument("--every", action="store_true")
    p.add_argument("-v", action="store_true")
    options = p.parse_args()
    for name in ("eulab", "corpus", "build"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    rows = json.load(open(os.path.join(options.corpus, "index.json")))["kernels"]
    if options.kernels:
        rows = [r for r in rows if r["name"] in options.kernels.split(",")]
    sums, failed, cases, total, valued = [0] * 4, 0, 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, c, why, took in (r for results in pool.map(lambda row: one(options, row), rows) for r in results):
            cases += 1
            if why:
                failed += 1
                print("%s: %s" % (name, why), flush=True)
                continue
            bad = len(c.items_wrong) > c.tolerance.get("cells", 0) or (c.wrong and not c.items_wrong)
            failed += bool(bad)
            never = ["%s.%s" % (f, v.lstrip("%")) for (f, v), had in c.variables.items() if not had]
            counts = (c.same, c.free, c.none, c.unmatched)
            if bad or options.v:
                text = "%s: %d values, %d not determined, %d unavailable, %d stops without a counterpart, %d wrong" % (name, *counts, len(c.wrong))
                text += ", first instructions: %d values, %d unavailable" % (c.entries, c.entries_none)
                print("%s%s (%.0f s)" % (text, "; never: " + " ".join(never) if never else "", took), flush=True)
                for line in c.wrong[:3]:
                    print("    " + line)
                if options.every:
                    for (function, name, pc), k in sorted(c.places.items(), key=lambda r: (r[0][1], r[0][2])):
                        print("    at %#x %s.%s: %d" % (pc, function, name, k))
            total, valued = total + len(c.variables), valued + len(c.variables) - len(never)
            sums = [a + b for a, b in zip(sums, counts)]
    print("%d launches, %d fail: %d values as expected; %d of %d variables have values" % (cases, failed, sums[0], valued, total))
    files = {(r["source"], folder, form) for r in rows for folder in options.folders.split(",") for form in options.forms.split(",")}
    all_of, placed, shown = (sum(n) for n in zip(*(located(options, *f) for f in sorted(files))))
    print("of %d variables of the files %d have a location, %d of these (%.1f %%) can have a value" % (all_of, placed, shown, 100 * shown / max(placed, 1)))
    print("%d numbers not determined, %d unavailable, %d stops without a counterpart" % tuple(sums[1:]))
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
