import { z } from "zod";
import { requiredText } from "@/lib/operation/fields";

/** As far as the form looks into a backup file; the server checks the whole of it. */
const Backup = z.looseObject({
  meta: z.looseObject({ name: z.string().nullish() }).nullish(),
  keys: z.array(z.looseObject({ type: z.string() })).nullish(),
});
type Backup = z.output<typeof Backup>;

/** A name for the new project, and the text of a backup file. */
export const RestoreInput = z.object({
  name: requiredText("projectNameRequired"),
  file: z
    .string()
    .min(1, "backupRequired")
    .transform((text, context) => {
      const backup = readBackup(text);
      if (backup) return backup;
      context.addIssue({ code: "custom", message: "backupNotJson" });
      return z.NEVER;
    }),
});
export type RestoreInput = z.output<typeof RestoreInput>;

/** Null when the text is no backup file. */
export function readBackup(text: string): Backup | null {
  try {
    return Backup.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not even JSON.
    return null;
  }
}

/** What the server is asked to restore: the file under its new name. */
export const renamed = ({ name, file }: RestoreInput) => ({ ...file, meta: { ...file.meta, name } });

/** How many keys come without their secret and have to be filled in. */
export const emptyKeys = ({ keys }: Backup): number => (keys ?? []).filter(({ type }) => type !== "none").length;
