# Four shorts at any element of a private array, which the compiler moves with one message for bdw.
cp tests/opencl_unaligned.cl "$T" && ${CC:-cc} -std=c11 -iquote . -o "$T/unaligned" tests/opencl_unaligned.c -lOpenCL || exit 1
for d in skl bdw; do timeout 100 "$EULAB" cl --gpu $d "$T/unaligned"; done
timeout 100 "$EULAB" cl --gpu bdw --engine reference "$T/unaligned"
