import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { apps } from "@/db/schema/apps";
import { options } from "@/db/schema/options";
import { saveAppOption } from "@/lib/option/app-option";
import { INTERNAL_PREFIX, type Option } from "@/lib/option/schema";

/** All options except internal ones; application settings are listed field by field. */
export async function listOptions(db: Db): Promise<Record<string, string>> {
  const rows = await db.execute<{ key: string; value: string }>(sql`
    select key, value from ${options} where not starts_with(key, ${INTERNAL_PREFIX})
    union all
    select concat_ws('.', 'apps', app.id, field.key), field.value
    from ${apps} as app, jsonb_each_text(to_jsonb(app) - 'id') as field where field.value <> ''
    order by 1`);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

export async function saveOption(db: Db, { key, value }: Option): Promise<void> {
  if (await saveAppOption(db, key, value)) return;
  await db.insert(options).values({ key, value }).onConflictDoUpdate({ target: options.key, set: { value } });
}
