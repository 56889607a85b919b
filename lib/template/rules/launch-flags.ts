import { isOpen, type Launch, type LaunchField, standardOf } from "@/lib/template/rules/launch";

/**
 * Semaphore's names for overridable fields: the first two are in the template itself, the others in its `task_params`.
 */
export type LaunchFlags = {
  allow_override_args_in_task?: boolean | null;
  allow_override_branch_in_task?: boolean | null;
  task_params?: TaskParamFlags | null;
};

type TaskParamFlag =
  | "allow_override_inventory"
  | "allow_override_limit"
  | "allow_override_tags"
  | "allow_override_skip_tags"
  | "allow_debug"
  | "allow_destroy";

/** A value for each flag of `task_params`, made from the field that it opens. */
export const byFlag = <Value>(valueFor: (field: LaunchField, flag: TaskParamFlag) => Value) => ({
  allow_override_inventory: valueFor("inventory_id", "allow_override_inventory"),
  allow_override_limit: valueFor("limit", "allow_override_limit"),
  allow_override_tags: valueFor("tags", "allow_override_tags"),
  allow_override_skip_tags: valueFor("skip_tags", "allow_override_skip_tags"),
  allow_debug: valueFor("debug", "allow_debug"),
  allow_destroy: valueFor("destroy", "allow_destroy"),
});

const TASK_PARAM_FLAGS = byFlag((field) => field);

type TaskParamFlags = Partial<Record<TaskParamFlag, boolean | null>>;

const isFlag = (name: string): name is TaskParamFlag => Object.hasOwn(TASK_PARAM_FLAGS, name);
const NAMES = Object.keys(TASK_PARAM_FLAGS).filter(isFlag);

/** The flags of a stored template. */
export const launchFlags = (launch: Launch) => ({
  allow_override_args_in_task: isOpen({ launch }, "arguments"),
  allow_override_branch_in_task: isOpen({ launch }, "git_branch"),
  task_params: byFlag((field) => isOpen({ launch }, field)),
});

/** Those of `task_params` that somebody set; undefined for one that neither `launch` nor what a client `sent` names. */
export const setFlags = (launch: Launch, sent: Partial<Record<TaskParamFlag, boolean>> = {}) =>
  byFlag((field, flag) => (launch[field] === undefined ? sent[flag] : isOpen({ launch }, field)));

/**
 * The launch modes to store for a template's body. A client that does not know `launch` leaves it unchanged except for
 * its flags; if a client sends both, a flag counts if it differs from the stored one.
 */
export function launchOf(body: LaunchFlags & { launch: Launch | null }, stored: Launch | null): Launch {
  const launch = { ...(body.launch ?? stored) };
  for (const [field, open] of flagsIn(body)) {
    if (open === undefined) continue;
    // So that the flag is in the reply, even if it only says what the default is.
    if (open && body.launch === null) launch[field] ??= "ask";
    const changed = stored ? open !== isOpen({ launch: stored }, field) : launch[field] === undefined;
    if (!changed || open === isOpen({ launch }, field)) continue;
    if (open) launch[field] = "ask";
    else if (standardOf(field) !== "ask") delete launch[field];
  }
  return launch;
}

/**
 * A missing flag means no change; only the one for arguments, which every client knows, means false if `launch` is
 * absent.
 */
function flagsIn(body: LaunchFlags & { launch: Launch | null }): [LaunchField, boolean | undefined][] {
  const args = body.allow_override_args_in_task ?? (body.launch === null ? false : undefined);
  return [
    ["arguments", args],
    ["git_branch", body.allow_override_branch_in_task ?? undefined],
    ...NAMES.map((name): [LaunchField, boolean | undefined] => [
      TASK_PARAM_FLAGS[name],
      body.task_params?.[name] ?? undefined,
    ]),
  ];
}
