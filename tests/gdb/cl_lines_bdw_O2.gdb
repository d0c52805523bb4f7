# Everything that is asked of a kernel's source, under the driver: bdw, optimised.
# host: tests/opencl_lines.c
# cl: --gpu bdw --debug=optimized -- ./host
source tests/gdb/opencl_lines.py
