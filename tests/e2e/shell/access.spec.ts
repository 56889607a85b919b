import { apiOf, pageOf, team, usernameOf } from "../people";
import { expect, test } from "../product";

test("a page follows what its user may do, and says when that is nothing any more", async ({ browser, page }) => {
  const ours = await team(page.request, "Moving on", { demo: true });
  const api = apiOf(page.request);
  const projectId = ours.project;
  const members = await api("GET /project/:projectId/users", { params: { projectId } });
  const userId = members.find(({ username }) => username === usernameOf("guest", projectId))?.id ?? 0;
  const theirs = await pageOf(browser, "guest", ours);
  await theirs.goto(`/project/${projectId}/templates`);
  await expect(theirs.locator("[data-live=live]")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Run" })).toHaveCount(0);

  const params = { projectId, userId };
  await api("PUT /project/:projectId/users/:userId", { params, body: { role: "task_runner" } });
  await expect(theirs.getByRole("button", { name: "Run" }).first()).toBeVisible();

  await api("DELETE /project/:projectId/users/:userId", { params });
  await expect(theirs.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(theirs.locator("[data-live=away]")).toHaveCount(0);
  await theirs.context().close();
});

test("a form keeps what was typed when its user may not save it any more, and says so", async ({ browser, page }) => {
  const ours = await team(page.request, "Lowered", {});
  const api = apiOf(page.request);
  const projectId = ours.project;
  const members = await api("GET /project/:projectId/users", { params: { projectId } });
  const userId = members.find(({ username }) => username === usernameOf("guest", projectId))?.id ?? 0;
  const params = { projectId, userId };
  await api("PUT /project/:projectId/users/:userId", { params, body: { role: "owner" } });
  const theirs = await pageOf(browser, "guest", ours);
  const told = new Promise<void>((resolve) => {
    theirs.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes('["access"')) resolve();
      }),
    );
  });
  await theirs.goto(`/project/${projectId}/settings`);
  await expect(theirs.locator("[data-live=live]")).toBeVisible();
  const name = theirs.getByRole("textbox", { name: "Project name" });
  await name.fill("A long new name");

  await api("PUT /project/:projectId/users/:userId", { params, body: { role: "guest" } });
  await told;
  await theirs.waitForLoadState("networkidle");
  await theirs.getByRole("button", { name: "Save", exact: true }).click();
  await expect(theirs.getByRole("alert").filter({ hasText: "You don't have permission to do this" })).toBeVisible();
  await expect(name).toHaveValue("A long new name");
  await theirs.context().close();
});
