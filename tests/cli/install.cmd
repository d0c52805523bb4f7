# `make install` below DESTDIR, used from another folder with a clean environment: the program, gdb's script, the manual,
# the samples, and the library: samples/embed.c is compiled with what
# pkg-config says, for libeulab.a, then libeulab.so.
B=$(realpath --relative-to=. "$(dirname "$EULAB")")
make -s B="$B" PREFIX=/opt DESTDIR="$T/root" install >"$T/log" 2>&1 || cat "$T/log"
at=$T/root/opt
(cd "$T/root" && find . -type f ! -path '*/samples/*' | sort)
mkdir "$T/else" && cd "$T/else" || exit 1
printf '#!/bin/sh\nprintf "%%s\\n" "$@" | grep "eulab-gdb.py"\n' >"$T/gdb" && chmod +x "$T/gdb"
run() { env -i PATH=/usr/bin:/bin HOME="$T/else" ASAN_OPTIONS="${ASAN_OPTIONS:-}" "$@"; }
run EULAB_GDB="$T/gdb" "$at/bin/eulab" gdb "$at/share/eulab/samples/illegal.asm"
run "$at/bin/eulab" run --launch "$at/share/eulab/samples/illegal.json"
for page in man1/eulab.1 man7/eulab-samples.7; do mandoc "$at/share/man/$page" | sed -n 's|.\x08||g; 4p; /share.eulab.samples/p'; done
export PKG_CONFIG_PATH=$at/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$T/root
# shellcheck disable=SC2046,SC2086 # words
${CC:-cc} -std=c11 -Wall -Wextra -pedantic ${CFLAGS:-} "$at/share/eulab/samples/embed.c" -o embed $(pkg-config --cflags --libs eulab) && run ./embed
nm -g "$at/lib/libeulab.a" | awk 'NF == 3 && $3 !~ /^eulab_/'
cd "$OLDPWD" && env -u PKG_CONFIG_PATH -u PKG_CONFIG_SYSROOT_DIR make -s B="$B" SHARED=1 PREFIX=/opt DESTDIR="$T/root" install >"$T/log" 2>&1 || cat "$T/log"
nm -D --defined-only "$at/lib/libeulab.so" | awk '$2 != "A" && $3 !~ /^eulab_.*@@EULAB_0$/'
# shellcheck disable=SC2046,SC2086 # words
${CC:-cc} ${CFLAGS:-} samples/embed.c -o "$T/shared" $(pkg-config --cflags --libs eulab) && readelf -d "$T/shared" | grep -o 'libeulab.so[.0-9]*' &&
	run LD_LIBRARY_PATH="$at/lib" "$T/shared" | tail -1
env -u PKG_CONFIG_PATH -u PKG_CONFIG_SYSROOT_DIR make -s B="$B" PREFIX=/opt DESTDIR="$T/root" uninstall >>"$T/log" 2>&1 && find "$T/root" ! -type d
