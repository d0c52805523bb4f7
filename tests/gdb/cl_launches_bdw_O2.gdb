# A kernel that is launched 1000 times: a condition that holds once, asked in the server: bdw, optimised.
# host: tests/opencl_launches.c
# cl: --gpu bdw --debug=optimized -- ./host
python which, answers = "bdw O2 cl", "opencl_launches.txt"
source tests/gdb/opencl_lines.py
