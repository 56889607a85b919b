import { listProjects } from "./api/find";
import { connect } from "./api/login-file";
import { askStatesPassphrase } from "./client/states-passphrase";
import { readPeople } from "./import/members";
import { readOldSecrets } from "./import/old-secrets";
import { importProject, readInto, unreadReport } from "./import/project";
import { printReport } from "./import/report";
import { readSource } from "./import/source";
import type { Report, Target } from "./import/target";
import { CommandProblem, EXIT } from "./problem";
import { type Command, command } from "./terminal/command";
import { printJson } from "./terminal/print";

/** Other products whose exports can be imported. */
const FORMATS: Record<string, () => Promise<Command>> = {
  awx: async () => (await import("./import/awx/command")).importAwx,
  rundeck: async () => (await import("./import/rundeck/command")).importRundeck,
  crontab: async () => (await import("./import/crontab/command")).importCrontab,
};

/** `signalbox import` */
export const importProjects: Command = async (words) => {
  const [format = "", ...rest] = words;
  const load = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return load ? (await load())(rest) : importBackups(words);
};

/** Creates or updates projects from backups, or from every project of a Semaphore or another Signalbox. */
const importBackups = command({
  usage: "import --from <file | folder | address> [options]",
  takes: [0, 0],
  help: `Creates projects from a backup file, a folder of backup files, or a Semaphore or Signalbox server. Run it again to
update them: objects that are new or changed at the source are taken, nothing is deleted, and what was changed here stays.
The API token of the other server is taken from SIGNALBOX_IMPORT_TOKEN, asked for, or read from stdin.
Without --secrets no secret comes along: the report lists the keys and variables to fill in.
Other products have commands of their own: import awx, import rundeck and import crontab.

  --from <source>       a .json file, a folder of them, or an address such as https://semaphore.example.com
  --project <name>      only projects with this name; can be repeated
  --dry-run             only report what would be done
  --again               create the projects once more
  --into <project id>   the project to update, if several were imported from the same source, or with --secrets; use it
                        with --project
  --overwrite           also take fields that were changed both here and at the source, objects deleted here, and members
                        who are not in the project here
  --create-users        create accounts for members without one; an administrator then sets their passwords
  --passphrase-file <file>
                        the passphrase of the states in a backup, in the first line of a file; without it, it is taken
                        from SIGNALBOX_BACKUP_PASSPHRASE, asked for, or read from stdin
  --without-states      leave out the states of a backup
  --strict              refuse a project that can't be taken exactly as it is, instead of adjusting and reporting it
  --secrets             fill in keys and secret variables from the database of the old server. The address of its
                        Postgres or MySQL is taken from SIGNALBOX_IMPORT_DATABASE_URL or from the file that
                        SIGNALBOX_IMPORT_DATABASE_URL_FILE names; for other databases, SIGNALBOX_IMPORT_SECRETS_FILE
                        names a file with the id and secret of each row of access_key, separated by a tab. The
                        encryption key is taken from
                        SIGNALBOX_IMPORT_ENCRYPTION_KEY or _FILE, asked for, or read from stdin
  --history <number>    also take the newest tasks of each project with their logs, or "all", from a server; only while no
                        task has run in the project here
  --json                the report as JSON
`,
  options: {
    from: { type: "string" },
    project: { type: "string", multiple: true },
    "dry-run": { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    into: { type: "string" },
    overwrite: { type: "boolean", default: false },
    "create-users": { type: "boolean", default: false },
    "passphrase-file": { type: "string" },
    "without-states": { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
    secrets: { type: "boolean", default: false },
    history: { type: "string" },
    json: { type: "boolean" },
  },
  run: async ({ from, project: only, json, again, into, overwrite, ...values }) => {
    if (!from) throw new CommandProblem("Name the source with --from: a file, a folder or an address");
    const wanted = readInto(into, again);
    const api = connect();
    const target: Target = {
      api,
      taken: new Set((await listProjects(api)).map(({ name }) => name)),
      people: await readPeople(api, values["create-users"]),
      dryRun: values["dry-run"],
      again,
      into: wanted,
      overwrite,
      withoutStates: values["without-states"],
      strict: values.strict,
      oldSecrets: values.secrets ? await readOldSecrets() : null,
      history: values.history === undefined ? null : readLimit(values.history),
      passphrase: once(() => askStatesPassphrase(values["passphrase-file"], "known")),
    };
    const reports: Report[] = [];
    for await (const source of readSource(from, again)) {
      if (only && source.name !== null && !only.includes(source.name)) continue;
      const report = "problem" in source ? unreadReport(source) : await importProject(target, source);
      reports.push(report);
      if (!json) printReport(report);
    }
    if (json) printJson({ dry_run: target.dryRun, projects: reports });
    if (reports.length === 0) throw new CommandProblem(`There is no project to import from ${from}`);
    const isIncomplete = reports.some(({ outcome, history }) => outcome === "failed" || history?.problem);
    return isIncomplete ? EXIT.failed : EXIT.success;
  },
});

function readLimit(given: string): number {
  if (given === "all") return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new CommandProblem("--history takes a number of tasks, or all");
}

/** Asks only when the answer is needed, and only once for all files. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
