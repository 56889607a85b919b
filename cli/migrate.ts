import { migrate as migrateDatabase } from "@/db/migrate";
import { settings } from "@/lib/settings/settings";
import { StartProblem } from "./problem";
import { command } from "./terminal/command";
import { printLine } from "./terminal/print";

/** `signalbox migrate`: migrates an external database to this version. `start` migrates the bundled one. */
export const migrate = command({
  usage: "migrate",
  takes: [0, 0],
  help: `Migrates the database in DATABASE_URL to this version. It needs SIGNALBOX_ENCRYPTION_KEYS too, as start does.
`,
  options: {},
  run: async () => {
    const { databaseUrl, databaseDirectUrl } = settings();
    if (!databaseUrl)
      throw new StartProblem("DATABASE_URL is not set. Example: DATABASE_URL=postgres://user:password@host/signalbox");
    const { applied } = await migrateDatabase(databaseDirectUrl ?? databaseUrl);
    printLine(applied > 0 ? `Migrations applied: ${applied}` : "The database is up to date");
  },
});
