import { z } from "zod";
import { requiredText } from "@/lib/operation/fields";
import { parseJson } from "@/lib/protocol/json-text";

/** The minimum that identifies a backup; the server validates the rest. */
const Backup = z.looseObject(
  { meta: z.looseObject({ name: z.string("backupMetaMissing") }, "backupMetaMissing") },
  "backupNotJson",
);
type Backup = z.output<typeof Backup>;

/** The new project's name, the text of a backup file, the passphrase of its states, and whether an error refuses the file. */
export const RestoreInput = z
  .object({
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
    states_passphrase: z.string(),
    without_states: z.boolean(),
    strict: z.boolean(),
  })
  .refine(
    ({ file, states_passphrase, without_states }) => !hasStates(file) || without_states || states_passphrase !== "",
    { path: ["states_passphrase"], message: "statesPassphraseRequired" },
  );
export type RestoreInput = z.output<typeof RestoreInput>;

const hasStates = (file: Backup): boolean => (file.sealed_states ?? null) !== null;

/** What the form shows about a backup file; empty for any other text. */
export function inspectBackup(text: string): { name: string | null; hasStates: boolean } {
  const { data } = Backup.safeParse(parseJson(text));
  return { name: data?.meta.name ?? null, hasStates: data !== undefined && hasStates(data) };
}

/** The request: the file with its new name, and the passphrase of its states. */
export const renamed = ({ name, file, states_passphrase, without_states, strict }: RestoreInput) => ({
  ...file,
  meta: { ...file.meta, name },
  ...(hasStates(file) && { states_passphrase, without_states }),
  strict,
});

const Keys = z.array(z.looseObject({ type: z.string() }));

/** How many keys have no secret and need one. */
export const emptyKeys = ({ keys }: Backup): number =>
  (Keys.safeParse(keys).data ?? []).filter(({ type }) => type !== "none").length;
