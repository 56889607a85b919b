import type { Draft } from "../foreign/draft";
import { idOf } from "./assets";
import { ENCRYPTED } from "./credentials";
import type { Resources } from "./resources";
import { timingOf } from "./rrule";
import type { AwxExport, JobTemplate, NaturalKey, Schedule } from "./schema";
import type { Added } from "./templates";

/** The schedules of each job template, and those of other things as sentences. */
export function collectSchedules(read: AwxExport): { of: (template: JobTemplate) => Schedule[]; others: string[] } {
  const byTemplate = new Map<string, Map<string, Schedule>>();
  const others = new Set<string>();
  const add = (schedule: Schedule, owner: NaturalKey | null) => {
    if (owner?.type !== "job_template") others.add(`Schedule "${schedule.name}" of ${labelOf(owner)}`);
    else {
      const list = byTemplate.get(idOf(owner)) ?? new Map();
      byTemplate.set(idOf(owner), list.set(schedule.name, schedule));
    }
  };
  // The full export has them twice: with their templates, and in a list of their own.
  for (const schedule of read.schedules) add(schedule, schedule.unified_job_template);
  for (const owner of [...read.job_templates, ...read.inventory_sources])
    for (const schedule of owner.related?.schedules ?? []) add(schedule, owner.natural_key);
  return { of: ({ natural_key }) => [...(byTemplate.get(idOf(natural_key))?.values() ?? [])], others: [...others] };
}

const labelOf = (owner: NaturalKey | null): string =>
  owner ? `the ${owner.type.replaceAll("_", " ")} "${owner.name}"` : "an unknown template";

/** Adds a schedule of a template, inactive if it would run at other times or with other input. */
export function addSchedule(draft: Draft, resources: Resources, schedule: Schedule, added: Added): void {
  const { name: template, machine } = added;
  const timing = timingOf(schedule.rrule, Date.now());
  if (!timing) {
    draft.left_out.push(`Schedule "${schedule.name}" of "${template}": ${schedule.rrule}`);
    return;
  }
  const answers = Object.entries(schedule.extra_data ?? {});
  const known = answers.filter(([, value]) => value !== ENCRYPTED);
  const own = resources.assets.inventory(schedule.inventory);
  const inventory = own && resources.inventory(own, machine);
  const problems = [
    ...timing.unequal,
    ...(known.length < answers.length ? ["it has secret answers to enter again"] : []),
    ...(inventory === null && (schedule.inventory || !added.hasInventory)
      ? ["its inventory is not in the export"]
      : []),
    ...(schedule.forks > 0 ? [`it uses ${schedule.forks} forks`] : []),
  ];
  if (problems.length > 0)
    draft.changed.push(
      `Schedule "${schedule.name}" of "${template}" is inactive: ${problems.join("; ")} (${schedule.rrule})`,
    );
  draft.add("schedules", {
    name: schedule.name,
    template,
    inventory,
    cron_format: timing.cron_format,
    timezone: timing.timezone,
    run_at: timing.run_at,
    active: schedule.enabled && problems.length === 0,
    overlap: "queue",
    task_params: paramsOf(schedule, Object.fromEntries(known)),
  });
}

const paramsOf = (schedule: Schedule, answers: Record<string, unknown>) => ({
  message: "",
  debug: schedule.verbosity > 0,
  dry_run: schedule.job_type === "check",
  diff: schedule.diff_mode,
  playbook: "",
  environment: JSON.stringify(answers),
  secret_names: [],
  limit: schedule.limit,
  arguments: null,
  git_branch: schedule.scm_branch,
  commit_hash: "",
  params: { tags: schedule.job_tags, skip_tags: schedule.skip_tags },
});
