import type { Page } from "@playwright/test";
import { violations } from "../axe";
import { expect, makeScript, type OwnProject, test, visit } from "../own-project";
import { pageOf } from "../people";
import { addMember } from "./release";

const REGIONS = {
  name: "region",
  title: "Region",
  type: "enum",
  required: true,
  description: "",
  values: ["eu", "us"].map((value) => ({ name: value.toUpperCase(), value })),
};

/** Deploys, asks for Europe alone, and rolls back after a failure. */
async function makeRelease(project: OwnProject): Promise<number> {
  const { id: template_id } = await makeScript(project, "Deploy", "echo version=1.2 >> $SIGNALBOX_OUTPUT\n");
  const graph = {
    nodes: [
      { kind: "template", key: "deploy", name: "Deploy", template_id },
      { kind: "approval", key: "ask", name: "Open it?", text: "Open the shop?" },
      { kind: "template", key: "undo", name: "Roll back", template_id },
    ],
    edges: [
      { from: "deploy", to: "ask", condition: "inputs.region == 'eu'" },
      { from: "deploy", to: "undo", on: "failure" },
    ],
  };
  const workflow = { name: "Release", app: "workflow", playbook: "", survey_vars: [REGIONS], graph };
  return (await project.make("templates", workflow)).id;
}

const preview = (page: Page) => page.getByRole("dialog", { name: "What would run" });
const runButton = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Run" });

test("the start dialog says by keyboard which nodes would run, and why others would not", async ({ page, project }) => {
  const id = await makeRelease(project);
  await visit(page, project.at(`templates/${id}`));
  await runButton(page).press("Enter");
  const start = page.getByRole("dialog", { name: "Run: Release" });
  await start.getByRole("button", { name: "Preview" }).press("Enter");
  await expect(start.getByRole("combobox", { name: "Region" })).toHaveAttribute("aria-invalid", "true");
  await expect(preview(page)).toHaveCount(0);
  await start.getByRole("combobox", { name: "Region" }).press("Enter");
  await page.getByRole("option", { name: "US" }).press("Enter");
  await start.getByRole("button", { name: "Preview" }).press("Enter");
  await expect(preview(page).getByRole("status")).toHaveText("1 of 3 nodes");
  await expect(
    preview(page).getByRole("button", { name: "Open it?: The condition after Deploy is false: inputs.region == 'eu'" }),
  ).toBeAttached();
  await preview(page).getByRole("button", { name: "Deploy: Runs", exact: true }).press("Enter");
  await expect(preview(page).getByRole("button", { name: "Roll back: Runs" })).toBeAttached();
  await expect(preview(page).getByRole("button", { name: "Deploy: Fails" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(preview(page)).toHaveCount(0);
  await expect(start.getByRole("button", { name: "Preview" })).toBeFocused();
  await expect(start.getByRole("combobox", { name: "Region" })).toContainText("US");
});

test("a phone gets both as a list, without scrolling sideways", async ({ page, project }) => {
  const id = await makeRelease(project);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, project.at(`templates/${id}`));
  const nodes = page.getByRole("list", { name: "Nodes" });
  await expect(nodes).toContainText("→ Open it? (On success), → Roll back (On failure)");
  await runButton(page).click();
  await page.getByRole("combobox", { name: "Region" }).click();
  await page.getByRole("option", { name: "EU" }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    preview(page)
      .getByRole("list", { name: "Nodes" })
      .getByRole("button", { name: /^Deploy/ }),
  ).toBeVisible();
  await expect(preview(page).getByRole("status")).toHaveText("2 of 3 nodes");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
});

test("who may only look sees the graph on the template's page", async ({ page, project, browser }) => {
  const id = await makeRelease(project);
  await addMember(page, project, "guest", "Gil Stone");
  const guest = await pageOf(browser, "guest", { project: project.id, name: project.name });
  await visit(guest, project.at(`templates/${id}`));
  const section = guest.getByRole("region", { name: "Workflow" });
  await expect(section.locator(".react-flow__node")).toHaveCount(3);
  await expect(section.getByText("Open the shop?")).toBeVisible();
  expect(await violations(guest)).toEqual([]);
  await section.getByRole("button", { name: "List" }).click();
  await expect(section.getByRole("listitem")).toHaveCount(3);
  await guest.context().close();
});
