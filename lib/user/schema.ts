import { z } from "zod";
import { flag, IdParam, optionalText, requiredText, text } from "@/lib/operation/fields";

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

/** What a user who is no admin sees of the others. */
export const MinimalUser = User.pick({ id: true, username: true, name: true });

export const UserParams = z.object({ userId: IdParam });

export const UserInput = z.object({
  name: requiredText("nameRequired"),
  username: requiredText("usernameRequired"),
  email: requiredText("emailRequired"),
  password: text(1024),
  admin: flag(),
  alert: flag(),
  external: flag(),
});
export type UserInput = z.infer<typeof UserInput>;

export const PasswordInput = z.object({
  password: requiredText("passwordRequired", 1024),
  current_password: optionalText(1024),
});

export const SystemInfo = z.object({
  version: z.string(),
  ansible: z.string(),
  web_host: z.string(),
  use_remote_runner: z.boolean(),
});
export type SystemInfo = z.infer<typeof SystemInfo>;
