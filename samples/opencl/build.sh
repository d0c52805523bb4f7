#!/bin/sh
# build.sh OUT - the host programs to OUT, their kernels beside them. Debian: ocl-icd-opencl-dev; for Level Zero libze-dev,
# and ocloc of intel-opencl-icd (DEVICE=skl: what its kernel is compiled for). CC, CFLAGS as usual.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
cp "$here"/*.cl .
for name in vadd reduce chain buffers image printf; do
	${CC:-cc} -std=c11 -Wall -Wextra ${CFLAGS:--O1} -o $name "$here/$name.c" -lOpenCL
done
[ ! -e /usr/include/level_zero/ze_api.h ] || {
	${CC:-cc} -std=c11 -Wall -Wextra ${CFLAGS:--O1} -o zero "$here/zero.c" -lze_loader
	ocloc compile -q -file vadd.cl -device "${DEVICE:-skl}" -output_no_suffix -output vadd_native >/dev/null
}
