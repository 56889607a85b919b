import { and, eq, type Placeholder, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Sealed } from "@/db/columns";
import { isOneOf } from "@/db/one-of";
import { onlyRow } from "@/db/only-row";
import { environmentSecrets, environments } from "@/db/schema/environments";
import type {
  Environment,
  EnvironmentFacts,
  EnvironmentInput,
  EnvironmentQuery,
  EnvironmentSecret,
} from "@/lib/environment/schema";
import { changeSecrets, placeOf } from "@/lib/environment/secrets";
import { inNaturalOrder } from "@/lib/operation/natural-order";
import type { Refs } from "@/lib/operation/refs";
import { factsFor, refsOf } from "@/lib/project/uses";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { open, seal, UndecryptableError } from "@/lib/secret/seal";

const columns = {
  id: environments.id,
  name: environments.name,
  project_id: environments.project_id,
  json: environments.json,
  env: environments.env,
};

export async function listEnvironments(db: Db, projectId: number, { order }: EnvironmentQuery): Promise<Environment[]> {
  const rows = await db.select(columns).from(environments).where(eq(environments.project_id, projectId));
  return inNaturalOrder(rows, order).map((row) => ({ ...row, password: null, secrets: null }));
}

/** Includes the names of its secrets. */
export async function getEnvironment(db: Db, projectId: number, environmentId: number): Promise<Environment | null> {
  const secrets = db
    .select({
      list: sql<EnvironmentSecret[] | null>`json_agg(json_build_object(
        'id', ${environmentSecrets.id}, 'type', ${environmentSecrets.type}, 'name', ${environmentSecrets.name},
        'secret', '', 'operation', '') order by ${environmentSecrets.id})`.as("list"),
    })
    .from(environmentSecrets)
    .where(eq(environmentSecrets.environment_id, environments.id))
    .as("secrets");
  const [row] = await db
    .select({ ...columns, secrets: secrets.list })
    .from(environments)
    .leftJoinLateral(secrets, sql`true`)
    .where(isEnvironment(projectId, environmentId));
  return row ? { ...row, password: null } : null;
}

type Values = Omit<EnvironmentInput, "id" | "project_id">;

export async function insertEnvironment(db: Db, projectId: number, input: Values): Promise<number> {
  const { name, json, env } = input;
  const row = onlyRow(
    await db.insert(environments).values({ project_id: projectId, name, json, env }).returning({ id: environments.id }),
  );
  await setPassword(db, row.id, input.password);
  await changeSecrets(db, projectId, row.id, input.secrets);
  return row.id;
}

/** Returns the id, or null if the project has no such environment. Secrets not in `input` are kept. */
export async function updateEnvironment(
  db: Db,
  projectId: number,
  environmentId: number,
  input: Values,
): Promise<number | null> {
  const { name, json, env } = input;
  const [row] = await db
    .update(environments)
    .set({ name, json, env })
    .where(isEnvironment(projectId, environmentId))
    .returning({ id: environments.id });
  if (!row) return null;
  await setPassword(db, environmentId, input.password);
  await changeSecrets(db, projectId, environmentId, input.secrets);
  return row.id;
}

/** Returns the deleted environment's name, or null if there was none; fails if a template still uses it. */
export async function deleteEnvironment(db: Db, projectId: number, environmentId: number): Promise<string | null> {
  const [row] = await db
    .delete(environments)
    .where(isEnvironment(projectId, environmentId))
    .returning({ name: environments.name });
  return row?.name ?? null;
}

export const environmentRefs = (db: Db, projectId: number, environmentId: number): Promise<Refs> =>
  refsOf(db, "environment", projectId, environmentId);

export async function listEnvironmentFacts(db: Db, projectId: number): Promise<EnvironmentFacts[]> {
  const { uses, changed, columns: facts } = factsFor(db, "environment", projectId, environments.id);
  const secrets = sql<number>`(select count(*)::int from ${environmentSecrets}
    where ${environmentSecrets.project_id} = ${projectId} and ${environmentSecrets.environment_id} = ${environments.id})`;
  const rows = await db
    .select({ ...facts, secrets, json: environments.json, env: environments.env })
    .from(environments)
    .leftJoin(uses, eq(uses.used_id, environments.id))
    .leftJoinLateral(changed, sql`true`)
    .where(eq(environments.project_id, projectId))
    .orderBy(environments.id);
  return rows.map(({ json, env, ...row }) => ({ ...row, variables: countOf(json) + countOf(env ?? "{}") }));
}

const countOf = (json: string): number => Object.keys(parseJsonObject(json) ?? {}).length;

export type OpenSecrets = { vars: Record<string, string>; env: Record<string, string> };

/** For `openedSecrets`. */
export const selectSealedSecrets = (db: Db, projectId: number | Placeholder, environmentIds: number[] | Placeholder) =>
  db
    .select()
    .from(environmentSecrets)
    .where(
      and(eq(environmentSecrets.project_id, projectId), isOneOf(environmentSecrets.environment_id, environmentIds)),
    );

export type SealedSecret = typeof environmentSecrets.$inferSelect;

/** The secrets of one environment in plaintext, by name. Only for beginning an attempt. */
export function openedSecrets(rows: SealedSecret[], environmentId: number): OpenSecrets {
  const opened: OpenSecrets = { vars: {}, env: {} };
  for (const { id, environment_id, type, name, secret } of rows) {
    if (environment_id === environmentId) opened[type === "env" ? "env" : "vars"][name] = open(secret, placeOf(id));
  }
  return opened;
}

/** The secrets of a project that have no value yet, each after its environment: `Live: TOKEN`. */
export async function listEmptySecrets(db: Db, projectId: number): Promise<string[]> {
  const rows = await db
    .select({
      environment: environments.name,
      id: environmentSecrets.id,
      name: environmentSecrets.name,
      secret: environmentSecrets.secret,
    })
    .from(environmentSecrets)
    .innerJoin(environments, eq(environments.id, environmentSecrets.environment_id))
    .where(eq(environmentSecrets.project_id, projectId))
    .orderBy(environmentSecrets.id);
  return rows.filter(isEmpty).map(({ environment, name }) => `${environment}: ${name}`);
}

function isEmpty({ id, secret }: { id: number; secret: Sealed }): boolean {
  try {
    return open(secret, placeOf(id)) === "";
  } catch (error) {
    // It has a value, though the key to it is lost.
    if (error instanceof UndecryptableError) return false;
    throw error;
  }
}

const isEnvironment = (projectId: number, environmentId: number) =>
  and(eq(environments.project_id, projectId), eq(environments.id, environmentId));

/** Replies never include the password, so one that is absent from the body is kept. */
async function setPassword(db: Db, environmentId: number, password: string | null): Promise<void> {
  if (password === null) return;
  const sealed = seal(password, `environments/${environmentId}/password`);
  await db.update(environments).set({ password: sealed }).where(eq(environments.id, environmentId));
}
