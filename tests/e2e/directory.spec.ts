import { freePort } from "../support/listen";
import { expect, test } from "./product";
import { PASSWORD, startProduct } from "./start";

let url: string;
let stop: (() => Promise<void>) | undefined;

test.beforeAll(async () => {
  const env = {
    SIGNALBOX_LDAP_URL: `ldap://127.0.0.1:${await freePort()}`,
    SIGNALBOX_LDAP_SEARCH_DN: "ou=people,dc=example,dc=com",
  };
  ({ url, stop } = await startProduct({ env }));
});
test.afterAll(() => stop?.());

test("an unavailable directory is reported, and administrators can still sign in", async ({ page }) => {
  await page.goto(`${url}/auth/login`);
  await expect(page.getByLabel("Username or email")).toBeFocused();
  await page.getByLabel("Username or email").fill("ada");
  await page.getByLabel("Password", { exact: true }).fill("kept in the directory");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The directory server returned an error" })).toBeVisible();

  await page.getByLabel("Username or email").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((address) => !address.pathname.startsWith("/auth/"));
});
