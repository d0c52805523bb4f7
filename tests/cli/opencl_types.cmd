# Variables of every type at a kernel's source: numbers as they are, at a work item.
cat >"$T/types.cl" <<'S'
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void types(global int *out, double d, half h, float f, long l, ulong ul, short s, ushort us, char c, uchar uc, int n)
{
    bool yes = n > 5, no = n > 6;
    out[get_global_id(0)] = (int)(d + h + f) + (int)(l + ul) + s + us + c + uc + n + yes + no;
}
S
cd "$T" || exit
IGC_EnableZEBinary=1 ocloc compile -q -file types.cl -device skl -options "-g -cl-opt-disable" -output_no_suffix -output types.zebin >log 2>&1 || cat log
printf '{"kernel": "types.zebin", "dispatch": {"kind": "opencl", "global": [16], "local": [16], "args": [{"buffer": {"size": 64}}, {"double": 1.25}, {"half": -0.5}, {"float": 2.5}, {"long": -5}, {"long": 5}, {"short": -3}, {"short": -2}, {"char": -7}, {"char": -1}, {"int": 6}]}}' >l.json
"$EULAB" shell --launch l.json -c 'break types.cl:6; continue; locals; print d; print h; print f; print l; print ul; print s; print us; print c; print uc; print yes; print no' 2>&1 | sed 's/r[0-9]*\.[0-9].*//'
sed 's/{"short": -3}/{"char": -3}/' l.json >short.json
"$EULAB" run --launch short.json
# patch tokens say the types likewise
ocloc compile -q -file types.cl -device bdw -options -g -output_no_suffix -output types.bin >log 2>&1 || cat log
sed 's/zebin/bin/; s/{"buffer": /{"as": "out", "buffer": /' l.json >bdw.json
"$EULAB" run --launch bdw.json --dump-arg out | cut -c1-40
