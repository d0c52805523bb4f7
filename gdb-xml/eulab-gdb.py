# eulab-gdb.py - EU disassembly in stock gdb, and fresh registers at every stop.
#
#     (gdb) source eulab-gdb.py          before or after `target remote`; twice does no harm
#
# x/i, display/i, disassemble, layout asm and disassemble-next-line show what the stub's qEuDis packet
# says. Where no eulab stub is connected, gdb's own disassembler goes on as before.
#
# Two traps of gdb 13.1 decide how this is written:
# * RemoteTargetConnection.send_packet() inside a Disassembler crashes gdb: `maint packet` does not.
# * channels of one EU thread move together, but gdb drops the registers of resumed threads only: with
#   scheduler-locking the others would show old values.

import gdb

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
    start = said.find('received: "')
    end = said.rfind('"')
    return said[start + 11 : end] if 0 <= start and start + 11 <= end else ""


def _eulab_instruction(address):
    """(size, text) of an instruction, or None."""
    if not _eulab_connected():
        return None
    size, semicolon, text = _eulab_packet("qEuDis:%x" % address).partition(";")
    try:
        return (int(size, 16), text) if semicolon and text else None
    except ValueError:
        return None


if _eulab_dis is not None:

    class EulabDisassembler(_eulab_dis.Disassembler):
        """EU instructions as the stub sees them."""

        def __init__(self):
            super().__init__("eulab")

        def __call__(self, info):
            found = _eulab_instruction(info.address)
            if found is None:
                return None
            return _eulab_dis.DisassemblerResult(*found)

    _eulab_dis.register_disassembler(EulabDisassembler())
else:
    gdb.write("eulab: this gdb cannot load disassemblers (13 or newer can)\n")


def _eulab_flush():
    for what in ("register-cache", "dcache"):
        try:
            gdb.execute("maint flush " + what, to_string=True)
        except gdb.error:
            pass


def _eulab_stopped(event):
    _eulab_flush()


# A `monitor` command may have moved the machine: gdb would go on showing where it was.
gdb.execute("define hookpost-monitor\npython _eulab_flush()\nend", to_string=True)

# Sourced again: the hook of the last time goes.
if hasattr(gdb, "eulab_stop_hook"):
    gdb.events.stop.disconnect(gdb.eulab_stop_hook)
gdb.eulab_stop_hook = _eulab_stopped
gdb.events.stop.connect(_eulab_stopped)


class EulabCommand(gdb.Command):
    """Commands for the EU: eu regs, eu masks; eu goto, eu restart, eu reset, eu sip-return."""

    def __init__(self):
        super().__init__("eu", gdb.COMMAND_DATA, prefix=True)


class EulabRegs(gdb.Command):
    """eu regs: the EU thread's architecture registers. `info registers` shows x86 lines first."""

    NAMES = "ip ce f0 f1 a0 sr0 cr0 n0 tdr0 tm0"

    def __init__(self):
        super().__init__("eu regs", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        gdb.execute("info registers " + (argument or self.NAMES))


class EulabMasks(gdb.Command):
    """eu masks: each channel's PcIP, and whether it is on IP."""

    def __init__(self):
        super().__init__("eu masks", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        frame = gdb.newest_frame()
        dispatched = int(gdb.parse_and_eval("$sr0.bits[2]"))
        on_ip = int(gdb.parse_and_eval("(unsigned int)$ce"))
        pcip = frame.read_register("pcip")
        gdb.write("ip 0x%x\n" % int(gdb.parse_and_eval("$ip")))
        for channel in range(32):
            if dispatched >> channel & 1:
                state = "on IP" if on_ip >> channel & 1 else ""
                gdb.write("ch%-2d pcip 0x%-8x %s\n" % (channel, int(pcip[channel]), state))


class EulabMove(gdb.Command):
    """As `monitor` with the same words, and then where that is."""

    def __init__(self, name):
        self.line = "monitor " + name + " "
        super().__init__("eu " + name, gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        gdb.execute(self.line + argument)
        _eulab_flush()
        gdb.execute("frame")


EulabCommand()
EulabRegs()
EulabMasks()
for _eulab_name in ("goto", "restart", "reset", "sip-return"):
    EulabMove(_eulab_name)
