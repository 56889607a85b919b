import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { SealedStates } from "@/lib/backup/schema";
import { openWithPassphrase, sealWithPassphrase } from "@/lib/secret/passphrase";
import { box, dialogOf, expect, type OwnProject, pressInRow, rowOf, test, toast, visit } from "../own-project";
import { post } from "../people";
import { storedState } from "./stored";

const PASSPHRASE = "correct horse battery";

const Backup = z.looseObject({ sealed_states: SealedStates });
/** What the test changes in the states of a backup; all else stays. */
const States = z.object({
  states: z.array(
    z.looseObject({
      workspaces: z.array(
        z.looseObject({
          name: z.string(),
          newest: z.number().nullable(),
          versions: z.array(z.looseObject({ number: z.number(), offered: z.boolean() })),
        }),
      ),
    }),
  ),
});

const backupOf = async (page: Page, { id }: OwnProject) =>
  Backup.parse(await post(page.request, `/project/${id}/backup`, { states_passphrase: PASSPHRASE, states: "all" }));

async function chooseBackup(page: Page, path: string, name: string): Promise<void> {
  await visit(page, "/project/restore");
  await page.getByLabel(/^Backup file/).setInputFiles(path);
  await box(page, "Project name").fill(name);
}

test("a backup takes states along with a passphrase, and a restore opens them with it", async ({ page, project }) => {
  await storedState(project);
  await visit(page, project.at("settings"));
  await page.getByRole("checkbox", { name: "Include states" }).click();
  await page.getByRole("button", { name: "Save backup" }).click();
  await expect(page.locator("[aria-invalid=true]")).toBeVisible();
  await box(page, "Passphrase").fill(PASSPHRASE);
  await page.getByRole("checkbox", { name: "All versions" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save backup" }).click();
  const path = await (await download).path();
  expect(readFileSync(path, "utf8")).not.toContain("10.0.0");

  await chooseBackup(page, path, "With states");
  const restore = page.getByRole("button", { name: "Restore", exact: true });
  await box(page, "Passphrase of the states").fill("wrong horse battery");
  await restore.click();
  await expect(page.getByRole("alert").filter({ hasText: "The passphrase doesn't open the states" })).toBeVisible();
  await box(page, "Passphrase of the states").fill(PASSPHRASE);
  await restore.click();
  await expect(dialogOf(page)).toContainText("1 state was restored");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "States", exact: true }).click();
  await rowOf(page, "Network").getByRole("link", { name: "Network" }).press("Enter");
  await page.getByRole("link", { name: "default", exact: true }).click();
  await expect(page.getByText("Two more servers")).toBeVisible();
});

test("a restore without the states says what that means", async ({ page, project }) => {
  await storedState(project);
  const backup = await backupOf(page, project);
  await visit(page, "/project/restore");
  const buffer = Buffer.from(JSON.stringify(backup));
  await page.getByLabel(/^Backup file/).setInputFiles({ name: "b.json", mimeType: "application/json", buffer });
  await box(page, "Project name").fill("Without states");
  await page.getByRole("checkbox", { name: "Restore without the states" }).click();
  await expect(page.getByText("their next runs create everything again")).toBeVisible();
  await expect(box(page, "Passphrase of the states")).toHaveCount(0);
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(dialogOf(page)).toContainText("Project Without states has been restored.");
  await expect(dialogOf(page)).not.toContainText("state was restored");
});

/** A project restored from a backup in which the last version of `default` was only offered. */
async function withOffered(page: Page, project: OwnProject): Promise<number> {
  await storedState(project);
  const backup = await backupOf(page, project);
  const opened = await openWithPassphrase(backup.sealed_states, PASSPHRASE);
  const { states } = States.parse(JSON.parse(opened.toString("utf8")));
  const workspace = states[0]?.workspaces.find(({ name }) => name === "default");
  const last = workspace?.versions.at(-1);
  if (!workspace || !last) throw new Error("the backup has no versions");
  workspace.newest = 1;
  last.offered = true;
  const sealed_states = await sealWithPassphrase(Buffer.from(JSON.stringify({ states })), PASSPHRASE);
  const file = { ...backup, sealed_states, states_passphrase: PASSPHRASE };
  return (await post(page.request, "/projects/restore", file)).id;
}

test("an offered version is announced, compared and accepted with a reason", async ({ page, project }) => {
  const id = await withOffered(page, project);
  await visit(page, `/project/${id}/states`);
  await expect(rowOf(page, "Network")).toContainText("1 version");
  await rowOf(page, "Network").getByRole("link", { name: "Network" }).press("Enter");
  await page.getByRole("link", { name: "default", exact: true }).click();
  await expect(page.getByText("1 version is offered")).toBeVisible();
  const offered = rowOf(page, "Two more servers");
  await expect(offered).toContainText("offered");
  await pressInRow(offered, "Accept version 2");
  const form = dialogOf(page);
  await expect(form).toContainText("What version 2 holds becomes the newest version.");
  await box(form, "Reason").fill("It was written in time");
  await form.getByRole("button", { name: "Accept" }).click();
  await expect(toast(page, "Version 3 is now the newest.")).toBeVisible();
  await expect(rowOf(page, "It was written in time")).toContainText("newest");
  await expect(page.getByText("1 version is offered")).toHaveCount(0);
  await pressInRow(offered, "Roll back to version 2");
});
