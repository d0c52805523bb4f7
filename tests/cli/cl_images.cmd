# Images of every format that the driver offers for reading, nearest texels and the border, and slices outside of an image of one: numbers of the order and type, then the components; levels of a mip map, which a kernel writes; an image that a kernel reads and writes. On bdw the same.
cp tests/opencl_images.cl "$T" && ${CC:-cc} -std=c11 -iquote . -o "$T/images" tests/opencl_images.c -lOpenCL || exit 1
timeout 100 "$EULAB" cl "$T/images" | tee "$T/skl"
timeout 100 "$EULAB" cl --gpu bdw "$T/images" | diff "$T/skl" - && echo same
