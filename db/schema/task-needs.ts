import { sql } from "drizzle-orm";

/**
 * Whether a task brings variables of its own to Ansible, which runners of the first protocol pass on to be evaluated. It looks
 * for "-e or "--e; two dashes in a row are what the tool that writes migrations separates things by.
 */
const bringsVariables = (of: string) => `coalesce(${of}snapshot->'template'->>'app' = 'ansible'
  and (strpos(${of}arguments, chr(34) || '-e') > 0 or strpos(${of}arguments, chr(34) || '-' || '-e') > 0), false)`;
export const BRINGS_VARIABLES = sql.raw(bringsVariables("tasks."));

/** Whether a script of its repository tells the password of a vault. */
const hasVaultScript = (of: string) => `jsonb_path_exists(${of}snapshot, '$.template.vaults[*].script ? (@ != null)')`;
export const HAS_VAULT_SCRIPT = sql.raw(hasVaultScript("tasks."));

/** The applications that runners of Semaphore run as ours do; of the others, ours keep the state. */
const SHARED_APPS = "('ansible', 'bash', 'python', 'powershell')";

/**
 * Whether a task needs what only our own runners can do: another application or program, a time limit, checked arguments, or
 * answers that Ansible is to take for data. Answers without a template expression are data for every runner; `chr(92)` is
 * a backslash, which may begin an escaped brace, and nobody can look into secret answers.
 */
const needsOwnRunner = (of: string) => `(coalesce(${of}snapshot->'template'->>'app', '') not in ${SHARED_APPS}
  or coalesce(${of}snapshot->'app'->>'path', '') <> ''
  or coalesce(jsonb_typeof(${of}snapshot->'app'->'args'), 'null') <> 'null'
  or coalesce(${of}snapshot->'template'->>'timeout_seconds', '0') <> '0'
  or coalesce(${of}arguments, '[]') not in ('', '[]')
  or (${of}snapshot->'template'->>'app' = 'ansible' and (${of}secret is not null
    or strpos(${of}environment, '{{') > 0 or strpos(${of}environment, '{%') > 0 or strpos(${of}environment, '{#') > 0
    or strpos(${of}environment, chr(92) || 'u') > 0)))`;
export const NEEDS_OWN_RUNNER = sql.raw(needsOwnRunner("tasks."));

/**
 * What a task needs: of its runner the tag, the application, whether an admin set the program, what it must be able to do and
 * whether it must be ours; and the state that it works on.
 * Tasks that agree in it can run on the same runners, and wait for the same state. An index is made of it, so a change takes a
 * migration: it makes one of another name before the old one goes.
 */
export const NEEDS = sql.raw(
  [
    "(coalesce(snapshot->'template'->>'runner_tag', '')",
    "' '",
    "coalesce(snapshot->'template'->>'app', '')",
    "case when coalesce(snapshot->'app'->>'path', '') = '' then '' else ' ' end",
    `case when ${bringsVariables("")} then ' -e' else '' end`,
    `case when ${needsOwnRunner("")} then ' own' else '' end`,
    `case when ${hasVaultScript("")} then ' script' else '' end`,
    "case when drift_check then ' drift' else '' end",
    "case when state_id is null then '' else ' ' || state_id::text || ' ' || workspace end)",
  ].join(" || "),
);
