import { z } from "zod";
import { StatesBackupInput } from "@/lib/backup/schema";

const passphrase = StatesBackupInput.shape.states_passphrase;

/** What a backup includes; a passphrase is needed for states only. */
export const BackupInput = z
  .object({ include_states: z.boolean(), all_versions: z.boolean(), states_passphrase: z.string() })
  .superRefine(({ include_states, states_passphrase }, context) => {
    const { error } = passphrase.safeParse(states_passphrase);
    if (!include_states || !error) return;
    context.addIssue({ code: "custom", path: ["states_passphrase"], message: error.issues[0]?.message });
  });
export type BackupInput = z.output<typeof BackupInput>;
