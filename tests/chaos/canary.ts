import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Parameters of a canary's script: its name, the lock it must hold alone, how much it prints and how slowly. */
export type Canary = { name: string; lock: string; lines: number; pauses: number; escapee: boolean };

export const SECRET_VARIABLE = "CANARY_SECRET";

/**
 * Takes its lock or reports a complaint, then prints numbered lines with a running checksum, first to a file and then
 * to its log, also when nobody reads that. `runs` records each start and end. The escapee leaves group and session, and
 * ignores every signal it can.
 */
const SCRIPT = `
trap '' PIPE
for argument in "$@"; do case $argument in canary_*=*) declare "$argument";; esac; done
beside="$(dirname "$0")/beside/$canary_name"
exec 9>>"$(dirname "$0")/beside/$canary_lock.lock"
if ! flock -n 9; then
  echo "$canary_name found its lock held" | tee -a "$(dirname "$0")/beside/complaints"
  exit 97
fi
exec 8>>"$beside.lines"
echo "start $EPOCHREALTIME $SIGNALBOX_TASK_MARK" >> "$beside.runs"
echo "secret $CANARY_SECRET"
if [ "$canary_escapee" = 1 ]; then
  setsid bash -c "trap '' HUP INT TERM; sleep 300" 8>&- 9>&- </dev/null >/dev/null 2>&1 &
fi
sum=0
every=$((canary_lines / (canary_pauses + 1) + 1))
for ((n = 1; n <= canary_lines; n++)); do
  sum=$(((sum * 31 + n) & 0xffffff))
  line="canary $canary_name $n $sum $EPOCHREALTIME ×"
  echo "$line" >&8
  echo "$line"
  if ((n % every == 0)); then sleep 0.1; fi
done
echo "end $EPOCHREALTIME" >> "$beside.runs"
`;

export function writeCanaryScript(folder: string): void {
  writeFileSync(join(folder, "canary.sh"), SCRIPT);
}

/** Passed to the script as survey answers, which become arguments. */
export const canaryVariables = ({ name, lock, lines, pauses, escapee }: Canary): Record<string, string> => ({
  canary_name: name,
  canary_lock: lock,
  canary_lines: String(lines),
  canary_pauses: String(pauses),
  canary_escapee: escapee ? "1" : "0",
});

/** What a canary wrote next to its log. `runs` has one entry per start of the script; `end` null: it was killed. */
export type Beside = { lines: string[]; runs: { start: number; end: number | null; mark: string }[] };

const readLines = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];

export function readBeside(folder: string, name: string): Beside {
  const at = join(folder, "beside", name);
  const lines = readLines(`${at}.lines`);
  const runs: Beside["runs"] = [];
  for (const line of readLines(`${at}.runs`)) {
    const [word, time, mark = ""] = line.split(" ");
    const last = runs.at(-1);
    if (word === "start") runs.push({ start: Number(time), end: null, mark });
    else if (last) last.end = Number(time);
  }
  return { lines, runs };
}

/** The marks of canaries that have started and not ended. */
export const runningMarks = (folder: string): string[] =>
  readdirSync(join(folder, "beside"))
    .filter((file) => file.endsWith(".runs"))
    .flatMap((file) => readBeside(folder, file.replace(/\.runs$/, "")).runs)
    .filter(({ end }) => end === null)
    .map(({ mark }) => mark);

export const complaints = (folder: string): string[] => readLines(join(folder, "beside", "complaints"));

/** When the canary was last seen alive, in seconds. */
export function lastSeen({ lines, runs }: Beside): number {
  const run = runs.at(-1);
  return run?.end ?? Number(lines.at(-1)?.split(" ")[4] ?? run?.start);
}

/** Numbered from 1 without gaps, each with the right sum: the separate file has what the script meant to write. */
export function isWhole(lines: string[]): boolean {
  let sum = 0;
  return lines.every((line, index) => {
    sum = (sum * 31 + index + 1) & 0xffffff;
    const [, , number, said] = line.split(" ");
    return number === String(index + 1) && said === String(sum);
  });
}
