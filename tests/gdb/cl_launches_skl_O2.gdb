# A kernel that is launched 1000 times: a condition that holds once, asked in the server: skl, optimised.
# host: tests/opencl_launches.c
# cl: --gpu skl --debug=optimized -- ./host
python which, answers = "skl O2 cl", "opencl_launches.txt"
source tests/gdb/opencl_lines.py
