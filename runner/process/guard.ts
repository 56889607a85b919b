/**
 * Before the program starts, sets what its children inherit and can't drop by accident: the limit that marks them ($1)
 * and the control group ($2), if available.
 */
const ENTER =
  '[ -z "$1" ] || ulimit -x "$1" 2>/dev/null || ulimit -w "$1" 2>/dev/null; ' +
  '[ -z "$2" ] || { echo 0 >"$2/cgroup.procs"; } 2>/dev/null';

/** For a program that saves: interrupts it unless a line in file 3 said that it is already, and waits $3 seconds. */
const LET_SAVE =
  '[ -n "$told" ] || kill -s INT $$; ' + 'while [ "$left" -gt 0 ] && kill -0 $$; do sleep 1; left=$((left - 1)); done';

/**
 * Kills the group when file 3 closes, which the kernel does however the runner dies; otherwise the task would run until
 * the next runner starts. It is not a child of the program, which may wait for all of its own.
 */
const GUARD =
  '( (trap "" HUP INT TERM; told=; left=$3; while read -r _ <&3; do told=1; done; ' +
  `[ -z "$3" ] || { ${LET_SAVE}; }; ` +
  '[ -z "$2" ] || echo 1 >"$2/cgroup.kill"; kill -s KILL -- -$$)' +
  " >/dev/null 2>&1 & ); exec 3<&-";

/**
 * Programs written in Go end at once when nobody reads their output any more, which would be the case as soon as the
 * runner is dead. A pipe ($4) with a reader of its own keeps them alive for as long as they save. The second `cat` is for
 * a runner that lives, should something else kill the first one.
 */
const RELAY =
  'if [ -n "$4" ] && rm -f "$4" && mkfifo -m 600 "$4"; then ' +
  '( (trap "" HUP INT TERM; exec <"$4" 2>/dev/null; cat || cat || exec cat >/dev/null) & ); exec >"$4"; rm -f "$4"; fi';

const START = `ulimit -c 0; ${ENTER}; ${GUARD}; ${RELAY}; shift 4`;

/**
 * Scripts that become the program: same pid and group. Their arguments are the limit, the control group, the grace in
 * seconds, the path for a pipe, and the program. `joined` sends stderr to stdout, to keep their order.
 */
export const GUARDED = {
  joined: `${START}; exec 2>&1; exec "$@"`,
  separate: `${START}; exec "$@"`,
};
