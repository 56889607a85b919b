import { isFinal, type TaskStatus } from "@/lib/protocol/status";
import { type Beside, isWhole, lastSeen } from "./canary";
import { type Change, mostSlots } from "./changes";

export type TaskEvidence = {
  id: number;
  name: string;
  lock: string;
  status: TaskStatus;
  reason: string | null;
  exit_code: number | null;
  /** The whole log as returned by the API. */
  log: string[];
  beside: Beside;
  changes: Change[];
};

export type Evidence = {
  tasks: TaskEvidence[];
  /** In the database's order, for all tasks. */
  changes: Change[];
  caps: { project: number; runner: number };
  /** Messages of canaries that found their lock held. */
  complaints: string[];
  /** API responses that confirmed something: the task exists, or is being stopped. */
  promises: { name: string; id: number }[];
  /** Where the secret was found in plaintext. */
  leaks: string[];
  /** Processes with the mark of a finished task, and files of attempts. */
  leftovers: string[];
};

export type Violation = { invariant: string; text: string };

const MARKER = /^signalbox: .*(the log ends here|could not be reached for too long)$/;
const LOST_PART = /^signalbox: (the runner has lost a part of this log|\d+ bytes of the log were lost here)$/;
/** Tolerance between a canary's line and the change recorded by the database. */
const AFTERWARDS_SECONDS = 1;
const KILLED = new Set(["runner_lost", "runner_restarted"]);
/** While the runner is alive only the current line can be missing: it is written to the file first. */
const UNDER_WAY = 1;

/** Checks the evidence against the invariants; empty when all hold. */
export function check(evidence: Evidence): Violation[] {
  return [
    ...checkOnce(evidence),
    ...evidence.tasks.flatMap(checkTask),
    ...checkCaps(evidence),
    ...checkPromises(evidence),
    ...evidence.leftovers.map((text) => ({ invariant: "I6", text })),
    ...evidence.leaks.map((text) => ({ invariant: "I9", text })),
  ];
}

/** I1: no lock was ever found held, no task ran twice, and tasks sharing a lock did not overlap. */
function checkOnce({ tasks, complaints }: Evidence): Violation[] {
  const twice = tasks.filter(({ beside }) => beside.runs.length > 1).map(({ id }) => `task ${id} ran more than once`);
  const overlapping = tasks.flatMap((task, index) =>
    tasks
      .slice(index + 1)
      .filter((other) => other.lock === task.lock && overlap(task.beside, other.beside))
      .map((other) => `tasks ${task.id} and ${other.id} overlap`),
  );
  return [...complaints, ...twice, ...overlapping].map((text) => ({ invariant: "I1", text }));
}

function overlap(a: Beside, b: Beside): boolean {
  const [first, second] = [a.runs[0], b.runs[0]];
  return Boolean(first && second && first.start < lastSeen(b) && second.start < lastSeen(a));
}

function checkTask(task: TaskEvidence): Violation[] {
  const found: Violation[] = [];
  const expect = (invariant: string, holds: boolean, text: string) => {
    if (!holds) found.push({ invariant, text: `task ${task.id} (${task.status} ${task.reason ?? ""}): ${text}` });
  };
  const { status, log, beside, changes } = task;
  const finals = changes.findIndex((change) => isFinal(change.status));
  expect("I2", isFinal(status), "is not over");
  expect("I3", finals === -1 || changes.slice(finals).every((change) => change.status === status), "was over before");
  const over = changes[finals]?.at ?? Number.POSITIVE_INFINITY;
  const seen = beside.runs.length > 0 ? lastSeen(beside) : 0;
  expect("I6", seen < over + AFTERWARDS_SECONDS, `it ran on for ${(seen - over).toFixed(1)} s when it was over`);
  const printed = log.filter((line) => line.startsWith("canary "));
  const markers = log.filter((line) => MARKER.test(line));
  expect("I4", isWhole(printed), "its log has a gap or a repetition");
  expect(
    "I4",
    printed.every((line, index) => line === beside.lines[index]),
    "its log differs from what it wrote",
  );
  expect("I4", !log.some((line) => LOST_PART.test(line)), "a part of its log was lost");
  if (status === "success") {
    expect("I4", printed.length === beside.lines.length, `${beside.lines.length - printed.length} lines are missing`);
    expect("I5", task.exit_code === 0 && beside.runs[0]?.end != null, "it did not end by itself with exit code 0");
    expect("I5", markers.length === 0, "a success has a marker");
  } else if (KILLED.has(task.reason ?? "")) {
    expect("I4", markers.length === 1 && MARKER.test(log.at(-1) ?? ""), `${markers.length} markers, or not at the end`);
  } else {
    expect("I4", beside.lines.length - printed.length <= UNDER_WAY, "it lacks lines though its runner lived");
  }
  return found;
}

/** I7, both by the database's state and by what really ran. */
function checkCaps({ tasks, changes, caps }: Evidence): Violation[] {
  const { project, runner } = mostSlots(changes);
  let ran = 0;
  const runs = tasks.flatMap(({ beside }) => beside.runs.map(({ start }) => ({ start, end: lastSeen(beside) })));
  for (const { start } of runs) {
    ran = Math.max(ran, runs.filter((other) => other.start <= start && start < other.end).length);
  }
  return [
    ...(project > caps.project ? [`${project} slots of the project were held at once`] : []),
    ...(runner > caps.runner ? [`${runner} slots of one runner were held at once`] : []),
    ...(ran > caps.project ? [`${ran} tasks really ran at once`] : []),
  ].map((text) => ({ invariant: "I7", text }));
}

/** I10: what the API has confirmed is still true. */
function checkPromises({ tasks, promises }: Evidence): Violation[] {
  return promises
    .filter(({ name, id }) => tasks.find((task) => task.id === id)?.name !== name)
    .map(({ name, id }) => ({ invariant: "I10", text: `task ${id} was accepted as ${name} and is not there` }));
}
