import type { Page } from "@playwright/test";
import { LAST_PROJECT_COOKIE } from "@/components/shell/cookies";
import { expect, makeProject, test, visit } from "../own-project";
import { pageOf, team } from "../people";

/** The page is open, and has told the browser which project was the last. */
async function home(page: Page, id: number): Promise<void> {
  await page.waitForURL(`**/project/${id}/history`);
  const last = async () => (await page.context().cookies()).find(({ name }) => name === LAST_PROJECT_COOKIE)?.value;
  await expect.poll(last).toBe(String(id));
}

test("the start page opens the last opened project", async ({ page, project }) => {
  const other = await makeProject(page, "Selection: the other");
  await visit(page, project.at("keys"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/");
  await home(page, project.id);
  await page.getByRole("button", { name: "Choose a project" }).click();
  await page.getByRole("option", { name: other.name }).click();
  await home(page, other.id);
  await page.goto("/");
  await home(page, other.id);
  await page.goto(`/project/${project.id}`);
  await home(page, project.id);
  await page.goto(`/project/${project.id}?t=7`);
  await page.waitForURL(/\/history\?t=7$/);
});

test("projects that could not be loaded are loaded when asked again", async ({ page, project }) => {
  await visit(page, project.at("keys"));
  await page.route("**/api/projects", (route) => route.abort());
  await page.getByRole("button", { name: "Choose a project" }).click();
  await expect(page.getByText("Can't reach the server.")).toBeVisible();
  await page.unroute("**/api/projects");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("option", { name: project.name })).toBeVisible();
});

test("after a deletion the first remaining project opens", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  await page.getByRole("button", { name: "Delete project" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("textbox")).toBeFocused();
  await page.keyboard.type(project.name.slice(1));
  await page.keyboard.press("Enter");
  await expect(question).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.type(project.name.slice(0, 1));
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await page.waitForURL((url) => /^\/project\/\d+\/history$/.test(url.pathname) && !url.href.includes(project.at("")));
  expect((await page.goto(project.at("history")))?.status()).toBe(404);
});

test("a user without a project gets a message, and can't create one", async ({ browser, page, project }) => {
  const ours = await team(page.request, `${project.name}: left`);
  const guest = await pageOf(browser, "guest", ours);
  await visit(guest, `/project/${ours.project}/team`);
  await guest.getByRole("button", { name: "Leave project" }).click();
  await guest.getByRole("alertdialog").getByRole("button", { name: "Leave project" }).click();
  await guest.waitForURL("**/project/new");
  await expect(guest.getByText("You're not in any project yet.")).toBeVisible();
  await expect(guest.getByRole("heading", { name: "Projects" })).toBeVisible();
  await expect(guest.getByRole("button", { name: "Create", exact: true })).toHaveCount(0);
  expect((await guest.goto(`/project/${ours.project}/history`))?.status()).toBe(404);
  await guest.context().close();
});
