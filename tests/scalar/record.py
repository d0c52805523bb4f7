"""Sourced by gdb: stops at every line of a kernel and writes down each variable that is in scope, as JSON to $RECORD.

On the host (tests/scalar/run.c): at each line that a work item comes to. Of a server of eulab: for each lane that is there.
{"stops": [[item, function, line, entry, {name: [leaf, ...]}, on the host: group and how often it has waited, of a
server: address, names that are in memory], ...]}; a leaf is a number, a string with its decimal digits
for what JSON has no number for, or null where gdb has no value; of a pointer ["pointer", address]."""
import gc, json, os, re, struct

import gdb

gc.disable()  # what is recorded stays, and there is much of it
VISITS = int(os.environ.get("VISITS", "0"))
WINDOWS = 0xFFFF000000000000  # behind memory: of a server of eulab, on registers and local memory
STACK = 1 << 14  # bytes that a function's variables on the host may take
ITEMS = os.environ.get("ITEMS", "").split()  # no others are looked at; none: all are
EVERY = "EVERY" in os.environ  # each instruction, and on the host each row of the line table


def letter(t):
    """How `struct` calls a number of a type, or None."""
    signed = t.code == gdb.TYPE_CODE_INT and t.is_signed
    letters = {gdb.TYPE_CODE_INT: "bhiq" if signed else "BHIQ", gdb.TYPE_CODE_FLT: " efd"}.get(t.code, "    ")
    return {1: letters[0], 2: letters[1], 4: letters[2], 8: letters[3]}.get(t.sizeof, " ").strip()


def floats(x):
    """A number as JSON has it."""
    return x if not isinstance(x, float) or x - x == 0 else repr(x)


def array(value, t, out):
    """An array of numbers in memory at once, of which gdb would read one after another; False: it is another."""
    kind = letter(t.target().strip_typedefs())
    if not kind or value.address is None:
        return False
    low, high = t.range()
    count = high - low + 1  # a vector of three has the bytes of four
    data = gdb.selected_inferior().read_memory(value.address, count * t.target().sizeof)
    out.extend(floats(x) for x in struct.unpack("<%d%s" % (count, kind), data))
    return True


def leaves(value, out):
    """The numbers that a value consists of."""
    t = value.type.strip_typedefs()
    if value.is_optimized_out:
        out.append(None)
    elif t.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        for field in t.fields():
            leaves(value[field], out)
    elif t.code == gdb.TYPE_CODE_ARRAY:
        low, high = t.range()
        for i in range(low, high + 1) if not array(value, t, out) else ():
            leaves(value[i], out)
    elif t.code == gdb.TYPE_CODE_PTR:
        out.append(["pointer", int(value)])
    elif t.code == gdb.TYPE_CODE_FLT:
        text = repr(float(value))
        out.append(float(value) if re.fullmatch("[-0-9.e+]+", text) else text)
    else:
        out.append(int(value))


def read(symbol, frame):
    """The leaves of a variable; [None]: it is optimized out; a text: gdb cannot read it."""
    out = []
    try:
        value = symbol.value(frame)
        value.fetch_lazy()
        if value.address is not None and int(value.address) < WINDOWS:
            resident.append(symbol.name)
        leaves(value, out)
    except (gdb.error, gdb.MemoryError) as error:
        return [None] if "optimized out" in str(error) else str(error)
    return out


def variables(frame):
    """Which variables are in memory to `resident`. name -> leaves, the innermost of a name. What is static on the host is in local memory."""
    found = {}
    resident.clear()
    block = frame.block()
    while block and not block.is_global and not block.is_static:
        for symbol in block:
            if (symbol.is_variable or symbol.is_argument) and symbol.name not in found:
                found[("%" if symbol.is_argument else "") + symbol.name] = read(symbol, frame)
                if symbol.addr_class == gdb.SYMBOL_LOC_STATIC:
                    statics.add(symbol.name)
        if block.function:
            break
        block = block.superblock
    return found


def line_starts(source, rows):
    """Address -> (line, whether a function begins there): where lines of the file begin, as `break` takes them; @rows: each row of
    the table, as jumps on the host may pass over the first one of a line."""
    text = gdb.execute("maint info line-table " + source, to_string=True)
    found, before = {}, None
    for row in re.finditer(r"(?m)^\d+ +(\d+|END) +(0x[0-9a-f]+)(?: +(Y))?(?: +(Y))?", text):
        line, address, statement, body = row[1], int(row[2], 16), row[3], row[4]
        if line == "END":
            before = None
        elif (statement or rows) and line != "0":
            block = gdb.block_for_pc(address)
            while block and not block.function:
                block = block.superblock
            here = (line, block.start if block else 0)
            if (rows or body or here != before) and address not in found:
                found[address] = (int(line), bool(block) and block.start == address)
            before = here
    return found


class Row(gdb.Breakpoint):
    """A row of the line table on the host. Rows that follow in the same line are part of one visit; one before the last is another.
    It is off for an item that is not looked at, or was there more often than lanes are."""

    before, rows = {}, []  # item -> (frame, line), address

    def __init__(self, address, line):
        super().__init__("*%#x" % address, internal=True)
        self.address, self.row_line, self.visits = address, line, 0
        Row.rows.append(self)

    def stop(self):
        frame = gdb.newest_frame()
        item = ITEM.value()
        item = ",".join(str(int(item[i])) for i in range(3))
        here = (frame.level(), frame.function().name, self.row_line)
        last, address = Row.before.get(item, (None, 0))
        Row.before[item] = (here, self.address)
        if ITEMS and item not in ITEMS:
            self.enabled = False
        elif EVERY or last != here or self.address <= address:
            phase = "%s %d" % (GROUP.value(), int(WAITS.value()[int(NUMBER.value())]))
            stops.append([item, frame.name(), self.row_line, False, variables(frame), phase])
        self.visits += 1
        if VISITS and self.visits > VISITS:
            self.enabled = False
        return False


class Entry(gdb.Breakpoint):
    """A function's first instruction on the host: what calls before have left where its variables will be becomes fresh memory."""

    def stop(self):
        below = int(gdb.parse_and_eval("$sp")) - STACK
        gdb.selected_inferior().write_memory(below, bytes([int(os.environ["ARGS"].split()[0])]) * STACK)
        return False


class Item(gdb.Breakpoint):
    """Another item goes on."""

    number = None

    def stop(self):
        number = int(gdb.parse_and_eval("i"))
        for row in Row.rows if number != Item.number else ():
            row.visits = 0
            if not row.enabled:
                row.enabled = True
        Item.number = number
        return False


def host(source):
    gdb.execute("info line scalar_call", to_string=True)  # whose file includes the source: gdb reads its lines
    gdb.execute("tbreak group_runs", to_string=True)
    gdb.execute("set breakpoint always-inserted on")
    gdb.execute("set displaced-stepping off")  # gdb 13 moves AVX instructions with a rip-relative operand wrongly
    gdb.execute("run %s >/dev/null" % os.environ["ARGS"], to_string=True)
    for address, (line, entry) in line_starts(source, True).items():
        if entry:
            Entry("*%#x" % address, internal=True)
        else:
            Row(address, line)
    value = gdb.parse_and_eval("scalar_args")
    args = [int(value[i]) for i in range(value.type.range()[1])]  # read now: values are lazy
    global ITEM, GROUP, WAITS, NUMBER
    ITEM, GROUP, WAITS, NUMBER = (gdb.lookup_global_symbol("scalar_" + name) for name in ("item", "group", "waits", "number"))
    if VISITS or ITEMS:
        Item("item_runs", internal=True)
    gdb.execute("continue", to_string=True)
    if gdb.selected_inferior().pid:
        raise gdb.GdbError("the host's run does not end")
    return args


def eu_thread(thread):
    """The number of a thread's EU thread: thread ids are 256 a piece (--gdb-threads channels)."""
    return ((thread.ptid[1] or thread.ptid[2]) - 1) >> 8


def lanes_of(number):
    """The gdb threads of an EU thread."""
    if number not in lanes:
        lanes.clear()
        for t in gdb.selected_inferior().threads():
            lanes.setdefault(eu_thread(t), []).append(t)
    return lanes[number]


def instructions():
    """Address -> (line, False) of each instruction."""
    found = {}
    text = gdb.execute("info files", to_string=True)
    at, end = (int(x, 16) for x in re.search(r"(0x[0-9a-f]+) - (0x[0-9a-f]+) is .text", text).groups())
    while at < end:
        said = gdb.selected_inferior().read_memory(0xFFFE << 48 | at, 16).tobytes()
        size = re.match(rb"([0-9a-f]+);", said)
        if not size:
            break
        found[at] = (gdb.find_pc_line(at).line, False)
        at += int(size[1], 16)
    return found


def device(source):
    for how in ("breakpoint pending on", "breakpoint always-inserted on", "print frame-arguments none", "print frame-info short-location"):
        gdb.execute("set " + how)
    gdb.execute("target remote " + os.environ["SERVER"], to_string=True)
    starts = line_starts(source, False)
    if not starts:
        raise gdb.GdbError("no debug information")
    starts = instructions() if EVERY else starts
    points = {address: gdb.Breakpoint("*%#x" % address, internal=True) for address in starts}
    threads = {eu_thread(t) for t in gdb.selected_inferior().threads()}
    visits = {}
    while gdb.selected_thread() and gdb.selected_inferior().pid:
        gdb.execute("continue", to_string=True)
        thread = gdb.selected_thread()
        if not thread or not thread.is_valid():
            break
        pc = gdb.newest_frame().pc()
        if pc not in starts:
            raise gdb.GdbError("it stops at %#x" % pc)
        line, entry = starts[pc]
        number = eu_thread(thread)
        key = (pc, number)
        visits[key] = visits.get(key, 0) + 1
        for lane in lanes_of(number) if not VISITS or visits[key] <= VISITS else ():
            if lane.num not in items:
                items[lane.num] = re.search("item ([0-9,]+)", lane.name)[1]
            if ITEMS and items[lane.num] not in ITEMS:
                continue
            lane.switch()
            frame = gdb.newest_frame()
            if frame.pc() == pc:
                stops.append([items[lane.num], frame.name(), line, entry, variables(frame), pc, list(resident)])
        thread.switch()
        total = sum(visits.get((pc, t), 0) for t in threads)
        if VISITS and (all(visits.get((pc, t), 0) >= VISITS for t in threads) or (EVERY and total >= 4 * VISITS)):
            points[pc].delete()


stops, lanes, items, statics, resident = [], {}, {}, set(), []
for how in ("pagination off", "confirm off", "width 0", "debuginfod enabled off", "disable-randomization on"):
    gdb.execute("set " + how)
arguments = (device if "SERVER" in os.environ else host)(os.environ["SOURCE"])
with open(os.environ["RECORD"], "w") as f:
    json.dump({"stops": stops, "args": arguments, "statics": sorted(statics)}, f)
