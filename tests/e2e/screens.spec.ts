import type { Page } from "@playwright/test";
import { newPrivateKey } from "./own-project";
import { expect, signedIn, test } from "./product";
import { GLOBAL_SCREENS, PROJECT_SCREENS } from "./screen-paths";

async function project(page: Page, name: string): Promise<number> {
  await signedIn(page);
  return (await (await page.request.post("/api/projects", { data: { name } })).json()).id;
}

for (const width of [1440, 390]) {
  test(`every screen opens without an error, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const id = await project(page, `Screens ${width}`);
    for (const path of [...PROJECT_SCREENS.map((screen) => `/project/${id}/${screen}`), ...GLOBAL_SCREENS]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
  });
}

test("a key is created, edited, kept while in use, and deleted, with clicks only", async ({ page }) => {
  const id = await project(page, "Keys");
  await page.goto(`/project/${id}/keys`);
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Name is required")).toBeVisible();
  await dialog.getByLabel(/^Name/).fill("Deploy key");
  await dialog.getByLabel("Private key").fill(newPrivateKey());
  await dialog.getByRole("button", { name: "Create" }).click();
  const row = page.getByRole("row").filter({ hasText: "Deploy key" });
  await expect(row).toContainText("SSH");
  const keys = await (await page.request.get(`/api/project/${id}/keys`)).json();
  const key = keys.find(({ name }: { name: string }) => name === "Deploy key");
  const repository = { name: "Uses it", git_url: "git@example.com:a/b.git", git_branch: "main", ssh_key_id: key.id };
  await page.request.post(`/api/project/${id}/repositories`, { data: repository });
  await row.hover();
  await row.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "Uses it" })).toBeVisible();
  await page.keyboard.press("Escape");
  const [made] = await (await page.request.get(`/api/project/${id}/repositories`)).json();
  await page.request.delete(`/api/project/${id}/repositories/${made.id}`);
  await row.hover();
  await row.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toBeHidden();
});

test("without a session every page redirects to the sign-in, without data", async ({ page }) => {
  const id = await project(page, "Private name");
  await page.context().clearCookies();
  for (const path of [`/project/${id}/history`, `/project/${id}/keys`, "/users", "/"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth\/login/);
    expect(await page.content()).not.toContain("Private name");
  }
});
