# Everything that is asked of a kernel's source, under the driver: skl, optimised.
# host: tests/opencl_lines.c
# cl: --gpu skl --debug=optimized -- env HardwareInfoOverride=1x2x6 ./host
python which, answers = "skl O2 cl", "opencl_lines.txt"
source tests/gdb/opencl_lines.py
