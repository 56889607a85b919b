import { eq, sql } from "drizzle-orm";
import { type Db, openDatabase } from "@/db/client";
import { users } from "@/db/schema/users";
import { hashPassword } from "@/lib/secret/password";
import { randomToken } from "@/lib/secret/token";
import type { Settings } from "@/lib/settings/settings";

type AdminSettings = Pick<Settings, "adminUsername" | "adminPassword" | "adminEmail">;

export type FirstAdmin = {
  created: boolean;
  username: string /** Only when it was generated just now. */;
  password: string | null;
};

/** Advisory lock: processes that start on the same empty database wait for each other. */
const LOCK = 7_145_002;

/** Creates an administrator if there is none, with the configured password or a random one. */
export async function ensureFirstAdmin(databaseUrl: string, settings: AdminSettings): Promise<FirstAdmin> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      return (await findAdmin(tx)) ?? (await makeAdmin(tx, settings));
    });
  } finally {
    await db.close();
  }
}

async function findAdmin(tx: Db): Promise<FirstAdmin | null> {
  const [admin] = await tx
    .select({ username: users.username })
    .from(users)
    .where(eq(users.admin, true))
    .orderBy(users.id)
    .limit(1);
  return admin ? { created: false, username: admin.username, password: null } : null;
}

async function makeAdmin(tx: Db, { adminUsername, adminPassword, adminEmail }: AdminSettings): Promise<FirstAdmin> {
  const username = adminUsername.toLowerCase();
  const generated = adminPassword ? null : randomToken().slice(0, 20);
  await tx.insert(users).values({
    username,
    name: "Administrator",
    email: adminEmail,
    password_hash: await hashPassword(adminPassword ?? generated ?? ""),
    admin: true,
    alert: true,
  });
  return { created: true, username, password: generated };
}
