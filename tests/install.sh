#!/bin/sh
# install.sh install|uninstall BUILD DESTDIR PREFIX VERSION LIBDIR [1] - installs below
# DESTDIR/PREFIX, or removes again; libraries go to its LIBDIR. 1: the shared library, too.
set -eu
cd "$(dirname "$0")/.."
what=$1 build=$2 at=$3$4 prefix=$4 version=$5 lib=$6 shared=${7:-}
one() { # MODE FILE TARGET
	rm -f "$at/$3"
	[ "$what" = uninstall ] || install -D -m "$1" "$2" "$at/$3"
}
put() { # MODE FOLDER FILE...
	mode=$1 to=$2
	shift 2
	for file; do one "$mode" "$file" "$to/${file##*/}"; done
}
[ "$what" = uninstall ] || printf '%s\n' "prefix=$prefix" 'includedir=${prefix}/include' 'libdir=${prefix}/'"$lib" '' 'Name: eulab' \
	'Description: machine of Intel Execution Units to run, step and change' "Version: $version" 'Requires: libelf jansson' \
	'Cflags: -I${includedir}' 'Libs: -L${libdir} -leulab -lm -lpthread' >"$build/eulab.pc"
put 755 bin "$build/eulab"
for layer in cl ze wire; do put 755 lib/eulab "$build/eulab-$layer.so"; done
put 644 "$lib" "$build/libeulab.a"
so=libeulab.so
[ "$what$shared" = install ] || one 755 "$build/$so" "$lib/$so.${version%%.*}"
rm -f "$at/$lib/$so"
[ "$what$shared" != install1 ] || ln -s "$so.${version%%.*}" "$at/$lib/$so"
put 644 "$lib/pkgconfig" "$build/eulab.pc"
one 644 eu/eulab.h include/eulab.h
for page in docs/*.[17]; do
	one 644 "$page" "share/man/man${page##*.}/${page##*/}"
	[ "$what" = uninstall ] || sed -i "s|/usr/local/share|$prefix/share|" "$at/share/man/man${page##*.}/${page##*/}"
done
put 644 share/doc/eulab README.md SECURITY.md docs/gdb.md docs/gcn.md docs/opencl.md docs/opencl-kernels.md docs/tour.md docs/visa.md
put 644 share/eulab gdb-xml/*.py gdb-xml/*.xml
put 644 share/eulab/samples samples/*.asm samples/*.inc samples/*.json samples/*.md samples/*.ppm samples/*.c
put 644 share/eulab/samples/opencl samples/opencl/*.cl samples/opencl/*.c samples/opencl/*.h
put 644 share/eulab/samples/visa samples/visa/*.visaasm samples/visa/*.json
put 755 share/eulab/samples/opencl samples/opencl/build.sh
put 755 share/eulab/samples/cluster samples/cluster/*.sh
put 644 share/eulab/samples/gcn samples/gcn/*.s samples/gcn/*.cl samples/gcn/*.json samples/gcn/*.hsaco
one 644 docs/eulab.bash share/bash-completion/completions/eulab
one 644 docs/eulab.vim share/vim/vimfiles/syntax/eulab.vim
one 644 docs/eulab-detect.vim share/vim/vimfiles/ftdetect/eulab.vim
one 644 docs/_eulab share/zsh/site-functions/_eulab
one 644 docs/eulab.fish share/fish/vendor_completions.d/eulab.fish
[ "$what" = install ] || rm -rf "$at/share/eulab" "$at/share/doc/eulab"
