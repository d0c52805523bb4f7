# A hundred single steps of a channel, each of which moves it.
# serve: --launch samples/mandelbrot.json --gdb-threads=channels
source connect
thread 4
python
import gdb
before, moved = int(gdb.parse_and_eval("$pc")), 0
for i in range(100):
    gdb.execute("stepi", to_string=True)
    pc = int(gdb.parse_and_eval("$pc"))
    moved += pc != before
    before = pc
print("steps that moved: %d" % moved)
end
