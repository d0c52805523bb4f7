# Ctrl-C ends a `continue` that would not end by itself.
# serve: --dmask 0xff tests/gdb/loop.asm
# echo
source connect
python
import os, signal, threading
def soon(event):
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
gdb.events.cont.connect(soon)
end
continue
print $pc == (long)&self
python gdb.events.cont.disconnect(soon)
stepi
detach
