# A recording, with what the compiler dumped when it was made.
# host: tests/opencl_debug.c
# before: mkdir dump && IGC_ShaderDumpEnable=1 IGC_DumpToCustomDir=$PWD/dump "$eulab" cl --debug --aub recording.aub ./host >dump.log 2>&1
# gpu: --replay recording.aub --symbols dump
# echo
set breakpoint pending on
tbreak opencl_debug.cl:25
source connect
continue
info locals
bt
kill
