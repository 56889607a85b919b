import { migrate } from "@/db/migrate";
import { ensureLocalRunner } from "@/lib/runner/local";
import { settings } from "@/lib/settings/settings";
import { ensureFirstAdmin, type FirstAdmin } from "@/lib/user/first-admin";
import { describeError } from "../problem";
import { requireKeys } from "../secrets/key-check";
import { reportLostKeys } from "../secrets/lost-keys";
import { note } from "./progress";

/** `token` is the local runner's. */
export type Prepared = { applied: number; admin: FirstAdmin; token: string | null };
export type Preparation = Prepared | { problem: string };

/** The settings are the supervisor's, with the database and the keys in use. */
async function prepare(): Promise<Prepared> {
  const own = settings();
  const { databaseUrl = "", encryptionKeys = "" } = own;
  const { applied } = await migrate(databaseUrl);
  await requireKeys(databaseUrl, encryptionKeys);
  const admin = await ensureFirstAdmin(databaseUrl, own);
  const { token } = own.localRunner ? await ensureLocalRunner(databaseUrl, own) : { token: null };
  return { applied, admin, token };
}

async function run(): Promise<void> {
  const preparation: Preparation = await prepare().catch((error) => ({ problem: describeError(error) }));
  process.send?.(preparation);
  if ("problem" in preparation) return;
  const { databaseUrl = "", encryptionKeys = "" } = settings();
  // Reads every secret, which takes seconds when there are many: nobody waits for a warning.
  await reportLostKeys(databaseUrl, encryptionKeys).catch((error) =>
    note(`Secrets were not checked: ${describeError(error)}`),
  );
}

await run();
