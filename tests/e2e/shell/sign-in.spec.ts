import type { Page } from "@playwright/test";
import { signInBy } from "../people";
import { expect, test } from "../product";
import { PASSWORD } from "../start";

async function submit(page: Page, auth: string, password: string): Promise<void> {
  await page.getByLabel("Username or email").fill(auth);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const failure = (page: Page) => page.getByRole("alert").filter({ hasText: "Sign-in failed" });

test("both fields are required, and a wrong password is distinguished from an unavailable server", async ({ page }) => {
  await page.goto("/auth/login");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Username is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await submit(page, "admin", "wrong");
  await expect(failure(page)).toContainText("Incorrect username or password");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();

  await page.context().setOffline(true);
  await submit(page, "admin", PASSWORD);
  await expect(failure(page)).toContainText("Can't reach the server");
  await page.context().setOffline(false);
  await submit(page, "admin", PASSWORD);
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
});

test("a password that is sent before the page works does not get into the address", async ({ page }) => {
  await page.route("**/_next/static/chunks/*.js", () => undefined);
  await page.goto("/auth/login", { waitUntil: "commit" });
  await submit(page, "admin", PASSWORD);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
  expect(new URL(page.url()).search).toBe("");
});

test("the help explains how to regain access, and Escape returns to the form", async ({ page }) => {
  await page.goto("/auth/login");
  await page.getByRole("button", { name: "Trouble signing in?" }).click();
  const help = page.getByRole("dialog", { name: "Recover access" });
  await expect(help.getByText("npx signalbox user password admin")).toBeVisible();
  await expect(help.getByText(/^[A-Za-z0-9]{10}$/)).toBeVisible();
  await expect(help.getByText("admin-password")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(page.getByRole("button", { name: "Trouble signing in?" })).toBeFocused();
});

test("the query string is kept, so a link to a task opens its log", async ({ page }) => {
  await signInBy(page.request, "admin");
  await page.request.post("/api/projects", { data: { name: "Linked" } });
  await page.context().clearCookies();
  await page.goto("/auth/login?t=4711");
  await submit(page, "admin", PASSWORD);
  await page.waitForURL(/\/history\?t=4711$/);
});

test("a link to any page opens it after signing in", async ({ page }) => {
  await page.goto("/users?q=ad");
  await page.waitForURL(/\/auth\/login\?redirect=/);
  await submit(page, "admin", PASSWORD);
  await page.waitForURL(/\/users\?q=ad$/);
});

test("signed-in users are redirected home, and signing out returns here", async ({ page }) => {
  await signInBy(page.request, "admin");
  await page.goto("/auth/login");
  await expect(page).not.toHaveURL(/\/auth\//);
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/auth/login");
  expect((await page.request.get("/api/user")).status()).toBe(401);
});
