# What events say of when, under eulab cl: each command's moments in their order, and a kernel takes a nanosecond an instruction by the
# timestamp of each device, whose ticks differ.
${CC:-cc} -std=c11 -D_GNU_SOURCE -iquote . -o "$T/times" tests/opencl_times.c -lOpenCL
for d in bdw skl glk; do
	echo "-- $d"
	timeout 60 "$EULAB" cl --gpu $d --stats "$T/times" >"$T/out" 2>"$T/stats"; echo "status $?"
	grep -v '^nanoseconds' "$T/out"
	took=$(sed -n 's/^nanoseconds: //p' "$T/out")
	insts=$(sed -n '/twice/s/.*threads, \([0-9]*\) instructions.*/\1/p' "$T/stats")
	# to a tick or two at each end
	[ $((took - insts)) -le 330 ] && [ $((insts - took)) -le 330 ] && echo 'a nanosecond an instruction' || echo "$took ns, $insts instructions"
done
