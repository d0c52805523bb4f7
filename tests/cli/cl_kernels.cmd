# Kernels of the corpus, built and run by Intel's driver on a simulated GPU. Known: two items of stateless race, so that its result
# depends on the order of groups. EULAB_SHARED has the corpus.
S=${EULAB_SHARED:-../shared}/gen9/opencl
tests/opencl_driver.sh "$EULAB" "$S" bdw '' zebin atomics bits histogram image_copy matmul_tile printf reduce spill struct types_long >"$T/bdw" &
tests/opencl_driver.sh "$EULAB" "$S" skl '-cl-opt-disable' tokens >"$T/skl"
wait $!
echo '-- bdw'; cat "$T/bdw"
echo '-- skl, not optimised'; cat "$T/skl"
