import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { users } from "@/db/schema/users";
import { withMarker } from "@/lib/operation/http/session-cookie";
import { hashPassword } from "@/lib/secret/password";
import { Site } from "./support/site";

const site = await Site.open();
beforeAll(async () => {
  const password_hash = await hashPassword("a good password");
  await site.w.db.update(users).set({ password_hash }).where(eq(users.id, site.w.userIds.owner));
  await site.w.db.update(users).set({ password_hash, external: true }).where(eq(users.id, site.w.userIds.guest));
});

const signIn = (body: unknown) => site.call("anonymous", "POST", "/auth/login", { body });
const CLEARED = /^signed_in_semaphore=; Path=\/; Max-Age=0; SameSite=Lax$/;
const COOKIE = /^semaphore=([^;]+); Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/;

describe("POST /api/auth/login", () => {
  it.each(["owner", "OWNER", "Owner@Example.com"])("starts a session for %s", async (auth) => {
    const { status, text, headers } = await signIn({ auth, password: "a good password" });
    expect({ status, text, cache: headers.get("cache-control") }).toEqual({ status: 204, text: "", cache: "no-store" });
    const [session = "", ...others] = headers.getSetCookie();
    expect(others).toEqual([expect.stringMatching(/^signed_in_semaphore=1; Path=\/; Max-Age=\d+; SameSite=Lax$/)]);
    const cookie = `semaphore=${COOKIE.exec(session)?.[1]}`;
    const sent = { headers: { cookie } };
    expect(await site.call("anonymous", "GET", "/user", sent)).toMatchObject({ body: { username: "owner" } });
    const bye = await site.call("anonymous", "POST", "/auth/logout", sent);
    expect(bye).toMatchObject({ status: 204, text: "" });
    expect(bye.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^semaphore=; Path=\/; Max-Age=0;/),
      expect.stringMatching(CLEARED),
    ]);
    const late = await site.call("anonymous", "GET", "/user", sent);
    expect(late).toMatchObject({ status: 401, text: "" });
    expect(late.headers.getSetCookie()).toEqual([expect.stringMatching(CLEARED)]);
  });

  it("ignores the marker as a session, and keeps it after a 401 of a token or for non-administrators", async () => {
    const marker = { headers: { cookie: "signed_in_semaphore=1" } };
    expect((await site.call("anonymous", "GET", "/user", marker)).status).toBe(401);
    const unknown = await site.call("owner", "GET", "/user", { headers: { authorization: "Bearer x" } });
    const refused = await site.call("owner", "POST", "/users", { body: {} });
    for (const { status, headers } of [unknown, refused])
      expect({ status, cookies: headers.getSetCookie() }).toEqual({ status: 401, cookies: [] });
  });

  it.each([
    ["a wrong password", { auth: "owner", password: "wrong" }],
    ["an unknown user", { auth: "nobody", password: "a good password" }],
    ["an external account", { auth: "guest", password: "a good password" }],
  ])("responds to %s with an empty 401", async (_, body) => {
    const { status, text, headers } = await signIn(body);
    expect({ status, text, cookie: headers.get("set-cookie") }).toEqual({ status: 401, text: "", cookie: null });
  });

  it.each([["{"], [""], ["[]"], ['{"auth":1,"password":"x"}'], ['{"auth":"owner"}']])(
    "responds to %s with 400",
    async (body) => {
      expect((await signIn(body)).status).toBe(400);
    },
  );

  it("rejects further attempts after ten wrong passwords, also for unknown names", async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++) statuses.push((await signIn({ auth: "ghost", password: "x" })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});

describe("the sign-in form", () => {
  const answer = (...cookies: string[]) =>
    withMarker(new Response(null, { status: 302, headers: cookies.map((cookie) => ["set-cookie", cookie]) }));

  it("sets and clears the marker with the session only", () => {
    expect(answer("x=1", "semaphore=abc; Path=/").headers.getSetCookie()[2]).toMatch(/^signed_in_semaphore=1; /);
    expect(answer("semaphore=; Max-Age=0").headers.getSetCookie()[1]).toMatch(CLEARED);
    expect(answer("next-auth.csrf-token=1").headers.getSetCookie()).toHaveLength(1);
    expect(answer("semaphore=abc").status).toBe(302);
  });
});

describe("a token", () => {
  it("takes precedence over a cookie, even an invalid one", async () => {
    const made = await site.call("manager", "POST", "/user/tokens");
    const { id } = made.body as { id: string };
    const as = (authorization: string) => site.call("owner", "GET", "/user", { headers: { authorization } });
    expect((await as(`Bearer ${id}`)).body).toMatchObject({ username: "manager" });
    expect((await as(`bearer ${id}`)).body).toMatchObject({ username: "manager" });
    expect((await as(`Bearer ${id.toUpperCase()}`)).status).toBe(401);
    expect((await as("Bearer unknown")).status).toBe(401);
  });
});

describe("a write with a cookie", () => {
  it.each([
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-origin" }, 201],
    [{}, 201],
  ])("from %j answers %i", async (headers, status) => {
    expect((await site.call("owner", "POST", "/user/tokens", { headers })).status).toBe(status);
  });
});

describe("paths and methods", () => {
  it("an unknown path gets a plain 404, a wrong method an empty 405", async () => {
    const unknown = await site.call("owner", "GET", "/nothing/here");
    expect(unknown).toMatchObject({ status: 404, text: "Not Found\n" });
    expect(unknown.headers.get("content-type")).toMatch(/^text\/plain/);
    for (const [method, path] of [
      ["DELETE", "/user"],
      ["PATCH", "/projects"],
      ["PUT", "/auth/login"],
    ] as const)
      expect(await site.call("owner", method, path)).toMatchObject({ status: 405, text: "" });
  });
});
