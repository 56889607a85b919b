import { isTimeZone } from "@/lib/protocol/time-zone";
import { fromQuartz } from "../foreign/cron";
import type { Draft } from "../foreign/draft";
import type { ScriptHome } from "../foreign/scripts";
import { foldersOf } from "./folders";
import { surveyOf } from "./options";
import type { Job, Schedule, Step } from "./schema";
import { type FindJob, scriptOf } from "./steps";

/** Adds a bash template, its script and its schedule for each job. */
export function convertRundeck(draft: Draft, jobs: readonly Job[], home: ScriptHome): void {
  const folders = foldersOf(jobs, home.folder);
  const find = (reference: NonNullable<Step["jobref"]>) => {
    const job = jobs.find((other) => isMeant(reference, other));
    return job ? `${folders.get(job)}/run.sh` : null;
  };
  for (const [job, folder] of folders) convertJob(draft, job, folder, find, home);
}

const isMeant = ({ uuid, name, group }: NonNullable<Step["jobref"]>, job: Job): boolean =>
  uuid === "" ? job.name === name && job.group === group : job.uuid === uuid || job.id === uuid;

function convertJob(draft: Draft, job: Job, folder: string, find: FindJob, home: ScriptHome): void {
  const script = scriptOf(job, find, folder);
  const survey = surveyOf(job.options);
  const template = draft.add(
    "templates",
    {
      name: job.name,
      description: job.description.slice(0, 10_000),
      app: "bash",
      playbook: home.pathOf(`${folder}/run.sh`),
      repository: home.repository,
      view: job.group === "" ? null : draft.view(job.group.slice(0, 100)),
      survey_vars: survey.survey_vars,
      allow_parallel_tasks: job.multipleExecutions,
      timeout_seconds: secondsOf(job.timeout) ?? 0,
    },
    job.group,
  );
  for (const { name, text } of [{ name: "run.sh", text: script.text }, ...script.files])
    draft.scripts.push({ path: `${folder}/${name}`, text, executable: true, template, was: null });
  const elsewhere = nodesOf(job);
  const problems = [...script.problems, ...elsewhere];
  draft.changed.push(...[...problems, ...survey.problems].map((problem) => `Job "${template}": ${problem}`));
  draft.left_out.push(...gapsOf(job).map((gap) => `Of job "${template}": ${gap}`));
  const needsSecret = job.options.some(({ storagePath, valueExposed }) => storagePath !== "" && valueExposed);
  addSchedule(draft, job, template, problems.length > 0 || needsSecret);
}

/** Commands run on the runner, not on nodes. */
function nodesOf({ nodefilters, sequence }: Job): string[] {
  if (!nodefilters) return [];
  const filter = nodefilters.filter || JSON.stringify(nodefilters.include ?? {});
  return [`its steps ran on the nodes "${filter}" (${sequence.strategy || "node-first"}), and now run on the runner`];
}

function gapsOf({ timeout, retry, notification, loglevel, orchestrator, plugins, schedules }: Job): string[] {
  const lifecycle = Object.entries(plugins ?? {}).filter(([, settings]) => settings !== null);
  return [
    ...(timeout !== "" && secondsOf(timeout) === null ? [`the timeout ${timeout}`] : []),
    ...(retry ? [`the retries ${JSON.stringify(retry)}`] : []),
    ...Object.entries(notification ?? {}).map(([when, what]) => `the notification ${when} ${JSON.stringify(what)}`),
    ...(["", "INFO", "NORMAL"].includes(loglevel) ? [] : [`the log level ${loglevel}`]),
    ...(orchestrator ? [`the orchestrator ${JSON.stringify(orchestrator)}`] : []),
    ...(lifecycle.length > 0 ? [`the plug-ins ${lifecycle.map(([name]) => name).join(", ")}`] : []),
    ...(schedules?.length ? [`${schedules.length} calendars or schedules of the project`] : []),
  ];
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** "120" or "6h 30m"; null for anything else, such as the value of an option. */
function secondsOf(text: string): number | null {
  if (/^\d+$/.test(text.trim())) return Number(text);
  if (!/^(?:\s*\d+\s*[dhms])+\s*$/.test(text)) return text === "" ? 0 : null;
  const parts = [...text.matchAll(/(\d+)\s*([dhms])/g)];
  return parts.reduce((sum, [, amount, unit = "s"]) => sum + Number(amount) * (UNITS[unit] ?? 0), 0);
}

function addSchedule(draft: Draft, job: Job, template: string, isChanged: boolean): void {
  if (!job.schedule) return;
  const quartz = quartzOf(job.schedule);
  const timing = fromQuartz(quartz);
  if (timing === null) {
    draft.left_out.push(`Schedule of "${template}": "${quartz}" has no counterpart`);
    return;
  }
  const timezone = isTimeZone(job.timeZone) ? job.timeZone : null;
  const reasons = [
    timing.unequal && `"${quartz}" is not equal to a schedule here: ${timing.unequal}`,
    job.timeZone !== "" && timezone === null && `the time zone ${job.timeZone} is unknown`,
    isChanged && "the job is changed, see above",
  ].filter((reason) => typeof reason === "string");
  if (reasons.length > 0) draft.changed.push(`Schedule of "${template}" is inactive: ${reasons.join("; ")}`);
  const active = reasons.length === 0 && job.scheduleEnabled && job.executionEnabled;
  draft.add("schedules", { name: template, template, cron_format: timing.cron, timezone, active, overlap: "skip" });
}

/** The parts of a schedule as one text of seven fields. */
function quartzOf({ crontab, time, month, year, dayofmonth, weekday }: Schedule): string {
  if (crontab !== "") return crontab;
  const fields = [
    time?.seconds || "0",
    time?.minute || "0",
    time?.hour || "0",
    dayofmonth?.day || "*",
    month || "*",
    weekday?.day || "*",
    year || "*",
  ];
  return fields.join(" ");
}
