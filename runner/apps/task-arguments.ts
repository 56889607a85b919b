import type { Job } from "@/lib/protocol/job";
import { ArgumentProblem, readTaskArguments, type TaskArguments } from "@/lib/protocol/task-arguments";
import { TaskProblem } from "@/runner/job/problem";

/** The task's own arguments, checked against the allow-list again: the server may be older than this runner. */
export function taskArguments({ app, task_arguments, added_options }: Job): TaskArguments {
  try {
    const read = readTaskArguments(app, task_arguments, added_options);
    const [field] = Object.keys(read.fields);
    if (field !== undefined) throw new ArgumentProblem("argumentNotAllowed", `--${field}`);
    return read;
  } catch (error) {
    if (!(error instanceof ArgumentProblem)) throw error;
    throw new TaskProblem(
      "settings_invalid",
      TEXTS[error.key].replace("%", () => error.argument),
    );
  }
}

const TEXTS = {
  argumentNotAllowed: "a task may not set the argument % (docs/task-arguments.md lists those it may)",
  argumentValueInvalid: "the task's argument % has no valid value",
};
