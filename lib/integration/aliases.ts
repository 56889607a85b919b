import { randomBytes } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { integrationAliases, integrations } from "@/db/schema/integrations";
import { options } from "@/db/schema/options";
import type { Alias } from "@/lib/integration/schema";
import { type IntegrationRow, isIntegration } from "@/lib/integration/store";
import { foundParts } from "@/lib/operation/errors";
import { settings } from "@/lib/settings/settings";

/** 128 random bits cannot be guessed. */
export const newAlias = () => randomBytes(16).toString("hex");

const columns = { id: integrationAliases.id, alias: integrationAliases.alias };

/** Without a public URL the address is relative to the server's root. */
const present = ({ id, alias }: { id: number; alias: string }): Alias => ({
  id,
  url: `${settings().publicUrl ?? ""}/api/integrations/${alias}`,
});

export async function listProjectAliases(db: Db, projectId: number): Promise<Alias[]> {
  const rows = await db
    .select(columns)
    .from(integrationAliases)
    .where(isOf(projectId, null))
    .orderBy(asc(integrationAliases.id));
  return rows.map(present);
}

export async function listAliases(db: Db, projectId: number, integrationId: number): Promise<Alias[]> {
  const rows = await db
    .select({ part: columns })
    .from(integrations)
    .leftJoin(integrationAliases, eq(integrationAliases.integration_id, integrations.id))
    .where(isIntegration(projectId, integrationId))
    .orderBy(asc(integrationAliases.id));
  return foundParts(rows).map(present);
}

/** With null, creates an alias of the project itself. */
export async function insertAlias(db: Db, projectId: number, integrationId: number | null): Promise<Alias> {
  const row = onlyRow(
    await db
      .insert(integrationAliases)
      .values({ project_id: projectId, integration_id: integrationId, alias: newAlias() })
      .returning(columns),
  );
  return present(row);
}

/**
 * Stores the aliases of a backup. Aliases are unique in the whole server: those already taken are skipped and
 * returned.
 */
export async function insertAliases(
  db: Db,
  projectId: number,
  integrationId: number | null,
  aliases: string[],
): Promise<string[]> {
  const taken: string[] = [];
  for (const alias of aliases) {
    const rows = (await isGlobal(db, alias))
      ? []
      : await db
          .insert(integrationAliases)
          .values({ project_id: projectId, integration_id: integrationId, alias })
          .onConflictDoNothing({ target: integrationAliases.alias })
          .returning({ id: integrationAliases.id });
    if (rows.length === 0) taken.push(alias);
  }
  return taken;
}

/** Returns the deleted id, or null if there is no such alias there. */
export async function deleteAlias(
  db: Db,
  projectId: number,
  integrationId: number | null,
  aliasId: number,
): Promise<number | null> {
  const [row] = await db
    .delete(integrationAliases)
    .where(and(isOf(projectId, integrationId), eq(integrationAliases.id, aliasId)))
    .returning({ id: integrationAliases.id });
  return row?.id ?? null;
}

const isOf = (projectId: number, integrationId: number | null) =>
  and(
    eq(integrationAliases.project_id, projectId),
    integrationId === null
      ? isNull(integrationAliases.integration_id)
      : eq(integrationAliases.integration_id, integrationId),
  );

/** Who listens on an alias. `projectId` is null for the server-wide alias. */
export type Listeners = { projectId: number | null; integrations: IntegrationRow[] };

/** Starts tasks for everybody who knows the address. */
export const isOpen = ({ auth_method }: IntegrationRow): boolean => auth_method === "";

/** They say what a request is about. An integration that names one as its secret must not hide it from other projects. */
const NEVER_SECRET =
  /^(?:content-(?:type|length|encoding)|user-agent|host|x-(?:[a-z]+-)?event(?:-[a-z]+)?|x-[a-z]+-delivery)$/;

/** The headers in which the alias gets secrets, in lower case: no project may see those of another. */
export const secretHeadersOf = ({ integrations }: Listeners): string[] =>
  integrations
    .filter(({ auth_method }) => auth_method === "token" || auth_method === "hmac")
    .map(({ auth_header }) => auth_header.toLowerCase())
    .filter((name) => name !== "" && !NEVER_SECRET.test(name));

/** Null for an unknown alias. A project's alias and the server-wide one reach searchable integrations. */
export async function listenersOf(db: Db, alias: string): Promise<Listeners | null> {
  if (!/^[\w-]{1,200}$/.test(alias)) return null;
  const [row] = await db.select().from(integrationAliases).where(eq(integrationAliases.alias, alias));
  if (!row) return (await isGlobal(db, alias)) ? { projectId: null, integrations: await searchable(db, null) } : null;
  const { project_id: projectId, integration_id: integrationId } = row;
  if (integrationId === null) return { projectId, integrations: await searchable(db, projectId) };
  const own = await db
    .select()
    .from(integrations)
    .where(and(eq(integrations.project_id, projectId), eq(integrations.id, integrationId)));
  return { projectId, integrations: own };
}

/** Admin option: an alias for all projects, in addition to the one in the settings. */
const GLOBAL_ALIAS = "global_integration_alias";

async function isGlobal(db: Db, alias: string): Promise<boolean> {
  if (settings().globalIntegrationAlias === alias) return true;
  const [option] = await db.select({ value: options.value }).from(options).where(eq(options.key, GLOBAL_ALIAS));
  return option?.value === alias;
}

const searchable = (db: Db, projectId: number | null): Promise<IntegrationRow[]> =>
  db
    .select()
    .from(integrations)
    .where(
      and(eq(integrations.searchable, true), projectId === null ? undefined : eq(integrations.project_id, projectId)),
    )
    .orderBy(asc(integrations.id));
