# What cannot be watched is refused, not accepted and silent.
# serve: --launch samples/histogram.json
# echo
source connect
watch *(int *)0xffff00010ffffff8
continue
