# What `make install` puts below DESTDIR serves from there: the script for gdb is found beside the program.
mkdir -p "$T/opt/bin" "$T/opt/share/eulab" "$T/else"
cp "$EULAB" "$T/opt/bin/" && cp gdb-xml/* "$T/opt/share/eulab/" && cp samples/illegal.asm "$T/else/"
printf '#!/bin/sh\nprintf "%%s\\n" "$@" | grep "eulab-gdb.py"\n' >"$T/gdb" && chmod +x "$T/gdb"
cd "$T/else" && EULAB_GDB=$T/gdb "$T/opt/bin/eulab" gdb illegal.asm
