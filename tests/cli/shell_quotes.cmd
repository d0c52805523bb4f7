# Quotes keep the blanks of a file's name: at the prompt, in -c beside a `;`, in a list of memory.
mkdir "$T/a ; folder"
printf 'when\n' >"$T/a ; folder/my script"
"$EULAB" shell --launch samples/calls.json -c "source \"$T/a ; folder/my script\"; thread" && echo "status $?"
"$EULAB" shell --launch samples/calls.json -c "dump 0,16=\"$T/two words\"; quit" && od -An -tx1 "$T/two words"
for line in 'source "no;where"' 'source "no end' 'source two words' 'print "r4"' 'source ""' '"when"' 'thread "0'; do
	"$EULAB" shell --launch samples/calls.json -c "$line"
	echo "status $?"
done
