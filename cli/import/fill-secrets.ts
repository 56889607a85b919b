import { z } from "zod";
import { Environment } from "@/lib/environment/schema";
import { Key } from "@/lib/key/schema";
import { parseJson } from "@/lib/protocol/json-text";
import { type Api, ApiProblem } from "../api/api";
import type { OldSecrets } from "./old-secrets";
import type { Report, SourceProject, Target } from "./target";

const SourceKey = z.object({ id: z.int(), name: z.string() });
const SourceSecret = z.object({ id: z.int(), type: z.enum(["var", "env"]), name: z.string() });
const SourceEnvironment = z.object({ name: z.string(), secrets: z.array(SourceSecret) });

/** The objects with secrets in a file made from a server's API: each has the number that it has there. */
export const WithSecrets = z.object({ keys: z.array(SourceKey), environments: z.array(SourceEnvironment) });
export type WithSecrets = z.output<typeof WithSecrets>;

/** What was filled in, as the report lists it, and in sentences what was not. */
export type Filled = { keys: string[]; secrets: string[]; left_out: string[] };

/** Which secrets would be filled in. */
export function planSecrets({ keys, environments }: WithSecrets, old: OldSecrets): Filled {
  const filled: Filled = { keys: [], secrets: [], left_out: [] };
  for (const { id, name } of keys) note(filled, "keys", name, old(id));
  for (const { name, secrets } of environments) {
    for (const secret of secrets) note(filled, "secrets", `${name}: ${secret.name}`, old(secret.id));
  }
  return filled;
}

function note(filled: Filled, list: "keys" | "secrets", name: string, secret: string | null | undefined): void {
  if (secret === null) filled.left_out.push(`The secret of ${name}: the encryption key doesn't open it`);
  else if (secret !== undefined) filled[list].push(name);
}

/** Fills in the keys and secret variables of an imported project. */
export async function fillSecrets(api: Api, projectId: number, source: WithSecrets, old: OldSecrets): Promise<Filled> {
  const plan = planSecrets(source, old);
  const filled: Filled = { keys: [], secrets: [], left_out: plan.left_out };
  const keys = await api.read("GET /project/:projectId/keys", { params: { projectId } }, z.array(Key));
  for (const key of keys) {
    const id = source.keys.find(({ name }) => name === key.name)?.id;
    const secret = id === undefined ? undefined : old(id);
    if (typeof secret === "string")
      await attempt(filled, "keys", [key.name], () => fillKey(api, projectId, key, secret));
  }
  const params = { projectId };
  const environments = await api.read("GET /project/:projectId/environment", { params }, z.array(Environment));
  for (const environment of environments) {
    const secrets = source.environments.find(({ name }) => name === environment.name)?.secrets ?? [];
    const values = new Map(secrets.map((each) => [`${each.type} ${each.name}`, old(each.id)]));
    await fillEnvironment(api, projectId, environment.id, values, filled);
  }
  return filled;
}

async function attempt(filled: Filled, list: "keys" | "secrets", names: string[], fill: () => Promise<unknown>) {
  try {
    await fill();
    filled[list].push(...names);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    filled.left_out.push(`The secret of ${names.join(", ")}: ${error.message}`);
  }
}

const text = () => z.string().catch("");
const OldSsh = z.object({ login: text(), passphrase: text(), private_key: text() });
const OldLogin = z.object({ login: text(), password: text() });

function fillKey(api: Api, projectId: number, { id, name, type }: Key, secret: string): Promise<unknown> {
  const json = parseJson(secret);
  // A plain text may look like JSON, such as a number.
  const read = typeof json === "object" ? json : null;
  const body = {
    id,
    name,
    type,
    override_secret: true,
    ...(type === "ssh" && { ssh: OldSsh.parse(read ?? {}) }),
    // A key of plain text has nothing else.
    ...(type === "login_password" && { login_password: OldLogin.parse(read ?? { login: "", password: secret }) }),
  };
  return api.call("PUT /project/:projectId/keys/:keyId", { params: { projectId, keyId: id }, body });
}

async function fillEnvironment(
  api: Api,
  projectId: number,
  environmentId: number,
  values: ReadonlyMap<string, string | null | undefined>,
  filled: Filled,
): Promise<void> {
  const params = { projectId, environmentId };
  const own = await api.read("GET /project/:projectId/environment/:environmentId", { params }, Environment);
  const secrets = (own.secrets ?? []).flatMap(({ id, type, name }) => {
    const secret = values.get(`${type} ${name}`);
    return typeof secret === "string" ? [{ id, type, name, operation: "update" as const, secret }] : [];
  });
  if (secrets.length === 0) return;
  const names = secrets.map(({ name }) => `${own.name}: ${name}`);
  const body = { ...own, secrets };
  await attempt(filled, "secrets", names, () =>
    api.call("PUT /project/:projectId/environment/:environmentId", { params, body }),
  );
}

type Fill = (source: WithSecrets, old: OldSecrets) => Promise<Filled>;

/** The report after the secrets of the old server were filled in. */
export async function withSecrets({ oldSecrets }: Target, file: SourceProject["file"], report: Report, fill: Fill) {
  if (!oldSecrets) return report;
  const source = WithSecrets.safeParse(file);
  if (!source.success) return { ...report, left_out: [...report.left_out, NO_NUMBERS] };
  const { keys, secrets, left_out } = await fill(source.data, oldSecrets);
  return {
    ...report,
    empty_keys: report.empty_keys.filter((name) => !keys.includes(name)),
    empty_secrets: report.empty_secrets.filter((name) => !secrets.includes(name)),
    filled_secrets: [...keys, ...secrets],
    left_out: [...report.left_out, ...left_out],
  };
}

const NO_NUMBERS = "The secrets: a backup file doesn't tell which they are; import from the server itself";
