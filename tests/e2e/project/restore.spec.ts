import type { Page } from "@playwright/test";
import { box, dialogOf, expect, type OwnProject, test, visit } from "../own-project";

const jsonFile = (name: string, content: unknown) => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
});

/** Selects a file on the restore screen. */
async function choose(page: Page, file: ReturnType<typeof jsonFile>): Promise<void> {
  await visit(page, "/project/restore");
  await page.getByLabel(/^Backup file/).setInputFiles(file);
}

async function backupWithSecrets(project: OwnProject): Promise<object> {
  await project.make("keys", { name: "Token", type: "login_password", login_password: { password: "x" } });
  await project.make("keys", { name: "Vault", type: "login_password", login_password: { password: "y" } });
  return project.read<object>("backup");
}

test("a backup becomes a project, and the remaining steps are shown", async ({ page, project }) => {
  await choose(page, jsonFile("backup.json", await backupWithSecrets(project)));
  await expect(box(page, "Project name")).toHaveValue(project.name);
  await box(page, "Project name").fill("Come back");
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  const result = dialogOf(page);
  await expect(result).toContainText("Project Come back has been restored.");
  await expect(result).toContainText("2 keys are empty");
  await expect(result).toContainText("Update the access keys before running tasks.");
  await result.getByRole("link", { name: "Go to the key store" }).click();
  await page.waitForURL(/\/project\/\d+\/keys$/);
  await expect(page.getByRole("row").filter({ hasText: "Empty" })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Choose a project" })).toContainText("Come back");
});

test("closing the result opens the new project", async ({ page, project }) => {
  await choose(page, jsonFile("backup.json", await project.read("backup")));
  await box(page, "Project name").fill("Closed");
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(dialogOf(page)).not.toContainText("empty");
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/project\/\d+\/history$/);
  await expect(page.getByRole("button", { name: "Choose a project" })).toContainText("Closed");
});

test("an invalid backup is rejected with the reasons", async ({ page, project }) => {
  const answers = { ...(await project.read<object>("backup")), keys: [{ name: "Odd", type: "unheard of" }] };
  await visit(page, "/project/restore");
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("Choose a backup file")).toBeVisible();
  await expect(page.getByText("Project name is required")).toBeVisible();
  await choose(page, jsonFile("notes.json", "not json at all"));
  await expect(page.getByText("This is not a backup file")).toBeVisible();
  await choose(page, jsonFile("odd.json", answers));
  await page.getByLabel("Only restore a file without errors").check();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This file can't be restored" })).toContainText("keys");
});

test("what had to be adjusted is reported, and stays in the settings", async ({ page, project }) => {
  const odd = { ...(await project.read<object>("backup")), keys: [{ name: "Odd", type: "unheard of" }] };
  await choose(page, jsonFile("odd.json", odd));
  await box(page, "Project name").fill("Adjusted");
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  const result = dialogOf(page);
  await expect(result).toContainText("1 entry was adjusted");
  await expect(result.getByRole("row").filter({ hasText: "Odd" })).toContainText("Changed to “none”");
  const download = page.waitForEvent("download");
  await result.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^restore_report_\d+\.csv$/);
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/project\/\d+\/history$/);
  await visit(page, new URL(page.url()).pathname.replace(/history$/, "settings"));
  await expect(page.getByRole("region", { name: "Restore report" })).toContainText("unheard of");
});
