# eulab cl: the sample programs under Intel's driver; what stops a GPU; exit statuses. Needs the driver and headers, and says so.
for f in /etc/OpenCL/vendors/intel.icd /usr/include/CL/cl.h /usr/include/level_zero/ze_api.h; do
	[ -e $f ] || echo "$f is not here"
done
CFLAGS= samples/opencl/build.sh "$T" || exit 1
for p in vadd reduce chain buffers image printf; do timeout 60 "$EULAB" cl -- "$T/$p"; done
(cd "$T" && timeout 60 "$EULAB" cl ./zero)
for d in bdw kbl cfl bxt glk; do timeout 60 "$EULAB" cl --gpu $d "$T/vadd"; done
echo '-- a recording of it'
timeout 60 "$EULAB" cl --aub "$T/vadd.aub" "$T/vadd"
"$EULAB" gpu --replay "$T/vadd.aub" --stats 2>&1 | sed 's/0x[0-9a-f]*/ADDRESS/; s/instructions, .*/.../; s/[0-9.]* s in/T s in/; s/vadd.*//'
echo '-- kernels by name'
timeout 60 "$EULAB" cl --stats "$T/chain" 2>&1 | sed -n '/SIMD/s/ SIMD.*//p'
(cd "$T" && timeout 60 "$EULAB" cl --stats ./zero 2>&1 | sed -n '/SIMD/s/ SIMD.*//p')
echo '-- a profile'
timeout 60 "$EULAB" cl --profile "$T/vadd" 2>&1 | sed -n '/executed/,/+4/p'
timeout 60 "$EULAB" gpu --replay "$T/vadd.aub" --profile=folded
"$EULAB" cl --profile=x "$T/vadd"; echo "status $?"
echo '-- stops'
cp tests/opencl_stops.cl "$T"
${CC:-cc} -iquote . -o "$T/stops" tests/opencl_stops.c -lOpenCL
where() { sed 's/0x8001[0-9a-f]*/KERNEL/g'; }
timeout 60 "$EULAB" cl --max-insts 100000 -- "$T/stops" spin 2>&1 | where; echo "status ${PIPESTATUS[0]}"
timeout 60 "$EULAB" cl -- "$T/stops" wild 2>&1 | where; echo "status ${PIPESTATUS[0]}"
timeout 60 "$EULAB" cl --debug -- "$T/stops" wild 2>&1 | where; echo "status ${PIPESTATUS[0]}"
(cd "$T" && rm opencl_stops.cl && mkdir away && cp "$OLDPWD/tests/opencl_stops.cl" away && cp stops away/stops && cd / && timeout 60 "$EULAB" cl --debug=optimized --gpu bdw -- "$T/away/stops" wild 2>&1 | where)
cp tests/opencl_stops.cl "$T"
echo '-- Ctrl-C while a kernel runs, and while none does'
: >"$T/out"
"$EULAB" cl -- "$T/stops" spin >"$T/out" 2>&1 &
for _ in {1..300}; do grep -qs waiting "$T/out" && break; sleep 0.1; done
sleep 0.5; kill -INT $!; wait $!; echo "status $?"; where <"$T/out"
(trap - INT; exec "$EULAB" cl sh -c 'trap "echo mine; exit 5" INT; echo ready; while :; do sleep 0.1; done') >"$T/out" 2>&1 &
until grep -qs ready "$T/out"; do sleep 0.1; done
kill -INT $!; sleep 0.3; kill -INT "$(cat /proc/$!/task/$!/children | tr -d " ")"; wait $!; echo "status $?"; cat "$T/out"
echo '-- a program that is killed while its kernel runs, and two at a time'
: >"$T/out"
timeout 60 "$EULAB" cl --max-insts 0 -- sh -c "exec \"$T/stops\" spin" >"$T/out" 2>&1 &
for _ in {1..300}; do ! grep -q waiting "$T/out" || break; sleep 0.1; done
kill -KILL "$(cat /proc/$!/task/$!/children | xargs -n1 sh -c 'cat /proc/$0/task/$0/children' | tr -d ' ')"; wait $!; echo "status $?"
timeout 60 "$EULAB" cl -- sh -c "\"$T/vadd\" >\"$T/a\" & \"$T/reduce\" >\"$T/b\" & wait"; cat "$T/a" "$T/b"
echo '-- programs'
"$EULAB" cl -- sh -c 'read -r _ _ _ _ group _ </proc/$$/stat; [ $group != $$ ] || echo "a group of its own"; exit 7'; echo "status $?"
"$EULAB" cl -- sh -c 'kill -9 $$'; echo "status $?"
"$EULAB" cl -- "$T/nothing"; echo "status $?"
"$EULAB" cl; echo "status $?"
"$EULAB" cl --gpu icl true; echo "status $?"
"$EULAB" cl --debug=fast true; echo "status $?"
"$EULAB" cl --history 1M true; echo "status $?"
"$EULAB" cl --gpu bdw --sip samples/sip_tiny.asm true; echo "status $?"
"$EULAB" cl --aub "$T/no/folder/x" "$T/vadd"; echo "status $?"
echo /nowhere/libigdrcl.so >"$T/none.icd"
OCL_ICD_VENDORS=$T/none.icd "$EULAB" cl "$T/vadd"; echo "status $?"
