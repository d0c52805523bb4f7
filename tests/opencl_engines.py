#!/usr/bin/env python3
"""opencl_engines.py EULAB SEED COUNT WORK [--devices skl,bdw] [-v] - random OpenCL kernels in the reference engine and in native code.

Each kernel is what programs are made of: rows, columns and neighbours in buffers of several pages, gathers, vectors, bytes,
loops of equal and of different length, branches, returns, local memory between barriers, atomics. No two items write the
same place except by atomics that commute, so that the order of items does not matter. ocloc compiles it; WORK keeps what
differs. The engines must leave the same bytes in every buffer. Status 1: some do not."""
import argparse, array, json, os, random, re, subprocess, sys

INTS = 8192  # of each buffer: 8 pages
ENGINES = (["--engine", "reference"], ["--engine", "jit=1"], ["--engine", "jit=1", "--jobs", "2"], ["--engine", "fast"])


ATOMICS = ("atomic_add", "atomic_max", "atomic_xor", "atomic_or", "atomic_min", "atomic_sub")


class Writer:
    """Writes statements that change the variables a, b (int) and f (float) of an item."""
    def __init__(self, rng, barriers):
        self.rng, self.lines, self.barriers, self.loops = rng, [], barriers, 0

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def index(self):
        """Where in a buffer: rows, columns and neighbours of the item's own place, or anywhere."""
        return "(%s) & %d" % (self.rng.choice((
            "i", "i + %d" % self.rng.randint(1, 40), "i * %d" % self.rng.choice((2, 3, 4, 7, 64)), "(i % w) * h + i / w",
            "i + w", "i - w", "x + y * %d" % self.rng.choice((33, 128, 1024)), "a", "a * 5 + b", "l", "n - i", "b + l * 2")), INTS - 1)

    def number(self):
        return self.rng.choice(("a", "b", "i", "l", "x", "(int)f", "n", str(self.rng.randint(-50, 99))))

    def condition(self):
        return "%s %s %s" % (self.rng.choice(("a", "b", "i", "l", "(a & 7)", "f")), self.rng.choice(("<", ">", "<=", "==", "!=")),
                             self.rng.choice(("n", "b", str(self.rng.randint(0, 40)))))

    def load(self, depth):
        self.put(depth, self.rng.choice((
            "a += in[%s];", "a ^= in[%s];", "b = bytes[%s];", "b += shorts[%s];", "f += reals[%s];", "b -= in[%s] * a;",
            "a += halves[%s];", "out[i] = in[%s] + a;")) % self.index())

    def vector(self, depth):
        n = self.rng.choice((2, 4))
        at = "(%s) & %d" % (self.rng.choice(("i", "i + 1", "i * 3", "a", "x")), INTS // n - 1)
        self.put(depth, "{ int%d v = vload%d(%s, in); a += v.x; b ^= v.%s; }" % (n, n, at, self.rng.choice("xyzw"[:n])))

    def arithmetic(self, depth):
        op = self.rng.choice(("+", "-", "*", "^", "|", "&"))
        self.put(depth, self.rng.choice((
            "a = a %s %s;" % (op, self.number()), "b = (b >> %d) %s %s;" % (self.rng.randint(0, 9), op, self.number()),
            "f = f * 0.5f + (float)(%s);" % self.number(), "f = fmin(f, (float)a) - 1.5f;", "a = max(a, b) - min(a, %s);" % self.number(),
            "b = (a & 1) ? b + 3 : b * 2;", "a = rotate(a, %d);" % self.rng.randint(1, 31), "f = mad(f, 0.25f, (float)b);")))

    def atomic(self, depth):
        """Each operation has places of its own, because they do not commute with one another."""
        op = self.rng.choice(ATOMICS)
        place = "%d + ((%s) & 63)" % (64 * ATOMICS.index(op), self.rng.choice(("a", "l & 7", "0", "b", "i")))
        self.put(depth, "%s(&sums[%s], %s);" % (op, place, self.number()))

    def exchange(self, depth):
        """Through local memory, where all items of the group are."""
        self.put(depth, "part[l] = %s;" % self.number())
        self.put(depth, "barrier(CLK_LOCAL_MEM_FENCE);")
        self.put(depth, "a += part[%s];" % self.rng.choice(("(l + 1) % size", "size - 1 - l", "l ^ 1", "(l * 3) % size", "0", "(a & 0xff) % size")))
        self.put(depth, "barrier(CLK_LOCAL_MEM_FENCE);")

    def reduction(self, depth):
        self.put(depth, "part[l] = a;")
        self.put(depth, "barrier(CLK_LOCAL_MEM_FENCE);")
        self.put(depth, "for (int s = size / 2; s > 0; s >>= 1) {")
        self.put(depth + 1, "if (l < s)")
        self.put(depth + 2, "part[l] += part[l + s];")
        self.put(depth + 1, "barrier(CLK_LOCAL_MEM_FENCE);")
        self.put(depth, "}")
        self.put(depth, "b += part[0];")
        self.put(depth, "barrier(CLK_LOCAL_MEM_FENCE);")

    def loop(self, depth, together):
        self.loops += 1
        k = "k%d" % self.loops
        count = self.rng.choice(("%d" % self.rng.randint(1, 12), "(n & 7) + 1") + (() if together else ("(a & 7)", "(i & 3) + 1", "(b & 15)")))
        self.put(depth, "for (int %s = 0; %s < %s; %s++) {" % (k, k, count, k))
        self.block(depth + 1, together)
        if self.rng.random() < 0.4:
            self.put(depth + 1, "a += in[(i + %s * %s) & %d];" % (k, self.rng.choice(("1", "w", "h", "1024")), INTS - 1))
        if not together and self.rng.random() < 0.3:
            self.put(depth + 1, "if (%s) %s;" % (self.condition(), self.rng.choice(("break", "continue"))))
        self.put(depth, "}")

    def branch(self, depth):
        self.put(depth, "if (%s) {" % self.condition())
        self.block(depth + 1, False)
        if self.rng.random() < 0.5:
            self.put(depth, "} else {")
            self.block(depth + 1, False)
        self.put(depth, "}")

    def block(self, depth, together):
        """@together: all items of a group are here."""
        for _ in range(self.rng.randint(1, 4)):
            kind = self.rng.random()
            if kind < 0.3:
                self.load(depth)
            elif kind < 0.5:
                self.arithmetic(depth)
            elif kind < 0.58:
                self.vector(depth)
            elif kind < 0.66:
                self.atomic(depth)
            elif kind < 0.8 and depth < 4:
                self.loop(depth, together)
            elif kind < 0.9 and depth < 4:
                self.branch(depth)
            elif self.barriers and together:
                self.rng.choice((self.exchange, self.reduction))(depth)


def kernel_text(rng):
    w = Writer(rng, rng.random() < 0.6)
    for _ in range(rng.randint(1, 3)):
        w.block(1, True)
    early = not w.barriers and rng.random() < 0.5
    head = ["__kernel void random_one(__global const int *in, __global const uchar *bytes, __global const short *shorts,",
            "    __global const float *reals, __global const ushort *halves, __global int *out, __global int *sums,",
            "    __global float *outf, __local int *part, int n, int w, int h)", "{",
            "    int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);",
            "    int x = i % w, y = i / w, a = i, b = l;", "    float f = 1.0f;"]
    if early:
        head.append("    if (i >= n)\n        return;")
    tail = ["    out[i] = a ^ b;", "    outf[i] = f;"]
    if rng.random() < 0.3:
        tail.append("    vstore2((int2)(a, b), (1024 + i) & %d, out);" % (INTS // 2 - 1))
    return "\n".join(head + w.lines + tail + ["}", ""])


def launch_of(rng, kernel, data):
    local = rng.choice((8, 16, 24, 32, 64, 128))
    items = local * rng.choice((1, 2, 3, 5, 8))
    args = [{"as": name, "buffer": os.path.join(data, name)} for name in ("in", "bytes", "shorts", "reals", "halves")]
    args += [{"as": name, "buffer": {"size": 4 * INTS, "fill": 0}} for name in ("out", "sums", "outf")]
    args += [{"local": 4 * local}, {"int": rng.randint(1, items)}, {"int": rng.choice((7, 16, 31, 128, 1024))}, {"int": rng.choice((3, 64, 1000))}]
    return {"kernel": kernel, "dispatch": {"kind": "opencl", "name": "random_one", "args": args, "global": [items], "local": [local]}}


def compiled(device, source, out):
    """The zebin of a kernel, or None with the compiler's words."""
    done = subprocess.run(["ocloc", "compile", "-q", "-file", source, "-device", device, "-output_no_suffix", "-output", out,
                           "-out_dir", os.path.dirname(source)], capture_output=True, text=True)
    path = os.path.join(os.path.dirname(source), out)
    return (path, None) if os.path.exists(path) else (None, done.stdout + done.stderr)


def left(eulab, launch, options):
    """What the buffers hold after a run, and what is said of it."""
    dumps = [w for name in ("out", "sums", "outf") for w in ("--dump-arg", name)]
    done = subprocess.run([eulab, "run", "--launch", launch, *dumps, *options], capture_output=True, timeout=120)
    return done.returncode, done.stdout, re.sub(rb"[0-9.]+ s\b", b"", done.stderr)


def differing(options, seed, device, work):
    """The engine that leaves other bytes than the first, or None."""
    rng = random.Random("%s %s" % (seed, device))
    source = os.path.join(work, "%s-%s.cl" % (seed, device))
    with open(source, "w") as f:
        f.write(kernel_text(rng))
    kernel, why = compiled(device, source, "%s-%s" % (seed, device))
    if not kernel:
        return "ocloc: " + why
    launch = os.path.join(work, "%s-%s.json" % (seed, device))
    with open(launch, "w") as f:
        json.dump(launch_of(rng, kernel, os.path.join(work, "data")), f, indent=1)
    want = left(options.eulab, launch, ENGINES[0])
    for engine in ENGINES[1:]:
        if left(options.eulab, launch, engine) != want:
            return " ".join(engine)
    if want[0]:
        return "status %d: %s" % (want[0], want[2].decode(errors="replace"))
    for path in (source, kernel, kernel + ".spv", launch):
        os.unlink(path)
    return None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("eulab")
    p.add_argument("seed", type=int)
    p.add_argument("count", type=int)
    p.add_argument("work")
    p.add_argument("--devices", default="skl,bdw")
    p.add_argument("-v", action="store_true", help="name each kernel")
    options = p.parse_args()
    options.work = os.path.abspath(options.work)
    data = os.path.join(options.work, "data")
    os.makedirs(data, exist_ok=True)
    rng, wrong, n = random.Random(options.seed), 0, 0
    for name, size in (("in", 4), ("bytes", 1), ("shorts", 2), ("reals", 4), ("halves", 2)):
        with open(os.path.join(data, name), "wb") as f:
            if name == "reals":
                f.write(array.array("f", (rng.uniform(-100, 100) for _ in range(INTS))).tobytes())
            else:
                f.write(rng.randbytes(INTS * size))
    for seed in range(options.seed, options.seed + options.count):
        for device in options.devices.split(","):
            why = differing(options, seed, device, options.work)
            n += 1
            wrong += why is not None
            if why or options.v:
                print("%d on %s: %s" % (seed, device, why or "the same"), flush=True)
    print("%d kernels, %d differ" % (n, wrong))
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
