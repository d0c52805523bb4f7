# Launches of kind opencl as vISA: images, samplers, program-scope constants and printf as the Gen code of the same compilation has them; launches that do not fit the text.
cat >"$T/k.cl" <<'K'
constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
kernel void look(global int *a, int n)
{
    int i = get_global_id(1) * 16 + get_global_id(0);
    a[i] = table[a[i] & 7] + n;
    if (i == 19)
        printf("look %d\n", a[i]);
}
kernel void shift(read_only image2d_t a, write_only image2d_t b, sampler_t s)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(b, p + (int2)(2, 0), read_imagef(a, s, p + (int2)(-1, 1)));
}
__attribute__((intel_reqd_sub_group_size(16))) kernel void own(global int *a, int n)
{
    int p[16], i = get_global_id(2) * 64 + get_global_id(1) * 16 + get_global_id(0);
    for (int k = 0; k < 16; k++)
        p[k] = a[i] * k + i;
    for (int k = 0; k < 16; k++)
        p[(k * a[i]) & 15] ^= p[(k + a[i] + 3) & 15];
    a[i] = p[a[i] & 15] + p[(a[i] + 5) & 15] + n;
}
kernel void deep(read_only image3d_t a, write_only image2d_t b, sampler_t s)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(b, p, read_imagef(a, s, (int4)(p, 0, 0)));
}
kernel void right(read_only image2d_t a, write_only image2d_t b, sampler_t s)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(b, p, read_imagef(a, s, p + (int2)(1 + p.y, 1)));
}
kernel void stretch(read_only image2d_t a, write_only image2d_t b, sampler_t s)
{
    float2 p = (float2)(get_global_id(0), get_global_id(1));
    write_imagef(b, convert_int2(p), read_imagef(a, s, p / (float2)(40.0f, 5.0f) - 0.05f));
}
constant sampler_t repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
kernel void again(read_only image2d_t a, write_only image2d_t b)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(b, p, read_imagef(a, repeat, convert_float2(p) / (float2)(9.0f, 3.0f) - 1.3f));
}
kernel void layers(read_only image2d_array_t a, write_only image2d_array_t b, sampler_t s)
{
    int4 p = (int4)(get_global_id(0), get_global_id(1) & 1, get_global_id(1) >> 1, 0);
    write_imagef(b, p, read_imagef(a, s, p + (int4)(0, 0, 1, 0)));
}
K
cd "$T" || exit
IGC_EnableZEBinary=1 IGC_ShaderDumpEnable=1 IGC_DumpToCustomDir=$T/dump ocloc compile -q -file k.cl -device skl -output_no_suffix -output k.zebin >log 2>&1 || cat log
for k in look shift stretch right own deep again layers; do cp "$(grep -l "^.kernel \"$k\"" dump/*.visaasm)" $k.visaasm; done
printf '%s' {a..z}{0..9}{a..z} | head -c 256 >px.bin
images() { echo '{"image": {"format": "'"$1"'", "width": 16, "height": 4, "in": "px.bin"}}, {"image": {"format": "'"$1"'", "width": 16, "height": 4}, "out": "out.bin"}, {"sampler": '"$2}"; }
buffer='{"as": "a", "buffer": {"hex": "0000000001000000020000000300000004000000050000000600000007000000", "size": 256}, "out": "a.bin"}, {"int": 10}'
launch() { printf '{"kernel": "k.zebin", %s"dispatch": {"kind": "opencl", "name": "%s", "global": [16, 4], "local": [16, 2], "args": [%s]}}' "$1" "$2" "$3" >l.json; }
both() { # NAME ARGUMENTS: the same results, of the Gen code first
	launch '' "$@"; "$EULAB" run --launch l.json; mv out.bin gen.bin
	launch '"visa": "'"$1"'.visaasm", ' "$@"; "$EULAB" run --launch l.json; echo "status $?"; cmp gen.bin out.bin && echo same
}
both shift "$(images R8G8B8A8_UNORM '{"coordinates": "texels", "wrap": "clamp"}')"
both right "$(images R8G8B8A8_UNORM '{"coordinates": "texels", "wrap": "clamp"}')"
both stretch "$(images R8G8B8A8_UNORM '{"wrap": "clamp"}')"
echo '== addressing modes, elements of arrays, slices: visadiff'
differs() { launch '"visa": "'"$1"'.visaasm", ' "$@"; "$EULAB" visadiff --launch l.json; echo "status $?"; }
for wrap in wrap mirror clamp border; do differs stretch "$(images R8G8B8A8_UNORM '{"wrap": "'$wrap'"}')"; done
differs right "$(images R8G8B8A8_UNORM '{"coordinates": "texels", "wrap": "border"}')"
differs again "$(images R8G8B8A8_UNORM '{}' | sed 's/, {"sampler.*//')"
slices() { images R8G8B8A8_UNORM '{"coordinates": "texels", "wrap": "border"}' | sed 's/"height": 4/"height": 2, "depth": 2/g'; }
differs layers "$(slices)"
differs deep "$(slices | sed 's/2, "depth": 2}, "out/4}, "out/')"
launch '"visa": "look.visaasm", ' look "$buffer"
"$EULAB" run --launch l.json; echo "status $?"; od -An -td4 a.bin
"$EULAB" visadiff --launch l.json
"$EULAB" shell --launch l.json -c 'step thread 40; continue; back 30; continue' 2>&1 | grep -v '^ '
echo '== groups of each shape, with memory of their own'
for shape in '"local": [16, 4]' '"local": [4, 4, 4]' '"local": [8, 2, 4]' '"local": [16, 1, 4]'; do
	printf '{"kernel": "k.zebin", "visa": "own.visaasm", "dispatch": {"kind": "opencl", "name": "own", "global": [16, 4, 4], %s, "args": [{"as": "a", "buffer": {"size": 1024, "fill": 9}}, {"int": 10}]}}' "$shape" >l.json
	"$EULAB" visadiff --launch l.json
done
echo '== what does not fit'
sed 's/faddr table/faddr other/' look.visaasm >other.visaasm
for visa in '"other.visaasm"' 5; do launch '"visa": '"$visa"', ' look "$buffer"; "$EULAB" run --launch l.json; echo "status $?"; done
launch '"visa": "shift.visaasm", ' shift "$(images R8G8B8A8_UNORM '{"filter": "linear"}')"; "$EULAB" run --launch l.json; echo "status $?"
launch '"visa": "shift.visaasm", ' look "$buffer"; "$EULAB" run --launch l.json; echo "status $?"
sed -i 's/SimdSize=32/SimdSize=16/' look.visaasm
launch '"visa": "look.visaasm", ' look "$buffer"; "$EULAB" run --launch l.json; echo "status $?"
printf '{"kernel": "k.zebin", "visa": "look.visaasm", "dispatch": [{"kind": "opencl", "name": "look", "global": [16], "args": [%s]}, {"kind": "opencl", "name": "look", "global": [16], "args": [%s]}]}' "$buffer" "${buffer/\"a\"/\"b\"}" >l.json
"$EULAB" run --launch l.json; echo "status $?"
