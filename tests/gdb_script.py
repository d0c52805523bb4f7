#!/usr/bin/env python3
"""gdb_script.py SCRIPT - runs gdb-xml/eulab-gdb.py with a gdb that is not there, and prints what each of its commands asks
of gdb, says and refuses. tests/cli/gdb_script.out has what is expected; sessions of the real gdb are in tests/gdb/."""
import sys
import types


class Value:
    """A number, a vector, or a record of values; what format_string() is asked for can be seen."""

    def __init__(self, data, kind="long", target="long"):
        self.data, self.kind, self.target_name = data, kind, target
        self.type = Type(self)

    def __int__(self):
        return int(self.data)

    def __getitem__(self, key):
        return self.data[key] if isinstance(self.data, dict) else Value(self.data[key])

    def __str__(self):
        return str(self.data)

    def string(self):
        return self.data

    def cast(self, to):
        return Value(self.data & 0xFFFFFFFF, to)

    def format_string(self, **how):
        if how.get("raw") and isinstance(self.data, dict) and "raw" in self.data:
            return self.data["raw"] if how["repeat_threshold"] == 0 else "<repeats>"
        words = ["%s=%s" % (k, how[k]) for k in sorted(how)]
        return "%s%s" % (self.data if not isinstance(self.data, dict) else self.data["bits"], " (%s)" % ", ".join(words) if words else "")


class Type:
    def __init__(self, value):
        self.value = value
        self.code = 1 if value.kind == "array" else 2

    def __str__(self):
        return self.value.kind

    def strip_typedefs(self):
        return self

    def unqualified(self):
        return self

    def target(self):
        return types.SimpleNamespace(unqualified=lambda: self.value.target_name)

    def range(self):
        return 0, len(self.value.data) - 1

    def fields(self):
        return [types.SimpleNamespace(name=name) for name in self.value.data]


def grf(*words):
    """A vector register with the types that a Gen7 has."""
    words = list(words) + [0] * (8 - len(words))
    data = {"bits": words}
    for name in ("v8_float", "v4_double", "v8_int32", "v8_uint32", "v16_int16", "v16_uint16", "v32_int8", "v32_uint8"):
        data[name] = Value(words if name == "v8_uint32" else name, "vector")
    return Value(data, "grf")


class Thread:
    def __init__(self, gdb, ptid, name):
        self.gdb, self.ptid, self.name, self.valid = gdb, ptid, name, True

    def is_valid(self):
        return self.valid

    def switch(self):
        self.gdb.log("thread %s" % self.name)
        self.gdb.thread = self


class Event:
    def __init__(self):
        self.hooks = []

    def connect(self, hook):
        self.hooks.append(hook)

    def disconnect(self, hook):
        self.hooks.remove(hook)


class Gdb(types.ModuleType):
    """The module gdb: it prints what it is asked, and answers what `answers` has for it."""

    COMMAND_DATA, COMMAND_STATUS, COMMAND_RUNNING, COMMAND_BREAKPOINTS, COMMAND_OBSCURE, COMPLETE_LOCATION = range(6)
    TYPE_CODE_ARRAY, SIGTRAMP_FRAME = 1, 7

    class error(RuntimeError):
        pass

    class GdbError(Exception):
        pass

    def __init__(self, disassembles=True):
        super().__init__("gdb")
        self.commands, self.functions, self.disassemblers, self.printers, self.quiet = {}, {}, [], [], False
        self.frame_filters, self.symbols, self.places, self.answers, self.registers = {}, {}, [], {}, {}
        self.events = types.SimpleNamespace(stop=Event(), memory_changed=Event(), before_prompt=Event())
        self.names = ["rax", "rip", "pcip", "chan", "r0", "r1", "ip", "ce0", "ymm0"]
        self.memory = b"\0"
        self.thread, self.level, self.connection = None, 2, types.SimpleNamespace(type="remote")
        self.list = []
        gdb = self

        class Command:
            def __init__(self, name, kind, completes=None, prefix=False):
                gdb.commands[name], self.prefix = self, prefix

        class Function:
            def __init__(self, name):
                gdb.functions[name] = self

        class Disassembler:
            def __init__(self, name):
                self.name = name

        class FrameDecorator:
            def __init__(self, frame):
                self.frame = frame

            def inferior_frame(self):
                return self.frame

            def function(self):
                return "the frame's function"

            def address(self):
                return "the frame's address"

        class Printers:
            def __init__(self, name):
                self.name, self.rows = name, []

            def add_printer(self, *row):
                self.rows.append(row)

        self.Command, self.Function = Command, Function
        self.FrameDecorator = self.module("gdb.FrameDecorator", FrameDecorator=FrameDecorator)
        self.printing = self.module("gdb.printing", RegexpCollectionPrettyPrinter=Printers,
                                    register_pretty_printer=lambda where, p, replace: self.printers.append((where, p, replace)))
        sys.modules["gdb"] = self
        sys.modules["gdb.disassembler"] = None
        if disassembles:
            self.disassembler = self.module("gdb.disassembler", Disassembler=Disassembler, DisassemblerResult=lambda *a: a,
                                            register_disassembler=self.disassemblers.append)

    def module(self, name, **members):
        made = types.ModuleType(name)
        made.__dict__.update(members)
        sys.modules[name] = made
        return made

    def log(self, text):
        if not self.quiet:
            print("\n".join(("    " + line).rstrip() for line in text.split("\n")))

    def execute(self, line, from_tty=False, to_string=False):
        self.log("(gdb) %s%s%s" % (line, ", from a terminal" if from_tty else "", "" if to_string else ", shown"))
        answer = self.answers.get(line, "")
        if line == "maint packet qEuRefused" and not answer:
            answer = received("0")
        if isinstance(answer, list):
            answer = answer.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        if callable(answer):
            answer = answer()
        return answer

    def write(self, text):
        self.log("| " + text.rstrip("\n").replace("\n", "\n| "))

    def post_event(self, event):
        print("    later:")
        event()

    def read_memory(self, address, size):
        print("    memory at %#x, at most %d bytes" % (address, size))
        if isinstance(self.memory, Exception):
            raise self.memory
        return memoryview(self.memory)

    def selected_inferior(self):
        known = lambda *group: [types.SimpleNamespace(name=n) for n in (self.names if not group else ["x86 " + group[0]])]
        return types.SimpleNamespace(connection=self.connection, threads=lambda: self.list, read_memory=self.read_memory,
                                     architecture=lambda: types.SimpleNamespace(registers=known))

    def selected_thread(self):
        return self.thread

    def selected_frame(self):
        return types.SimpleNamespace(level=lambda: self.level)

    def newest_frame(self):
        return types.SimpleNamespace(read_register=self.read_register)

    def read_register(self, name):
        value = self.registers.get(name, Value(0))
        if isinstance(value, Exception):
            raise value
        return value

    def lookup_symbol(self, name):
        found = self.symbols.get(name)
        if isinstance(found, Exception):
            raise found
        return found, False

    def lookup_type(self, name):
        return name

    def parse_and_eval(self, text):
        if self.thread.name.endswith("5"):
            raise self.error("no value of %s here" % text)
        return Value("%s of %s" % (text, self.thread.name))

    def decode_line(self, text):
        if isinstance(self.places, Exception):
            raise self.places
        return "", self.places


def load(gdb, script):
    names = {"__name__": "__main__"}
    with open(script) as f:
        exec(compile(f.read(), script, "exec"), names)
    return names


class Session:
    """gdb, connected to a server with two EU threads of six channels, and the script in it."""

    def __init__(self, script):
        self.gdb = Gdb()
        self.gdb.quiet = True
        self.names = load(self.gdb, script)
        self.gdb.quiet = False
        self.gdb.list = [Thread(self.gdb, (1, 256 * t + c + 1, 0), "EU0.T%d.ch%d" % (t, c)) for t in (1, 0) for c in (2, 5, 0)]
        self.gdb.thread = self.gdb.list[0]
        self.gdb.registers["chan"] = Value(2)

    def show(self, what, call):
        print(what)
        try:
            said = call()
            if said is not None:
                self.gdb.log("= %r" % (said,))
        except (self.gdb.error, self.gdb.GdbError, KeyboardInterrupt) as e:
            self.gdb.log("%s: %s" % (type(e).__name__, str(e)))

    def call(self, name, *arguments):
        self.show("%s%r" % (name, arguments), lambda: self.names[name](*arguments))

    def command(self, *lines, from_tty=False):
        for line in lines:
            words = max((n for n in self.gdb.commands if (line + " ").startswith(n + " ")), key=len)
            self.show("%s" % line, lambda: self.gdb.commands[words].invoke(line[len(words) + 1:], from_tty))

    def complete(self, *lines):
        for line in lines:
            words = max((n for n in self.gdb.commands if (line + " ").startswith(n + " ")), key=len)
            text = line[len(words) + 1:]
            self.show("complete %s" % line, lambda: self.gdb.commands[words].complete(text, text.split(" ")[-1]))

    def function(self, name, *arguments):
        self.show("$%s(%s)" % (name, ", ".join(str(a) for a in arguments)), lambda: show_value(self.gdb.functions[name].invoke(*arguments)))


def show_value(v):
    return str(v) if isinstance(v, Value) else v


def received(text):
    return 'sending: "x"\nreceived: "%s"\n' % text


# --- what each part of the script does ---
def loading(script):
    print("# loaded twice")
    gdb = Gdb()
    load(gdb, script)
    events = (gdb.events.stop, gdb.events.memory_changed, gdb.events.before_prompt)
    first = [event.hooks[0] for event in events]
    gdb.quiet = True
    load(gdb, script)
    gdb.quiet = False
    for event in events:
        gdb.log("hooks: %d, of the second time: %s" % (len(event.hooks), event.hooks[0] not in first))
    gdb.log("commands: %s; functions: %s" % (", ".join(sorted(gdb.commands)), ", ".join(sorted(gdb.functions))))
    gdb.log("printers: %r" % [(where, p.name, [row[:2] for row in p.rows], replace) for where, p, replace in gdb.printers])
    gdb.log("disassemblers: %r" % [d.name for d in gdb.disassemblers])
    for name, command in sorted(gdb.commands.items()):
        gdb.log("-- help %s%s\n%s" % (name, ", and of what begins so" if command.prefix else "", command.__doc__))
    for name, function in sorted(gdb.functions.items()):
        gdb.log("-- help function %s\n%s" % (name, function.__doc__))
    print("# without a disassembler")
    gdb = Gdb(disassembles=False)
    gdb.execute = lambda *a, **k: ""
    load(gdb, script)


def connections(s):
    print("# connections, packets and instructions")
    for kind in ("remote", "extended-remote", "native", None):
        s.gdb.connection = types.SimpleNamespace(type=kind) if kind else None
        s.call("_eulab_connected")
        s.command("eulab-before-move over", "eulab-before-move into", "eulab-before-move any")
        s.call("_eulab_instruction", 16)
    s.gdb.connection = types.SimpleNamespace(type="remote")
    for said in (received("abc"), received(""), received('a "b" c'), 'received: "first', "sending: \"x\"\n", 'received: "abc"', s.gdb.error("lost")):
        s.gdb.answers["maint packet qX"] = said
        s.call("_eulab_packet", "qX")
    s.call("_eulab_instruction", 0xFFFE << 48)
    s.show("disassemble where nothing is", lambda: s.gdb.disassemblers[0](types.SimpleNamespace(address=-1 << 48)))
    for said in (b"10;mov (8) r1; r2\0\0", b"10;mov", b"10;\0", b"10\0", b";mov\0", b"\0", b"zz;mov\0", b"10;\xff\0", s.gdb.error("no memory"), OverflowError("no such address")):
        s.gdb.memory = said
        s.call("_eulab_instruction", 0xFF0)
        s.show("disassemble 0xff0", lambda: s.gdb.disassemblers[0](types.SimpleNamespace(address=0xFF0)))


def flushes(s):
    print("# what drops gdb's copies")
    windows = 0xFFFF << 48
    s.show("a stop", lambda: s.gdb.events.stop.hooks[0](None))
    for commands in ((None, None), (None, "continue\n")):
        event = types.SimpleNamespace(breakpoints=[types.SimpleNamespace(commands=c) for c in commands])
        s.show("a stop at breakpoints with commands %r" % (commands,), lambda: s.gdb.events.stop.hooks[0](event))
    for address in (windows - 1, windows, windows + 1):
        s.show("memory written at %#x" % address, lambda: s.gdb.events.memory_changed.hooks[0](types.SimpleNamespace(address=address)))
    print("# Ctrl-C in what gdb calls: the next command that moves ends, unless the prompt came before")
    for prompt in (False, True):
        s.gdb.answers["maint flush register-cache"] = [KeyboardInterrupt(), "", ""]
        s.show("a stop", lambda: s.gdb.events.stop.hooks[0](None))
        if prompt:
            s.show("the prompt", lambda: s.gdb.events.before_prompt.hooks[0]())
        s.command("eulab-before-move into", "eulab-before-move into")
    s.gdb.answers["maint flush register-cache"] = s.gdb.error("old gdb")
    s.call("_eulab_flush")
    s.gdb.answers["monitor x"] = lambda: s.names["_eulab_flush"]() or "said\n"
    s.call("_eulab_ask", "x")
    s.gdb.answers["monitor x"] = s.gdb.error("lost")
    s.call("_eulab_ask", "x")
    s.call("_eulab_flush")
    for said in ("+echo\nsaid + more\n+echo\n", "a ^ b\n"):
        s.gdb.answers["monitor x"] = said
        s.call("_eulab_ask", "x")
    s.gdb.answers["maint packet qEuRefused"] = received("1")
    s.call("_eulab_ask", "x")
    s.command("eu goto x")


def places(s):
    print("# where a command is")
    s.call("_eulab_place")
    for ptid in ((1, 1, 0), (1, 256, 0), (1, 257, 0), (1, 0, 512), (1, 0, 513), (1, 1025, 7)):
        s.show("thread %r" % (ptid,), lambda: s.names["_eulab_number"](types.SimpleNamespace(ptid=ptid)))
    thread = s.gdb.thread
    s.gdb.registers["chan"] = s.gdb.error("running")
    s.call("_eulab_place")
    thread.valid = False
    s.call("_eulab_place")
    s.gdb.thread = None
    s.call("_eulab_place")
    s.gdb.thread, thread.valid = thread, True
    s.gdb.names = ["rax", "rip"]
    s.call("_eulab_place")
    s.gdb.answers["maint packet qEuRefused"] = received("")
    s.call("_eulab_place")
    s.call("_eulab_names")
    s.gdb.names = ["rax", "pcip", "ip", "ymm0"]
    s.call("_eulab_names")
    s.gdb.names = ["rax", "pcip", "ce0", "ymm0"]
    s.call("_eulab_names")
    s.gdb.connection = None
    s.call("_eulab_place")
    s.gdb.connection = types.SimpleNamespace(type="remote")
    for said in (b"ended, EU0", b"is ended", b""):
        s.gdb.answers["maint packet qThreadExtraInfo,p1.102"] = received(said.hex())
        s.show("over, by %r" % said, lambda: s.names["_eulab_is_over"](types.SimpleNamespace(ptid=(1, 0x102, 0))))
    s.gdb.answers["maint packet qThreadExtraInfo,p1.102"] = received("E01")
    s.show("over, by E01", lambda: s.names["_eulab_is_over"](types.SimpleNamespace(ptid=(1, 0x102, 0))))


def registers(s):
    print("# eu regs")
    s.gdb.names = ["rax", "pcip", "chan"] + ["r%d" % n for n in range(128)] + ["mme%d" % n for n in range(8)]
    s.gdb.names += "ip ce f0 f1 a0 sr0 cr0 n0 tdr0 tm0 acc0 ce0 ymm0".split()
    for n in range(128):
        s.gdb.registers["r%d" % n] = grf()
    s.gdb.registers["acc0"] = grf(1)
    s.gdb.registers["r1"] = grf(0, 0, 0, 0, 0, 0, 0, 7)
    s.gdb.registers["r127"] = grf(5)
    s.gdb.registers["f0"] = Value(0x80000005)
    s.gdb.registers["f1"] = Value(-1)
    s.gdb.registers["cr0"] = Value({"bits": "{...}", "raw": "1"}, "cr0_t")
    s.gdb.registers["sr0"] = Value({"bits": "{...}", "raw": "1"}, "sr0_t")
    s.command("eu regs")
    s.command("eu regs all", "eu regs r1:%s r127" % " r1:".join("f df d ud w uw b ub x".split()), "eu regs r0-r2:d mme7-mme7")
    s.command("eu regs r0:hf", "eu regs r0:z", "eu regs ip:x", "eu regs r128", "eu regs r126-r999999999999", "eu regs r3-r2", "eu regs r3-f4")
    s.command("eu regs pcip chan f1 ce0 a0 sr1")
    print("-- what has changed is marked, for each EU thread")
    s.command("eu regs r5")
    s.gdb.registers["r5"] = grf(1)
    s.gdb.registers["cr0"] = Value({"bits": "{...}", "raw": "2"}, "cr0_t")
    s.command("eu regs r5", "eu regs r5 cr0 sr0")
    s.gdb.thread = s.gdb.list[3]
    s.command("eu regs r5")
    s.gdb.names[-1:] = ["sr1", "sp", "dbg0", "fc0", "fc3"]
    s.gdb.names.remove("ce0")
    s.gdb.names.append("ce0")
    s.command("eu regs", "eu regs fc0 fc3")
    s.complete("eu regs sr", "eu regs r4 mme", "eu regs al")
    s.gdb.names = []
    s.complete("eu regs f", "eu regs sr")


def groups(s):
    print("# info registers")
    s.gdb.names = ["rax", "r9", "r8", "rip", "pcip", "r0", "r10", "r1", "ip", "ce0", "ymm0"]
    for line in ("r0 r1 r8 r9 r10", "pcip ip ce0", "ip nothing"):
        s.gdb.answers["info all-registers " + line] = "+ echo\n%s\n" % line
    s.command("info registers grf", from_tty=True)
    s.command("info registers arf", "info registers", "info registers ip nothing")
    s.gdb.answers["info all-registers ip"] = s.gdb.error("lost")
    s.command("info registers ip")
    s.complete("info registers g", "info registers a", "info registers r1", "info registers ce")
    s.gdb.names = ["rax", "fop", "v0", "v1", "s0", "vcc", "exec", "lane"]
    s.command("info registers", "info registers vgpr", "info registers sgpr exec")
    s.gdb.names = ["rax", "rip"]
    s.command("info registers", "info registers rax", "info registers grf")
    s.complete("info registers g")


def lanes(s):
    print("# eu lanes, and what is asked of the server")
    s.command("eu masks", "eu masks 1", "eu threads", "eu sip", "eu items", "eu exceptions", "eu exceptions 2")
    s.command("eu lanes r4:f * 2", "eu lanes /x r3:d + pc", "eu lanes /x", "eu lanes")
    s.gdb.symbols = {"i": True, "_p": True, "Kx": True, "lost": s.gdb.error("no frame")}
    s.command("eu lanes i", "eu lanes *&( _p + 1", "eu lanes Kx", "eu lanes lost", "eu lanes 1 + i", "eu lanes j")
    s.gdb.thread = s.gdb.list[4]
    s.command("eu lanes i")
    s.show("selected", lambda: s.gdb.thread.name)
    s.complete("eu lanes ce", "eu masks ce")
    print("# servers that do not say whether they have refused")
    s.gdb.answers["monitor on 0 lanes"] = "what it says\n"
    for said in (received(""), received("E01"), received("E.no such packet"), 'sending: "x"\n', s.gdb.error("lost"), received("1")):
        s.gdb.answers["maint packet qEuRefused"] = said
        s.command("eu masks")
    s.gdb.connection = None
    s.command("eu lanes i", "eu masks")


def moves(s):
    print("# commands that move")
    s.command("eu", "eu rags r4", "eu goto 12", "eu goto", "eu restart 1", "eu reset", "eu sip-return", "eu sip-return 1")
    s.gdb.thread = s.gdb.list[3]
    s.command("eu sip-return", "eu break loop item 5", "eu break")
    print("-- eu item")
    s.gdb.list[1].name = "EU0.T1.ch5 item 5,0,0"
    for at, said in ((1, "item 5,0,0: EU0.T1.ch5 at 0x10\n"), (2, "item 2,0,0: EU0.T1.ch0 at 0x10\n"), (None, "item 9,0,0: queued\n"),
                     (None, "item 2,0,0: EU7.T1.ch0 at 0x10\n")):
        s.gdb.answers["monitor item 5"] = said
        s.command("eu item 5", from_tty=True)
    s.gdb.answers["monitor item 5"] = "item 5,0,0: EU0.T1.ch5 at 0x10\n"
    s.gdb.answers["maint packet qThreadExtraInfo,p1.106"] = received(b"ended".hex())
    s.command("eu item 5")


def steps(s):
    print("# eu step thread")
    ask = "monitor step-line 1"
    s.gdb.answers[ask] = "thread 1 is at 0x20; without eulab-gdb.py: flush\n"
    s.command("eu step thread")
    s.gdb.answers[ask] = ["EU0.T1 is at 1\n", "EU0.T1 is at 2\n", "EU0.T1 is at 3\n", "never asked\n"]
    s.command("eu step thread 3")
    s.gdb.answers[ask] = ["EU0.T1 is at 1\n", "a breakpoint\n", "never asked\n"]
    s.command("eu step thread 3")
    s.gdb.answers[ask] = ["EU0.T1 is at 1, lanes 0xff: a breakpoint\n", "never asked\n"]
    s.command("eu step thread 2")
    s.gdb.answers[ask] = "EU0.T1 is at 1, lanes 0xff\n"
    s.command("eu step thread 2", "eu step thread  12  ")
    s.command("eu step", "eu step threads", "eu step thread 0", "eu step thread 1x", "eu step lane 1")
    s.complete("eu step th", "eu step thread", "eu step x", "eu step thread ")


def jumps(s):
    print("# eu jump")
    place = types.SimpleNamespace(pc=0x40)
    for there in ([place], [place, place], [], None, s.gdb.error("No symbol")):
        s.gdb.places = there
        s.command("eu jump loop")
    s.command("eu jump")


def functions(s):
    print("# $_lane and $_mask")
    vector, text = Value([10, 11, 12, 13], "array"), Value("r4:f", "array", "char")
    s.function("_lane")
    s.function("_lane", vector)
    for n in (0, 3, 4, 31, -1, 32):
        s.function("_lane", vector, n)
    s.function("_lane", Value(5), 1)
    for said in ("7\n", "1.5\n", "0: 1 2 3\n", "0: 1 2\n", "0: 1 2.5 3e+1 nan inf -4\n", "nothing here\n", "\n", "0: 1 2 3 4: 5 0x6 six\n"):
        s.gdb.answers["monitor on 1.2 print r4:f"] = said
        s.function("_lane", text)
    s.gdb.answers["monitor on 1.3 print r4:f"] = "0: 1 2 3\n"
    s.function("_lane", text, 3)
    s.gdb.answers["monitor on 1.1 print r4:f"] = "0: 1 2\n"
    s.function("_lane", text, 1)
    print("# the last channel, and the one behind it")
    for channels in (8, 16, 32):
        for n in (channels - 1, channels):
            s.function("_lane", Value(range(100, 100 + channels), "array"), n)
            s.gdb.answers["monitor on 1.%d print r4:f" % n] = "0: %s\n" % " ".join("%d" % (200 + i) for i in range(channels))
            s.function("_lane", text, n)
    s.gdb.registers["ce"] = Value(-0x80000000 + 5)
    s.function("_mask")
    for n in (0, 1, 2, 31, 32, -1):
        s.function("_mask", n)


def finishes(s):
    print("# before finish")
    for caller in (None, types.SimpleNamespace(name=lambda: "outer"), types.SimpleNamespace(name=lambda: "<dispatch>")):
        s.gdb.selected_frame = lambda: types.SimpleNamespace(older=lambda: caller)
        s.command("eulab-before-move finish")
    s.gdb.connection = None
    s.command("eulab-before-move finish")


def frames(s):
    print("# frames and printers")

    def frame(name, level, kind=0):
        f = types.SimpleNamespace(name=lambda: name, level=lambda: level, type=lambda: kind)
        return types.SimpleNamespace(inferior_frame=lambda: f, type=lambda: kind)

    f = s.gdb.frame_filters["eulab"]
    s.gdb.log("%s %d %s" % (f.name, f.priority, f.enabled))
    for names in (("k", "<exception>", "<dispatch>"), ("<dispatch>",)):
        kept = f.filter([frame(n, i, 7 if n == "<exception>" else 0) for i, n in enumerate(names)])
        s.gdb.log("%s: %r" % (" ".join(names), [(d.function(), d.address()) for d in kept]))
    parts = {n: Value(n) for n in ("mode", "exc", "aip", "id", "d1", "dmask", "vmask")}
    for name, _, printer in s.gdb.printers[0][1].rows:
        s.gdb.log("%s: %r" % (name, [(n, show_value(v)) for n, v in printer(Value({"f": parts})).children()]))


def main():
    script = sys.argv[1]
    loading(script)
    for part in (connections, flushes, places, registers, groups, lanes, moves, steps, jumps, functions, finishes, frames):
        part(Session(script))


if __name__ == "__main__":
    main()
