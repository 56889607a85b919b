import { box, dialogOf, expect, makeScript, newPrivateKey, pick, rowOf, test, toast, visit } from "../own-project";
import { finishTask } from "../task/work";
import { makeResources } from "../template/form";

test("a form with changes asks before it closes", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.getByRole("button", { name: "New key" }).click();
  const form = dialogOf(page);
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  // Its code is loaded at the first interaction with the page.
  await expect(box(form, "Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();

  await page.getByRole("button", { name: "New key" }).click();
  await box(form, "Name").fill("Half typed");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(box(form, "Name")).toHaveValue("Half typed");
  await form.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(form).toBeHidden();
});

test("the browser asks before leaving a page with changes", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  await box(page, "Project name").fill("Half renamed");
  // React listens a moment after the change.
  await expect.poll(() => page.evaluate(wouldAsk)).toBe(true);
  const asked = page.waitForEvent("dialog");
  const reload = page.reload().catch(() => null);
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reload;
});

/** In the page. */
function wouldAsk(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

test("links and Back ask before leaving a page with changes", async ({ page, project }) => {
  await visit(page, project.at("team"));
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  const away = page.getByRole("link", { name: "Key store" });
  await box(page, "Project name").fill("Half renamed");
  await away.click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(box(page, "Project name")).toHaveValue("Half renamed");
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(box(page, "Project name")).toHaveValue("Half renamed");
  await away.click();
  await question.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(`**${project.at("keys")}`);
});

test("the palette and shortcuts ask before leaving a page with changes", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await box(page, "Project name").fill("Half renamed");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(box(page, "Project name")).toHaveValue("Half renamed");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Go to a screen, project or template").fill("key store");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(`**${project.at("keys")}`);
});

test("Back, the palette and links ask before a dialog with changes is lost", async ({ page, project }) => {
  await visit(page, project.at("team"));
  await page.getByRole("link", { name: "Key store" }).click();
  await page.getByRole("button", { name: "New key" }).click();
  const form = dialogOf(page);
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await box(form, "Name").fill("Half typed");
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(box(form, "Name")).toHaveValue("Half typed");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Go to a screen, project or template").fill("inventory");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(box(form, "Name")).toHaveValue("Half typed");
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(`**${project.at("team")}`);
  await expect(form).toBeHidden();
});

test("Back asks before it closes a log with a form with changes, and not if the form is on the page", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Deploy", "echo done\n");
  const task = await finishTask(project, { template_id });
  await visit(page, project.at("history"));
  const link = rowOf(page, `#${task}`).getByRole("link", { name: `#${task}` });
  await link.first().click();
  const log = dialogOf(page).first();
  await log.getByRole("button", { name: "Start with options" }).click();
  const message = box(page, "Message");
  await message.fill("Half typed");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(message).toHaveValue("Half typed");
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(log).toBeHidden();
  await expect(question).toBeHidden();

  await visit(page, project.at("settings"));
  await box(page, "Project name").fill("Half renamed");
  const address = project.at("settings");
  await page.evaluate((to) => window.history.pushState(null, "", to), `${address}?t=${task}`);
  await expect(log).toBeVisible();
  await page.goBack();
  await expect(log).toBeHidden();
  await expect(question).toBeHidden();
  await expect(box(page, "Project name")).toHaveValue("Half renamed");
});

test("Back asks once, although a page and the sheet over it have changes", async ({ page, project }) => {
  await makeResources(project);
  await visit(page, project.at("templates"));
  await page.getByRole("button", { name: "New template" }).click();
  await page.getByRole("menuitem", { name: /Ansible/ }).click();
  await box(page, "Name").fill("Half typed");
  await pick(page.locator("form"), "Repository", "New repository…");
  await box(dialogOf(page), "Name").fill("Half typed");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(`**${project.at("templates")}`);
  await expect(question).toBeHidden();
  await expect(dialogOf(page)).toBeHidden();
});

test("a page asks again if leaving it failed", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  await box(page, "Project name").fill("Half renamed");
  await page.route("**/api/auth/signout", (route) => route.abort());
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(toast(page, "Could not sign out")).toBeVisible();
  expect(await page.evaluate(wouldAsk)).toBe(true);
});

test("signing out asks before it ends the session of a page with changes", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  const isSignedIn = async () => (await page.request.get("/api/user")).ok();
  const signOut = async () => {
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await box(page, "Project name").fill("Half renamed");
  await signOut();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(box(page, "Project name")).toHaveValue("Half renamed");
  expect(await isSignedIn()).toBe(true);
  await signOut();
  await question.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL("**/auth/login");
  expect(await isSignedIn()).toBe(false);
});

test("a server error stays in the dialog, with the input", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.getByRole("button", { name: "New key" }).click();
  const form = dialogOf(page);
  await box(form, "Name").fill("Typed offline");
  await form.getByLabel("Private key").fill(newPrivateKey());
  await page.context().setOffline(true);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByRole("alert")).toContainText("Can't reach the server");
  await page.context().setOffline(false);
  await expect(box(form, "Name")).toHaveValue("Typed offline");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form).toBeHidden();
});
