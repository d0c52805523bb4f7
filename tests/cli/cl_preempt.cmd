# Thread groups sent away and brought back by the driver's own System Routine, at random moments: what programs and kernels of the
# corpus give stays the same. EULAB_SHARED has the corpus.
CFLAGS= samples/opencl/build.sh "$T" || exit 1
for seed in 1 2 3; do for p in vadd reduce chain buffers image; do
	timeout 60 "$EULAB" cl --stats --preempt $seed "$T/$p" 2>&1 | sed "/SIMD\|in all/d; s/^stats: [1-9][0-9]* contexts/some contexts/"
done; done
CL='--preempt 5' tests/opencl_driver.sh "$EULAB" "${EULAB_SHARED:-../shared}/gen9/opencl" skl '' zebin atomics collatz histogram loop_break matmul_tile private_array reduce spill
"$EULAB" cl --preempt x true; echo "status $?"
"$EULAB" cl --preempt 1 --gpu bdw true; echo "status $?"
"$EULAB" cl --preempt 1 --gdb true; echo "status $?"
