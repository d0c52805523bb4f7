# Ctrl-C during `eu step thread`: gdb then shows where the thread is, not where it was.
# serve: --dmask 0xff tests/gdb/million.asm
# echo
source gdb-xml/eulab-gdb.py
source connect
python
import os, signal, threading
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    gdb.execute("eu step thread 1000000000")
except (KeyboardInterrupt, gdb.error):
    print("interrupted")
def values():
    return [str(gdb.parse_and_eval(r)) for r in ("$pc", "$r2.v8_uint32[0]", "$r4.v8_uint32[0]")]
shown = values()
gdb.execute("maint flush register-cache")
print(shown == values())
end
