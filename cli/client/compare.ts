import { parseId } from "@/lib/operation/id";
import { type FieldChange, LogComparison, TaskComparison } from "@/lib/task/schema/compare";
import { findTask } from "../api/find";
import { connect } from "../api/login-file";
import { describeSuspect } from "../api/texts";
import { CommandProblem, EXIT } from "../problem";
import { command } from "../terminal/command";
import { type Cell, printJson, printTable, printText } from "../terminal/print";

/** `signalbox compare`: how a run differs from another one. */
export const compare = command({
  usage: "compare <task> [other task] [options]",
  takes: [1, 2],
  help: `Shows how a task differs from another one of its project: what it was given, commits, hosts, plan and durations.
Without another task, it is compared with the last success before it.

  --log                 how their logs differ, without times, ids and the order of hosts
  --project <project>   its project; by default, all your projects are searched
  --json                as JSON
`,
  options: { log: { type: "boolean" }, project: { type: "string" }, json: { type: "boolean" } },
  run: async (values, wanted = "", other?: string) => {
    const api = connect();
    const params = await findTask(api, wanted, values.project);
    const query = other === undefined ? {} : { with: readNumber(other) };
    const call = { params, query };
    if (values.log) {
      const found = await api.read("GET /project/:projectId/tasks/:taskId/compare/log", call, LogComparison);
      return values.json ? printJson(found) : printLogs(found);
    }
    const found = await api.read("GET /project/:projectId/tasks/:taskId/compare", call, TaskComparison);
    return values.json ? printJson(found) : printComparison(found);
  },
});

function readNumber(text: string): number {
  const id = parseId(text.replace(/^#/, ""));
  if (id === null) throw new CommandProblem(`"${text}" is not a task number. See: signalbox tasks`, EXIT.usage);
  return id;
}

function printComparison(found: TaskComparison): undefined {
  const { before, after, suspects, failing_since, fields, commits } = found;
  printText(`#${after.id} (${after.status}) compared with #${before.id} (${before.status})`);
  if (failing_since !== null) printText(`Failing since #${failing_since}`);
  for (const suspect of suspects) printText(`Changed: ${describeSuspect(suspect)}`);
  if (commits.state === "unknown") printText("The commits between are not known");
  for (const { hash, subject } of commits.added) printText(`+ ${hash.slice(0, 10)} ${subject}`);
  for (const { hash, subject } of commits.removed) printText(`- ${hash.slice(0, 10)} ${subject}`);
  for (const { section, name, diff } of fields) {
    if (diff !== null) for (const line of [`${section}: ${name}`, ...diff.split("\n")]) printText(line);
  }
  printTable(["", `#${before.id}`, `#${after.id}`], rowsOf(found));
}

function rowsOf({ fields, hosts, plan, durations }: TaskComparison): Cell[][] {
  return [
    ...fields.filter(({ diff }) => diff === null).map(fieldRow),
    ...(hosts?.list ?? []).map(({ host, step, ...states }) => [
      `host: ${host}`,
      states.before,
      [states.after, step].filter(Boolean).join(", ") || null,
    ]),
    ...(plan?.list ?? []).map(({ address, ...actions }) => [`plan: ${address}`, actions.before, actions.after]),
    ...durations.map(({ kind, name, ...millis }) => [
      `${kind === "total" ? "duration" : kind}${name && `: ${name}`}`,
      secondsOf(millis.before),
      secondsOf(millis.after),
    ]),
  ];
}

const fieldRow = ({ section, name, secret, change, before, after }: FieldChange): Cell[] => [
  `${section}: ${name}`,
  secret ? `secret ${change === "unknown" ? "may have changed" : change}` : before,
  after,
];

const secondsOf = (millis: number | null): string | null => (millis === null ? null : `${millis / 1_000} s`);

const SIGNS = { before: "-", after: "+", both: " " } as const;

function printLogs({ state, before, after, passages, more }: LogComparison): undefined {
  if (state === "same") return printText("The logs are alike");
  if (state === "too_long") return printText(`The logs are too long to compare (${before} and ${after} lines)`);
  if (state === "too_different") return printText("The logs have too little in common to compare them line by line");
  for (const passage of passages) {
    printText(`@@ ${(passage[0]?.line ?? 0) + 1} @@`);
    for (const { in: place, output } of passage) printText(`${SIGNS[place]}${output}`);
  }
  if (more) printText("There are further differences");
}
