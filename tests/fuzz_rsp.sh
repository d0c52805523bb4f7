#!/bin/bash
# fuzz_rsp.sh EULAB SECONDS SEED - runs the shared fuzzer of the remote protocol against EULAB for
# SECONDS each: with channels as gdb threads, with EU threads as gdb threads, and beside a second
# client. Without ../shared/rsp or Python it says so and does nothing.
set -eu
eulab=$(realpath "$1") seconds=$2 seed=$3
fuzzer=${EULAB_SHARED:-../shared}/rsp/rspfuzz.py
if [ ! -e "$fuzzer" ] || ! command -v python3 >/dev/null; then
	echo "fuzz: $fuzzer or python3 is not here: the remote protocol is fuzzed by the targets alone"
	exit 0
fi
work=$(mktemp -d)
fellow=
end() {
	[ -z "$fellow" ] || { exec {fellow}>&-; wait $pid; }
	rm -rf "$work"
}
trap end EXIT
head -c 65536 /dev/zero >"$work/memory"
fuzz() { # THREADS WHAT
	python3 "$fuzzer" --port $port --seed "$seed" -n 1000000 --seconds "$seconds" --addr 0x100000 --timeout 10 --cmd \
		"$eulab serve --listen $port --gdb-threads $1 --load 0x100000=$work/memory bench/rsp_loop.asm" >"$work/out"
	sed -n "s/^ \"cases\": \([0-9]*\),/fuzz: rspfuzz $2: \1 cases/p; s/^ \"bad_cases\": \([0-9]*\),/fuzz: rspfuzz $2: \1 bad/p" "$work/out"
	grep -q '^ "bad_cases": 0,' "$work/out" || { sed -n '/^ "bad"/,$p' "$work/out"; exit 1; }
}
for threads in channels eu; do
	port=$((20000 + RANDOM % 20000))
	fuzz $threads "$threads"
done
port=$((20000 + RANDOM % 20000))
exec {fellow}> >(exec python3 tests/fuzz_fellow.py $port "$seed")
pid=$!
fuzz channels 'beside a client'
