import type { Job } from "@/lib/protocol/job";

type Environment = Record<string, string>;

/** Strings as they are, everything else as JSON. */
export const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Plain variables in a fixed order, because a stored JSON object has the database's key order. */
export const sortedVariables = (job: Job): [string, Job["extra_vars"][string]][] =>
  Object.entries(job.extra_vars).sort(([a], [b]) => (a < b ? -1 : 1));

/** The environment of all of a task's programs, for any application; later entries win. */
export function taskEnvironment(job: Job, agentSocket: string | null): Environment {
  return {
    ...job.env,
    ...job.secret_env,
    ...(agentSocket === null ? {} : { SSH_AUTH_SOCK: agentSocket }),
    ...(job.template_type === "" ? {} : buildEnvironment(job)),
  };
}

function buildEnvironment(job: Job): Environment {
  const environment: Environment = { SEMAPHORE_TASK_TYPE: job.template_type };
  if (job.incoming_version !== null) environment.SEMAPHORE_TASK_INCOMING_VERSION = job.incoming_version;
  if (job.template_type === "build" && job.target_version !== null) {
    environment.SEMAPHORE_TASK_TARGET_VERSION = job.target_version;
  }
  return environment;
}

/** The variable `semaphore_vars`: details of the task for playbooks. */
export function taskDetails(job: Job) {
  const versions =
    job.template_type === ""
      ? {}
      : { type: job.template_type, incoming_version: job.incoming_version, target_version: job.target_version };
  return {
    task_details: {
      id: job.task_id,
      username: job.username,
      url: job.task_url,
      ...(job.message === "" ? {} : { message: job.message }),
      ...versions,
    },
  };
}
