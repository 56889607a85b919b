import type { Page } from "@playwright/test";
import { box, dialogOf, expect, type OwnProject, pick, rowOf, save, test, visit } from "../own-project";

const KINDS = {
  ssh: "git@example.com:team/playbooks.git",
  http: "http://example.com/team/playbooks.git",
  https: "https://example.com/team/playbooks.git",
  git: "git://example.com/team/playbooks.git",
  file: "file:///srv/playbooks",
  local: "/srv/playbooks",
};

test("the kind of a URL is shown, and only a local path has no branch", async ({ page, project }) => {
  await visit(page, project.at("repositories"));
  await page.getByRole("button", { name: "New repository" }).click();
  const form = dialogOf(page);
  const kinds = form.getByRole("group", { name: "URL type" });
  for (const [kind, url] of Object.entries(KINDS)) {
    await box(form, "URL or path").fill(url);
    await expect(kinds.getByRole("button", { name: kind, exact: true })).toHaveAttribute("aria-pressed", "true");
    await expect(box(form, "Branch")).toHaveCount(kind === "local" ? 0 : 1);
  }
});

test("the list leaves an address enough room to be read, also in a long language", async ({
  page,
  project,
  baseURL,
}) => {
  const [key] = await project.read<{ id: number }[]>("keys");
  const git_url = "https://git.intern.example.com/platform/customer-portal/playbooks.git";
  const repository = { git_branch: "release/2026-11", ssh_key_id: key?.id };
  await project.make("repositories", { ...repository, name: "Playbooks of the customer portal", git_url });
  for (const locale of ["en", "de", "ru"]) {
    await page.context().addCookies([{ name: "lang", value: locale, url: baseURL ?? "" }]);
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await visit(page, project.at("repositories"));
      const url = page.locator("[data-name]").filter({ hasText: git_url });
      const box = await url.boundingBox();
      // Twenty-eight letters at least: the host's beginning and the repository's name.
      expect(box?.width, `${locale} ${width}`).toBeGreaterThanOrEqual(200);
      const { by, end } = await url.evaluate((name) => {
        const table = name.closest("table")?.parentElement;
        const cell = name.closest("td");
        const beyond = [...(cell?.querySelectorAll("*") ?? [])].map((part) => part.getBoundingClientRect().right);
        return {
          by: (table?.scrollWidth ?? 0) - (table?.clientWidth ?? 0),
          end: Math.max(...beyond) - (cell?.getBoundingClientRect().right ?? 0),
        };
      });
      expect(by, `${locale} ${width} scrolls sideways`).toBe(0);
      expect(end, `${locale} ${width} leaves its column`).toBeLessThanOrEqual(0);
      await expect(url.locator(".name-cut")).toHaveAttribute("data-tail", /playbooks\.git$/);
    }
  }
});

test("a chip rewrites the URL to another kind", async ({ page, project }) => {
  await visit(page, project.at("repositories"));
  await page.getByRole("button", { name: "New repository" }).click();
  const form = dialogOf(page);
  await box(form, "URL or path").fill(KINDS.ssh);
  await form.getByRole("button", { name: "https", exact: true }).click();
  await expect(box(form, "URL or path")).toHaveValue(KINDS.https);
});

test("missing and invalid values are reported at their field", async ({ page, project }) => {
  await project.make("keys", { name: "Another", type: "none" });
  await visit(page, project.at("repositories"));
  await page.getByRole("button", { name: "New repository" }).click();
  const form = dialogOf(page);
  await form.getByRole("button", { name: "Create" }).click();
  for (const text of ["Name is required", "URL or path is required", "Branch is required", "Access key is required"]) {
    await expect(form.getByText(text)).toBeVisible();
  }
  await box(form, "URL or path").fill("ftp://example.com/playbooks");
  await expect(form.getByText("Incorrect URL")).toBeVisible();
});

test("the None key is created if it is missing", async ({ page, project }) => {
  await removeNoneKey(page, project);
  await visit(page, project.at("repositories"));
  await page.getByRole("button", { name: "New repository" }).click();
  const form = dialogOf(page);
  await box(form, "Name").fill("Public");
  await box(form, "URL or path").fill(KINDS.https);
  await box(form, "Branch").fill("main");
  await pick(form, "Access key", "None");
  await expect(form.getByRole("combobox", { name: "Access key" })).not.toContainText("created when selected");
  await save(form, "Create");
  await expect(rowOf(page, "Public")).toContainText("main");
  await expect(rowOf(page, "Public")).toContainText("None");
  expect(await project.read("keys")).toMatchObject([{ name: "None", type: "none" }]);
});

/** Every project starts with one. */
async function removeNoneKey(page: Page, project: OwnProject): Promise<void> {
  const [none] = await project.read<{ id: number }[]>("keys");
  expect((await page.request.delete(`/api/project/${project.id}/keys/${none?.id}`)).ok()).toBe(true);
}
