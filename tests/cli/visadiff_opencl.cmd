# visadiff of a launch of kind opencl: vISA as Intel's compiler dumps it, beside its code of the same compilation; another sum in the last argument; the sum in the first.
cp samples/opencl/vadd.cl "$T"
cd "$T" || exit
IGC_EnableZEBinary=1 IGC_ShaderDumpEnable=1 IGC_DumpToCustomDir=$T/dump ocloc compile -q -file vadd.cl -device skl -output_no_suffix -output vadd.zebin >log 2>&1 || cat log
buffer='"buffer": {"hex": "0000803f000000400000404000008040", "size": 64}'
printf '{"kernel": "vadd.zebin", "visa": "vadd.visaasm", "dispatch": {"kind": "opencl", "name": "vadd", "global": [16], "local": [8], "args": [{%s}, {%s}, {"buffer": {"size": 64}}]}}' "$buffer" "$buffer" >l.json
compare() { sed "$1" dump/*.visaasm >vadd.visaasm && "$EULAB" visadiff --launch l.json; echo "status $?"; }
compare ''
compare '/V0058(0,0)/s/ add / mul /'
compare '/movs.*0x2:ud/s/0x2:ud/0x0:ud/'
