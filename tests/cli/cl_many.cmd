# Many connections at a time under eulab cl: processes, contexts, threads and queues, each process on a GPU of its own; a kernel without an end in one
# process does not keep another waiting, and ends when its process is killed, or eulab.
CFLAGS= samples/opencl/build.sh "$T" || exit 1
cp tests/opencl_stops.cl "$T"
${CC:-cc} -iquote . -o "$T/stops" tests/opencl_stops.c -lOpenCL
${CC:-cc} -std=c11 -D_GNU_SOURCE -iquote . -o "$T/many" tests/opencl_many.c -lOpenCL
timeout 100 "$EULAB" cl "$T/many"; echo "status $?"
${CC:-cc} -std=c11 -D_GNU_SOURCE -iquote . -o "$T/threads" tests/opencl_threads.c -lOpenCL
for _ in 1 2 3; do timeout 100 "$EULAB" cl "$T/threads"; echo "status $?"; done
cat >"$T/beside" <<'S'
"$T/stops" >"$T/waits" &
spin=$!
until grep -q waiting "$T/waits"; do sleep 0.1; done
"$T/vadd"
kill $1 $spin
wait $spin
S
timeout 100 "$EULAB" cl --max-insts 0 sh "$T/beside" -KILL 2>/dev/null; echo "status $?"
echo '-- a signal to eulab while two kernels run'
: >"$T/out"
timeout --foreground 100 "$EULAB" cl --max-insts 0 sh -c '"$T/stops" & "$T/stops" & wait' >"$T/out" 2>"$T/err" &
until [ "$(grep -c waiting "$T/out")" = 2 ]; do sleep 0.1; done
sleep 1
kill $!; wait $!; echo "status $?"
grep '^eulab' "$T/err"
echo '-- a walker of 2^32 - 1 groups: its limit, its program is killed, a signal'
timeout 100 "$EULAB" cl --max-insts 100000 "$T/stops" wide 2>&1; echo "status $?"
printf '"$T/stops" wide >"$T/waits" & stops=$!\nuntil grep -q waiting "$T/waits"; do sleep 0.1; done; kill -KILL $stops; "$T/vadd"' >"$T/leaves"
timeout 100 "$EULAB" cl --max-insts 0 sh "$T/leaves"; echo "status $?"
: >"$T/out"
timeout --foreground 100 "$EULAB" cl --max-insts 0 "$T/stops" wide >"$T/out" 2>&1 &
until grep -q waiting "$T/out"; do sleep 0.1; done
sleep 0.5; kill $!; wait $!; echo "status $?"; cat "$T/out"
# programs of an eulab that has gone end: none of them asks it for ever
for _ in $(seq 300); do pgrep -f "^$T/stops" >/dev/null || break; sleep 0.1; done
pgrep -f "^$T/stops" >/dev/null && echo 'programs are left' && pkill -f "^$T/stops"
exit 0
