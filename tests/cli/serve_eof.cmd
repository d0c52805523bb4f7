# A client that sends everything, closes its side and reads slowly gets every reply; so does one that ends with D.
packets() { # LAST
	awk -v n=20000 -v last="$1" '
		function packet(p,  s, i) { s = 0; for (i = 1; i <= length(p); i++) s += ord[substr(p, i, 1)]; printf "$%s#%02x", p, s % 256 }
		BEGIN { for (i = 0; i < 128; i++) ord[sprintf("%c", i)] = i
			printf "+"; packet("QStartNoAckMode"); printf "+"
			for (i = 0; i < n; i++) packet("p18")
			packet(last) }'
}
replies() { grep -ao '\$[^#]*#' | sort | uniq -c; }
for last in qC D; do
	echo "stdin ends behind $last:"
	packets $last | timeout 20 "$EULAB" serve --listen - samples/calls.asm 2>/dev/null | (sleep 0.5 && replies)
done
"$EULAB" serve --listen "unix:$T/s" --once samples/calls.asm 2>"$T/log" &
server=$!
until grep -q Listening "$T/log" 2>/dev/null; do sleep 0.01; done
packets qC >"$T/packets"
echo 'a socket closed for writing:'
python3 - "$T/s" "$T/packets" <<'EOF' | replies
import socket, sys, time
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
s.settimeout(20)
got = b""
sent = open(sys.argv[2], "rb").read()
s.sendall(sent)
s.shutdown(socket.SHUT_WR)
time.sleep(0.5)
while part := s.recv(4096):
    got += part
sys.stdout.buffer.write(got)
EOF
wait $server
echo "status $?"
echo 'a reader that goes away ends the server:'
packets qC | timeout 20 "$EULAB" serve --listen - samples/calls.asm 2>/dev/null | head -c 100 >/dev/null
echo "status ${PIPESTATUS[1]}"
echo '--trace rsp: what can be printed as it is, from blank to tilde:'
printf '$\x1f ~\x7f#3c+' | timeout 20 "$EULAB" serve --trace rsp --listen - samples/calls.asm 2>&1 >/dev/null | grep rsp:
