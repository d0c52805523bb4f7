# Scripts of the screen at their limits: sizes, repeated keys, frames, places; each line either is carried out or is the last.
script() { # LINE...: each beside the other
	printf '%s\n' "$@" >"$T/script"
	printf '%s' "$*: "
	"$EULAB" tui samples/divergence.asm --keys "$T/script" 2>&1 | sed "s|$T/||; s/draw [0-9.]*/draw N/" | head -n "${rows:-2}"
	echo "status ${PIPESTATUS[0]}"
}
for size in 1x1 1000x1 1x1000 1001x1 1x1001 0x1 1x0 -1x5 80x24. 80X24 ' 80x24'; do rows=1 script "size $size" screen; done
for keys in 's*1' 's*1000' 's*1001' 's*0' 's*' 's*x' 's s*2 s' '**2' '^@' '^A' '^_' '^`' '^a' Nothing Enter '' 'é' 's*2*3'; do rows=1 script "keys $keys" 'size 60x12' screen; done
for draw in 0 1 100000 100001 x -1; do [ "$draw" = 100000 ] || script "draw $draw"; done
for place in 1,1 80,24 81,24 80,25 0,1 1,0 1,x 1:1,1 1:1,99 1:0,0 1:1,2x 2:DMask 2:nothing 2: 1: 1 9:1,1 'key s' 'key F1' 'key x' key divergence 'nothing of this'; do rows=1 script "click $place" screen; done
for wheel in 'up 1,1' 'down 1:3,3' 'down 1:divergence' up 'upp 1,1' 'down 1:nothing'; do rows=1 script "wheel $wheel" screen; done
rows=1 script 'click 1,1 | s' screen
rows=1 script 'type :print 1' screen
rows=12 script 'size 50x10' 'keys :' 'type print 40 + 2' screen
rows=1 script '# comment' '' '   ' ' keys s'
rows=1 script 'keys q' 'keys s' screen
rows=1 script screens
rows=30 script 'size 40x10' 'keys s' svg
rows=12 script 'size 40x10' 'keys s' styles
rows=12 script 'size 40x10' 'keys s' attributes
printf 'keys s\r\nsize 40x10\r\nscreen' >"$T/script"
"$EULAB" tui samples/divergence.asm --keys "$T/script" | head -n 3
