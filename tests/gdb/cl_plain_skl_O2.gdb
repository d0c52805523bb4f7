# A program without debug information, under the driver: skl, optimised.
# host: tests/opencl_lines.c
# before: touch go
# cl: --gpu skl -- env EULAB_CL_OPTIONS= ./host
python which, answers = "skl O2 cl", "opencl_plain.txt"
source tests/gdb/opencl_lines.py
