# Findings of a program, each once, and again of one that comes to the same address when the first was released.
${CC:-cc} -std=c11 -D_GNU_SOURCE -iquote . -o "$T/lint" tests/opencl_lint.c -lOpenCL || exit 1
"$EULAB" cl --lint "$T/lint" 1000 1001 1001 2>&1; echo "status $?"
