# The program that eulab cl runs, and gdb beside it, begin with signals as they usually are: none is blocked, and none of those that eulab ignores is ignored.
CFLAGS= samples/opencl/build.sh "$T" || exit 1
printf '#!/bin/sh\nset -- $(sed -n "s/^Sig\\(Blk\\|Ign\\):\\t/0x/p" /proc/self/status)\necho "$0: blocked $(($1)), ignored $(($2 & 0x1015003))"\n' >"$T/signals" # HUP, INT, PIPE, TERM, CHLD, XFSZ
chmod +x "$T/signals"
"$EULAB" cl "$T/signals" 2>/dev/null
EULAB_GDB=$T/signals timeout 60 "$EULAB" cl --gdb "$T/vadd"; echo "status $?"
echo '-- a server for gdb that cannot be: the program ends, with whatever status'
"$EULAB" cl --listen "unix:$T/no/sock" -- sh -c 'trap "exit 0" TERM; "$0" & wait $!; exit 0' "$T/vadd" 2>&1 | grep 'cannot listen'; echo "status ${PIPESTATUS[0]}"
echo '-- a program that crashes; one whose reader has gone'
for signal in SEGV ABRT PIPE; do "$EULAB" cl sh -c "kill -$signal \$\$"; echo "status $?"; done 2>&1
