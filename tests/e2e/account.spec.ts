import { expect, signedIn, test } from "./product";

test("an API token is made, shown once, works, and is deleted", async ({ page, playwright, baseURL }) => {
  await signedIn(page);
  await page.goto("/project/new");
  await page.getByRole("button", { name: "Administrator" }).click();
  await page.getByRole("menuitem", { name: "Edit Account" }).click();
  await page.getByRole("button", { name: "API tokens" }).click();
  const dialog = page.getByRole("dialog", { name: "API tokens" });
  await expect(dialog.getByText("You have no tokens.")).toBeVisible();
  await dialog.getByRole("button", { name: "New Token" }).click();
  const token = await dialog.getByRole("code").textContent();

  const script = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await script.get("/api/user")).status()).toBe(200);
  await dialog.getByRole("button", { name: `Delete token ${token?.slice(0, 12)}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByText("You have no tokens.")).toBeVisible();
  expect((await script.get("/api/user")).status()).toBe(401);
});

test("the help for those who cannot sign in names the command for it", async ({ page }) => {
  await page.goto("/auth/login");
  await page.getByRole("button", { name: "Trouble signing in?" }).click();
  await expect(page.getByRole("dialog").getByText("npx signalbox user password admin")).toBeVisible();
});
