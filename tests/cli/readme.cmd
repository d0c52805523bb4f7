# The commands of README.md: `make docs` shows this output there.
cd "$T" && ln -s "$OLDPWD/samples" . || exit
show() { echo "\$ $1" && eval "${1//build\/eulab/\$EULAB}" 2>&1; }
show 'build/eulab run --launch samples/mandelbrot.json --dump-mem 0x100000,2048=set.txt'
show "fold -w 64 set.txt | sed -n '2~3p'; echo"
show 'build/eulab run --launch samples/divergence.json'
show 'build/eulab run --enable illegal-opcode samples/illegal.asm; echo "status $?"'
show 'build/eulab run --launch samples/illegal.json --trace=exc'
