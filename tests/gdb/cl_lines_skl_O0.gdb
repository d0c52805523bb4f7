# Everything that is asked of a kernel's source, under the driver: skl, not optimised.
# host: tests/opencl_lines.c
# cl: --gpu skl --debug -- env HardwareInfoOverride=1x2x6 ./host
python which, answers = "skl O0 cl", "opencl_lines.txt"
source tests/gdb/opencl_lines.py
