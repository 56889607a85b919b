import { z } from "zod";
import { anyone, signedIn } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoContent, NoInput, NoParams } from "@/lib/operation/fields";
import { ApiToken, LoginOptions, SemaphoreApiToken, TokenParams } from "@/lib/session/schema";
import * as tokens from "@/lib/session/tokens";
import { settings } from "@/lib/settings/settings";

export const getLoginOptions = operation({
  name: "session.options",
  summary: "Ways to sign in",
  transaction: "none",
  access: anyone,
  params: NoParams,
  input: NoInput,
  output: LoginOptions,
  run: async () => {
    const { oidcProviders, passwordLoginDisabled, ldap } = settings();
    return { oidc_providers: oidcProviders, login_with_password: !passwordLoginDisabled || ldap !== null };
  },
});

export const listTokens = operation({
  name: "token.list",
  summary: "The caller's API tokens, without their secrets",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: z.array(ApiToken),
  semaphoreOutput: z.array(SemaphoreApiToken),
  run: ({ db, actor }) => tokens.listTokens(db, actor.user.id),
});

export const createToken = operation({
  name: "token.create",
  summary: "Creates an API token; `id` in the reply is the whole token and is shown only once",
  transaction: "whole",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: ApiToken,
  semaphoreOutput: SemaphoreApiToken,
  run: ({ db, actor }) => tokens.insertToken(db, actor.user.id),
  event: ({ result }) => ({
    object_type: "token",
    object_name: result.prefix,
    subject: `API token ${result.prefix}`,
    action: "created",
  }),
});

export const deleteToken = operation({
  name: "token.delete",
  summary: "Revokes one of the caller's API tokens; succeeds if it does not exist",
  transaction: "whole",
  access: signedIn,
  params: TokenParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, actor, params, announce }) => {
    const prefix = await tokens.expireToken(db, actor.user.id, params.tokenId);
    if (prefix !== null) announce({ type: "access", user_id: actor.user.id });
    return prefix;
  },
  event: ({ result }) => (result === null ? null : tokens.endedTokenEvent(result)),
});
