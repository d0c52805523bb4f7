# A recording, with debug information of what Intel's compiler makes of the same source.
# host: tests/opencl_debug.c
# before: "$eulab" cl --debug --aub recording.aub ./host && IGC_EnableZEBinary=0 ocloc compile -q -file opencl_debug.cl -device skl -options "-g -cl-opt-disable" -out_dir symbols >ocloc.log 2>&1
# gpu: --replay recording.aub --symbols symbols
# echo
set breakpoint pending on
set language c
break opencl_debug.cl:25 if i == 30
source connect
continue
info locals
reverse-continue
continue
delete
continue
