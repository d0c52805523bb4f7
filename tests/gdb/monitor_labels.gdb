# serve: --launch samples/sip_dispatch.json
# echo
source connect
monitor disas offender
monitor disas on_illegal 2
monitor disas on_illegal+16 1
monitor disas nowhere
monitor disas on_illegal+x
monitor disas 0x20 many
monitor match ip=offender+16
monitor match ip=nowhere
monitor info exceptions 0
