"$EULAB" siptest --launch samples/sip_save_restore.json &&
	for k in breakpoint illegal softexc media_fill; do
		"$EULAB" siptest --launch samples/$k.json --sip samples/sip_save_restore.asm || break
	done &&
	"$EULAB" siptest --launch samples/mandelbrot.json --sip samples/sip_save_restore.asm --every 977 &&
	"$EULAB" run --launch samples/sip_save_restore.json
