#!/usr/bin/env python3
"""production.py EULAB [--source FOLDER|TAR] [--corpus FOLDER] [--build FOLDER] [--jobs N]

Intel's System Routines for Gen9, unchanged, on eulab: the save area field by field, save and restore at every instruction boundary of
every OpenCL kernel, each instruction of SIPCSR a nop in turn, and the debug routines with a host. The routines come from
samples/gen9/production.py; --source spares it the network. --corpus and --build are the kernels and where tests/opencl.sh has
compiled them (else they are left out). Status 1: something is not as docs/exceptions.md says."""
import argparse, concurrent.futures, json, os, random, re, struct, subprocess, sys, tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CSR, AREA = 0xFE000000 + 0x10000, 0x1800
LOST = "mme7,msg0-msg7,dbg0,status"
KERNEL = """start:
        mov (8)  r2.0<1>:uw   0x76543210:v
        mov (8)  r4.0<1>:d    r2.0<8;8,1>:uw
        mov (1)  r5.0<1>:d    0:d {NoMask}
loop:   add (8)  r6.0<1>:d    r6.0<8;8,1>:d r4.0<8;8,1>:d
        add (1)  r5.0<1>:d    r5.0<0;1,0>:d 1:d {NoMask}
        cmp.l.f0.0 (8) null<1>:d r4.0<8;8,1>:d 4:d
        (f0.0) if (8) L1 L2
        add (8)  r7.0<1>:d    r7.0<8;8,1>:d 1:d
L1:     else (8) L2 L2
        add (8)  r7.0<1>:d    r7.0<8;8,1>:d 2:d
L2:     endif (8) L3
L3:     cmp.l.f1.0 (8) null<1>:d r5.0<0;1,0>:d 2:d
        (f1.0) while (8) loop
        mov (8)  r127.0<1>:ud r0.0<8;8,1>:ud    {NoMask}
        send (8) null<1>:ud   r127 0x27 0x2000010 {EOT}
"""
failures = []


def say(good, text):
    print(("ok      " if good else "FAILED  ") + text, flush=True)
    if not good:
        failures.append(text)


def eulab(*args, limit=100):
    return subprocess.run([options.eulab, *map(str, args)], capture_output=True, text=True, timeout=limit, cwd=TOP)


def salt(exchanged=True):
    """Registers of a thread, none of them 0: what the routine leaves out shows. @exchanged: as if msg0-3 and msg4-7 were."""
    rnd = random.Random(7)
    some = lambda n: bytes(rnd.randrange(1, 256) for _ in range(n))
    regs = {"r%d" % i: some(32) for i in range(128)}
    regs.update({"a0": some(32), "f0": some(4), "f1": some(4), "sr1": some(16), "sp": some(16), "dbg0": some(8)})
    regs.update({"fc1": some(4), "fc2": some(4), "fc3": some(16), "fc4": some(4)})
    for i in range(8):
        regs["mme%d" % i] = b"".join(struct.pack("<I", rnd.randrange(1, 4)) for _ in range(8))
        regs["msg%d" % i] = regs["msg%d" % (i - 4)] if i > 3 and exchanged else some(4)
    regs["pcip"] = struct.pack("<32I", *[0] * 8, *[8 * rnd.randrange(1, 1 << 20) for _ in range(24)])
    regs["accx0"] = struct.pack("<16q", *[rnd.getrandbits(33) - (1 << 32) for _ in range(16)])
    regs["n0"] = struct.pack("<3I", 3, 1, 2)
    regs["cr0"] = struct.pack("<4I", 0x4C0, 0xB800, 0, 0)
    return regs


def launch(sip, **more):
    path = os.path.join(work, "launch-%s-%d.json" % (os.path.basename(sip), len(more)))
    regs = {k: v.hex() for k, v in salt(more.pop("exchanged", True)).items()}
    regs.update(more.pop("set", {}))
    row = {"gen": "9", "kernel": os.path.join(work, "k.asm"), "sip": sip, "set": regs, "max_insts": 5000}
    row["dispatch"] = {"kind": "raw", "simd": 8}
    with open(path, "w") as f:
        json.dump({**row, **more}, f)
    return path


# --- the save area ---
def fields(area):
    """What is documented of it, (name, found bytes)."""
    unit = lambda n, size=32: area[32 * n : 32 * n + size]
    yield from (("r%d" % n, unit(n - 1)) for n in range(1, 128))
    yield from [("r0", unit(0x7F)), ("a0", unit(0x80)), ("f0", unit(0x81, 4)), ("f1", unit(0x82, 4)), ("sr1", area[0x1050:0x1060])]
    yield from [("sr0", area[0x1064:0x1070]), ("n0", unit(0x84, 12))]
    yield from (("acc %d" % k, unit(0x85 + k)) for k in range(3))
    yield from (("mme%d" % n, unit(0x88 + n)) for n in range(8))
    yield from (("fc0.%d" % n, unit(0x90 + n)) for n in range(32))
    yield from [("fc1", unit(0xB0)), ("fc2", unit(0xB1)), ("fc4", unit(0xB6)), ("sp", unit(0xB7))]
    yield from (("fc3.%d" % n, unit(0xB2 + n)) for n in range(4))
    yield from (("msg%d" % n, unit(0xB8 + n)) for n in range(8))
    yield from [("cr0.0", area[0x1070:0x1074]), ("cr0.1", area[0x1074:0x1078]), ("AIP", area[0x1078:0x107C])]


def expected():
    regs = salt(False)
    acc = struct.unpack("<16q", regs["accx0"])
    want = dict(regs, sp=regs["sp"] * 2, **{"sr0": struct.pack("<3I", 0, 0xFF, 0xFF)})
    want.update({"acc %d" % k: b"".join(struct.pack("<H", a >> 16 * k & (0xFFFF if k < 2 else 1)) for a in acc) for k in range(3)})
    want.update({"fc0.%d" % n: regs["pcip"][4 * n : 4 * n + 4] * 8 for n in range(32)})
    want.update({"fc3.%d" % n: regs["fc3"][4 * n : 4 * n + 4] * 8 for n in range(4)})
    want.update({name: regs[name] * 8 for name in ["fc1", "fc2", "fc4"] + ["msg%d" % n for n in range(8)]})
    want.update({"cr0.0": struct.pack("<I", 0x800004C0), "cr0.1": struct.pack("<I", 0x0200B800), "AIP": bytes(4)})
    return want


def area_of(sip, path, at=CSR):
    text = eulab("shell", "--launch", path, "--sip", sip, "-c", "preempt 0; continue; x/2048xw 0x%x" % at).stdout
    rows = re.findall(r"^0x%x[0-9a-f]{3,4}:((?:[ \t]+0x[0-9a-f]{8})+)" % (at >> 16), text, re.M)
    words = [int(w, 16) for row in rows for w in row.split()]
    return struct.pack("<%dI" % len(words), *words)


def wrong_fields(area):
    want = expected()
    return [name for name, found in fields(area) if found != want[name]]


def check_area():
    area = area_of(sips["Gen9SIPCSR"], launch(sips["Gen9SIPCSR"], exchanged=False))
    wrong = wrong_fields(area)
    say(not wrong, "save area: %d fields%s" % (len(list(fields(area))), "; wrong: " + " ".join(wrong) if wrong else ""))
    say(area[AREA:] == bytes(len(area) - AREA), "save area: nothing behind 0x1800")
    broxton = area_of(sips["Gen9BXTSIPCSR"], launch(sips["Gen9BXTSIPCSR"], exchanged=False), CSR + 0x10000)
    say(not wrong_fields(broxton), "Broxton's: the same, 64 KiB on")


# --- saves and restores ---
def siptest(path, *more):
    return eulab("siptest", "--launch", path, "--kinds", "context-save", *more, limit=1000)


def check_raw():
    path = launch(sips["Gen9SIPCSR"])
    for lost, good in ((LOST, True), ("msg0-msg7,dbg0,status", False), ("mme7,msg0-msg7,status", False)):
        done = siptest(path, "--lost", lost)
        say((done.returncode == 0) == good, "SIPCSR, --lost %s: %s" % (lost, (done.stdout.splitlines() or [done.stderr])[0]))
    text = eulab("shell", "--launch", path, "-c", "preempt 0; continue; restore 0").stdout
    say("saved context" in text and "in the System Routine to restore" in text, "shell: preempt and restore")


def corpus_launch(row, folder):
    dispatch = json.loads(json.dumps(row["dispatch"]))
    for arg in dispatch["args"]:
        arg["as"] = arg.pop("name")
        arg.pop("type", None), arg.pop("expect", None)
        if isinstance(arg.get("buffer"), str):
            arg["buffer"] = os.path.join(options.corpus, arg["buffer"])
        if "in" in arg.get("image", {}):
            arg["image"]["in"] = os.path.join(options.corpus, arg["image"]["in"])
    kernel = os.path.join(options.build, folder, os.path.splitext(row["source"])[0] + ".zebin")
    path = os.path.join(work, "%s-%s.json" % (folder, row["name"]))
    with open(path, "w") as f:
        json.dump({"kernel": kernel, "sip": sips["Gen9SIPCSR"], "dispatch": dispatch}, f)
    return path


def check_corpus():
    if not options.corpus or not options.build:
        print("skipped OpenCL kernels: --corpus and --build say where they are")
        return
    with open(os.path.join(options.corpus, "index.json")) as f:
        rows = json.load(f)["kernels"]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = pool.map(lambda row: siptest(corpus_launch(row, "skl-O2"), "--lost", LOST), rows)
        for row, done in zip(rows, runs):
            say(done.returncode == 0, "%s: %s" % (row["name"], (done.stdout.splitlines() or [done.stderr.strip()])[0]))


# --- each instruction a nop ---
def instructions(code):
    at = 0
    while any(code[at:]):
        size = 8 if code[at + 3] & 0x20 else 16
        yield at, size
        at += size


def check_nops():
    with open(sips["Gen9SIPCSR"], "rb") as f:
        code = f.read()
    path, places = launch(sips["Gen9SIPCSR"]), list(instructions(code))

    def found(place):
        at, size = place
        mutant = bytearray(code)
        mutant[at : at + size] = bytes([0x7E, 0, 0, 0x20 if size == 8 else 0]) + bytes(size - 4)
        name = os.path.join(work, "nop-%x.bin" % at)
        with open(name, "wb") as f:
            f.write(mutant)
        thread = siptest(path, "--sip", name, "--lost", "mme7,dbg0", "--no-salt", "--quirk", "context-bits=kept").returncode == 3
        own = launch(name, exchanged=False)
        return thread, bool(wrong_fields(area_of(name, own)))

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(found, places))
    thread = sum(t for t, _ in results)
    both = sum(t or a for t, a in results)
    say(len(places) == 395, "SIPCSR has %d instructions" % len(places))
    say(both >= 250, "%d mutants, %d found (%d in the thread, %d more in the area alone), %d survive"
        % (len(places), both, thread, both - thread, len(places) - both))


# --- the debug routines ---
def check_debug(name, bti, cr0):
    """A halt, the record read and written, an answer: as samples/gen9/debug_host does it."""
    scratch = {"bti": bti, "address": "0x800000", "size": 0x1800 * 64}
    path = launch(sips[name], sip_scratch=scratch, set={"n0": "0" * 24})
    host = os.path.join(TOP, "samples/gen9/debug_host.eulab")
    text = eulab("shell", "--launch", path, "-x", host).stdout
    want = ["1 thread waits", "0x%08x" % (0x800004C2), "0x4000b800", "back at 0x00000030", "\n 7\n", " %d" % cr0]
    missing = [w for w in want if w not in text]
    say(not missing, "%s with a host%s" % (name, ": no " + ", ".join(missing) if missing else ""))
    lost = "cr0,dbg0,accx0,mme0-mme7,status"
    record = {"slot": 0x1800, "number": "(sr0 & 255) + 7 * (sr0 >> 8 & 7) + 28 * (sr0 >> 11 & 31)"}
    record["saved"] = {"r1-r127": 32, "a0": "0x1000", "f0": "0x1020", "f1": "0x1024"}
    path = launch(sips[name], sip_scratch=scratch, set={"n0": "0" * 24}, image=record, host=[{"edit": "r1-r127,a0,f0,f1"}])
    done = eulab("siptest", "--launch", path, "--kinds", "external-halt,software", "--single", "--no-salt", "--lost", lost)
    say(done.returncode == 0, "%s, --lost %s: %s" % (name, lost, (done.stdout.splitlines() or [done.stderr])[0]))


def main():
    with open(os.path.join(work, "k.asm"), "w") as f:
        f.write(KERNEL)
    fetch = [os.path.join(TOP, "samples/gen9/production.py"), work] + ([options.source] if options.source else [])
    subprocess.run([sys.executable] + fetch, check=True, stdout=subprocess.DEVNULL)
    for name in ("Gen9SIPCSR", "Gen9BXTSIPCSR", "Gen9SIPDebug", "Gen9SIPCSRDebugLocal"):
        sips[name] = os.path.join(work, name + ".bin")
    check_area()
    check_raw()
    check_nops()
    check_debug("Gen9SIPDebug", 146, 0x8000)
    check_debug("Gen9SIPCSRDebugLocal", 0, 0x84C0)
    check_corpus()
    print("%d failed" % len(failures))
    return bool(failures)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("eulab")
parser.add_argument("--source", default="")
parser.add_argument("--corpus", default="")
parser.add_argument("--build", default="")
parser.add_argument("--jobs", type=int, default=os.cpu_count())
options = parser.parse_args()
options.eulab = os.path.abspath(options.eulab)
options.build = options.build and os.path.abspath(options.build)
options.corpus = options.corpus and os.path.abspath(options.corpus)
sips = {}
with tempfile.TemporaryDirectory() as work:
    sys.exit(main())
