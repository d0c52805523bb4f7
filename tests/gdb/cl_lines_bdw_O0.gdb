# Everything that is asked of a kernel's source, under the driver: bdw, not optimised.
# host: tests/opencl_lines.c
# cl: --gpu bdw --debug -- env HardwareInfoOverride=1x2x6 ./host
python which, answers = "bdw O0 cl", "opencl_lines.txt"
source tests/gdb/opencl_lines.py
