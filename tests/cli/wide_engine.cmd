# The build of the fast engine for AVX2 has no instruction of the older encoding; nothing else in the program has one of
# AVX, so that it runs on any x86-64, unless the builder's flags allow AVX everywhere.
build=$(dirname "$EULAB")
registers() { objdump -d --no-show-raw-insn "$@" | sed -n '/%[xyz]mm/{s/^[^\t]*\t//; s/^\({evex} \|[cde]s \)*//; p}'; }
any=yes wide=yes
if [ "$(uname -m)" = x86_64 ]; then
	! registers "$build/sim/fast_wide.o" | grep -v '^v' | head -3 | grep . || wide=no
	others=$(find "$build"/{isa,sim,exception,debug,eu,stub,ui} -name '*.o' ! -name fast_wide.o)
	grep -q -e -march= -e -mavx "$build/.flags" || ! registers $others | grep '^v' | head -3 | grep . || any=no
	[ "$(echo $others | wc -w)" -gt 100 ] || any=no
fi
echo "for AVX2 alone: $wide; for any host: $any"
