// Separate from the statuses: most screens get the one reason of a task, and need no list of all.

/** Earlier releases know none of these, and `workspace_failed` instead of all. */
export const LATER_REASONS = [
  "settings_invalid",
  "repository_invalid",
  "key_invalid",
  "state_locked",
  "state_failed",
  "tool_failed",
] as const;

/** Why a task has its status; the text is `reasons.<code>` in messages. */
export const TASK_REASONS = [
  "stopped_by_user",
  "confirmation_expired",
  "exit_code",
  "runner_lost",
  "runner_restarted",
  "timed_out",
  ...LATER_REASONS,
  "tool_missing",
  "workspace_failed",
  "git_failed",
  "host_key_changed",
  "managed_host_key_changed",
  "webhook_failed",
  "no_space",
  "no_hosts",
  "outputs_too_large",
  "undecryptable",
  "resource_deleted",
  "internal",
] as const;
export type TaskReason = (typeof TASK_REASONS)[number];

/** The server has ended the task without its runner, so that something of it may still be at work. */
export const GIVEN_UP_REASONS: ReadonlySet<TaskReason> = new Set(["runner_lost", "runner_restarted"]);
