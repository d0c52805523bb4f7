# The listing of a raw kernel has no place: that is said, and gdb is served all the same.
export EULAB_GDB=true
XDG_CACHE_HOME= HOME= "$EULAB" gdb tests/gdb/source_raw.hex; echo "status $?"
XDG_CACHE_HOME=/proc/none "$EULAB" gdb tests/gdb/source_raw.hex 2>&1 | sed 's/[0-9a-f]\{16\}/HASH/'
XDG_CACHE_HOME=$T/cache "$EULAB" gdb tests/gdb/source_raw.hex; echo "status $?"
"$EULAB" dis tests/gdb/source_raw.hex | cmp - "$T"/cache/eulab/*/source_raw.hex.asm && echo same
