import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeRepository } from "../../support/repositories";
import { box, dialogOf, expect, pick, rowOf, save, test, visit } from "../own-project";

const folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-test-"));

test("a repository is tested before it is saved, and can be saved after a failure", async ({ page, project }) => {
  const origin = makeRepository(join(folder, "origin"), { "run.sh": "true\n" });
  await visit(page, project.at("repositories"));
  await page.getByRole("button", { name: "New repository" }).click();
  const form = dialogOf(page);
  await box(form, "Name").fill("Code");
  await box(form, "URL or path").fill(`file://${origin}`);
  await box(form, "Branch").fill("main");
  await pick(form, "Access key", "None");
  await form.getByRole("button", { name: "Test", exact: true }).click();
  await expect(form.getByText(/Connected\. The branch is at commit [0-9a-f]{10}\./)).toBeVisible();

  await box(form, "Branch").fill("nope");
  await expect(form.getByText("Connected.")).toBeHidden();
  await form.getByRole("button", { name: "Test", exact: true }).click();
  await expect(form.getByText("the repository has no such branch")).toBeVisible();
  await save(form, "Create");
  await expect(rowOf(page, "Code")).toBeVisible();
});

test("a wrong passphrase is reported by the test and on saving, and a stored key shows its fingerprint", async ({
  page,
  project,
}) => {
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "right one", "-C", "joe@desk", "-f", join(folder, "key")]);
  const [, fingerprint = ""] = execFileSync("ssh-keygen", ["-lf", join(folder, "key")])
    .toString()
    .split(" ");
  await visit(page, project.at("keys"));
  await page.getByRole("button", { name: "New key" }).click();
  const form = dialogOf(page);
  await box(form, "Name").fill("Deploy");
  await form.getByLabel(/^Private key/).fill(readFileSync(join(folder, "key"), "utf8"));
  await form
    .locator("input")
    .and(form.getByLabel(/^Passphrase/))
    .fill("mistyped");
  await form.getByRole("button", { name: "Test", exact: true }).click();
  await expect(form.getByText("the passphrase of the ssh key is wrong")).toBeVisible();
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("The passphrase doesn't open this private key").first()).toBeVisible();
  await expect(form.getByText("Not saved")).toBeVisible();

  await form
    .locator("input")
    .and(form.getByLabel(/^Passphrase/))
    .fill("right one");
  await form.getByRole("button", { name: "Test", exact: true }).click();
  await expect(form.getByText("A runner can load this key: ED25519 256")).toBeVisible();
  await expect(form.getByText("Not saved")).toBeHidden();
  await save(form, "Create");
  await expect(rowOf(page, "Deploy")).toContainText(fingerprint);
  await expect(rowOf(page, "Deploy")).toContainText("joe@desk");
});

test("a test reports missing values as saving does", async ({ page, project }) => {
  await project.make("keys", { name: "Another", type: "none" });
  await visit(page, project.at("repositories"));
  await page.getByRole("button", { name: "New repository" }).click();
  const form = dialogOf(page);
  const url = box(form, "URL or path");
  const branch = box(form, "Branch");
  await form.getByRole("button", { name: "Test", exact: true }).click();
  await expect(url).toBeFocused();
  for (const field of [url, branch]) await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByRole("combobox", { name: "Access key" })).toHaveAttribute("aria-invalid", "true");
  await expect(box(form, "Name")).not.toHaveAttribute("aria-invalid");
  await expect(form.getByRole("alert")).toHaveCount(0);
  await url.fill("https://git.example.com/code.git");
  await expect(url).not.toHaveAttribute("aria-invalid");
  await expect(branch).toHaveAttribute("aria-invalid", "true");
});
