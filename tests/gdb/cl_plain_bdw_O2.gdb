# A program without debug information, under the driver: bdw, optimised.
# host: tests/opencl_lines.c
# before: touch go
# cl: --gpu bdw -- env EULAB_CL_OPTIONS= ./host
python which, answers = "bdw O2 cl", "opencl_plain.txt"
source tests/gdb/opencl_lines.py
