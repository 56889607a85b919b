import { migrate as migrateDatabase } from "@/db/migrate";
import { settings } from "@/lib/settings/settings";
import { StartProblem } from "./problem";

/** `signalbox migrate`: migrates an external database to this version. `start` migrates the bundled one. */
export async function migrate(): Promise<number> {
  const { databaseUrl, databaseDirectUrl } = settings();
  if (!databaseUrl)
    throw new StartProblem("DATABASE_URL is not set. Example: DATABASE_URL=postgres://user:password@host/signalbox");
  const { applied } = await migrateDatabase(databaseDirectUrl ?? databaseUrl);
  process.stdout.write(applied > 0 ? `Migrations applied: ${applied}\n` : "The database is up to date\n");
  return 0;
}
