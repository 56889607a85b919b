import { TestProvider } from "../oidc/test-provider";
import { freePort } from "../support/listen";
import { expect, test } from "./product";
import { PASSWORD, startProduct } from "./start";

let url: string;
let stop: (() => Promise<void>) | undefined;
let provider: TestProvider;

test.beforeAll(async () => {
  const port = await freePort();
  provider = await TestProvider.start([`http://localhost:${port}/api/auth/oidc/company/redirect`]);
  const company = {
    display_name: "Company",
    icon: "mdi-domain",
    color: "#3367d6",
    provider_url: provider.issuer,
    client_id: "signalbox",
    client_secret: "between-the-two-of-us",
    name_claim: "name",
  };
  ({ url, stop } = await startProduct({
    port,
    env: {
      SIGNALBOX_PUBLIC_URL: `http://localhost:${port}`,
      SIGNALBOX_OIDC_PROVIDERS: JSON.stringify({ company }),
      SIGNALBOX_PASSWORD_LOGIN_DISABLED: "on",
      SIGNALBOX_NON_ADMIN_CAN_CREATE_PROJECT: "on",
    },
  }));
});

test.afterAll(async () => {
  await stop?.();
  await provider?.stop();
});

test("a user signs in with another service, and a failure is explained", async ({ page }) => {
  await page.goto(`${url}/auth/login`);
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  provider.account = null;
  await page.getByRole("link", { name: "Continue with Company" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "canceled at the identity provider" })).toBeVisible();

  provider.account = { sub: "1", email: "ada@example.com", preferred_username: "ada", name: "Ada Lovelace" };
  await page.getByRole("link", { name: "Continue with Company" }).click();
  await page.waitForURL((address) => address.pathname === "/project/new");
  const user = await (await page.request.get(`${url}/api/user`)).json();
  expect(user).toMatchObject({ username: "ada", name: "Ada Lovelace", external: true });
});

test("passwords are rejected while password sign-in is disabled", async ({ page }) => {
  const data = { auth: "admin", password: PASSWORD };
  expect((await page.request.post(`${url}/api/auth/login`, { data })).status()).toBe(401);
  expect((await page.request.get(`${url}/api/user`)).status()).toBe(401);
});

test("a redirect address with a path opens that page", async ({ page }) => {
  provider.account = { sub: "1", email: "ada@example.com" };
  await page.goto(`${url}/auth/login`);
  const back = await page.request.get(`${url}/api/auth/oidc/company/redirect/project/new?state=forged`, {
    maxRedirects: 0,
  });
  expect([back.status(), back.headers().location]).toEqual([307, "/auth/login?error=oidcExpired"]);
});
