import { z } from "zod";
import { requiredText, text } from "@/lib/operation/fields";

/** Longer passwords are rejected before hashing, so that they can't be used to waste CPU time. */
export const MAX_PASSWORD = 1024;

/** Sign-in; `auth` is a user name or an e-mail address. */
export const LoginInput = z.object({
  auth: requiredText("usernameRequired"),
  password: requiredText("passwordRequired", MAX_PASSWORD),
});

export const LoginOptions = z.object({
  oidc_providers: z.array(z.object({ id: z.string(), name: z.string(), color: z.string(), icon: z.string() })),
  login_with_password: z.boolean(),
});
export type LoginOptions = z.infer<typeof LoginOptions>;

const semaphoreToken = { id: z.string(), created: z.string(), expired: z.boolean(), user_id: z.int() };
/** Without what Semaphore lacks. */
export const SemaphoreApiToken = z.object(semaphoreToken);

/**
 * `id` is the token's first characters, which reveal nothing of the rest; only the reply to its creation holds the
 * whole token.
 */
export const ApiToken = z.object({
  ...semaphoreToken,
  last_used: z.string().nullable(),
  last_ip: z.string().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** The prefix or the whole token. */
export const TokenParams = z.object({ tokenId: text(200) });
