# The machine interface, as editors use it: docs/gdb.md, VS Code.
# serve: --launch samples/divergence.json
source gdb-xml/eulab-gdb.py
source connect
interpreter-exec mi "-break-insert -f divergence.asm:24"
interpreter-exec mi "-break-insert -c \"(unsigned)$ce & 0x20\" high"
continue
interpreter-exec mi "-thread-info 2"
interpreter-exec mi "-stack-list-frames --thread 5"
interpreter-exec mi "-stack-list-variables --thread 2 --frame 0 --simple-values"
interpreter-exec mi "-var-create - * $r4.v8_float"
interpreter-exec mi "-var-list-children --all-values var1"
interpreter-exec mi "-data-evaluate-expression $_lane($r4.v8_float,1)"
interpreter-exec mi "-data-disassemble -s 0xc0 -e 0xe0 -- 0"
interpreter-exec mi "-data-disassemble -f divergence.asm -l 24 -n 2 -- 5"
interpreter-exec mi "-data-read-memory-bytes 0xc0 16"
interpreter-exec mi "-data-write-memory-bytes 0xffff000000000080 0000803f"
interpreter-exec mi "-interpreter-exec console \"eu regs r4:f\""
interpreter-exec mi "-break-list"
interpreter-exec mi "-target-detach"
