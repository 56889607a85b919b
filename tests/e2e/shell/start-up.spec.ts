import { connect } from "@/db/connect";
import { findRunning } from "@/db/embedded";
import { test as base, expect } from "../own-project";
import { type Product, startProduct } from "../start";

/** With its own product, whose database is broken on purpose. */
const test = base.extend<{ quiet: undefined; without: Without }, { product: Product }>({
  product: [
    async ({ browser: _browser }, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ product }, use) => use(product.url),
  without: ({ product }, use) => use((table, meanwhile) => hideTable(product.dataDir, table, meanwhile)),
  // The browser logs the failures that are expected here.
  quiet: async ({ page: _page }, use) => use(undefined),
});

type Without = (table: string, meanwhile: () => Promise<void>) => Promise<void>;

/** Hides a table while `meanwhile` runs: every query of it fails on the server. */
async function hideTable(dataDir: string, table: string, meanwhile: () => Promise<void>): Promise<void> {
  const database = connect((await findRunning(dataDir)) ?? "", { max: 1 });
  const rename = (from: string, to: string) => database`alter table ${database(from)} rename to ${database(to)}`;
  await rename(table, "hidden");
  try {
    await meanwhile();
  } finally {
    await rename("hidden", table);
    await database.end();
  }
}

test("a failed start shows why, and Refresh recovers", async ({ page, project, without }) => {
  await without("apps", async () => {
    await page.goto(project.at("keys"));
    await expect(page.getByRole("heading", { name: "This screen could not be loaded" })).toBeVisible();
    await expect(page.getByText("Server error. See the server log for details.")).toBeVisible();
  });
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("button", { name: "New key" })).toBeVisible();
});

test("the error screen offers to sign in again", async ({ page, project, without }) => {
  await without("apps", async () => {
    await page.goto(project.at("keys"));
    await page.getByRole("button", { name: "Sign in again" }).click();
    await page.waitForURL("**/auth/login");
    await expect(page.getByLabel("Username or email")).toBeVisible();
  });
});

test("where only one screen fails, the others stay usable", async ({ page, project, without }) => {
  await without("access_keys", async () => {
    await page.goto(project.at("keys"));
    await expect(page.getByRole("heading", { name: "This screen could not be loaded" })).toBeVisible();
    await page.getByRole("link", { name: "Team" }).click();
    await expect(page.getByRole("button", { name: "New team member" })).toBeVisible();
  });
});

test("a missing page is reported inside the frame", async ({ page, project }) => {
  expect((await page.goto(project.at("no-such-screen")))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page).toHaveTitle("Page not found · Signalbox");
  await page.getByRole("link", { name: "Back to projects" }).click();
  await page.waitForURL(`**${project.at("history")}`);
  await expect(page).toHaveTitle("Dashboard · Signalbox");
  for (const path of ["/project/999999/templates", project.at("keys/999999")]) {
    await page.goto(path);
    await expect(page).toHaveTitle("Page not found · Signalbox");
  }
});
