# --shard K/N and merge: of every program that has parts, the parts in one are what the whole prints, and the status with them.
both() { # N PROGRAM ARGUMENTS...: the whole beside its N parts in one, given in another order
	local n=$1 k whole=0 merged=0 parts=()
	shift
	"$EULAB" "$@" "${json[@]}" >"$T/whole" 2>/dev/null <"$T/requests" || whole=$?
	for ((k = n; k; k--)); do
		"$EULAB" "$@" --shard "$k/$n" >"$T/part$k" 2>/dev/null <"$T/requests"
		parts+=("$T/part$k")
	done
	"$EULAB" merge "${parts[@]}" >"$T/merged" || merged=$?
	cmp "$T/whole" "$T/merged" && echo "$n parts, status $whole and $merged: $(cut -c1-60 "$T/whole" | head -n 1)"
}
cp -r samples "$T/samples" && cd "$T/samples" || exit
json=(--json)
: >"$T/requests"
both 3 siptest --launch spawn.json --sip sip_dispatch.asm --every 50
both 3 siptest --launch spawn.json --sip sip_dispatch.asm --random 7 --single --together
both 4 siptest --launch sip_broken_flags.json
both 4 siptest --launch sip_broken_acc.json --lint
both 2 siptest --launch breakpoint.json --sip sip_tiny.asm --lint --kinds software,illegal-opcode
both 40 siptest --launch breakpoint.json --sip sip_dispatch.asm --kinds external-halt
both 3 siptest --launch divergence.json --sip sip_tiny.asm --mutate --kinds breakpoint,software --every 20
mkdir "$T/few" && cp breakpoint.* illegal.* sip_broken_acc.* "$T/few"
both 3 siptest --sip sip_dispatch.asm --kinds software "$T/few"
both 3 siptest --launch gcn/barriers.json --kinds context-save --every 5
both 2 siptest --launch gcn/barriers.json --sip gcn/debug.s --trap 7 --mutate
json=()
printf '{"id":%d,"code":"%s"}\n' 1 40000000e10f800101000000000000000 2 00 3 x >"$T/requests"
printf '\nnot JSON\n{"id":6}' >>"$T/requests"
both 2 exec
both 4 exec
# What cannot be joined is said by name: a part that is missing, cut short, of another run, not the same twice.
whole() { "$EULAB" merge "$@" 2>&1 | sed "s|$T/||g"; echo "status ${PIPESTATUS[0]}"; }
whole "$T/part1" "$T/part2" "$T/part4"
whole "$T"/part[1-4] "$T/part2" | tail -n 2
head -c -1 "$T/part3" >"$T/cut" && whole "$T"/part[124] "$T/cut"
head -n 1 "$T/part3" >"$T/cut" && whole "$T"/part[124] "$T/cut"
sed 's/error/end/' "$T/part1" >"$T/other" && whole "$T"/part[1-4] "$T/other"
for k in 1 2 3 4; do sed 's/"command":"exec/&ute/' "$T/part$k" >"$T/other$k"; done
whole "$T"/other[1-4]
"$EULAB" siptest --launch breakpoint.json --sip sip_tiny.asm --shard 1/2 >"$T/sip1" 2>/dev/null
"$EULAB" siptest --launch illegal.json --sip sip_tiny.asm --shard 2/2 >"$T/sip2" 2>/dev/null
whole "$T/sip1" "$T/sip2"
: >"$T/empty" && whole "$T/empty"
whole
whole "$T/nowhere"
for bad in 0/3 4/3 1/1000001 1 1/ /2 1/2x 1/2000000 -1/2; do
	"$EULAB" exec --shard "$bad" </dev/null 2>&1
done
"$EULAB" exec --shard 1000000/1000000 </dev/null # as many as there may be
# Programs of a list, here without a GPU.
printf 'true\n# not this one\n\nexit 7\necho printed\n' >"$T/list"
both 2 cl --list "$T/list"
"$EULAB" cl --list "$T/list" 2>/dev/null
"$EULAB" cl --shard 1/2 -- true
"$EULAB" cl --list "$T/list" -- true
