# The shell at a kernel's source: variables of the lane, of all lanes, in conditions, for one work item.
cp samples/opencl/particles.cl "$T" && cd "$T" || exit 1
for device in skl bdw; do
	IGC_EnableZEBinary=1 ocloc compile -q -file particles.cl -device $device -options "-g -cl-opt-disable" -output_no_suffix -output $device.zebin >log 2>&1 || cat log
	cat >$device.json <<J
{"kernel": "$device.zebin", "dispatch": {"kind": "opencl", "global": [32], "local": [16],
 "args": [{"buffer": {"hex": "05000000060000000700000008000000", "size": 128}}, {"buffer": {"size": 128}}, {"local": 64}]}}
J
done
cat >session <<'S'
locals
break particles.cl:23 if any i == 21
break particles.cl:8 item 3
continue
locals
backtrace
print x * x
delete 2
continue
locals
print i
print /x i * 2 + 1
locals all
print p.at.y
print p.at.s2 + p.hits[0]
print in[1] * 2
print 3 * *in
lanes last[1]
break particles.cl:25 if any p.hits[1] == 8
next
print p
S
"$EULAB" shell --launch skl.json -x session 2>&1 | sed 's/r[0-9]*\.[0-9].*//'
"$EULAB" shell --launch bdw.json -c 'break particles.cl:25' -c continue -c 'lanes i + 1' -c 'locals' 2>&1 | sed 's/^\(thread [0-9]*\) ip.*/\1/'
for expr in p.z 'last[9]' '*i' '*nothing' '*last[1]' p.at.s7 'p.hits[1'; do
	"$EULAB" shell --launch bdw.json -c 'break particles.cl:25' -c continue -c "print $expr" 2>&1 >/dev/null
done
