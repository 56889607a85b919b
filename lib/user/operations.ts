import { z } from "zod";
import type { Db } from "@/db/client";
import { adminElse401, selfOrAdmin, signedIn } from "@/lib/access/access";
import type { UserActor } from "@/lib/access/actor";
import { mayCreateProjects } from "@/lib/operation/admit";
import { changesOf } from "@/lib/operation/changes";
import { type EventDraft, operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { NoContent, NoInput, NoParams } from "@/lib/operation/fields";
import { refuseMismatch } from "@/lib/operation/http/id-mismatch";
import { recordEvents } from "@/lib/operation/record-event";
import { hashPassword } from "@/lib/secret/password";
import { ApiToken, SemaphoreApiToken, TokenParams } from "@/lib/session/schema";
import * as tokens from "@/lib/session/tokens";
import { settings } from "@/lib/settings/settings";
import { VERSION } from "@/lib/settings/version";
import { addUser, changeUser, removeUser, userEvent } from "@/lib/user/change";
import { prepareHash, replacePassword } from "@/lib/user/password";
import {
  CurrentUser,
  MinimalUser,
  NewAccountInput,
  PasswordInput,
  SystemInfo,
  User,
  UserInput,
  UserParams,
} from "@/lib/user/schema";
import * as store from "@/lib/user/store";
import { releaseTokenLocks } from "@/lib/user/token-locks";

export const getCurrentUser = operation({
  name: "user.current",
  summary: "The signed-in user",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: CurrentUser,
  run: async ({ actor }) => ({ ...actor.user, can_create_project: mayCreateProjects(actor.user) }),
});

export const getInfo = operation({
  name: "system.info",
  summary: "Version and address of this installation",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: SystemInfo,
  run: async () => ({ version: VERSION, ansible: "", web_host: settings().publicUrl ?? "", use_remote_runner: true }),
});

export const listUsers = operation({
  name: "user.list",
  summary: "All users; only administrators see more than names",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: z.union([z.array(User), z.array(MinimalUser)]),
  run: ({ db, actor }): Promise<User[] | MinimalUser[]> =>
    actor.user.admin ? store.listUsers(db) : store.listMinimalUsers(db),
});

export const getUser = operation({
  name: "user.get",
  summary: "One user",
  transaction: "none",
  access: selfOrAdmin,
  params: UserParams,
  input: NoInput,
  output: User,
  run: async ({ db, params }) => found(await store.getUser(db, params.userId)),
});

export const createUser = operation({
  name: "user.create",
  summary: "Adds a user",
  transaction: "whole",
  access: adminElse401,
  params: NoParams,
  input: NewAccountInput,
  output: User,
  run: async ({ db, input }) => {
    const { external, password } = input;
    return addUser(db, input, external || password === "" ? null : await hashPassword(password));
  },
  event: ({ result }) => userEvent(result, "created"),
});

export const updateUser = operation({
  name: "user.update",
  summary: "Replaces a user's names and flags, and the password if one is given",
  transaction: "own",
  access: selfOrAdmin,
  params: UserParams,
  input: UserInput,
  output: NoContent,
  run: async ({ db, actor, params: { userId }, input, ip, announce }) => {
    refuseMismatch("id", input.id, userId, "idMismatch");
    const { password, current_password: current, end_tokens: endTokens } = input;
    const hash = password === "" ? null : await prepareHash(db, { actor, userId, password, current, ip });
    await db.transaction(async (tx) => {
      const { before, after } = await changeUser(tx, actor.user.id, userId, input);
      const ended = hash ? await replacePassword(tx, actor, { userId, passwordHash: hash, endTokens }) : [];
      const released = await releaseTokenLocks(tx, userId, "stays");
      const changes = changesOf(before, after, TRACKED, { password: hash !== null });
      const event = { ...userEvent({ id: userId, username: after.username }, "updated"), changes };
      await record(tx, [event, ...ended, ...released.events], { actor, ip });
      announce(released.announcements);
    });
    announce({ type: "access", user_id: userId });
  },
  event: { none: "run records it in a transaction of its own" },
});

export const deleteUser = operation({
  name: "user.delete",
  summary: "Deletes a user, with sessions, tokens and memberships",
  transaction: "whole",
  access: selfOrAdmin,
  params: UserParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, actor, params: { userId }, ip, announce }) => {
    const scope = { project: null, userId: actor.user.id, ip };
    announce(await removeUser(db, actor.user, userId, scope));
  },
  event: { none: "run records it before the account is gone, so that people who delete themselves are its author" },
});

export const changePassword = operation({
  name: "user.password",
  summary:
    "Sets a password; one's own needs the current one, or a session of the last 15 minutes. The user's other sessions end, and after a reset the API tokens, unless end_tokens says otherwise",
  transaction: "own",
  access: selfOrAdmin,
  params: UserParams,
  input: PasswordInput,
  output: NoContent,
  run: async ({ db, actor, params: { userId }, input, ip, announce }) => {
    const { password, current_password: current, end_tokens: endTokens } = input;
    const hash = await prepareHash(db, { actor, userId, password, current, ip });
    await db.transaction(async (tx) => {
      const { username } = found(await store.getUser(tx, userId));
      const ended = await replacePassword(tx, actor, { userId, passwordHash: hash, endTokens });
      const event = {
        object_type: "user",
        object_id: userId,
        description: `Password of user ${username} changed`,
        changes: { password: { sealed: true as const } },
      };
      await record(tx, [event, ...ended], { actor, ip });
    });
    announce({ type: "access", user_id: userId });
  },
  event: { none: "run records it in a transaction of its own" },
});

export const listUserTokens = operation({
  name: "token.listOfUser",
  summary: "A user's API tokens, without their secrets",
  transaction: "none",
  access: selfOrAdmin,
  params: UserParams,
  input: NoInput,
  output: z.array(ApiToken),
  semaphoreOutput: z.array(SemaphoreApiToken),
  run: async ({ db, params: { userId } }) => {
    const list = await tokens.listTokens(db, userId);
    if (list.length === 0) found(await store.getUser(db, userId));
    return list;
  },
});

export const deleteUserToken = operation({
  name: "token.deleteOfUser",
  summary: "Revokes a user's API token; succeeds if it does not exist",
  transaction: "whole",
  access: selfOrAdmin,
  params: UserParams.extend(TokenParams.shape),
  input: NoInput,
  output: NoContent,
  run: async ({ db, params: { userId, tokenId }, announce }) => {
    const { username } = found(await store.getUser(db, userId));
    const prefix = await tokens.expireToken(db, userId, tokenId);
    if (prefix === null) return null;
    announce({ type: "access", user_id: userId });
    return tokens.endedTokenEvent(prefix, username);
  },
  event: ({ result }) => result,
});

const TRACKED = { name: "shown", username: "shown", email: "shown", admin: "shown", alert: "shown" } as const;

const record = (tx: Db, drafts: EventDraft[], { actor, ip }: { actor: UserActor; ip: string }): Promise<void> =>
  recordEvents(
    tx,
    drafts.map((event) => ({ event, scope: { project: null, userId: actor.user.id, ip } })),
  );
