# The driver's connection under eulab cl, through shared memory and over TCP: the same; with a library before the program's already, and
# beside a program of a sanitizer's (no OpenCL in that: the driver refuses it).
CFLAGS= samples/opencl/build.sh "$T" || exit 1
echo 'int puts(const char *); int main(void) { return puts("checked") < 0; }' | ${CC:-cc} -fsanitize=address -o "$T/checked" -x c -
for wire in '' --tcp; do
	timeout 100 "$EULAB" cl $wire --stats "$T/buffers" 2>&1 | sed 's/0x[0-9a-f]*/ADDRESS/; s/, [0-9.]* s, .*//; s/[0-9.]* s in all/TIME/'
	timeout 100 "$EULAB" cl $wire sh -c 'echo "${LD_PRELOAD##*/}"; exec "$0"' "$T/vadd"
done
timeout 100 "$EULAB" cl sh -c '"$0" && exec "$1"' "$T/checked" "$T/vadd"; echo "status $?"
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 LD_PRELOAD=libm.so.6 timeout 100 "$EULAB" cl sh -c 'echo "${LD_PRELOAD%%:*}"; exec "$0"' "$T/vadd"
