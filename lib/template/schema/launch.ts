import { z } from "zod";
import {
  LAUNCH_FIELDS,
  LAUNCH_MODES,
  type LaunchField,
  type LaunchMode,
  type Launch as LaunchValues,
} from "@/lib/template/rules/launch";

const byField = <Mode extends z.ZodType>(mode: Mode) =>
  ({
    message: mode,
    build_task_id: mode,
    git_branch: mode,
    inventory_id: mode,
    environment_id: mode,
    limit: mode,
    tags: mode,
    skip_tags: mode,
    arguments: mode,
    debug: mode,
    dry_run: mode,
    diff: mode,
    plan: mode,
    destroy: mode,
  }) satisfies Record<LaunchField, Mode>;

export const Launch = z.object(byField(z.enum(LAUNCH_MODES).optional()));

function chosenIn(launch: Partial<Record<LaunchField, LaunchMode | null>>): LaunchValues {
  const chosen: LaunchValues = {};
  for (const field of LAUNCH_FIELDS) {
    const mode = launch[field];
    if (mode) chosen[field] = mode;
  }
  return chosen;
}

/** Null: the client does not know it. */
export const LaunchInput = z
  .object(byField(z.enum(LAUNCH_MODES, "launchModeInvalid").nullish()))
  .nullish()
  .transform((launch) => (launch ? chosenIn(launch) : null));
