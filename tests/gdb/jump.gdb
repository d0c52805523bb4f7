# What moves what: set $pc and jump a channel, eu jump the EU thread; a stop is where a channel stands.
# serve: tests/gdb/jump.asm --dmask 0xff
# echo
source gdb-xml/eulab-gdb.py
source connect
tbreak behind
continue
thread 3
set $pc = 0
info threads
stepi
tbreak again
continue
monitor reset
tbreak behind
continue
set $pc = 0x80
info threads
stepi
monitor reset
tbreak behind
continue
break again
jump again
info threads
delete
eu jump behind
eu jump jump.asm:12
thread apply 1 8 print $pc
eu jump *0x70
tbreak *0x70
continue
python
for line in ("eu jump", "eu jump nowhere"):
    try:
        gdb.execute(line)
    except gdb.error as e:
        print(e)
end
