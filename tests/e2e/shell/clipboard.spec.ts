import type { Page } from "@playwright/test";
import { expect, type OwnProject, test, toast, visit } from "../own-project";

async function copyAlias(page: Page, project: OwnProject): Promise<void> {
  await project.make("integrations/aliases", {});
  await visit(page, project.at("integrations"));
  await page.getByRole("button", { name: "Copy" }).click();
}

test("copying shows a message", async ({ page, context, project }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await copyAlias(page, project);
  await expect(toast(page, "The alias URL has been copied to the clipboard.")).toBeVisible();
});

test("a browser's refusal is shown with its reason", async ({ page, project }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("Write permission denied."));
  });
  await copyAlias(page, project);
  await expect(toast(page, "Can't copy to clipboard: Write permission denied.")).toBeVisible();
});
