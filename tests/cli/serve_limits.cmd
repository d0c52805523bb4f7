# A client that sets 20000 watchpoints gets 1024, at once; SIGTERM is answered while it sends. It reads late: no reply is lost.
packets() { # KIND LEN
	awk -v n=20000 -v z="$1" -v len="$2" '
		function packet(p,  s, i) { s = 0; for (i = 1; i <= length(p); i++) s += ord[substr(p, i, 1)]; printf "$%s#%02x", p, s % 256 }
		BEGIN { for (i = 0; i < 128; i++) ord[sprintf("%c", i)] = i
			printf "+"; packet("QStartNoAckMode"); printf "+"; packet("qSupported:error-message+")
			for (i = 0; i < n; i++) packet(sprintf("%s,%x,%d", z, 16 * i, len))
			packet("qC") }'
}
for kind in 'Z2 4' 'Z4 4' 'Z0 1'; do
	# shellcheck disable=SC2086
	packets $kind | timeout 20 "$EULAB" serve --listen - samples/calls.asm 2>/dev/null | { sleep 0.5; cat; } | grep -ao '\$[^#]*#' | grep -v PacketSize | sort | uniq -c
	echo "$kind: status ${PIPESTATUS[1]}"
done
mkfifo "$T/in"
"$EULAB" serve --listen - samples/calls.asm <"$T/in" >"$T/replies" 2>/dev/null &
server=$!
exec 3>"$T/in"
(for _ in {1..20}; do packets Z0 1; done >&3) 2>/dev/null & # 8 MB
until [ -s "$T/replies" ]; do sleep 0.01; done
start=$(date +%s%N)
kill -TERM $server
wait $server
echo "SIGTERM: status $?"
[ $((($(date +%s%N) - start) / 1000000)) -lt 2000 ] && echo 'in two seconds'
