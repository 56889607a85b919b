import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { apps } from "@/db/schema/apps";
import type { App } from "@/lib/app/schema";
import { BUILTIN_APPS, type BuiltinApp } from "@/lib/protocol/app";

const PRIORITIES: Record<BuiltinApp, number> = {
  ansible: 1000,
  terraform: 900,
  tofu: 800,
  bash: 700,
  powershell: 600,
  python: 500,
  pulumi: 400,
};

/** Screens know the looks of the built-in applications, so theirs are blank here. */
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

/** The built-in applications as an admin changed them, and those an admin added; highest priority first. */
export async function listApps(db: Db): Promise<App[]> {
  const all = new Map<string, App>(BUILTIN_APPS.map((id) => [id, builtin(id)]));
  for (const row of await db.select().from(apps)) all.set(row.id, merged(all.get(row.id), row));
  return [...all.values()].sort((a, b) => b.priority - a.priority || a.id.localeCompare(b.id));
}

function merged(original: App | undefined, row: App): App {
  if (!original || row.priority > 0) return row;
  return { ...row, priority: original.priority };
}

/** How to run an application: null path and args mean the built-in ones. */
export type AppSettings = { known: boolean; active: boolean; path: string | null; args: string[] | null };

export async function appSettings(db: Db, id: string): Promise<AppSettings> {
  const [row] = await db.select().from(apps).where(eq(apps.id, id));
  const args = row?.args?.length ? row.args : null;
  if (row) return { known: true, active: row.active, path: row.path || null, args };
  const known = BUILTIN_APPS.some((app) => app === id);
  return { known, active: known, path: null, args: null };
}
