# An ELF file brings its source lines, those of included files too.
cp tests/gdb/source_files.asm tests/gdb/source_files.inc "$T" && cd "$T" || exit 1
"$EULAB" as --format elf -o kernel.elf source_files.asm
"$EULAB" check kernel.elf; echo "check $?"
gdb -nx -batch \
	-ex 'info line included' -ex 'break source_files.asm:7' -ex 'list source_files.asm:1,3' kernel.elf
