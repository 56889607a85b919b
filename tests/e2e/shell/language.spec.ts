import { expect, test, visit } from "../own-project";

const TITLE = /^Key store/;

test("a selected language is stored in a cookie, and the browser's own can be restored", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(TITLE);
  await page.getByRole("button", { name: "Language" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Browser default" })).toBeChecked();
  await expect(page.getByRole("menuitemradio")).toHaveCount(16);
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();

  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(TITLE);
  await visit(page, project.at("team"));
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const language = (await page.context().cookies()).find(({ name }) => name === "lang");
  expect(language?.value).toBe("de");

  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.getByRole("menuitemradio").first().click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test.describe("of the browser", () => {
  test.use({ locale: "pt-BR" });

  test("without a choice the browser's language is used", async ({ page }) => {
    await page.goto("/auth/login");
    await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
  });
});

test("the language can be selected before signing in, too", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL });
  await page.goto("/auth/login");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: "Anmelden", exact: true })).toBeVisible();
  await page.close();
});
