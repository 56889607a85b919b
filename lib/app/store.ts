import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { prepared } from "@/db/prepared";
import { apps } from "@/db/schema/apps";
import type { App, AppInput } from "@/lib/app/schema";
import { AppError } from "@/lib/operation/errors";
import { BUILTIN_APPS, type BuiltinApp, isBuiltinApp } from "@/lib/protocol/app";

const PRIORITIES: Record<BuiltinApp, number> = {
  ansible: 1000,
  terraform: 900,
  workflow: 850,
  tofu: 800,
  bash: 700,
  powershell: 600,
  python: 500,
  pulumi: 400,
};

/** Screens know the names and icons of the built-in applications, so they are blank here. */
const builtin = (id: BuiltinApp): App => ({
  id,
  active: true,
  priority: PRIORITIES[id],
  title: "",
  icon: "",
  color: "",
  dark_color: "",
  path: "",
  args: null,
});

/** Built-in applications with their overrides, and added ones; highest priority first. */
export async function listApps(db: Db): Promise<App[]> {
  const all = new Map<string, App>(BUILTIN_APPS.map((id) => [id, builtin(id)]));
  for (const row of await db.select().from(apps)) all.set(row.id, merged(all.get(row.id), row));
  return [...all.values()].sort((a, b) => b.priority - a.priority || a.id.localeCompare(b.id));
}

/** Null for an unknown id. */
export async function getApp(db: Db, id: string): Promise<App | null> {
  const original = isBuiltinApp(id) ? builtin(id) : undefined;
  const [row] = await db.select().from(apps).where(eq(apps.id, id));
  return row ? merged(original, row) : (original ?? null);
}

type AppFields = Omit<AppInput, "id">;

/**
 * Adds an application or replaces its settings; blank fields reset to the built-in values. With `only`, the other fields of
 * one that there is stay as they are.
 */
export async function saveApp(db: Db, id: string, input: AppFields, only?: keyof AppFields): Promise<void> {
  const { active, priority, title, icon, color, dark_color, path, args } = input;
  const values = { active, priority, title, icon, color, dark_color, path, args };
  await db
    .insert(apps)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: apps.id, set: only ? { [only]: values[only] } : values });
}

/** Administrators see them all. */
const MAX_INACTIVE = 100;

/** Fails if there is no room for one of the applications that files bring. */
export async function requireRoomForApps(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db.select({ id: apps.id, active: apps.active }).from(apps);
  const known = new Set(rows.map(({ id }) => id));
  const room = MAX_INACTIVE - rows.filter(({ active }) => !active).length;
  const app = ids.filter((id) => !known.has(id))[Math.max(room, 0)];
  if (app !== undefined) throw new AppError("conflict", { key: "appsTooMany", params: { app, maximum: MAX_INACTIVE } });
}

/** Adds applications that nobody can use yet, unless there is one with the id. */
export async function addInactiveApps(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Two restores at a time could exceed the limit.
  await db.execute(sql`lock table ${apps} in share row exclusive mode`);
  await requireRoomForApps(db, ids);
  await db
    .insert(apps)
    .values(ids.map((id) => ({ id, active: false })))
    .onConflictDoNothing();
}

/** False if there is no such application. */
export async function switchApp(db: Db, id: string, active: boolean): Promise<boolean> {
  if (isBuiltinApp(id)) {
    await db.insert(apps).values({ id, active }).onConflictDoUpdate({ target: apps.id, set: { active } });
    return true;
  }
  const rows = await db.update(apps).set({ active }).where(eq(apps.id, id)).returning({ id: apps.id });
  return rows.length > 0;
}

/** Resets a built-in application, removes an added one. False if there was nothing to delete. */
export async function deleteApp(db: Db, id: string): Promise<boolean> {
  const rows = await db.delete(apps).where(eq(apps.id, id)).returning({ id: apps.id });
  return rows.length > 0;
}

function merged(original: App | undefined, row: App): App {
  if (!original || row.priority > 0) return row;
  return { ...row, priority: original.priority };
}

/** How to run an application; null path or args mean the built-in ones. */
export type AppSettings = { known: boolean; active: boolean; path: string | null; args: string[] | null };

export async function appSettings(db: Db, id: string): Promise<AppSettings> {
  const [row] = await db.select().from(apps).where(eq(apps.id, id));
  return settingsFor(id, row);
}

export async function allAppSettings(db: Db, ids: string[]): Promise<ReadonlyMap<string, AppSettings>> {
  const rows = await selectApps(db).execute({ ids });
  return new Map(
    ids.map((id) => [
      id,
      settingsFor(
        id,
        rows.find((row) => row.id === id),
      ),
    ]),
  );
}

const selectApps = prepared((db) =>
  db
    .select()
    .from(apps)
    .where(isOneOf(apps.id, sql.placeholder("ids")))
    .prepare("apps"),
);

function settingsFor(id: string, row: App | undefined): AppSettings {
  const args = row?.args?.length ? row.args : null;
  if (row) return { known: true, active: row.active, path: row.path || null, args };
  const known = isBuiltinApp(id);
  return { known, active: known, path: null, args: null };
}
