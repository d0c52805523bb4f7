# Everything that is asked of a kernel's source, under the driver: skl, optimised.
# host: tests/opencl_lines.c
# cl: --gpu skl --debug=optimized -- ./host
source tests/gdb/opencl_lines.py
