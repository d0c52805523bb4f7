# The screen at a kernel's source: locals of every lane, work items over the lanes, source beside instructions; at all sizes.
cp samples/opencl/particles.cl tests/gdb/opencl_lanes.cl "$T" && cd "$T" || exit 1
compile() { # FILE DEVICE OPTIONS NAME GLOBAL ARGS
	IGC_EnableZEBinary=1 ocloc compile -q -file "$1.cl" -device "$2" -options "-g $3" -output_no_suffix -output "$4.zebin" >log 2>&1 || cat log
	echo "{\"kernel\": \"$4.zebin\", \"dispatch\": {\"kind\": \"opencl\", \"global\": [$5], \"local\": [$5], \"args\": [$6]}}" >"$4.json"
}
compile particles skl -cl-opt-disable skl 16 '{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}'
compile particles bdw "" bdw 16 '{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}'
compile opencl_lanes skl -cl-opt-disable lanes 8 '{"buffer": {"size": 64}}'
cat >at.keys <<'K'
keys : b r e a k Space p a r t i c l e s . c l : 2 3 Enter c
keys : d e l e t e Enter
keys L
screen
keys z j j j j l : u n t i l Space p a r t i c l e s . c l : 2 5 Enter
screen
size 132x43
keys z
screen
size 40x10
keys z k ] ]
screen
size 80x24
keys z 1 z t t
screen
K
"$EULAB" tui --launch skl.json --keys at.keys
cat >optimized.keys <<'K'
keys : b r e a k Space p a r t i c l e s . c l : 2 3 Enter c
keys L z
screen
K
"$EULAB" tui --launch bdw.json --keys optimized.keys
# lanes that wait outside of a call
cat >lanes.keys <<'K'
keys : b r e a k Space o p e n c l _ l a n e s . c l : 5 Enter c
keys L z
screen
K
"$EULAB" tui --launch lanes.json --keys lanes.keys
