# whole FILE COMMAND... - what COMMAND prints takes FILE's place when it is whole; a COMMAND that fails or is killed, or a full
# disk, leaves FILE as it was. For scripts with `set -e`, which ends them then.
whole() {
	local file=$1
	shift
	"$@" >"$file.new"
	mv -f "$file.new" "$file"
}
