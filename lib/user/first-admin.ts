import { eq } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { users } from "@/db/schema/users";
import { hashPassword } from "@/lib/secret/password";
import { randomToken } from "@/lib/secret/token";
import type { Settings } from "@/lib/settings/settings";

export type FirstAdmin = {
  created: boolean;
  username: string /** Only when it was generated just now. */;
  password: string | null;
};

/** Makes an administrator when there is none, with the password of the settings or a random one. */
export async function ensureFirstAdmin(
  databaseUrl: string,
  settings: Pick<Settings, "adminUsername" | "adminPassword" | "adminEmail">,
): Promise<FirstAdmin> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    const [admin] = await db
      .select({ username: users.username })
      .from(users)
      .where(eq(users.admin, true))
      .orderBy(users.id)
      .limit(1);
    if (admin) return { created: false, username: admin.username, password: null };
    const generated = settings.adminPassword ? null : randomToken().slice(0, 20);
    await db.insert(users).values({
      username: settings.adminUsername.toLowerCase(),
      name: "Administrator",
      email: settings.adminEmail,
      password_hash: await hashPassword(settings.adminPassword ?? generated ?? ""),
      admin: true,
      alert: true,
    });
    return { created: true, username: settings.adminUsername.toLowerCase(), password: generated };
  } finally {
    await db.close();
  }
}
