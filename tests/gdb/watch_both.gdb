# One instruction that writes to two watched places: each is reported.
# serve: --launch samples/histogram.json
# echo
source connect
watch *(int *)0x110080
watch *(int *)0x1101a4
rwatch *(int *)0x110080
continue
continue
continue
monitor when
continue
