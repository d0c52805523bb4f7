"""Sourced by stock gdb, after `python which, answers = "skl O2 run", "opencl_lines.txt"`: says the commands of that file, whatever
the ones before led to, and compares what gdb prints with what stands below each there."""
import os, re, signal, tempfile, threading, time

import gdb

SAME = (  # what differs between devices, routes and machines, and says nothing
    (r"\S*/eulab/[0-9a-f]{16}/", "CACHE/"),
    (r"0x[0-9a-f]{4,}", "0x*"),
    (r"\$[0-9]+ = ", "$ = "),
    (r"<(\w+)\+[0-9]+>|\b(points|weigh) ?\+ ?(0x)?[0-9a-f*]+", r"\1\2+*"),
    (r"\b(in|out|part)=(0x\*|<optimized out>)", r"\1=?"),
    (r"EU[0-9]+\.T[0-9]+", "EU*"),
    (r"Thread [0-9]+ (\"|has)", r"Thread * \1"),
    (r"^[* ] [0-9]+ +Thread [0-9.]+ ", "Thread * "),
    (r"thread [0-9]+ is", "thread * is"),
    (r" simd[0-9]+ ", " "),
    (r"[ \t]+", " "),
    (r" $", ""),
)
UNSAID = re.compile(r"\[Switching to Thread|\[New Thread|Reading |warning: File transfers|Listening on|$")
printed = tempfile.TemporaryFile("w+")


def ctrl_c(file="."):
    """Interrupts gdb when the machine runs and there is such a file."""

    def interrupt():
        while not os.path.exists(file):
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGINT)

    def begin(event):
        gdb.events.cont.disconnect(begin)
        threading.Thread(target=interrupt, daemon=True).start()

    gdb.events.cont.connect(begin)


def say(command):
    """What gdb prints, a list of lines."""
    at = printed.seek(0, 2)
    gdb.flush()
    out, err = os.dup(1), os.dup(2)
    os.dup2(printed.fileno(), 1), os.dup2(printed.fileno(), 2)
    try:
        gdb.execute(command)
    except gdb.error as error:
        gdb.write("%s\n" % error)
    finally:
        gdb.flush(), gdb.flush(gdb.STDERR)
        os.dup2(out, 1), os.dup2(err, 2)
        os.close(out), os.close(err)
    printed.seek(at)
    text = printed.read()
    for pattern, to in SAME:
        text = re.sub(pattern, to, text, flags=re.M)
    return [line for line in text.split("\n") if not UNSAID.match(line)]


def mine(line, tags):
    """The line without its `@skl,O2 `, or None when that names another combination."""
    match = re.match(r"@(\S+) (.*)", line)
    if not match:
        return line
    return match.group(2) if set(match.group(1).split(",")) <= tags else None


def commands(text, tags):
    """(command, expected lines) of this combination."""
    found = []
    for line in text.split("\n"):
        if not line or line.startswith("#"):
            continue
        answer = line.startswith("    ")
        line = mine(line[4:] if answer else line, tags)
        if not answer:
            found.append((line, []))
        elif line is not None:
            found[-1][1].append(line)
    return [(command, expected) for command, expected in found if command is not None]


def fits(expected, got):
    """`~` in an expected line is anything: a variable that has no value yet, a place that depends on time."""
    pattern = ".*".join(re.escape(part) for part in expected.split("~"))
    return re.fullmatch(pattern, got) is not None


def run():
    wrong, said = 0, commands(open("tests/gdb/" + answers).read(), set(which.split()))
    for command, expected in said:
        got = say(command)
        if len(got) != len(expected) or not all(map(fits, expected, got)):
            wrong += 1
            print("said: " + command)
            print("".join("  wanted: %s\n" % line for line in expected) + "\n".join("  got: " + line for line in got))
            gdb.flush()
    print("%d commands, %d answered wrongly" % (len(said), wrong))


run()
