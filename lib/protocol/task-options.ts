import type { AppFamily } from "@/lib/protocol/app";

/** Task fields that some options stand for. */
export type LaunchField = "limit" | "tags" | "skip_tags" | "dry_run" | "diff";

/**
 * The value of an option. `flag`: none; `switch`: none, true or false; `variables` and `assignment`: `name=value`, the
 * former also a JSON object.
 */
export type OptionKind = "flag" | "switch" | "number" | "duration" | "text" | "variables" | "assignment";

export type TaskOption = {
  kind: OptionKind;
  /** The full name, as passed to the program. */
  name: string;
  /** Not passed on: it sets this field of the task, whose rules apply. */
  field?: LaunchField;
};

/** By every allowed name. Abbreviations are not allowed. */
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

/** The only combined short options in common use. */
const VERBOSE = ["-v", "-vv", "-vvv", "-vvvv", "-vvvvv", "-vvvvvv"].map((name): Row => [name, "flag"]);

/** Options that run no code, read no files and do not change where a task works. Listed in docs/task-arguments.md. */
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
