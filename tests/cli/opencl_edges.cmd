# Launches of OpenCL kernels at the edge of what there is: names, sizes, files with debug information.
cd "$T" || exit 1
cat >two.cl <<'S'
kernel void first(global int *out) { out[get_global_id(0)] = get_global_id(0) + 1; }
kernel void second(global int *out, local int *l)
{
	l[get_local_id(0)] = get_global_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = l[get_local_size(0) - 1 - get_local_id(0)];
}
kernel void line(read_only image1d_buffer_t in, global float4 *out) { out[get_global_id(0)] = read_imagef(in, get_global_id(0)); }
S
mkdir symbols
IGC_EnableZEBinary=1 ocloc compile -q -file two.cl -device skl -options "-g -cl-opt-disable" -output_no_suffix -output two >log 2>&1 || cat log
launch() { # KEYS-OF-DISPATCH [OPTION...]
	printf '{"kernel": "%s",\n "dispatch": {"kind": "opencl", %s}}\n' "${kernel:-two}" "$1" >l.json
	shift
	"$EULAB" run --launch l.json "$@"
	echo "status $?"
}
buffer='{"buffer": {"size": 64}, "as": "out"}'
echo '== names'
launch "\"global\": [8], \"args\": [$buffer]"
launch "\"name\": \"third\", \"global\": [8], \"args\": [$buffer]"
launch "\"name\": \"first\", \"global\": [8], \"args\": [$buffer]" --dump-arg out
launch "\"name\": \"first\", \"global\": [8], \"args\": [$buffer]" --dump-arg none
launch "\"name\": \"first\", \"global\": [8], \"args\": [$buffer]" --dump-arg out=none/f
launch "\"name\": \"second\", \"global\": [8], \"args\": [$buffer, {\"local\": 64, \"as\": \"b\"}]" --dump-arg b # the letter is no number
launch "\"name\": \"first\", \"global\": [8], \"args\": [$buffer]" --dump-arg 0
launch "\"name\": \"first\", \"global\": [8], \"args\": [$buffer]" --dump-arg 1
printf 'no kernels' >text
kernel=text launch "\"global\": [8], \"args\": [$buffer]"
kernel=none launch "\"global\": [8], \"args\": [$buffer]"
echo '== sizes'
launch "\"name\": \"second\", \"global\": [16], \"local\": [16], \"args\": [$buffer, {\"local\": 64}]" --eus 1 --eu-threads 1
launch "\"name\": \"second\", \"global\": [16], \"local\": [16], \"args\": [$buffer, {\"local\": 64}]" --eus 1 --eu-threads 2 --dump-arg out
launch "\"name\": \"first\", \"global\": [524288], \"args\": [{\"buffer\": {\"size\": 2097152}}]" --max-insts 10
launch "\"name\": \"first\", \"global\": [524289], \"args\": [{\"buffer\": {\"size\": 2097156}}]" --max-insts 10
launch "\"name\": \"first\", \"global\": [8], \"args\": [{\"buffer\": {\"size\": 40, \"fill\": 255}, \"as\": \"out\"}]" --dump-arg out
launch "\"name\": \"first\", \"global\": [8], \"args\": [{\"buffer\": {\"size\": 40, \"fill\": 7, \"hex\": \"0102\"}, \"as\": \"out\"}]" --dump-arg out
launch "\"name\": \"first\", \"global\": [8], \"args\": [{\"buffer\": {\"size\": 31}, \"as\": \"out\"}]"
echo '== two kernels: the second comes after all of the first, and one that takes another lane'"'"'s elements has no race with it'
printf '{"kernel": "two", "dispatch": [{"kind": "opencl", "name": "first", "global": [32], "local": [16], "args": [{"as": "out", "buffer": {"size": 128}}]},
 {"kind": "opencl", "name": "second", "global": [32], "local": [8], "args": [{"same": "out"}, {"local": 64}]}]}' >l.json
"$EULAB" run --launch l.json --lint --dump-arg out 2>&1 | grep 'data-race\|out='
echo '== an image of one dimension'
image() { launch "\"name\": \"line\", \"global\": [4], \"args\": [{\"image\": {\"format\": \"R32G32B32A32_FLOAT\", \"width\": 4$1}}, {\"buffer\": {\"size\": 64}, \"as\": \"out\"}]" --dump-arg out; }
image ''
image ', "fill": 63'
image ', "in": "none.bin"'
printf '\0\0\200\077\0\0\0\100' >in.bin
image ', "in": "in.bin"'
echo '== lines of an array: element x of line y is 10 * y + x'
echo 'kernel void lines(read_only image1d_array_t in, sampler_t s, global float *out) { int x = get_global_id(0), y = get_global_id(1);
	out[x + 5 * y] = read_imagef(in, s, (float2)(x + 0.5f, y)).x; }' >lines.cl
for device in skl bdw; do
	IGC_EnableZEBinary=1 ocloc compile -q -file lines.cl -device $device -output_no_suffix -output lines >log 2>&1 || cat log
	for pitch in 20 28 22; do
		python3 -c "import struct, sys
b = bytearray(8 * $pitch + 20)
for i in range(15): struct.pack_into('<f', b, i // 5 * 4 * $pitch + i % 5 * 4, i // 5 * 10 + i % 5)
sys.stdout.buffer.write(b)" >lines.in
		kernel=lines launch "\"global\": [5, 3], \"args\": [{\"image\": {\"format\": \"R32_FLOAT\", \"width\": 5, \"depth\": 3, \"pitch\": $pitch, \"in\": \"lines.in\"}},
 {\"sampler\": {\"coordinates\": \"texels\", \"wrap\": \"clamp\"}}, {\"buffer\": {\"size\": 60}, \"as\": \"out\"}]" --dump-arg out
	done
done
echo '== debug information'
head -n 1 two.cl >first.cl
IGC_EnableZEBinary=1 ocloc compile -q -file first.cl -device skl -options "-g -cl-opt-disable" -output_no_suffix -output full >log 2>&1 || cat log
LC_ALL=C sed 's/\.debug_/.xebug_/g' full >bare # the same code, and no debug information
where() { "$EULAB" shell --launch l.json -c 'break first' "$@" 2>&1 | sed 's/.*first.cl/first.cl/'; }
kernel=bare launch "\"name\": \"first\", \"global\": [8], \"args\": [$buffer]"
where
where --symbols none
where --symbols symbols
printf 'no debug information' >symbols/a
cp full symbols/.full
where --symbols symbols
cp full symbols/+full # sorts in front of the folder's own names
where --symbols symbols
sed 's/"kernel"/"debug": "full", "kernel"/' l.json >d.json && mv d.json l.json
where
cp full bare.dbg
sed -i 's/"debug": "full", //' l.json
where
