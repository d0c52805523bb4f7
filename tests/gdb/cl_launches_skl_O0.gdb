# A kernel that is launched 1000 times: a condition that holds once, asked in the server: skl, not optimised.
# host: tests/opencl_launches.c
# cl: --gpu skl --debug -- ./host
python which, answers = "skl O0 cl", "opencl_launches.txt"
source tests/gdb/opencl_lines.py
