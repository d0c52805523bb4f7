# Where eulab cl puts what its programs leave: in TMPDIR if that is a folder's whole path, and short; and the folder goes with them.
d=$(mktemp -d)
for n in 50 51; do # with 51 bytes it is too long
	TMPDIR=$d/$(printf "%0$((n - ${#d} - 1))d" 0)
	mkdir "$TMPDIR"
	echo "$TMPDIR"
done >"$T/folders"
printf '%s\n' "$d" "${d#/}" '' "$d/none" >>"$T/folders"
while read -r TMPDIR; do
	export TMPDIR
	"$EULAB" cl -- sh -c 'case $EULAB_CL_FOLDER in "$TMPDIR"/eulab-??????) echo in TMPDIR ;; /tmp/eulab-??????) echo in /tmp ;; *) echo "$EULAB_CL_FOLDER" ;; esac; [ -d "$EULAB_CL_FOLDER" ] || echo none; touch "$EULAB_CL_FOLDER/x"; echo "$EULAB_CL_FOLDER" >'"$T/was" 2>&1 | sed "s|$d|D|; s|eulab-......:|eulab-:|"
	[ ! -e "$(cat "$T/was")" ] || echo left
done <"$T/folders"
rm -r "$d"
