import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { terraformState } from "../../state/states";
import { box, confirmDelete, dialogOf, expect, pressInRow, rowOf, save, test, toast, visit } from "../own-project";
import { encryptedState, laterState, lockFromLaptop, storedState, upload } from "./stored";

test("a project without states explains how to create one; an empty state accepts a file", async ({
  page,
  project,
}) => {
  await visit(page, project.at("templates"));
  await page.getByRole("link", { name: "States", exact: true }).click();
  await expect(page.getByText("A template gets one with its first run")).toBeVisible();
  await page.getByRole("button", { name: "New state" }).click();
  await box(dialogOf(page), "Name").fill("Network");
  await dialogOf(page).getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Nothing is stored here yet.")).toBeVisible();

  await page.getByRole("button", { name: "Upload" }).click();
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Upload" }).click();
  await expect(form.getByText("Choose a state file")).toHaveCount(2);
  const file = (content: string) => ({ name: "terraform.tfstate", mimeType: "", buffer: Buffer.from(content) });
  await form.locator("input[type=file]").setInputFiles(file("not a state"));
  await box(form, "Reason").fill("Moved from a laptop");
  await form.getByRole("button", { name: "Upload" }).click();
  await expect(form.getByRole("alert")).toContainText("not a state in a supported format");
  await form.locator("input[type=file]").setInputFiles(file(terraformState()));
  await save(form, "Upload");
  await expect(toast(page, "Uploaded as version 1.")).toBeVisible();
  await expect(rowOf(page, "local_file.motd")).toBeVisible();
  await expect(page.getByText("Moved from a laptop")).toBeVisible();
});

test("a file with another lineage or an older serial is rejected with the reason", async ({ page, project }) => {
  const { at } = await storedState(project);
  await visit(page, `${at}?workspace=default`);
  const tryFile = async (content: string, refusal: string) => {
    await page.getByRole("button", { name: "Upload" }).click();
    const form = dialogOf(page);
    await form
      .locator("input[type=file]")
      .setInputFiles({ name: "a.tfstate", mimeType: "", buffer: Buffer.from(content) });
    await box(form, "Reason").fill("A try");
    await form.getByRole("button", { name: "Upload" }).click();
    await expect(form.getByRole("alert")).toContainText(refusal);
    await form.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
  };
  const foreign = terraformState((state) => (state.lineage = "two"));
  await tryFile(foreign, "different lineage");
  await tryFile(terraformState(), "Serial 3 is not higher than 4");
});

test("a file that is too large is rejected in the page's language", async ({ page, project, baseURL }) => {
  const { at } = await storedState(project);
  await page.context().addCookies([{ name: "lang", value: "de", url: baseURL ?? "" }]);
  await visit(page, `${at}?workspace=default`);
  await page.getByRole("button", { name: "Hochladen" }).click();
  const form = dialogOf(page);
  const content = terraformState((state) => (state.outputs.note = { value: "x".repeat(4_500_000), type: "string" }));
  await form
    .locator("input[type=file]")
    .setInputFiles({ name: "a.tfstate", mimeType: "", buffer: Buffer.from(content) });
  await box(form, "Grund").fill("Ein Versuch");
  await form.getByRole("button", { name: "Hochladen" }).click();
  await expect(form.getByRole("alert")).toContainText("Seriennummer 3");
});

test("resources show their attributes on request, except sensitive ones", async ({ page, project }) => {
  const { at } = await storedState(project);
  await visit(page, `${at}?workspace=default`);
  const row = rowOf(page, "local_file.motd");
  await row.getByRole("button", { name: "Show details" }).or(row.locator("button[aria-expanded]")).first().click();
  const attributes = page.getByLabel("Attributes");
  await expect(attributes).toContainText("motd.txt");
  await expect(attributes).toContainText("sensitive");
  await expect(page.getByText("canary")).toHaveCount(0);
});

test("attributes that could not be loaded are loaded with the next version", async ({ page, project }) => {
  const { id, at } = await storedState(project);
  let fails = true;
  await page.route("**/attributes?**", (route) =>
    fails ? route.fulfill({ status: 503, json: { error: "The database is busy." } }) : route.fallback(),
  );
  await visit(page, `${at}?workspace=default`);
  await rowOf(page, "local_file.motd").locator("button[aria-expanded]").click();
  await expect(page.getByRole("alert").filter({ hasText: "The database is busy." })).toBeVisible();
  fails = false;
  const content = terraformState((state) => (state.serial = 5));
  await upload(project, id, { reason: "Two servers fewer", content });
  await expect(page.getByLabel("Attributes")).toContainText("sensitive");
});

test("a sensitive output is shown on request, which records an event", async ({ page, project }) => {
  const { at } = await storedState(project);
  await visit(page, `${at}?workspace=default`);
  await expect(rowOf(page, "10.0.0.2")).toBeVisible();
  await expect(page.getByText("canary-output")).toHaveCount(0);
  await page.getByRole("button", { name: "Show the value of password" }).press("Enter");
  await expect(page.getByText("canary-output")).toBeVisible();
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText("canary-output")).toHaveCount(0);
  await page.goto(project.at("activity"));
  await expect(page.getByText("output password of version 2 shown")).toBeVisible();
});

test("a version shows its changes, and any two versions can be compared", async ({ page, project }) => {
  const { at } = await storedState(project);
  await visit(page, `${at}?workspace=default`);
  await rowOf(page, "Two more servers").locator("button[aria-expanded]").click();
  await expect(page.getByText("1 resource added")).toBeVisible();
  await expect(page.getByText("local_file.motd: filename")).toBeVisible();
  await expect(page.getByText("1 output changed")).toBeVisible();
  await rowOf(page, "Two more servers").locator("button[aria-expanded]").click();
  await rowOf(page, "Moved from S3").locator("button[aria-expanded]").click();
  await page.getByRole("combobox", { name: "Compare with" }).click();
  await page.getByRole("option", { name: "Changes since version 2" }).click();
  await expect(page.getByText("1 resource removed")).toBeVisible();
});

test("of encrypted versions nothing is compared, listed or rolled back to, and the page says why", async ({
  page,
  project,
}) => {
  const { id } = await project.make("states", { name: "Network", kind: "terraform" });
  await upload(project, id, { reason: "Not encrypted" });
  await upload(project, id, { reason: "Encrypted first", content: encryptedState(4) });
  await upload(project, id, { reason: "Encrypted again", content: encryptedState(5) });
  const refused: string[] = [];
  page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  await visit(page, project.at(`states/${id}?workspace=default`));
  await expect(page.getByText("can't read its resources and outputs")).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Resources" })).toHaveCount(0);
  const why = "OpenTofu has encrypted this state, so Signalbox can't compare it or roll back to it";
  for (const reason of ["Encrypted first", "Encrypted again"]) {
    await rowOf(page, reason).locator("button[aria-expanded]").click();
  }
  await expect(page.getByText(why)).toHaveCount(2);
  await expect(page.getByRole("combobox", { name: "Compare with" })).toHaveCount(0);
  await expect(rowOf(page, "Encrypted first").getByRole("button", { name: why })).toBeDisabled();
  await expect(rowOf(page, "Not encrypted").getByRole("button", { name: "Roll back to version 1" })).toBeEnabled();
  expect(refused).toEqual([]);

  await visit(page, project.at("states"));
  await expect(rowOf(page, "Network")).toContainText("Encrypted by OpenTofu");
});

test("a version is downloaded unchanged, and rolled back to with a reason", async ({ page, project }) => {
  const { at } = await storedState(project);
  await visit(page, `${at}?workspace=default`);
  const row = rowOf(page, "Moved from S3");
  const download = page.waitForEvent("download");
  await pressInRow(row, "Download version 1");
  const file = await download;
  expect(file.suggestedFilename()).toBe("default_1.tfstate");
  expect(readFileSync(await file.path(), "utf8")).toBe(terraformState());

  await pressInRow(row, "Roll back to version 1");
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Roll back" }).click();
  await expect(form.locator("[aria-invalid]")).toBeVisible();
  await box(form, "Reason").fill("The servers were a mistake");
  await page.keyboard.press("Control+Enter");
  await expect(form).toBeHidden();
  await expect(toast(page, "Version 3 is now the newest.")).toBeVisible();
  await expect(rowOf(page, "The servers were a mistake")).toContainText("newest");
});

test("a lock appears live with its holder, and a manager breaks it", async ({ page, project }) => {
  const { id, at } = await storedState(project);
  await visit(page, `${at}?workspace=default`);
  await lockFromLaptop(page, project, id);
  await expect(page.getByText("Locked by ann@laptop, token laptop")).toBeVisible();
  await expect(rowOf(page, "Moved from S3").getByRole("button", { name: "Not while" })).toBeDisabled();
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("ann@laptop, token laptop holds the lock of default");
  await confirmDelete(page, "Unlock");
  await expect(page.getByText("Locked by")).toBeHidden();
});

test("the list shows workspaces, resources and the lock, and updates live", async ({ page, project }) => {
  const { id } = await storedState(project);
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, project.at("states"));
  const row = rowOf(page, "Network");
  await expect(row).toContainText("unused");
  await expect(row).toContainText("default, prod");
  await lockFromLaptop(page, project, id);
  await expect(row).toContainText("ann@laptop");
  const middleOf = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    return y + height / 2;
  };
  const holder = row.getByText("ann@laptop");
  await expect(holder).toBeVisible();
  const icon = holder.locator("..").locator("svg");
  expect(Math.abs((await middleOf(icon)) - (await middleOf(holder))), "on one line").toBeLessThan(3);
  await row.getByRole("link", { name: "Network" }).press("Enter");
  await page.getByRole("link", { name: "default Locked", exact: true }).click();
  await expect(page.getByText("Two more servers")).toBeVisible();
});

test("a token is shown once, with the commands to copy, and revoked", async ({ page, project }) => {
  const { id, at } = await storedState(project);
  await visit(page, `${at}?workspace=default`);
  await page.getByRole("button", { name: "New token" }).click();
  await box(dialogOf(page), "Name").fill("laptop");
  await dialogOf(page).getByRole("checkbox", { name: "May write" }).click();
  await dialogOf(page).getByRole("button", { name: "Create" }).click();
  const made = dialogOf(page).filter({ hasText: "New state token" });
  await expect(made).toContainText('backend "http" {}');
  const lines = await made.locator("code").last().innerText();
  const [, password = ""] = /TF_HTTP_PASSWORD='(.+)'/.exec(lines) ?? [];
  const [, address = ""] = /TF_HTTP_ADDRESS='(.+)'/.exec(lines) ?? [];
  const headers = { authorization: `Basic ${Buffer.from(`signalbox:${password}`).toString("base64")}` };
  const answer = await page.request.get(address, { headers });
  expect(await answer.text()).toBe(laterState);
  await page.keyboard.press("Escape");
  await made.getByRole("button", { name: "OK" }).click();
  await expect(page.getByText(password)).toHaveCount(0);

  await pressInRow(rowOf(page, "laptop"), "Delete");
  await confirmDelete(page);
  await expect(page.getByText("No tokens yet.")).toBeVisible();
  expect((await page.request.get(`/api/state/${id}/default`, { headers })).status()).toBe(401);
});

test("a state is renamed, and deleted after its name is typed", async ({ page, project }) => {
  const { at } = await storedState(project);
  await visit(page, at);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await box(dialogOf(page), "Name").fill("Backbone  EU");
  await save(dialogOf(page));
  await expect(page.getByRole("heading", { level: 1, name: "Backbone EU" })).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const form = dialogOf(page);
  await box(form, "Type Backbone EU to confirm").fill("Network");
  await form.getByRole("button", { name: "Delete" }).click();
  await expect(form.getByText("This is not the name")).toBeVisible();
  await box(form, "Type Backbone EU to confirm").fill("Backbone EU");
  await form.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(`**${project.at("states")}`);
  await expect(page.getByText("A template gets one with its first run")).toBeVisible();
});
