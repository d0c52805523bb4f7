# serve: --launch samples/sip_dispatch.json
# echo
source connect
monitor dis offender
monitor dis on_illegal 2
monitor dis on_illegal+16 1
monitor dis nowhere
monitor dis on_illegal+x
monitor dis 0x20 many
monitor match ip=offender+16
monitor match ip=nowhere
monitor info exceptions 0
