import { z } from "zod";
import { isEntry } from "@/lib/backup/rules/kinds";
import { withNumberedNames } from "@/lib/backup/rules/names";
import { Environment, type EnvironmentSecret } from "@/lib/environment/schema";
import { Key } from "@/lib/key/schema";
import { parseJson } from "@/lib/protocol/json-text";
import { type Api, ApiProblem } from "../api/api";
import type { OldSecrets } from "./old-secrets";
import type { Report, SourceProject, Target } from "./target";

const SourceKey = z.object({ id: z.int(), name: z.string() });
const SourceSecret = z.object({ id: z.int(), type: z.enum(["var", "env"]), name: z.string() });
const SourceEnvironment = z.object({ name: z.string(), secrets: z.array(SourceSecret) });

/** The objects with secrets in a file made from a server's API: the number that each has there, and its name here. */
export const WithSecrets = z.preprocess(
  (file) => (isEntry(file) ? withNumberedNames(file).file : file),
  z.object({ keys: z.array(SourceKey), environments: z.array(SourceEnvironment) }),
);
export type WithSecrets = z.output<typeof WithSecrets>;

/** What was filled in, as the report lists it, and in sentences what was not. */
export type Filled = { keys: string[]; secrets: string[]; left_out: string[] };

/** The names of the keys and environments that a project has, or will have. */
export type NamesHere = { keys: ReadonlySet<string>; environments: ReadonlySet<string> };

/** Which secrets would be filled in; `here` is null for a new project, which has them all. */
export function planSecrets({ keys, environments }: WithSecrets, old: OldSecrets, here: NamesHere | null): Filled {
  const filled: Filled = { keys: [], secrets: [], left_out: [] };
  const note = (list: "keys" | "secrets", name: string, id: number, isHere: boolean) => {
    const secret = old(id);
    if (secret === null) filled.left_out.push(`The secret of ${name}: the encryption key doesn't open it`);
    else if (secret !== undefined && !isHere) filled.left_out.push(notFound(name));
    else if (secret !== undefined) filled[list].push(name);
  };
  for (const { id, name } of keys) note("keys", name, id, here?.keys.has(name) ?? true);
  for (const { name, secrets } of environments) {
    const isHere = here?.environments.has(name) ?? true;
    for (const secret of secrets) note("secrets", `${name}: ${secret.name}`, secret.id, isHere);
  }
  return filled;
}

/** Fills in the keys and secret variables of an imported project. */
export async function fillSecrets(api: Api, projectId: number, source: WithSecrets, old: OldSecrets): Promise<Filled> {
  const plan = planSecrets(source, old, null);
  const filled: Filled = { keys: [], secrets: [], left_out: plan.left_out };
  const keys = await api.read("GET /project/:projectId/keys", { params: { projectId } }, z.array(Key));
  for (const { id, name } of source.keys) {
    const secret = old(id);
    if (typeof secret !== "string") continue;
    const key = onlyNamed(name, source.keys, keys);
    if (key) await attempt(filled, "keys", [name], () => fillKey(api, projectId, key, secret));
    else filled.left_out.push(notFound(name));
  }
  const params = { projectId };
  const environments = await api.read("GET /project/:projectId/environment", { params }, z.array(Environment));
  for (const { name, secrets } of source.environments) {
    const values = secrets.flatMap(({ id, ...each }) => {
      const secret = old(id);
      return typeof secret === "string" ? [{ ...each, secret }] : [];
    });
    const environment = onlyNamed(name, source.environments, environments);
    if (environment) await fillEnvironment(api, projectId, { id: environment.id, name }, values, filled);
    else filled.left_out.push(...values.map((each) => notFound(`${name}: ${each.name}`)));
  }
  return filled;
}

/** What has the name here, unless it could get the secret of another. */
function onlyNamed<Here extends { name: string }>(name: string, source: { name: string }[], here: Here[]): Here | null {
  const [found = null, other] = here.filter((each) => each.name.trim() === name);
  return other || source.filter((each) => each.name === name).length > 1 ? null : found;
}

const notFound = (name: string): string => `The secret of ${name}: the project has none or several of this name`;

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
  { id: environmentId, name: environmentName }: { id: number; name: string },
  values: (Pick<EnvironmentSecret, "type" | "name"> & { secret: string })[],
  filled: Filled,
): Promise<void> {
  const params = { projectId, environmentId };
  const own = await api.read("GET /project/:projectId/environment/:environmentId", { params }, Environment);
  const secrets = values.flatMap((value) => {
    const there = own.secrets?.find(({ type, name }) => type === value.type && name === value.name);
    if (!there) filled.left_out.push(notFound(`${environmentName}: ${value.name}`));
    return there ? [{ ...value, id: there.id, operation: "update" as const }] : [];
  });
  if (secrets.length === 0) return;
  const names = secrets.map(({ name }) => `${environmentName}: ${name}`);
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
