# Ctrl-C ends what repeats commands in gdb: a loop, and the commands of a breakpoint that go on. gdb is used as a person does, in a terminal.
cat >"$T/loops.py" <<'P'
import os, pty, select, sys, time
CTRL_C = b"\x03"


def until(terminal, end, seconds):
    """What comes, up to one that ends with @end, or up to where the time is over."""
    said, limit = b"", time.monotonic() + seconds
    while not said.endswith(end) and time.monotonic() < limit:
        if select.select([terminal], [], [], 0.1)[0]:
            said += os.read(terminal, 65536)
    return said


def session(lines):
    pid, terminal = pty.fork()
    if not pid:
        os.environ.update(TERM="dumb", INPUTRC=os.devnull)
        os.execv(os.environ["EULAB"], ["eulab", "gdb", "tests/gdb/loop.asm"])
    until(terminal, b"(gdb) ", 60)
    for line in ["set pagination off", "set confirm off"] + lines:
        os.write(terminal, line.encode() + b"\n")
        until(terminal, b"(gdb) ", 0.5)
    said = b""
    for _ in range(20):  # one is not always enough: gdb alone gives those that come while the machine runs to the machine
        os.write(terminal, CTRL_C)
        said += until(terminal, b"(gdb) ", 1)
        if said.endswith(b"(gdb) "):
            break
    print("; ".join(lines) + ":", "ended" if said.endswith(b"(gdb) ") else "goes on", *(b for b in said.decode().split("\n") if "Python" in b))
    os.write(terminal, b"delete\n")
    until(terminal, b"(gdb) ", 20)
    os.write(terminal, b"stepi\n")  # and gdb goes on
    print(until(terminal, b"(gdb) ", 20).decode().replace("\r", "").split("\n")[-2])
    os.write(terminal, b"kill\nquit\n")
    try:
        until(terminal, b"\0", 20)
    except OSError:  # its end
        pass
    os.waitpid(pid, 0)


session(["while 1", "stepi", "end"])
session(["while 1", "nexti", "end"])
session(["break self", "while 1", "continue", "end"])
session(["break self", "commands", "silent", "continue", "end", "continue"])
P
timeout 100 python3 "$T/loops.py"
