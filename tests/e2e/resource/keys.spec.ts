import { violations } from "../axe";
import { box, dialogOf, expect, newPrivateKey, pick, pressInRow, rowOf, save, test, visit } from "../own-project";

test("each type of key asks for its own secret", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.getByRole("button", { name: "New key" }).click();
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  await expect(form.getByText("Private key is required")).toBeVisible();

  await box(form, "Name").fill("Vault");
  await pick(form, "Type", "Login with password");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Password is required")).toBeVisible();

  await pick(form, "Type", "None");
  await expect(form.getByText("This key is empty")).toBeVisible();
  await save(form, "Create");
  await expect(rowOf(page, "Vault")).toContainText("None");
  await expect(rowOf(page, "Vault")).not.toContainText("Empty");
});

test("Ctrl-Enter saves from a select too, and the focus returns to what opened the form", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  const button = page.getByRole("button", { name: "New key" });
  await button.click();
  const form = dialogOf(page);
  await pick(form, "Type", "None");
  await expect(form.getByRole("combobox", { name: "Type" })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(form.getByText("Name is required")).toBeVisible();
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(box(form, "Name")).toBeFocused();
  await page.keyboard.type(" Saved by keys ");
  await form.getByRole("combobox", { name: "Type" }).focus();
  await page.keyboard.press("Control+Enter");
  await expect(form).toBeHidden();
  await expect(rowOf(page, "Saved by keys")).toBeVisible();
  await expect(button).toBeFocused();
});

test("the eye shows a password while it is typed", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.getByRole("button", { name: "New key" }).click();
  const form = dialogOf(page);
  await pick(form, "Type", "Login with password");
  const password = form.locator("input").and(form.getByLabel(/^Password/));
  await password.fill("open sesame");
  await expect(password).toHaveAttribute("type", "password");
  await form.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("open sesame");
});

test("a stored secret stays unless it is overridden", async ({ page, project }) => {
  const login = { login: "deploy", password: "first-password" };
  await project.make("keys", { name: "Deploy", type: "login_password", login_password: login });
  await visit(page, project.at("keys"));
  await pressInRow(rowOf(page, "Deploy"), "Edit");
  const form = dialogOf(page);
  await expect(form.getByRole("combobox", { name: "Type" })).toBeDisabled();
  await expect(box(form, "Login")).toBeDisabled();
  await expect(form).not.toContainText("first-password");
  await box(form, "Name").fill("Renamed");
  await save(form);

  await pressInRow(rowOf(page, "Renamed"), "Edit");
  await form.getByRole("checkbox", { name: "Override" }).check();
  await expect(form.getByRole("combobox", { name: "Type" })).toBeEnabled();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Password is required")).toBeVisible();
  await pick(form, "Type", "None");
  await save(form);
  await expect(rowOf(page, "Renamed")).toContainText("None");
});

test("a key without its secret is marked, and opens ready to be filled in", async ({ page, project }) => {
  await project.make("keys", { name: "From a backup", type: "login_password", login_password: { password: "x" } });
  const backup = await project.read<{ meta: { name: string } }>("backup");
  const answer = await page.request.post("/api/projects/restore", {
    data: { ...backup, meta: { ...backup.meta, name: "Restored keys" } },
  });
  const { id } = await answer.json();
  await visit(page, `/project/${id}/keys`);
  await expect(rowOf(page, "From a backup")).toContainText("Empty");
  await pressInRow(rowOf(page, "From a backup"), "Edit");
  const form = dialogOf(page);
  await expect(form.getByRole("checkbox", { name: "Override" })).toBeChecked();
  await form
    .locator("input")
    .and(form.getByLabel(/^Password/))
    .fill("filled again");
  await save(form);
  await expect(rowOf(page, "From a backup")).not.toContainText("Empty");
});

test("a private key comes from a file: chosen by keyboard, or dropped", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.getByRole("button", { name: "New key" }).click();
  const form = dialogOf(page);
  const privateKey = box(form, "Private key");
  const fromFile = form.getByRole("button", { name: "From file…" });
  const choose = async (text: string) => {
    const choosing = page.waitForEvent("filechooser");
    await fromFile.press("Enter");
    const buffer = Buffer.from(text);
    await (await choosing).setFiles({ name: "id_rsa", mimeType: "application/octet-stream", buffer });
  };
  await choose("x".repeat(64 * 1024 + 1));
  await expect(form.getByText("65536")).toBeVisible();
  await expect(privateKey).toHaveValue("");
  const key = newPrivateKey();
  await choose(key);
  await expect(privateKey).toHaveValue(key);
  await expect(form.getByText("65536")).toBeHidden();

  const dataTransfer = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(["dropped"], "id_ed25519"));
    return dropped;
  });
  await privateKey.dispatchEvent("drop", { dataTransfer });
  await expect(privateKey).toHaveValue("dropped");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await choose(key);
  await box(form, "Name").fill("From a file");
  await save(form, "Create");
  await expect(rowOf(page, "From a file")).toContainText("SSH");
});
