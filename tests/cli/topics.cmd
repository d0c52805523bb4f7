# The assembly language, topic by topic: docs/eulab-asm.7 is made of it. Words that lead to a topic; an unknown one.
for topic in $("$EULAB" help topics | awk '/^  / { print $1 }'); do
	echo "$ $topic"
	"$EULAB" help "$topic"
done
