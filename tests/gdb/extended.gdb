# serve: --launch samples/divergence.json
source connect
disconnect
python
import gdb
where = open("connect").read().split()[-1]
gdb.execute("target extended-remote " + where)
print(gdb.execute("continue", to_string=True).strip())
gdb.execute("starti", to_string=True)
print(gdb.execute("info symbol $pc", to_string=True).strip())
gdb.execute("kill", to_string=True)
end
