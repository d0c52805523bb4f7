#!/bin/bash
# slurm.sh N FOLDER COMMAND... - N parts of COMMAND as an array of Slurm jobs, and their reports in one on stdout. More options of
# sbatch are said in SBATCH_OPTIONS; FOLDER must be the same on all nodes. Parts of a node that is lost are run again; called again it
# goes on where it was ended. Status: the merged report's; 1: a part has none after TRIES (4) rounds.
# shellcheck source=samples/cluster/common.sh
. "$(dirname "$0")/common.sh"

job=
trap '[ -z "$job" ] || scancel "$job"; exit 130' INT TERM HUP
for ((try = 0; try < ${TRIES:-4}; try++)); do
	left=$(missing)
	[ -n "$left" ] || break
	# N is in the command: in a second round SLURM_ARRAY_TASK_COUNT is how many were left.
	# shellcheck disable=SC2086 # options
	job=$(sbatch --parsable ${SBATCH_OPTIONS:-} --array="$left" --requeue --open-mode=append --output="$folder/%a.log" <<-END
		#!/bin/bash
		export INPUT=$(printf %q "$INPUT")
		exec $(printf '%q ' "$here/shard.sh") \$SLURM_ARRAY_TASK_ID $n $(printf '%q ' "$folder" "$@")
	END
	) || exit 1
	# A node that was lost shows in no exit status; whether there is a report says it.
	while [ -n "$(squeue -h -j "$job" 2>/dev/null)" ]; do sleep 2; done
done
job=
finish
