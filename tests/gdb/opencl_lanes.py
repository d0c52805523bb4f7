"""Sourced by gdb: one work item goes from instruction to instruction; in each frame of each lane of its thread, every variable that
has a value has one of those that the source gives it."""
import gdb


def expected(lane):
    square, i = lane * lane, lane
    return {
        "i": [i],
        "k": [i + 5],
        "x": [i],
        "y": [i + 5],
        "r": [square],
        "sum": [i + 5, i + 5 + square],
        "a": [i + 100, i + 5, i + 5 + square],
    }


def symbols(frame):
    block = frame.block()
    while True:
        yield from (s for s in block if s.is_variable or s.is_argument)
        if block.function:
            return
        block = block.superblock


def look(thread, counts, wrong):
    thread.switch()
    lane = thread.num - 1
    frame = gdb.newest_frame()
    while frame and frame.is_valid() and frame.function():
        for symbol in symbols(frame):
            value = symbol.value(frame)
            if symbol.name not in expected(lane) or value.is_optimized_out:
                continue
            name = frame.function().name
            counts[name] = counts.get(name, 0) + 1
            # a variable that is not initialised yet
            fresh = not symbol.is_argument and frame.find_sal().line <= symbol.line
            if int(value) not in expected(lane)[symbol.name] and not fresh:
                wrong.append("%#x lane %d frame %d: %s.%s is %d" % (frame.pc(), lane, frame.level(), name, symbol.name, int(value)))
        frame = frame.older()


counts, wrong = {}, []
gdb.execute("set suppress-cli-notifications on")
first = gdb.selected_thread()
while first.is_valid():
    for thread in gdb.selected_inferior().threads():
        if thread.num <= 8:
            look(thread, counts, wrong)
    first.switch()
    gdb.execute("stepi", to_string=True)
print(", ".join("%d values in %s" % (counts[name], name) for name in sorted(counts)))
print("wrong:", wrong[:5])
