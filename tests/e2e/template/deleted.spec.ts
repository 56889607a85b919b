import type { Page, WebSocketRoute } from "@playwright/test";
import { expect, makeScript, type OwnProject, test, toast, visit } from "../own-project";
import { finishTask } from "../task/work";

const gone = (page: Page) => page.getByRole("heading", { name: "Page not found" });

async function deleteTemplate(page: Page, project: OwnProject, id: number): Promise<void> {
  const answer = await page.request.delete(`/api/project/${project.id}/templates/${id}`);
  expect(answer.status()).toBe(204);
}

test("running a template that was deleted meanwhile shows that it is gone", async ({ page, project }) => {
  const { id } = await makeScript(project, "Backup", "echo done\n");
  await visit(page, project.at(`templates/${id}`));
  await deleteTemplate(page, project, id);
  await page.getByRole("button", { name: "Run", exact: true }).first().click();
  await expect(toast(page, "Template not found")).toBeVisible();
  await expect(gone(page)).toBeVisible();
});

test("a page that missed the deletion of its template shows it when it is live again", async ({ page, project }) => {
  const { id } = await makeScript(project, "Backup", "echo done\n");
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  await visit(page, project.at(`templates/${id}`));
  await deleteTemplate(page, project, id);
  for (const socket of sockets) await socket.close();
  await expect(gone(page)).toBeVisible();
});

/** As when the user comes back to the browser's tab. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("a page that is looked at again shows that its template is gone", async ({ page, project }) => {
  const { id } = await makeScript(project, "Backup", "echo done\n");
  await visit(page, project.at(`templates/${id}`));
  await deleteTemplate(page, project, id);
  await lookAgain(page);
  await expect(gone(page)).toBeVisible();
});

test("a page that is looked at again shows that its task is gone", async ({ page, project }) => {
  const { id: template_id } = await makeScript(project, "Backup", "echo done\n");
  const task = await finishTask(project, { template_id });
  await visit(page, project.at(`tasks/${task}`));
  await expect(page.getByRole("log")).toContainText("done");
  expect((await page.request.delete(`/api/project/${project.id}/tasks/${task}`)).status()).toBe(204);
  await lookAgain(page);
  await expect(page.getByText("This project has no such task.")).toBeVisible();
});

test("a page that is looked at again shows that its project is gone", async ({ page, project }) => {
  await visit(page, project.at("history"));
  expect((await page.request.delete(`/api/project/${project.id}`)).status()).toBe(204);
  await lookAgain(page);
  await expect(gone(page)).toBeVisible();
});
