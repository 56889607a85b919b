import type { AppFamily } from "@/lib/protocol/app";

/** The fields of a task that some options stand for. */
export type LaunchField = "limit" | "tags" | "skip_tags" | "dry_run" | "diff";

/**
 * What an option takes. `flag`: nothing; `switch`: nothing, true or false; `variables` and `assignment`: `name=value`, the
 * first also a JSON object.
 */
export type OptionKind = "flag" | "switch" | "number" | "duration" | "text" | "variables" | "assignment";

export type TaskOption = {
  kind: OptionKind;
  /** The option in full, as the program gets it. */
  name: string;
  /** It is not passed on: the task has a field for it, whose rules then hold. */
  field?: LaunchField;
};

/** By every name that may be used. Abbreviations are none of them. */
export type TaskOptions = ReadonlyMap<string, TaskOption>;

type Row = [names: string, kind: OptionKind, field?: LaunchField];

const options = (rows: Row[]): TaskOptions =>
  new Map(
    rows.flatMap(([names, kind, field]) => {
      const all = names.split(" ");
      const option = { kind, name: all[0] ?? "", ...(field && { field }) };
      return all.map((name): [string, TaskOption] => [name, option]);
    }),
  );

/** The only letters that people write together. */
const VERBOSE = ["-v", "-vv", "-vvv", "-vvvv", "-vvvvv", "-vvvvvv"].map((name): Row => [name, "flag"]);

/** Options that run no code, read no file and change nothing about where a task works. docs/task-arguments.md lists them. */
export const TASK_OPTIONS: Record<Exclude<AppFamily, "shell">, TaskOptions> = {
  ansible: options([
    ["--verbose", "flag"],
    ...VERBOSE,
    ["--forks -f", "number"],
    ["--timeout -T", "number"],
    ["--force-handlers", "flag"],
    ["--flush-cache", "flag"],
    ["--start-at-task", "text"],
    ["--list-hosts", "flag"],
    ["--list-tasks", "flag"],
    ["--list-tags", "flag"],
    ["--syntax-check", "flag"],
    ["--extra-vars -e", "variables"],
    ["--limit -l", "text", "limit"],
    ["--tags -t", "text", "tags"],
    ["--skip-tags", "text", "skip_tags"],
    ["--check -C", "flag", "dry_run"],
    ["--diff -D", "flag", "diff"],
  ]),
  terraform: options([
    ["-var", "assignment"],
    ["-parallelism", "number"],
    ["-refresh", "switch"],
    ["-lock-timeout", "duration"],
    ["-compact-warnings", "switch"],
    ["-no-color", "switch"],
  ]),
  pulumi: options([
    ["--config -c", "assignment"],
    ["--message -m", "text"],
    ["--parallel -p", "number"],
    ["--diff", "switch"],
    ["--suppress-outputs", "switch"],
    ["--show-reads", "switch"],
    ["--show-sames", "switch"],
    ["--show-replacement-steps", "switch"],
  ]),
};
