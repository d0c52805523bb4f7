# eulab-gdb.py - EU disassembly in stock gdb, fresh registers at every stop, and commands for the EU.
#
#     (gdb) source eulab-gdb.py          before or after `target remote`; twice does no harm
#     (gdb) help eu                      eu regs, eu lanes, ...; $_lane() and $_mask() in expressions
#
# x/i, display/i, disassemble, layout asm and disassemble-next-line show the stub's text of an instruction.
# Where no eulab stub is connected, gdb's own disassembler goes on as before.
#
# Five traps of gdb 13.1 decide how this is written:
# * RemoteTargetConnection.send_packet() inside a Disassembler crashes gdb.
# * gdb.execute() ends with the commands of the breakpoint that gdb stopped at. While gdb reports the stop
#   it is too early for them: one that resumes leaves gdb waiting for ever. So a Disassembler executes
#   nothing and reads memory, and at such a stop the flush comes later.
# * channels of one EU thread move together, but gdb drops the registers of resumed threads only: with
#   scheduler-locking the others would show old values.
# * a `monitor` command knows the thread that stopped last, not the one gdb has selected: `on THREAD`
#   before it does.
# * a Ctrl-C that gdb has noted ends the Python function that gdb calls next. At an event it is lost then.

import functools
import re

import gdb
import gdb.FrameDecorator
import gdb.printing

try:
    import gdb.disassembler as _eulab_dis
except ImportError:  # gdb without the Python disassembler interface
    _eulab_dis = None


def _eulab_connected():
    """True when the selected inferior is behind a remote connection."""
    connection = getattr(gdb.selected_inferior(), "connection", None)
    return connection is not None and connection.type in ("remote", "extended-remote")


def _eulab_packet(packet):
    """The reply to a packet, "" when there is none."""
    try:
        said = gdb.execute("maint packet " + packet, to_string=True)
    except gdb.error:
        return ""
    received = re.search('(?s)received: "(.*)"', said)
    return received[1] if received else ""


_EULAB_TEXTS = 0xFFFE000000000000  # "SIZE;TEXT" of the instruction at A is read from here + A
_EULAB_WINDOWS = 0xFFFF000000000000  # from here up memory is registers too: monitor info spaces


def _eulab_instruction(address):
    """(size, text) of an instruction, or None."""
    if not _eulab_connected():
        return None
    if address >= _EULAB_WINDOWS:  # $pc of what has ended: `display/i $pc` is no error then
        return (8, "no instruction")
    try:
        said = gdb.selected_inferior().read_memory(_EULAB_TEXTS + address, 512).tobytes()
        size, semicolon, text = said.partition(b"\0")[0].decode().partition(";")
        return (int(size, 16), text) if semicolon and text else None
    except (gdb.error, ValueError, OverflowError):
        return None


if _eulab_dis is not None:

    class EulabDisassembler(_eulab_dis.Disassembler):
        """EU instructions as the stub sees them."""

        def __init__(self):
            super().__init__("eulab")

        def __call__(self, info):
            found = _eulab_instruction(info.address % (1 << 64))  # gdb 13.1: of half of them it is negative
            if found is None:
                return None
            return _eulab_dis.DisassemblerResult(*found)

    _eulab_dis.register_disassembler(EulabDisassembler())
else:
    gdb.write("eulab: this gdb cannot load disassemblers (13 or newer can)\n")


# True while a command of this file asks the server: nothing moves then, and to flush inside the condition
# of a breakpoint would take the frame from under it.
_eulab_asking = False


def _eulab_flush():
    if _eulab_asking:
        return
    for what in ("register-cache", "dcache"):
        try:
            gdb.execute("maint flush " + what, to_string=True)
        except gdb.error:
            pass


# Ctrl-C came while gdb called a function of this file.
_eulab_interrupted = False


def _eulab_called(function):
    """What gdb can call at an event, for function(event).
    A Ctrl-C that gdb has noted is raised before the first line of a function, which cannot catch it. A
    generator that goes on inside of `try` can. The next command that moves the machine ends with it then:
    otherwise `while 1`, `stepi`, `end` would never end."""

    def calls():
        global _eulab_interrupted
        while True:
            try:
                function((yield))
            except KeyboardInterrupt:
                _eulab_interrupted = True
                gdb.post_event(_eulab_later)

    generator = calls()
    next(generator)
    return generator.send


def _eulab_stopped(event):
    if any(breakpoint.commands for breakpoint in getattr(event, "breakpoints", ())):
        gdb.post_event(_eulab_later)
    else:
        _eulab_flush()


def _eulab_wrote(event):
    if event.address >= _EULAB_WINDOWS:
        _eulab_flush()


def _eulab_prompt(event):
    global _eulab_interrupted
    _eulab_interrupted = False


def _eulab_check():
    """Ends a command that moves the machine, where Ctrl-C has come before."""
    global _eulab_interrupted
    if _eulab_interrupted:
        _eulab_interrupted = False
        raise KeyboardInterrupt


_eulab_later = functools.partial(_eulab_called(lambda event: _eulab_flush()), None)


# These may have moved the machine, or written registers: gdb would go on showing what was.
for _eulab_name in ("monitor", "restore", "load", "return"):
    gdb.execute("define hookpost-%s\npython _eulab_flush()\nend" % _eulab_name, to_string=True)


class EulabBefore(gdb.Command):
    """Before a command that moves the machine: eulab-before-move over|into|finish|any"""

    def __init__(self):
        super().__init__("eulab-before-move", gdb.COMMAND_OBSCURE)

    # Of a step of one instruction the server cannot know whether it is `next` off a breakpoint, which passes
    # over the System Routine, or `stepi`, which goes in; nor of a step back what gdb needs it for.
    STEPS = {"over": 1, "into": 0}

    def invoke(self, argument, from_tty):
        _eulab_check()
        if not _eulab_connected():
            return
        if argument in self.STEPS:
            _eulab_packet("QEuStep:%d" % self.STEPS[argument])
        elif argument == "finish":
            self.finish()

    @staticmethod
    def finish():
        """Only <dispatch> is behind the outermost frame, and nothing returns there."""
        try:
            caller = gdb.selected_frame().older()
        except gdb.error:
            return
        if caller and caller.name() == "<dispatch>":
            raise gdb.GdbError('"finish" not meaningful in the outermost frame.')


EulabBefore()
for _eulab_how, _eulab_commands in (
    ("over", ("next", "step", "nexti", "reverse-next", "reverse-step", "reverse-nexti")),
    ("into", ("stepi", "reverse-stepi", "reverse-continue", "reverse-finish")),
    ("finish", ("finish",)),
    ("any", ("continue", "until", "advance", "jump")),
):
    for _eulab_name in _eulab_commands:
        gdb.execute("define hook-%s\neulab-before-move %s\nend" % (_eulab_name, _eulab_how), to_string=True)

# Sourced again: the hooks of the last time go.
for _eulab_event, _eulab_hook in getattr(gdb, "eulab_hooks", ()):
    _eulab_event.disconnect(_eulab_hook)
gdb.eulab_hooks = (
    (gdb.events.stop, _eulab_called(_eulab_stopped)),
    (gdb.events.memory_changed, _eulab_called(_eulab_wrote)),
    (gdb.events.before_prompt, functools.partial(_eulab_called(_eulab_prompt), None)),
)
for _eulab_event, _eulab_hook in gdb.eulab_hooks:
    _eulab_event.connect(_eulab_hook)


# --- what the commands have in common ---
def _eulab_place():
    """(EU thread, channel) of the selected thread. GdbError when there is no eulab to ask."""
    if not _eulab_connected():
        raise gdb.GdbError("eulab: no server is connected; `target remote :1234` connects")
    thread = gdb.selected_thread()
    if thread is None or not thread.is_valid():
        raise gdb.GdbError("eulab: no thread is selected; `info threads` lists them")
    if "pcip" not in _eulab_names():
        raise gdb.GdbError(
            "eulab: this is about an Intel EU, which the machine is not; see `monitor help`"
            if _eulab_serves()
            else "eulab: the server that is connected is not eulab's"
        )
    return _eulab_number(thread), int(_eulab_register("chan"))


def _eulab_serves():
    """True when the server that is connected is eulab's."""
    return _eulab_connected() and _eulab_packet("qEuRefused") != ""


def _eulab_number(thread):
    """The EU thread that a thread of gdb's is a channel of, or is. Names do not tell: a later one has the same slot."""
    return ((thread.ptid[1] or thread.ptid[2]) - 1) >> 8


def _eulab_is_over(thread):
    """Whether the server says of a thread that it has ended."""
    try:
        return bytes.fromhex(_eulab_packet("qThreadExtraInfo,p%x.%x" % (thread.ptid[0], thread.ptid[1]))).startswith(b"ended")
    except ValueError:
        return False


def _eulab_names():
    """The EU's registers; gdb has more names, of an x86."""
    names = [r.name for r in gdb.selected_inferior().architecture().registers()]
    last = "ce0" if "ce0" in names else "pcip"
    return names[: names.index(last) + 1] if last in names else []


def _eulab_register(name):
    try:
        return gdb.newest_frame().read_register(name)
    except gdb.error as error:  # the machine runs, the connection is lost
        raise gdb.GdbError("eulab: " + str(error))


def _eulab_ask(line):
    """What `monitor LINE` says. GdbError when the server refuses it."""
    global _eulab_asking
    _eulab_asking = True
    try:
        said = gdb.execute("monitor " + line, to_string=True)
    except gdb.error as error:
        raise gdb.GdbError("eulab: " + str(error))
    finally:
        _eulab_asking = False
    said = re.sub("(?m)^[+].*\n", "", said)  # the echo of `set trace-commands on`
    said = re.sub("; without eulab-gdb.py: .*", "", said)
    if _eulab_packet("qEuRefused") == "1":
        place = re.match("on [0-9.]+ ", said)  # not the user's: out of the line, and of that of the mark below
        if place:
            said = re.sub("(?m)^(%s| {%d})" % (re.escape(place[0]), place.end()), "", said)
        raise gdb.GdbError(said.rstrip())
    return said


class EulabCommand(gdb.Command):
    """Commands for the EU of an eulab server.
They are about the EU thread of the selected thread."""

    def __init__(self):
        super().__init__("eu", gdb.COMMAND_DATA, prefix=True)

    def invoke(self, argument, from_tty):
        if argument:
            raise gdb.GdbError('Undefined eu command: "%s".  Try "help eu".' % argument.split()[0])
        gdb.execute("help eu")


class EulabRegs(gdb.Command):
    """Registers of the EU: eu regs [REG|rN-rM|all][:TYPE]...
Alone: the architecture registers. `all`: the r0 .. r127 that are not zero.
TYPE is f, df, d, ud, w, uw, b, ub or x, of Gen8 and Gen9 also hf, q or uq, for r0 .. r127, acc0, acc1
and mme0 .. mme7. Of any numbered register a range can be given, as mme0-mme7.
A * marks what has changed since `eu regs` showed it last for this EU thread.
Example: eu regs r4-r6:f ip cr0"""

    DEFAULT = "ip ce f0 f1 a0 sr0 cr0 n0 tdr0 tm0"
    DEFAULT_8 = DEFAULT + " sr1 sp dbg0"
    TYPES = {
        "f": ("v8_float", None),
        "df": ("v4_double", None),
        "d": ("v8_int32", "d"),
        "ud": ("v8_uint32", "u"),
        "w": ("v16_int16", "d"),
        "uw": ("v16_uint16", "u"),
        "b": ("v32_int8", "d"),
        "ub": ("v32_uint8", "u"),
        "hf": ("v16_half", None),
        "q": ("v4_int64", "d"),
        "uq": ("v4_uint64", "u"),
        "x": ("v8_uint32", "x"),
    }
    FORMATS = {"ip": "a", "pcip": "x", "chan": "d"}
    FORMATS.update((n, "x") for n in ("a0", "n0", "tdr0", "tm0", "sr1", "sp", "dbg0", "fc0", "fc3"))

    def __init__(self):
        super().__init__("eu regs", gdb.COMMAND_DATA)
        self.before = {}

    def complete(self, text, word):
        names = _eulab_names() or self.DEFAULT.split()
        return [name for name in names + ["all"] if name.startswith(word)]

    def names_of(self, what, known):
        """The registers that one argument means."""
        span = re.fullmatch(r"([a-z]+)([0-9]+)-\1([0-9]+)", what)
        if what == "all":
            return ["r%d" % n for n in range(128) if self.nonzero("r%d" % n)]
        asked, names = [what], []
        if span:  # one by one: the range may have no end
            asked = ("%s%d" % (span[1], n) for n in range(int(span[2]), int(span[3]) + 1))
        for name in asked:
            if name not in known:
                raise gdb.GdbError("eu regs: the EU has no register '%s'" % name)
            names.append(name)
        if not names:
            raise gdb.GdbError("eu regs: the EU has no register '%s'" % what)
        return names

    @staticmethod
    def nonzero(name):
        words = _eulab_register(name)["v8_uint32"]
        return any(int(words[i]) for i in range(8))

    def text_of(self, name, kind):
        value = _eulab_register(name)
        if str(value.type) != "grf":
            if kind:
                raise gdb.GdbError("eu regs: %s has no types to choose from" % name)
            if name in ("ce", "ce0", "f0", "f1"):  # numbers to gdb, so that the server can compute with them
                return "[ %s]" % "".join("c%u " % n for n in range(32) if int(value) >> n & 1)
            how = self.FORMATS.get(name)
            return value.format_string(format=how) if how else value.format_string()
        has = [k for k in self.TYPES if self.TYPES[k][0] in [f.name for f in value.type.fields()]]
        if (kind or "x") not in has:
            raise gdb.GdbError("eu regs: no type '%s': %s" % (kind, " ".join(has)))
        field, how = self.TYPES[kind or "x"]
        value = value[field]
        return value.format_string(format=how) if how else value.format_string()

    def show(self, thread, name, kind):
        before = self.before.setdefault(thread, {})
        text = self.text_of(name, kind)
        bits = _eulab_register(name).format_string(raw=True, format="x", repeat_threshold=0)
        mark = "*" if before.get(name, bits) != bits else " "
        before[name] = bits
        gdb.write("%s %-5s %s\n" % (mark, name, text))

    def invoke(self, argument, from_tty):
        thread, _ = _eulab_place()
        known = _eulab_names()
        default = self.DEFAULT_8 if "sr1" in known else self.DEFAULT
        for word in (argument or default).split():
            what, _, kind = word.partition(":")
            for name in self.names_of(what, known):
                self.show(thread, name, kind)


class EulabInfoRegisters(gdb.Command):
    """List of registers and their contents: info registers [REG|GROUP]...
Of an EU: the groups are grf (r0 .. r127) and arf; alone: both, then the three x86 registers that mean
something. Of AMD GCN: vgpr and sgpr; alone: rip and all others. Of vISA: rip and its own. gdb's own command
puts all x86 registers first, and finds none in these groups."""

    def __init__(self):
        super().__init__("info registers", gdb.COMMAND_STATUS)

    @staticmethod
    def groups():
        names = _eulab_names()
        grf = [name for name in names if re.fullmatch("r[0-9]+", name)]  # r8 to r15 among x86's
        grf.sort(key=lambda name: int(name[1:]))
        arf = names[names.index("r0") :] if "r0" in names else []  # x86's before it
        arf = [name for name in arf if name not in grf]
        return {"grf": grf, "arf": arf, "general": grf + arf + ["rip", "rsp", "rbp"]} if arf else {}

    @staticmethod
    def groups_of_others():
        names = [r.name for r in gdb.selected_inferior().architecture().registers()]
        own = names[names.index("fop") + 1 :] if "fop" in names else []  # x86's before
        if not own or not _eulab_serves():
            return {}
        vgpr, sgpr = ([n for n in own if re.fullmatch(kind + "[0-9]+", n)] for kind in "vs")
        return {"vgpr": vgpr, "sgpr": sgpr, "general": ["rip"] + [n for n in own if n not in vgpr + sgpr]}

    def complete(self, text, word):
        return [n for n in ["grf", "arf", "general"] + _eulab_names() if n.startswith(word)]

    def invoke(self, argument, from_tty):
        ours = groups = self.groups() or self.groups_of_others()
        if not ours:
            arch = gdb.selected_inferior().architecture()
            groups = {"general": [r.name for r in arch.registers("general")]}
        words = (argument or "general").split()
        for word in words:
            if ours and word in ("float", "system", "vector", "sse", "mmx"):
                here = ", ".join(groups)
                raise gdb.GdbError("the group %s has only registers of x86: here are %s" % (word, here))
        names = [n for word in words for n in groups.get(word, [word])]
        try:
            said = gdb.execute("info all-registers " + " ".join(names), from_tty, to_string=True)
        except gdb.error as error:
            raise gdb.GdbError(str(error))
        gdb.write(re.sub("(?m)^[+].*\n", "", said))  # the echo of `set trace-commands on`


def _eulab_siblings():
    """The threads of the selected one's EU thread, by channel; all of them, where each channel is a thread."""
    mine = _eulab_place()[0]
    threads = [t for t in gdb.selected_inferior().threads() if _eulab_number(t) == mine]
    return sorted(threads, key=lambda t: t.ptid)


def _eulab_is_variable(argument):
    """Whether the expression begins with a variable of the source."""
    name = re.match(r"[*&(\s]*([A-Za-z_]\w*)", argument)
    try:
        return bool(name) and gdb.lookup_symbol(name.group(1))[0] is not None
    except gdb.error:
        return False


def _eulab_variable_lanes(argument):
    """A line for each lane, with its work item: the expression's value there."""
    selected, frame = gdb.selected_thread(), gdb.selected_frame().level()
    try:
        for thread in _eulab_siblings():
            thread.switch()
            gdb.execute("frame %d" % frame, to_string=True)
            try:
                value = gdb.parse_and_eval(argument).format_string()
            except gdb.error as error:
                value = "<%s>" % error
            gdb.write("%s: %s\n" % (thread.name, value))
    finally:
        selected.switch()
        gdb.execute("frame %d" % frame, to_string=True)


class EulabAsk(gdb.Command):
    """What the server says of the EU thread."""

    def __init__(self, name, line, text):
        self.name, self.line = name, line
        self.__doc__ = text
        super().__init__("eu " + name, gdb.COMMAND_DATA)

    def complete(self, text, word):
        names = _eulab_names() if self.name == "lanes" else []
        return [name for name in names if name.startswith(word)]

    def invoke(self, argument, from_tty):
        thread, _ = _eulab_place()
        if argument and "%(arg)s" not in self.line:
            raise gdb.GdbError("eu %s takes no arguments" % self.name)
        if self.name == "lanes" and _eulab_is_variable(argument):
            _eulab_variable_lanes(argument)
            return
        # Of `eu lanes /x EXPR` the format belongs to the command's word.
        slash = argument.split(None, 1) if argument.startswith("/") else ["", argument]
        parts = {"thread": thread, "format": slash[0], "arg": slash[1] if slash[1:] else ""}
        gdb.write(_eulab_ask((self.line % parts).strip()))


class EulabMove(gdb.Command):
    def __init__(self, name, text, of_thread="%.0s"):
        self.of_thread = of_thread  # the argument that is left out
        self.__doc__ = text + "\nAs `monitor %s`, and then where that is." % name
        self.line = name + " "
        super().__init__("eu " + name, gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        thread, _ = _eulab_place()
        try:
            gdb.write(_eulab_ask(self.line + (argument or self.of_thread % thread)))
        finally:
            _eulab_flush()
        gdb.execute("frame")


EulabCommand()
EulabRegs()
EulabInfoRegisters()
for _eulab_row in (
    (
        "masks",
        "on %(thread)d lanes",
        """Every channel of the EU thread: its masks, flags and PcIP.
mask: enabled at dispatch. on-ip: PcIP is IP. predicate and write: of the next instruction.""",
    ),
    (
        "lanes",
        "on %(thread)d lanes%(format)s %(arg)s",
        """A value for every channel: eu lanes [/x] EXPR
EXPR is what `monitor help print` explains; element N of a vector is channel N's.
Example: eu lanes r4.0<8;8,1>:f * 2
An expression that begins with a variable of the source is gdb's: eu lanes i""",
    ),
    (
        "exceptions",
        "exceptions %(thread)d",
        "The exceptions of the EU thread: enabled, status, pending; AIP; what is caught.",
    ),
    ("items", "items", "The work items of an OpenCL kernel that are resident, a line an EU thread."),
    ("threads", "threads", "Every EU thread: its state, IP, channels and next instruction."),
    ("sip", "sip", "The System Routine: where it lies, its scratch surface, and who is in it, with AIP."),
):
    EulabAsk(*_eulab_row)


class EulabItem(gdb.Command):
    """Go to a work item of an OpenCL kernel: eu item X[,Y[,Z]]
Its lane becomes the selected thread; one that waits for its turn is told."""

    def __init__(self):
        super().__init__("eu item", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        said = _eulab_ask("item " + argument)
        gdb.write(said)
        place = re.search(r"^(item .*): (\S+) at ", said)
        name = "%s %s" % (place[2], place[1]) if place else ""
        for thread in gdb.selected_inferior().threads() if place else ():
            if thread.name in (name, place[2]) and not _eulab_is_over(thread):
                thread.switch()
                gdb.execute("frame", from_tty)
                return


class EulabBreak(gdb.Command):
    """A breakpoint that the server keeps: eu break PLACE [item X[,Y[,Z]] | if any|all EXPR]
PLACE is LINE, FILE:LINE, a label or *ADDRESS. With `item` it stops for that work item of an OpenCL kernel alone; EXPR is what
`monitor help print` explains. Nothing is sent while it does not hold. `monitor break` lists these, `monitor delete N` takes
one away."""

    def __init__(self):
        super().__init__("eu break", gdb.COMMAND_BREAKPOINTS, gdb.COMPLETE_LOCATION)

    def invoke(self, argument, from_tty):
        gdb.write(_eulab_ask("break " + argument))


EulabItem()
EulabBreak()
for _eulab_row in (
    ("goto", "Stand where so many instructions have been executed: eu goto N"),
    ("restart", "Back, or forth, to a checkpoint: eu restart N"),
    ("reset", "Back to the first instruction."),
    ("sip-return", "Run until the System Routine has returned: eu sip-return [THREAD]", "%d"),
):
    EulabMove(*_eulab_row)


class EulabStep(gdb.Command):
    """Move all lanes of the EU thread together: eu step thread [N]
Until its IP stands on another line of the source, N times; of code without a source, one instruction.
`next` and `step` follow the selected lane and take along those that are where it is; here lanes that are
elsewhere move as well, in the order in which the EU executes them. The selected lane stays selected."""

    def __init__(self):
        super().__init__("eu step", gdb.COMMAND_RUNNING)

    def complete(self, text, word):
        return ["thread"] if "thread".startswith(word) and text == word else []

    def invoke(self, argument, from_tty):
        thread, _ = _eulab_place()
        what, _, count = argument.partition(" ")
        if what != "thread" or not re.fullmatch(r"\s*([1-9][0-9]*)?\s*", count):
            raise gdb.GdbError("eu step: eu step thread [N]")
        try:
            for _ in range(int(count or 1)):
                said = _eulab_ask("step-line %d" % thread)
                if " is at " not in said or re.search(r", lanes 0x[0-9a-f]+: ", said):
                    break
        finally:  # Ctrl-C leaves the thread where it came to
            _eulab_flush()
        gdb.write(said)
        if " is at " in said:
            gdb.execute("frame")


EulabStep()


class EulabJump(gdb.Command):
    """Move the EU thread, without running: eu jump PLACE
IP and the channels that stand on it go there; PLACE is what `break` takes. `jump` and `set $pc` move the
selected channel alone."""

    def __init__(self):
        super().__init__("eu jump", gdb.COMMAND_RUNNING, gdb.COMPLETE_LOCATION)

    def invoke(self, argument, from_tty):
        _eulab_place()
        if not argument:
            raise gdb.GdbError("eu jump: where to? a label, FILE:LINE or *ADDRESS")
        try:
            places = gdb.decode_line(argument)[1]
        except gdb.error as error:
            raise gdb.GdbError("eu jump: " + str(error))
        if not places or len(places) > 1:
            raise gdb.GdbError("eu jump: not one place: " + argument)
        gdb.execute("set var $ip = %d" % places[0].pc)
        _eulab_flush()
        gdb.execute("frame")


EulabJump()


# --- in expressions ---
def _eulab_channel(function, lane):
    try:
        channel = int(lane)
    except gdb.error:  # no number
        channel = -1
    if not 0 <= channel < 32:
        raise gdb.GdbError("%s: channels are 0 .. 31" % function)
    return channel


def _eulab_value(word):
    """A value as `monitor print` has it: addresses of code are hexadecimal."""
    if word.startswith("0x"):
        return int(word, 16)
    return float(word) if re.search("[.naf]|e[+-]", word) else int(word)


class EulabLane(gdb.Function):
    """$_lane(): the channel that is selected.
$_lane(EXPR, N): channel N's part of a register, as $_lane($r4.v8_float, 3), or of the server's
expression in quotes, as $_lane("r4.1<8;8,1>:f * 2", 3). Without N: of the selected channel."""

    def __init__(self):
        super().__init__("_lane")

    def invoke(self, expression=None, lane=None):
        thread, selected = _eulab_place()
        if expression is None:
            return selected
        channel = selected if lane is None else _eulab_channel("$_lane", lane)
        if expression.type.strip_typedefs().code != gdb.TYPE_CODE_ARRAY:
            raise gdb.GdbError("$_lane: a vector, as $r4.v8_float, or an expression in quotes")
        if str(expression.type.target().unqualified()) != "char":
            if channel > expression.type.range()[1]:
                raise gdb.GdbError("$_lane: the vector has no element %d" % channel)
            return expression[channel]
        return self.ask(thread, channel, expression.string())

    @staticmethod
    def ask(thread, channel, text):
        said = _eulab_ask("on %d.%d print %s" % (thread, channel, text))
        words = [word for word in said.split() if not re.fullmatch("[0-9]+:", word)]
        try:
            values = [_eulab_value(word) for word in words]
        except ValueError:
            raise gdb.GdbError("$_lane: " + said.strip())
        if not values:
            raise gdb.GdbError("$_lane: no value of " + text)
        if len(values) > 1 and channel >= len(values):
            raise gdb.GdbError("$_lane: channel %d has no element" % channel)
        return values[channel if len(values) > 1 else 0]


class EulabMask(gdb.Function):
    """$_mask(): the channels that execute the next instruction, a bit each.
$_mask(N): 1 if channel N is one of them, else 0."""

    def __init__(self):
        super().__init__("_mask")

    def invoke(self, lane=None):
        _eulab_place()
        mask = int(_eulab_register("ce").cast(gdb.lookup_type("unsigned int")))
        if lane is None:
            return mask
        return mask >> _eulab_channel("$_mask", lane) & 1


EulabLane()
EulabMask()


# --- backtrace: gdb's name for the frame of an exception is a signal's, and behind the kernel is nobody ---
class EulabFrame(gdb.FrameDecorator.FrameDecorator):
    """A frame: that of an exception has its own name, and no address; one without a name is ??, as in gdb."""

    def is_exception(self):
        return self.inferior_frame().type() == gdb.SIGTRAMP_FRAME

    def function(self):
        if self.is_exception():
            return "<exception>"
        function = super().function()  # an address, where no symbol of the program's is
        return function if isinstance(function, str) else self.inferior_frame().name() or "??"

    def address(self):
        return None if self.is_exception() else super().address()


class EulabFrames:
    """The frames of a backtrace, without the last one, whom no instruction belongs to."""

    def __init__(self):
        self.name, self.priority, self.enabled = "eulab", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        for frame in frames:
            if frame.inferior_frame().name() != "<dispatch>" or not frame.inferior_frame().level():
                yield EulabFrame(frame)


EulabFrames()


# --- cr0 and sr0 by their parts; print/r shows them as they are ---
class EulabPrinter:
    def __init__(self, value):
        self.fields = value["f"]

    def children(self):
        for name, how in self.PARTS:
            value = self.fields[name]
            yield name, value.format_string(format=how) if how else value


class EulabCr0(EulabPrinter):
    PARTS = (("mode", None), ("exc", None), ("aip", "a"))


class EulabSr0(EulabPrinter):
    PARTS = (("id", None), ("d1", None), ("dmask", "x"), ("vmask", "x"))


_eulab_printers = gdb.printing.RegexpCollectionPrettyPrinter("eulab")
_eulab_printers.add_printer("cr0", "^cr0_t$", EulabCr0)
_eulab_printers.add_printer("sr0", "^sr0_t$", EulabSr0)
gdb.printing.register_pretty_printer(None, _eulab_printers, replace=True)
