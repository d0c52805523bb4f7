# gdb on the GPU of eulab cl: the first instruction of the first kernel, breakpoints in kernels that come later, an idle GPU, Ctrl-C,
# detach and kill. Addresses of kernels depend on the driver alone.
CFLAGS= samples/opencl/build.sh "$T" || exit 1
cp tests/opencl_stops.cl "$T"
${CC:-cc} -iquote . -o "$T/stops" tests/opencl_stops.c -lOpenCL
export XDG_CACHE_HOME=$T/cache
session() { # COMMANDS OPTIONS...: eulab cl OPTIONS, with gdb on it
	printf '%s\n' 'set pagination off' 'set confirm off' "target remote $T/sock" "$1" >"$T/session.gdb"
	shift
	rm -f "$T/sock"
	timeout 100 "$EULAB" cl --listen "unix:$T/sock" "$@" >"$T/out" 2>&1 &
	until [ -S "$T/sock" ] || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
	timeout 100 gdb -q -nx -batch -x gdb-xml/eulab-gdb.py -x "$T/session.gdb" 2>&1 | grep -v '^warning: No exec\|^determining\|^Reading \|^warning: File tr'
	wait $!
	echo "-- status $?"
	grep -v 'target remote\|  source\|Listening' "$T/out"
}
export OUT=$T/groups
group='read -r _ _ _ _ group _ </proc/$$/stat; [ $group != $$ ] || echo "a group of its own" >>"$OUT"; exec "$0"'
interrupt='python import os, threading; threading.Timer(2, lambda: os.kill(os.getpid(), 2)).start()'
session 'list 1,4
x/3i $rip
break *square+0x90
bt
delete 1
stepi
thread 4
break *0x8001fffec010
continue
x/i $rip
p $r1.v16_uint16
monitor disassemble
delete
continue' --gdb-threads eu "$T/chain"
session 'p $_thread
thread 34
p $r1.v16_uint16' sh -c "$group" "$T/chain"
session "$interrupt
continue
info threads
kill" -- sh -c "\"$T/vadd\"; exec sleep 1000"
session "$interrupt
continue
detach" --max-insts 100000 --gdb-threads eu "$T/stops" | sed '/SIGINT, Interrupt/,/Inferior/{/SIGINT\|Inferior/!d}'
echo '-- gdb started by eulab'
printf '%s\n' 'x/i $rip' 'continue' | timeout 60 "$EULAB" cl --gdb sh -c "$group" "$T/vadd" 2>&1 | grep -v '^Reading \|^warning: File tr' | sed -z 's|\n    at | at |g' | sed 's|/tmp/eulab-......|TMP|; s|/[^ ]*/eulab-[A-Za-z0-9]*/gdb|SOCKET|'
cat "$OUT"
"$EULAB" cl --gdb --listen 1 true; echo "status $?"
echo '-- kernels of the driver, which nobody can compile with -g'
session 'set breakpoint pending on
break increment
continue
info sharedlibrary
delete
continue' --debug "$T/buffers" | sed 's|/[^ ]*/eulab/[0-9a-f]*/|HASH/|; s/0x[0-9a-f]*/ADDRESS/g; /^\[New Thread/d'
echo '-- a driver that somebody else has started'
timeout 60 "$EULAB" gpu --tbx "127.0.0.1:0" --once --listen "unix:$T/sock2" 2>"$T/gpu.log" &
for _ in {1..100}; do grep -qs Listening "$T/gpu.log" && break; sleep 0.1; done
port=$(sed -n 's/^Listening on .*:\([0-9]*\)$/\1/p' "$T/gpu.log")
NEOReadDebugKeys=1 ProductFamilyOverride=skl SetCommandStreamReceiver=2 TbxPort=$port OCL_ICD_VENDORS=/etc/OpenCL/vendors/intel.icd timeout 60 "$T/vadd" >"$T/out" &
for _ in {1..300}; do [ ! -S "$T/sock2" ] || break; sleep 0.1; done
printf '%s\n' "target remote $T/sock2" 'x/i $rip' 'p $_thread' 'continue' >"$T/session.gdb"
timeout 60 gdb -q -nx -batch -x gdb-xml/eulab-gdb.py -x "$T/session.gdb" 2>&1 | grep -v '^Reading \|^warning: File tr' | sed 's|/eulab/[0-9a-f]*/|/eulab/HASH/|'
wait; cat "$T/out"
echo '-- compiled before: Level Zero, native'
session 'bt
continue' --debug "$T/zero" "$T/vadd_native" | sed 's|/eulab/[0-9a-f]*/|/eulab/HASH/|'
