import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { apiListener } from "@/lib/server/api";
import { freshDatabase } from "../support/database";
import { listen } from "../support/listen";
import { Browser } from "./browser";

await freshDatabase();

/** Like GitHub: an access token and a user endpoint, without an id token. */
const trades: URLSearchParams[] = [];
const service = await listen(
  createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/token") {
      trades.push(new URLSearchParams(await text(request)));
      response.end(JSON.stringify({ access_token: "opaque", token_type: "bearer" }));
    } else {
      const isKnown = request.headers.authorization === "Bearer opaque";
      response.end(JSON.stringify(isKnown ? { id: 7, login: "octo", email: "octo@example.com" } : {}));
    }
  }),
);
const { url, stop } = await listen(createServer(apiListener()));
afterAll(service.stop);
afterAll(stop);

const hub = {
  client_id: "signalbox",
  client_secret: "secret",
  scopes: ["user:email"],
  endpoint: { auth: `${service.url}/authorize`, token: `${service.url}/token`, userinfo: `${service.url}/user` },
  username_claim: "login",
  name_claim: "name | {{ .login }}-{{ .id }}",
};
Object.assign(process.env, { SIGNALBOX_PUBLIC_URL: url, SIGNALBOX_OIDC_PROVIDERS: JSON.stringify({ hub }) });

test("a service without id tokens provides the claims by its user endpoint", async () => {
  const browser = new Browser();
  const begun = await browser.ask(`${url}/api/auth/oidc/hub/login`);
  const sent = new URL(begun.headers.get("location") ?? "").searchParams;
  expect([sent.get("scope"), sent.has("nonce")]).toEqual(["user:email", false]);
  const back = `${url}/api/auth/oidc/hub/redirect?code=abc&state=${sent.get("state")}`;
  expect((await browser.ask(back)).headers.get("location")).toBe("/");
  expect(Object.fromEntries(trades[0] ?? [])).toMatchObject({
    code: "abc",
    client_secret: "secret",
    code_verifier: expect.stringMatching(/.{40}/),
    redirect_uri: `${url}/api/auth/oidc/hub/redirect`,
  });
  const user = await (await browser.ask(`${url}/api/user`)).json();
  expect(user).toMatchObject({ username: "octo", name: "octo-7", email: "octo@example.com", external: true });
});
