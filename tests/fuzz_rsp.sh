#!/bin/bash
# fuzz_rsp.sh EULAB SECONDS SEED - the shared fuzzer of the remote protocol against EULAB for SECONDS, once with channels
# and once with EU threads for gdb threads. Without ../shared/rsp or Python it says so and does nothing.
set -eu
eulab=$(realpath "$1") seconds=$2 seed=$3
fuzzer=${EULAB_SHARED:-../shared}/rsp/rspfuzz.py
if [ ! -e "$fuzzer" ] || ! command -v python3 >/dev/null; then
	echo "fuzz: $fuzzer or python3 is not here: the remote protocol is fuzzed by the targets alone"
	exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
head -c 65536 /dev/zero >"$work/memory"
for threads in channels eu; do
	port=$((20000 + RANDOM % 20000))
	python3 "$fuzzer" --port $port --seed "$seed" -n 1000000 --seconds "$seconds" --addr 0x100000 --timeout 10 --cmd \
		"$eulab serve --listen $port --gdb-threads $threads --load 0x100000=$work/memory bench/rsp_loop.asm" >"$work/out"
	sed -n 's/^ "cases": \([0-9]*\),/fuzz: rspfuzz: \1 cases/p; s/^ "bad_cases": \([0-9]*\),/fuzz: rspfuzz: \1 bad/p' "$work/out"
	grep -q '^ "bad_cases": 0,' "$work/out" || { sed -n '/^ "bad"/,$p' "$work/out"; exit 1; }
done
