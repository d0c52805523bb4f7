# Memory that a program shares with its GPU under eulab cl: what each of the two wrote is there for the other. Over TCP alone it is the driver's.
CFLAGS= samples/opencl/build.sh "$T" || exit 1
${CC:-cc} -std=c11 -iquote . -o "$T/shared" tests/opencl_shared.c -lOpenCL
${CC:-cc} -std=c11 -o "$T/zero_shared" tests/zero_shared.c -lze_loader
for d in skl bdw; do
	echo "-- $d"
	timeout 100 "$EULAB" cl --gpu $d "$T/shared"; echo "status $?"
done
(cd "$T" && timeout 100 "$EULAB" cl ./zero_shared); echo "status $?"
${CC:-cc} -std=gnu11 -o "$T/zero_events" tests/zero_events.c -lze_loader
timeout 100 "$EULAB" cl "$T/zero_events"; echo "status $?"
