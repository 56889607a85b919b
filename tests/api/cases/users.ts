import { expect } from "vitest";
import { insertToken } from "@/lib/session/tokens";
import type { Bad, RouteCase } from "../support/conform";
import { listOf } from "../support/shape";
import type { Site } from "../support/site";
import { idOf, look } from "./fixtures";
import { CurrentUser, MinimalUser, NewToken, OwnToken, Token, User } from "./shapes";

const USER = "/users/{userId}";

let count = 0;
const nameOf = () => `user${++count}`;
/** Without a password, because hashing takes long. */
const body = (name = nameOf()) => ({
  username: name,
  name: "Somebody",
  email: `${name}@example.com`,
  password: "",
  admin: false,
  alert: true,
  external: true,
});

export async function newUser(site: Site, changes: object = {}): Promise<number> {
  return idOf(await site.call("admin", "POST", "/users", { body: { ...body(), ...changes } }));
}

const fresh = async ({ site }: { site: Site }) => ({ userId: await newUser(site) });
const local = async ({ site }: { site: Site }) => {
  const name = nameOf();
  return { name, userId: await newUser(site, { username: name, external: false, password: "a password" }) };
};
const withToken = async ({ site }: { site: Site }) => {
  const name = nameOf();
  const userId = await newUser(site, { username: name });
  return { name, userId, tokenId: (await insertToken(site.w.db, userId)).id };
};
const bad = (): Bad[] => [
  [{ username: "" }, "username: Username is required"],
  [{ name: " " }, "name: Name is required"],
  [{ email: "" }, "email: Email is required"],
  [{ username: "owner" }, "username: This username or email is already taken"],
  [{ email: "OWNER@example.com" }, "email: This username or email is already taken"],
];

export const users: RouteCase[] = [
  {
    route: "GET /users",
    access: "user",
    status: 200,
    reply: listOf(MinimalUser),
    after: async ({ site }) => expect(listOf(User)((await site.call("admin", "GET", "/users")).body)).toEqual([]),
  },
  {
    route: "POST /users",
    access: "adminElse401",
    target: async () => ({ name: nameOf() }),
    body: (_, { name }) => body(String(name)),
    status: 201,
    reply: User,
    event: ({ name }, reply) => ["user", idOf(reply), `User ${name} created`],
    differs: [
      {
        request: "no `password`, and `external` is false",
        peer: "201",
        ours: "201; nobody can sign in with a password until an administrator sets one",
        why: "accounts for single sign-on and for people who are invited later; our form asks for a password",
        send: () => ({ external: false, password: undefined }),
        reply: { external: false },
      },
    ],
    after: async ({ site }) => {
      const username = nameOf();
      await newUser(site, { username, external: false });
      const login = { body: { auth: username, password: "guessed" } };
      expect((await site.call("anonymous", "POST", "/auth/login", login)).status).toBe(401);
    },
    bad,
  },
  { route: `GET ${USER}`, access: "adminElse401", target: fresh, status: 200, reply: User },
  {
    route: `PUT ${USER}`,
    access: "adminElse401",
    target: local,
    body: async (place, { userId, name }) => ({
      ...body(String(name)),
      ...(await look<object | null>(place, `/users/${userId}`)),
      name: "Renamed",
      external: true,
    }),
    status: 204,
    event: ({ userId, name }) => ["user", Number(userId), `User ${name} updated`],
    after: async (place, { userId }) =>
      expect(await look(place, `/users/${userId}`)).toMatchObject({ name: "Renamed", external: false }),
    bad: () => [...bad(), [{ id: 1_000_000 }, "ID in body and URL must be the same"]],
  },
  {
    route: `DELETE ${USER}`,
    access: "adminElse401",
    target: async ({ site }) => {
      const name = nameOf();
      return { name, userId: await newUser(site, { username: name }) };
    },
    status: 204,
    event: ({ userId, name }) => ["user", Number(userId), `User ${name} deleted`],
  },
  {
    route: `POST ${USER}/password`,
    access: "adminElse401",
    target: local,
    body: () => ({ password: "another password" }),
    status: 204,
    event: ({ userId, name }) => ["user", Number(userId), `Password of user ${name} changed`],
    after: async ({ site }) => {
      const external = await newUser(site);
      const sent = { body: { password: "x" } };
      expect((await site.call("admin", "POST", `/users/${external}/password`, sent)).status).toBe(400);
    },
    differs: [
      {
        request: "one's own password without `current_password`",
        peer: "204",
        ours: "204 in a session of the last 15 minutes, 400 in an older one and with an API token",
        why: "a stolen token or an open browser must not take over the account; administrators set other people's",
      },
    ],
    bad: () => [
      [{ password: "" }, "password: Password is required"],
      [{ end_tokens: "no" }, "end_tokens: Expected boolean"],
    ],
  },
  {
    route: `GET ${USER}/tokens`,
    access: "adminElse401",
    target: withToken,
    status: 200,
    reply: listOf(Token),
    own: listOf(OwnToken),
    after: (_, { tokenId }, { text }) => expect(text).not.toContain(tokenId),
  },
  {
    route: `DELETE ${USER}/tokens/{tokenId}`,
    access: "adminElse401",
    target: withToken,
    status: 204,
    event: ({ tokenId, name }) => ["token", null, `API token ${String(tokenId).slice(0, 12)} of user ${name} ended`],
    after: async ({ site }, { tokenId }) => {
      const headers = { authorization: `Bearer ${tokenId}` };
      expect(await site.call("anonymous", "GET", "/user", { headers })).toMatchObject({ status: 401, text: "" });
    },
    loose: ["tokenId"],
  },
];

const made = (reply: { body: unknown }) => (reply.body as { id: string }).id;

export const user: RouteCase[] = [
  { route: "GET /user", access: "user", status: 200, reply: CurrentUser },
  {
    route: "GET /user/tokens",
    access: "user",
    target: async ({ site }) => ({ token: made(await site.call("owner", "POST", "/user/tokens")) }),
    status: 200,
    reply: listOf(Token),
    own: listOf(OwnToken),
    differs: [
      {
        request: "any",
        peer: "the whole token as `id`",
        ours: "its first characters as `id`, which DELETE accepts; `last_used` and `last_ip` in our own form",
        why: "only a hash of the token is stored",
      },
    ],
    after: (_, { token }, { text }) => expect(text).not.toContain(token),
  },
  {
    route: "POST /user/tokens",
    access: "user",
    status: 201,
    reply: NewToken,
    own: OwnToken,
    event: (_, reply) => ["token", null, `API token ${made(reply).slice(0, 12)} created`],
    after: async ({ site }, _, reply) => {
      const headers = { authorization: `Bearer ${made(reply)}` };
      expect((await site.call("anonymous", "GET", "/user", { headers })).body).toMatchObject({ username: "owner" });
    },
  },
  {
    route: "DELETE /user/tokens/{tokenId}",
    access: "user",
    target: async ({ site }) => ({ tokenId: made(await site.call("owner", "POST", "/user/tokens")) }),
    status: 204,
    event: ({ tokenId }) => ["token", null, `API token ${String(tokenId).slice(0, 12)} ended`],
    after: async ({ site }, { tokenId }) => {
      const headers = { authorization: `Bearer ${tokenId}` };
      expect(await site.call("anonymous", "GET", "/user", { headers })).toMatchObject({ status: 401, text: "" });
      expect((await site.call("owner", "DELETE", `/user/tokens/${tokenId}`)).status).toBe(204);
      expect((await site.call("owner", "DELETE", "/user/tokens/unknown")).status).toBe(204);
    },
    loose: ["tokenId"],
  },
];
