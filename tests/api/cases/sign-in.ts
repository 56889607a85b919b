import { expect } from "vitest";
import type { RouteCase } from "../support/conform";
import { exactly, flag, listOf, object, text } from "../support/shape";
import type { Reply } from "../support/site";

const PROVIDER = {
  client_id: "signalbox",
  client_secret: "secret",
  scopes: ["user:email"],
  endpoint: {
    auth: "https://id.example.com/authorize",
    token: "https://id.example.com/token",
    userinfo: "https://id.example.com/user",
  },
};
Object.assign(process.env, {
  SIGNALBOX_PUBLIC_URL: "http://signalbox.test",
  SIGNALBOX_OIDC_PROVIDERS: JSON.stringify({ hub: PROVIDER }),
});

const ofHub = async () => ({ provider: "hub" });
const leadsTo = ({ headers }: Reply, location: string) =>
  expect(headers.get("location")?.slice(0, location.length)).toBe(location);

/** Start and end of sign-ins; complete ones are tested in tests/oidc. */
export const signIn: RouteCase[] = [
  {
    route: "GET /auth/login",
    access: "public",
    status: 200,
    reply: object({
      oidc_providers: listOf(object({ id: exactly("hub"), name: text, color: text, icon: text })),
      login_with_password: flag,
    }),
  },
  {
    route: "GET /auth/oidc/{provider}/login",
    access: "public",
    target: ofHub,
    status: 307,
    type: null,
    after: async ({ site }, _, reply) => {
      leadsTo(reply, `${PROVIDER.endpoint.auth}?`);
      expect(reply.headers.get("set-cookie")).toMatch(/^signalbox_oidc=\w.*; HttpOnly/);
      leadsTo(await site.call("anonymous", "GET", "/auth/oidc/nobody/login"), "/auth/login");
    },
    loose: ["provider"],
  },
  {
    route: "GET /auth/oidc/{provider}/redirect",
    access: "public",
    target: ofHub,
    status: 307,
    type: null,
    after: async ({ site }, _, reply) => {
      leadsTo(reply, "/auth/login?error=oidcExpired");
      expect(reply.headers.get("set-cookie")).toMatch(/^signalbox_oidc=;/);
      leadsTo(await site.call("anonymous", "GET", "/auth/oidc/nobody/redirect?code=1&state=1"), "/auth/login");
    },
    loose: ["provider"],
  },
];

let count = 0;

/** Tested by ../sign-in.test.ts. */
export const session: RouteCase[] = [
  {
    route: "POST /auth/login",
    access: "public",
    body: () => ({ auth: `nobody.${++count}`, password: "x" }),
    status: 401,
  },
];
