# serve: --launch samples/mandelbrot.json --gdb-threads=eu
source connect
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
