import { existsSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { CHROMIUM } from "../../scripts/chromium.mjs";
import { PASSWORD } from "./start";

export { expect };

/** Fails a test whose page logged an error or warning. */
export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()) && !expected(message.text())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => expected(String(error)) || complaints.push(String(error)));
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

test.skip(!existsSync(CHROMIUM), `there is no ${CHROMIUM}`);

/**
 * The browser itself logs every response above 399; those that a test provokes are checked on the page. And it logs the
 * scripts of an artifact that its frame does not let run, and what axe wants to ask this frame. A script that a test
 * keeps from the page is reported besides the screen that says so.
 */
const expected = (text: string) =>
  text.startsWith("Failed to load resource") ||
  text.startsWith("ChunkLoadError") ||
  text.includes("WebSocket connection to") ||
  text.startsWith("Blocked script execution in 'about:srcdoc'") ||
  text.endsWith("does not match the recipient window's origin ('null').");

export async function signIn(page: Page): Promise<void> {
  await page.goto("/auth/login");
  // From then on, the form works.
  await expect(page.getByLabel("Username or email")).toBeFocused();
  await page.getByLabel("Username or email").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
}

/** Signs in through the API and keeps the cookie in the page's context: faster than the form, which has its own test. */
export async function signedIn(page: Page): Promise<void> {
  const answer = await page.request.post("/api/auth/login", { data: { auth: "admin", password: PASSWORD } });
  expect(answer.status()).toBe(204);
}
