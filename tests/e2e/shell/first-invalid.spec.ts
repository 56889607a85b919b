import type { Locator, Page } from "@playwright/test";
import { box, dialogOf, expect, type OwnProject, test, visit } from "../own-project";

/** The dialog for a new key, with its fields; nothing is filled in. */
async function newKey(page: Page, project: OwnProject) {
  await visit(page, project.at("keys"));
  await page.getByRole("button", { name: "New key" }).click();
  const form = dialogOf(page);
  return {
    create: form.getByRole("button", { name: "Create" }),
    name: box(form, "Name"),
    login: box(form, "Username"),
  };
}

/** Moves the focus as soon as the field is marked, faster than a test could. */
async function focusOnceInvalid(field: Locator, target: Locator): Promise<void> {
  await field.evaluate(
    (node, other) => {
      const observer = new MutationObserver(() => {
        if (node.getAttribute("aria-invalid") !== "true") return;
        observer.disconnect();
        if (other instanceof HTMLElement) other.focus();
      });
      observer.observe(node, { attributes: true, attributeFilter: ["aria-invalid"] });
    },
    await target.elementHandle(),
  );
}

test("the first invalid field gets the focus", async ({ page, project }) => {
  const { create, name } = await newKey(page, project);
  await create.click();
  await expect(name).toBeFocused();
});

test("the focus stays where somebody has put it meanwhile", async ({ page, project }) => {
  const { create, name, login } = await newKey(page, project);
  await focusOnceInvalid(name, login);
  await create.click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.type("deploy", { delay: 30 });
  await expect(login).toHaveValue("deploy");
  await expect(name).toHaveValue("");
});
