# eulab gpu: a recording of Intel's driver, its trace, and wrong turns. EULAB_SHARED has the recordings.
S=${EULAB_SHARED:-../shared}/gpu/captures
xz -dc "$S/saxpy-skl.aub.xz" >"$T/saxpy.aub"
xz -dc "$S/reduce-bdw.aub.xz" >"$T/reduce.aub"
"$EULAB" gpu --replay "$T/saxpy.aub" --trace gpu 2>&1 | awk '{ print $3 }' | sort | uniq -c
"$EULAB" gpu --replay "$T/reduce.aub" --dump-mem 0x1000,8
for engine in reference jit jit=2 jit=0 both; do "$EULAB" gpu --replay "$T/saxpy.aub" --engine $engine; done
head -c 300000 "$T/saxpy.aub" | "$EULAB" gpu --replay /dev/stdin
xz -dc "$S/reduce-bdw.aub.xz" | "$EULAB" gpu --replay - --dump-mem 0x1000,8
"$EULAB" gpu --replay samples/calls.asm
"$EULAB" gpu --replay nothing.aub
"$EULAB" gpu --replay "$T/saxpy.aub" --dump-mem 1
"$EULAB" gpu --replay "$T/saxpy.aub" --dump-mem 0,0x10000001
"$EULAB" gpu --replay "$T/saxpy.aub" --dump-mem 0,0
for dump in '0;8' ',8' '18446744073709551616,8' '0,' '0,8;' '0,8=' '0,18446744073709551616'; do
	"$EULAB" gpu --replay "$T/saxpy.aub" --dump-mem "$dump" 2>&1 | head -n 1
done
"$EULAB" gpu --replay nothing.aub --dump-mem 0,0x10000000=f # as much as may be
"$EULAB" gpu --gpu icl
"$EULAB" gpu --trace mem
"$EULAB" gpu --tbx 1 --replay x
"$EULAB" gpu x.aub
"$EULAB" gpu --replay "$T/saxpy.aub" --listen "unix:$T/no/sock"; echo "status $?"
"$EULAB" gpu --replay "$T/saxpy.aub" --stats 2>&1 | sed -n 's/^stats: \([0-9]*\)\.[0-9]* s in all,.*/\1/p' | sed 's/^[0-9]$/some seconds/'
xz -dc "$S/atomics-skl.aub.xz" >"$T/atomics.aub"
"$EULAB" gpu --replay "$T/atomics.aub" --lint 2>&1 | sed 's/0x8001[0-9a-f]*/KERNEL/'
