import { type AppFamily, appFamily } from "@/lib/protocol/app";
import type { Job } from "@/lib/protocol/job";
import { NOTE_PREFIX } from "@/lib/protocol/runner-lines";
import { isEnvironmentName, isReservedVariable, isRestrictedVariable } from "@/lib/protocol/variable-names";

/**
 * The server refuses such names when they are saved; those that were saved before, or came past it, end here. `notes`:
 * lines for the log.
 */
export function withoutReserved(job: Job): { job: Job; notes: string[] } {
  const untrusted = new Set(job.untrusted_vars);
  const refused = new Set<string>();
  const allowed = (variables: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(variables).filter(([name]) => {
        const reserved = untrusted.has(name) ? isRestrictedVariable(name) : isReservedVariable(name);
        if (reserved) refused.add(name);
        return !reserved;
      }),
    );
  const { env, secret_env, secret_vars } = job;
  const changed = { env: allowed(env), secret_env: allowed(secret_env), secret_vars: allowed(secret_vars) };
  const unfit = BY_FILE.includes(appFamily(job.app))
    ? []
    : Object.keys(changed.secret_vars).filter((name) => !isEnvironmentName(name));
  for (const name of unfit) delete changed.secret_vars[name];
  const notes = [
    ...[...refused].map((name) => `${NOTE_PREFIX}the variable ${name} is reserved and was left out`),
    ...unfit.map(
      (name) => `${NOTE_PREFIX}the variable ${name} was left out: its name is none of an environment variable`,
    ),
  ];
  return { job: { ...job, ...changed }, notes };
}

/** All others get secrets as environment variables, of which shells drop those with other names. */
const BY_FILE: readonly AppFamily[] = ["ansible", "terraform"];
