import { z } from "zod";
import { requiredText } from "@/lib/operation/fields";

/** What makes a file a backup; the server checks the whole of it. */
const Backup = z.looseObject(
  { meta: z.looseObject({ name: z.string("backupMetaMissing") }, "backupMetaMissing") },
  "backupNotJson",
);
type Backup = z.output<typeof Backup>;

/** A name for the new project, and the text of a backup file. */
export const RestoreInput = z.object({
  name: requiredText("projectNameRequired"),
  file: z
    .string()
    .min(1, "backupRequired")
    .transform((text, context) => {
      const { data, error } = Backup.safeParse(parseJson(text));
      if (data) return data;
      context.addIssue({ code: "custom", message: error.issues[0]?.message });
      return z.NEVER;
    }),
});
export type RestoreInput = z.output<typeof RestoreInput>;

/** The name of the project in a backup file; undefined when the text is none. */
export const nameInBackup = (text: string): string | undefined => Backup.safeParse(parseJson(text)).data?.meta.name;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Refused as no object.
    return undefined;
  }
}

/** What the server is asked to restore: the file under its new name. */
export const renamed = ({ name, file }: RestoreInput) => ({ ...file, meta: { ...file.meta, name } });

const Keys = z.array(z.looseObject({ type: z.string() }));

/** How many keys come without their secret and have to be filled in. */
export const emptyKeys = ({ keys }: Backup): number =>
  (Keys.safeParse(keys).data ?? []).filter(({ type }) => type !== "none").length;
