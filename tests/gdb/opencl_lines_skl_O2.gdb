# Everything that is asked of a kernel's source, of a launch: skl, optimised.
# before: python3 -c 'import sys; sys.stdout.buffer.write(b"".join((100 + i).to_bytes(4, "little") for i in range(1024)))' >in.bin
# serve: --launch launch.json --eus 1 --eu-threads 4
# kernel: tests/opencl_lines.cl
# device: skl
# launch: {"kernel": "kernel.zebin", "dispatch": {"kind": "opencl", "global": [1024], "local": [16], "args": [{"buffer": "in.bin"}, {"buffer": {"size": 4096}}, {"local": 64}, {"float": 0.5}]}}
python which, answers = "skl O2 run", "opencl_lines.txt"
source tests/gdb/opencl_lines.py
