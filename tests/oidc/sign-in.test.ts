import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "@/db/schema/users";
import { apiListener } from "@/lib/server/api";
import { settings } from "@/lib/settings/settings";
import { freshDatabase } from "../support/database";
import { listen } from "../support/listen";
import { world } from "../support/world";
import { Browser } from "./browser";
import { TestProvider } from "./test-provider";

const db = await freshDatabase();
const w = await world(db);
const { url, stop } = await listen(createServer(apiListener()));
afterAll(stop);
let provider: TestProvider;

beforeAll(async () => {
  provider = await TestProvider.start(["company", "plain", "other"].map((id) => `${url}/api/auth/oidc/${id}/redirect`));
  const shared = { client_id: "signalbox", client_secret: "between-the-two-of-us" };
  const endpoint = {
    issuer: provider.issuer,
    auth: `${provider.issuer}/auth`,
    token: `${provider.issuer}/token`,
    userinfo: `${provider.issuer}/me`,
    jwks: `${provider.issuer}/jwks`,
  };
  useProviders({
    other: {
      ...shared,
      provider_url: provider.issuer,
      order: 9,
      name_claim: "name | {{ .preferred_username }} (guest)",
    },
    company: {
      ...shared,
      provider_url: provider.issuer,
      display_name: "Company",
      color: "#3367d6",
      icon: "mdi-domain",
      order: 1,
    },
    plain: { ...shared, endpoint, order: 2 },
    away: { ...shared, provider_url: "http://127.0.0.1:9", order: 3 },
  });
});
afterAll(() => provider.stop());

function useProviders(providers: object): void {
  Object.assign(process.env, { SIGNALBOX_PUBLIC_URL: url, SIGNALBOX_OIDC_PROVIDERS: JSON.stringify(providers) });
  Reflect.deleteProperty(globalThis, "signalboxSettings");
  expect(settings().oidcProviders).toHaveLength(Object.keys(providers).length);
}

const isPage = (address: string) => address.startsWith(url) && !address.startsWith(`${url}/api/`);
const isBack = (address: string) => address.includes("/redirect?");
const login = (id: string, query = "") => `${url}/api/auth/oidc/${id}/login${query}`;
const whoIs = async (browser: Browser) => {
  const response = await browser.ask(`${url}/api/user`);
  return response.ok ? await response.json() : null;
};
/** The path where a sign-in ends. */
const pathOf = (address: string) => address.slice(url.length);

describe("signing in with a provider", () => {
  test("is offered for all providers in their order, without any secret", async () => {
    const options = await (await fetch(`${url}/api/auth/login`)).json();
    expect(options).toEqual({
      login_with_password: true,
      oidc_providers: [
        { id: "company", name: "Company", color: "#3367d6", icon: "domain" },
        { id: "plain", name: "plain", color: "", icon: "" },
        { id: "away", name: "away", color: "", icon: "" },
        { id: "other", name: "other", color: "", icon: "" },
      ],
    });
  });

  test("creates an account for a new e-mail address, and finds it again", async () => {
    provider.account = { sub: "1", email: "Ada@example.com", email_verified: true, preferred_username: "ada" };
    const browser = new Browser();
    expect(pathOf(await browser.follow(login("company"), isPage))).toBe("/");
    expect(await whoIs(browser)).toMatchObject({
      username: "ada",
      name: "ada",
      email: "Ada@example.com",
      external: true,
      admin: false,
    });
    provider.account = { ...provider.account, email: "ada@EXAMPLE.com", preferred_username: "renamed" };
    const again = new Browser();
    await again.follow(login("plain"), isPage);
    expect((await whoIs(again))?.username).toBe("ada");
  });

  test("sends PKCE, state and nonce, and keeps them in an HttpOnly cookie for its own path", async () => {
    const browser = new Browser();
    const response = await browser.ask(login("company"));
    expect(response.status).toBe(307);
    const sent = new URL(response.headers.get("location") ?? "").searchParams;
    expect(Object.fromEntries(sent)).toMatchObject({
      client_id: "signalbox",
      response_type: "code",
      redirect_uri: `${url}/api/auth/oidc/company/redirect`,
      scope: "openid profile email",
      code_challenge_method: "S256",
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
      code_challenge: expect.stringMatching(/.{40}/),
    });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/; Path=\/api\/auth\/oidc\/company; Max-Age=600; HttpOnly; SameSite=Lax$/);
  });

  test("returns to the requested page, but never to another site", async () => {
    provider.account = { sub: "1", email: "ada@example.com" };
    const end = async (query: string) => pathOf(await new Browser().follow(login("company", query), isPage));
    expect(await end("?redirect=%2Fproject%2F1%2Fhistory%3Fa%3Db")).toBe("/project/1/history?a=b");
    expect(await end("?t=12")).toBe("/?t=12");
    for (const evil of [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "/.//evil.example",
      "/%0d%0aSet-Cookie:a=b/..//evil.example",
      "javascript:alert(1)",
    ])
      expect(await end(`?redirect=${encodeURIComponent(evil)}`), evil).toMatch(/^\/(%0d%0aSet-Cookie:a=b.*)?$/);
  });

  test("with a wrong, missing or other provider's state ends at the sign-in page, without a session", async () => {
    provider.account = { sub: "1", email: "ada@example.com" };
    const back = await new Browser().follow(login("company"), isBack);
    const elsewhere = new Browser();
    expect(pathOf(await elsewhere.follow(back, isPage))).toBe("/auth/login?error=oidcExpired");
    expect(await whoIs(elsewhere)).toBeNull();

    const forged = new Browser();
    const own = await forged.follow(login("company"), isBack);
    expect(pathOf(await forged.follow(own.replace(/state=[^&]+/, "state=forged"), isPage))).toBe(
      "/auth/login?error=oidcExpired",
    );

    const moved = new Browser();
    const first = await moved.follow(login("company"), isBack);
    expect(pathOf(await moved.follow(first.replace("/company/", "/other/"), isPage))).toBe(
      "/auth/login?error=oidcExpired",
    );
    expect(await whoIs(moved)).toBeNull();
  });

  test("accepts a code once", async () => {
    provider.account = { sub: "1", email: "ada@example.com" };
    const browser = new Browser();
    const back = await browser.follow(login("company"), isBack);
    const attempt = browser.cookie(new URL(url).host, "signalbox_oidc") ?? "";
    const send = async () =>
      (await fetch(back, { redirect: "manual", headers: { cookie: `signalbox_oidc=${attempt}` } })).headers.get(
        "location",
      );
    expect(await send()).toBe("/");
    expect(await send()).toBe("/auth/login?error=oidcFailed");
  });

  test("rejects a code with another attempt's nonce or verifier", async () => {
    provider.account = { sub: "1", email: "ada@example.com" };
    for (const field of ["nonce", "verifier"]) {
      const browser = new Browser();
      const back = await browser.follow(login("company"), isBack);
      const attempt = JSON.parse(
        Buffer.from(browser.cookie(new URL(url).host, "signalbox_oidc") ?? "", "base64url").toString(),
      );
      const changed = Buffer.from(JSON.stringify({ ...attempt, [field]: "x".repeat(43) })).toString("base64url");
      const response = await fetch(back, { redirect: "manual", headers: { cookie: `signalbox_oidc=${changed}` } });
      expect(response.headers.get("location"), field).toBe("/auth/login?error=oidcFailed");
    }
  });

  test("rejects a missing or unverified e-mail address, and that of an account with a password", async () => {
    const end = async (account: TestProvider["account"]) => {
      provider.account = account;
      const browser = new Browser();
      const path = pathOf(await browser.follow(login("company"), isPage));
      expect(await whoIs(browser)).toBeNull();
      return path;
    };
    expect(await end({ sub: "2", preferred_username: "nobody" })).toBe("/auth/login?error=oidcNoEmail");
    expect(await end({ sub: "3", email: "eve@example.com", email_verified: false })).toBe(
      "/auth/login?error=oidcEmailUnverified",
    );
    expect(await end({ sub: "4", email: "ADMIN@example.com", email_verified: true })).toBe(
      "/auth/login?error=oidcLocalAccount",
    );
    const [admin] = await db.select().from(users).where(eq(users.id, w.userIds.admin));
    expect(admin?.external).toBe(false);
    expect(await end(null)).toBe("/auth/login?error=oidcCancelled");
  });

  test("uses the e-mail address for a user name that is taken; names follow the settings", async () => {
    provider.account = { sub: "5", email: "owner@elsewhere.example", preferred_username: "Owner" };
    const browser = new Browser();
    await browser.follow(login("other"), isPage);
    expect(await whoIs(browser)).toMatchObject({ username: "owner@elsewhere.example", name: "Owner (guest)" });
    provider.account = { sub: "6", email: "blank@example.com" };
    const blank = new Browser();
    await blank.follow(login("company"), isPage);
    expect(await whoIs(blank)).toMatchObject({ username: expect.stringMatching(/^[0-9a-f]{16}$/), name: "Anonymous" });
  });

  test("creates one account for two concurrent first sign-ins", async () => {
    provider.account = { sub: "7", email: "twin@example.com", preferred_username: "twin" };
    const browsers = [new Browser(), new Browser()];
    await Promise.all(browsers.map((browser) => browser.follow(login("company"), isPage)));
    const [first, second] = await Promise.all(browsers.map(whoIs));
    expect(first?.username).toBe("twin");
    expect(second?.id).toBe(first?.id);
  });

  test("returns to the sign-in page if the provider is unavailable or unknown", async () => {
    expect(pathOf(await new Browser().follow(login("away"), isPage))).toBe("/auth/login?error=oidcUnavailable");
    expect(pathOf(await new Browser().follow(login("nobody"), isPage))).toBe("/auth/login");
  });

  test("ignores a forged Host header", async () => {
    const response = await fetch(login("company"), {
      redirect: "manual",
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    });
    expect(response.headers.get("location")).not.toContain("evil");
  });
});
