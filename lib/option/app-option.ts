import type { Db } from "@/db/client";
import { AppDetail, AppId, AppInput } from "@/lib/app/schema";
import { getApp, saveApp } from "@/lib/app/store";
import { invalid } from "@/lib/operation/errors";

/** `apps.<id>.<field>` configures how an application runs; ids may contain dots. */
const APP_OPTION = /^apps\.(.+)\.(\w+)$/;

/** Sets one field of an application. False if the key is not such a field; fails if the value is invalid. */
export async function saveAppOption(db: Db, key: string, value: string): Promise<boolean> {
  const [, id, field] = APP_OPTION.exec(key) ?? [];
  if (id === undefined || field === undefined) return false;
  if (!AppId.safeParse(id).success || !isField(field)) throw invalid("key", "optionInvalid");
  const current = (await getApp(db, id)) ?? { active: false, priority: 0 };
  const changed = AppInput.safeParse({ ...current, [field]: isText(field) ? value : parsed(value) });
  if (!changed.success) throw invalid("value", "optionInvalid");
  // Others may be set at the same time.
  await saveApp(db, id, changed.data, field);
  return true;
}

const isField = (name: string): name is keyof AppDetail => Object.hasOwn(AppDetail.shape, name);

const isText = (field: string) => !["active", "priority", "args"].includes(field);

/** Option values are texts; for fields of other types they are parsed as JSON. */
function parsed(value: string): unknown {
  try {
    return value === "" ? null : JSON.parse(value);
  } catch {
    // Left for the schema to reject.
    return value;
  }
}
