import { z } from "zod";
import { requiredText } from "@/lib/operation/fields";

/** Sign-in; `auth` is a user name or an e-mail address. */
export const LoginInput = z.object({
  auth: requiredText("usernameRequired"),
  password: requiredText("passwordRequired", 1024),
});

export const LoginOptions = z.object({
  oidc_providers: z.array(z.object({ id: z.string(), name: z.string(), color: z.string(), icon: z.string() })),
  login_with_password: z.boolean(),
});
export type LoginOptions = z.infer<typeof LoginOptions>;
