import { timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { AppError } from "@/lib/operation/errors";
import type { RegisterRequest } from "@/lib/protocol/runner";
import { hashToken, randomToken } from "@/lib/secret/token";
import { settings } from "@/lib/settings/settings";

/** A runner introduces itself with the server's registration token; active at once. Returns its own token, shown once. */
export async function registerRunner(db: Db, request: z.output<typeof RegisterRequest>): Promise<{ token: string }> {
  const expected = settings().runnerRegistrationToken;
  if (!expected || !sameSecret(request.registration_token, expected))
    throw new AppError("invalid", { key: "registrationRefused" });
  const { registration_token: _, ...columns } = request;
  const token = randomToken();
  await db.insert(runners).values({ ...columns, token_hash: hashToken(token), active: true });
  return { token };
}

/** Hashed first: timingSafeEqual needs equal lengths. */
const sameSecret = (a: string, b: string) => timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)));
