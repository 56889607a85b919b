import { z } from "zod";
import { requiredText } from "@/lib/operation/fields";

/** The minimum that identifies a backup; the server validates the rest. */
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

/** The project's name in a backup file; undefined if the text is not a backup. */
export const nameInBackup = (text: string): string | undefined => Backup.safeParse(parseJson(text)).data?.meta.name;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Rejected because it is not an object.
    return undefined;
  }
}

/** The request body: the file with its new name. */
export const renamed = ({ name, file }: RestoreInput) => ({ ...file, meta: { ...file.meta, name } });

const Keys = z.array(z.looseObject({ type: z.string() }));

/** How many keys have no secret and need one. */
export const emptyKeys = ({ keys }: Backup): number =>
  (Keys.safeParse(keys).data ?? []).filter(({ type }) => type !== "none").length;
