import type { Job, KeySecret } from "@/lib/protocol/job";

/** Everything in a job that must not appear in its log. */
export function secretsOf(job: Job): string[] {
  const keys = [
    job.repository.key,
    job.inventory?.key,
    job.inventory?.become_key,
    job.inventory?.repository?.key,
  ].flatMap((key) => (key ? secretsOfKey(key) : []));
  return [
    ...keys,
    ...job.vaults.map((vault) => vault.password),
    ...Object.values(job.secret_vars),
    ...Object.values(job.secret_env),
    job.state?.password ?? "",
    job.state?.passphrase ?? "",
  ].filter((secret) => secret !== "");
}

export function secretsOfKey(key: KeySecret): string[] {
  if (key.type === "ssh") return [key.private_key, key.passphrase].filter((secret) => secret !== "");
  return key.type === "login_password" ? [key.password] : [];
}
