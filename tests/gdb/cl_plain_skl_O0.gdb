# A program without debug information, under the driver: skl, not optimised.
# host: tests/opencl_lines.c
# before: touch go
# cl: --gpu skl -- env EULAB_CL_OPTIONS=-cl-opt-disable ./host
python which, answers = "skl O0 cl", "opencl_plain.txt"
source tests/gdb/opencl_lines.py
