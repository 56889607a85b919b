import { expect, test } from "./product";

test("the API reference is public and loads nothing from elsewhere", async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "") && !request.url().startsWith("data:")) elsewhere.push(request.url());
  });
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { name: "API", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Tasks/ })).toBeVisible();
  await page.getByLabel("Search methods").fill("starts a task of a template");
  const line = page.locator("details");
  await expect(line).toHaveCount(1);
  await line.locator("summary").click();
  await expect(line.getByText("Access: members who can run tasks")).toBeVisible();
  await expect(line.getByText("template_id: integer | null").first()).toBeVisible();
  await expect(line.getByText('-X POST -H "Authorization: Bearer $TOKEN"')).toBeVisible();
  expect(elsewhere).toEqual([]);
});

test("a link to one method expands it, and nothing is wider than a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/api/docs#task.create");
  await expect(page.getByText("Access: members who can run tasks")).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
