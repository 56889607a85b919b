import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { forIds, isOneOf } from "@/db/one-of";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import type { TemplateRow } from "@/lib/task/start/new-task";

/** The version of each build template's newest task. */
export async function newestVersions(tx: Db, given: TemplateRow[]): Promise<Map<number, string | null>> {
  const newest = tx
    .select({ version: tasks.version })
    .from(tasks)
    .where(eq(tasks.template_id, templates.id))
    .orderBy(desc(tasks.id))
    .limit(1)
    .as("newest");
  const building = given.filter(({ type }) => type === "build").map(({ id }) => id);
  const rows = await forIds(building, (ids) =>
    tx
      .select({ id: templates.id, version: newest.version })
      .from(templates)
      .leftJoinLateral(newest, sql`true`)
      .where(isOneOf(templates.id, ids)),
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

type Version = { prefix: string; number: bigint; suffix: string };

/** Splits at the last group of digits; null if there is none. */
function takeApart(version: string): Version | null {
  const match = /^(.*?)(\d+)(\D*)$/.exec(version);
  if (!match) return null;
  const [, prefix = "", digits = "", suffix = ""] = match;
  return { prefix, number: BigInt(digits), suffix };
}

/** The version of a build template's next task. `current` is that of its newest task, null when that had none. */
export function nextVersion(start: string, current: string | null): string {
  const first = takeApart(start);
  if (!first || current === null) return start;
  const { prefix, suffix } = first;
  if (!current.startsWith(prefix) || !current.endsWith(suffix)) return start;
  const middle = current.slice(prefix.length, current.length - suffix.length);
  if (!/^\d+$/.test(middle)) return start;
  const next = BigInt(middle) + 1n;
  return `${prefix}${next > first.number ? next : first.number}${suffix}`;
}
