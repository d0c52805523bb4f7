# A kernel that reads no local ids: its cross-thread data come behind a register that is not used; as Gen code and as vISA, with its variables.
cat >"$T/find.cl" <<'S'
kernel void find(global int *p, int n)
{
    int i = 0;
    while (p[i] != n)
        i++;
    p[3] = i + 100;
}
S
cd "$T" || exit
for device in skl bdw; do
	for container in 0 1; do
		for options in -g "-g -cl-opt-disable"; do
			IGC_EnableZEBinary=$container ocloc compile -q -file find.cl -device $device -options "$options" -output_no_suffix -output find.bin >log 2>&1 || cat log
			echo '{"kernel": "find.bin", "dispatch": {"kind": "opencl", "global": [8], "local": [8], "args": [{"as": "p", "buffer": {"hex": "01000000020000000300000000000000"}}, {"as": "n", "int": 3}]}}' >l.json
			"$EULAB" run --launch l.json --dump-arg p
		done
	done
	"$EULAB" info kernels find.bin
	"$EULAB" shell --launch l.json -c 'break find.cl:6; continue; print i; print n'
done
mkdir dump
IGC_EnableZEBinary=1 IGC_ShaderDumpEnable=1 IGC_DumpToCustomDir=$T/dump ocloc compile -q -file find.cl -device skl -output_no_suffix -output find.bin >log 2>&1 || cat log
mv dump/*.visaasm find.visaasm
sed 's/"kernel"/"visa": "find.visaasm", &/' l.json >v.json
"$EULAB" visadiff --launch v.json
