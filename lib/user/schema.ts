import { z } from "zod";
import {
  flag,
  IdParam,
  optionalId,
  optionalText,
  requiredName,
  requiredText,
  requiredTrimmedText,
  text,
} from "@/lib/operation/fields";
import { MAX_PASSWORD } from "@/lib/session/schema";

export const User = z.object({
  id: z.int(),
  created: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  admin: z.boolean(),
  external: z.boolean(),
  alert: z.boolean(),
});
export type User = z.infer<typeof User>;

export const CurrentUser = User.extend({ can_create_project: z.boolean() });
export type CurrentUser = z.infer<typeof CurrentUser>;

/** What non-admins see of other users. */
export const MinimalUser = User.pick({ id: true, username: true, name: true });
export type MinimalUser = z.infer<typeof MinimalUser>;

export const UserParams = z.object({ userId: IdParam });

const account = z.object({
  id: optionalId(),
  name: requiredName("nameRequired"),
  username: requiredName("usernameRequired"),
  email: requiredTrimmedText("emailRequired"),
  password: text(MAX_PASSWORD),
  admin: flag(),
  alert: flag(),
});

/** The API's input. Without a password, the account can't sign in with one until an administrator sets it. */
export const NewAccountInput = account.extend({ external: flag() });

/** An external account signs in elsewhere and so needs no password; one that is sent is not kept. */
export const NewUserInput = NewAccountInput.refine(({ external, password }) => external || password !== "", {
  path: ["password"],
  message: "passwordRequired",
});
export type NewUserInput = z.output<typeof NewUserInput>;

const passwordChange = {
  current_password: optionalText(MAX_PASSWORD),
  /** Whether the user's API tokens are revoked too. By default they are when another user's password is set. */
  end_tokens: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
};

/** Without a password the old one is kept. Users who change their own must send `current_password`. */
export const UserInput = account.extend(passwordChange);
export type UserInput = z.output<typeof UserInput>;

export const PasswordInput = z.object({
  password: requiredText("passwordRequired", MAX_PASSWORD),
  ...passwordChange,
});

export const SystemInfo = z.object({
  version: z.string(),
  ansible: z.string(),
  web_host: z.string(),
  use_remote_runner: z.boolean(),
});
export type SystemInfo = z.infer<typeof SystemInfo>;
