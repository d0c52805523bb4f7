# At the program's end one can look and go back; the exit comes when it continues. run, start and kill begin again.
# serve: --launch samples/calls.json --at-end stop
# target: extended-remote
# echo
source gdb-xml/eulab-gdb.py
source connect
continue
print $r4.v8_int32
info threads
backtrace
monitor when
reverse-stepi
reverse-continue
break inner
continue
delete
next
continue
reverse-continue
continue
continue
info threads
python
def begin(line):
    said = gdb.execute(line, to_string=True)
    for text in ("disappeared", "New Thread"):
        said = "\n".join(l for l in said.splitlines() if text not in l)
    print(said.strip())
begin("run")
begin("run")
begin("kill")
begin("start")
end
backtrace
next
python begin("kill")
python begin("starti")
python begin("run")
continue
python begin("run")
