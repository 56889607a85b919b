import type { Page, WebSocketRoute } from "@playwright/test";
import { dialogOf, expect, makeScript, rowOf, test, visit } from "../own-project";
import { pageOf } from "../people";
import { finishTask, held } from "./work";

/** The page's socket gets no answer before the returned function is called. */
async function holdSocket(page: Page): Promise<() => void> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = opened.then(() => socket.connectToServer());
    socket.onMessage((message) => void server.then((wire) => wire.send(message)));
  });
  return open;
}

test("one user's change appears on another's open lists without a reload", async ({ browser, page, project }) => {
  const { script, release } = held();
  const { id: template_id } = await makeScript(project, "Backup", script);
  const other = await pageOf(browser, "admin", { project: project.id, name: project.name });
  const lists = [page, other];
  await page.goto(project.at("history"));
  await other.goto(project.at("templates"));
  for (const each of lists) await expect(each.locator("[data-live=live]")).toBeVisible();
  const { id } = await project.make("tasks", { template_id });
  await expect(rowOf(page, `#${id}`)).toContainText("Running");
  await expect(rowOf(other, "Backup")).toContainText("Running");
  await expect(rowOf(other, "Backup")).toContainText(`#${id}`);
  release();
  await expect(rowOf(page, `#${id}`)).toContainText("Success");
  await expect(rowOf(other, "Backup")).toContainText("Success");
  await other.context().close();
});

test("a task leaves the list of one status and joins another, also below newer tasks", async ({
  browser,
  page,
  project,
}) => {
  const { script, release } = held();
  const slow = await makeScript(project, "Slow", script);
  const quick = await makeScript(project, "Quick", "echo done\n");
  const { id: older } = await project.make("tasks", { template_id: slow.id });
  const newer = await finishTask(project, { template_id: quick.id });
  const other = await pageOf(browser, "admin", { project: project.id, name: project.name });
  await page.goto(project.at("history?status=running"));
  await other.goto(project.at("history?status=success"));
  for (const each of [page, other]) await expect(each.locator("[data-live=live]")).toBeVisible();
  await expect(rowOf(page, `#${older}`)).toContainText("Running");
  await expect(other.locator("tbody tr")).toContainText([`#${newer}`]);
  release();
  await expect(page.getByText("No task matches.")).toBeVisible();
  await expect(other.locator("tbody tr")).toContainText([`#${newer}`, `#${older}`]);
  await other.context().close();
});

test("a lost connection is shown, and missed changes appear on reconnect", async ({ page, project }) => {
  const { script, release } = held();
  const { id: template_id } = await makeScript(project, "Backup", script);
  const sockets: WebSocketRoute[] = [];
  let down = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    sockets.push(socket);
    if (down) socket.close();
    else socket.connectToServer();
  });
  const { id } = await project.make("tasks", { template_id });
  await page.goto(project.at(`history?t=${id}`));
  const live = page.locator("[data-live]");
  await expect(live).toHaveAttribute("data-live", "live");
  await expect(dialogOf(page).getByText("at work", { exact: true })).toBeVisible();

  down = true;
  for (const socket of sockets) await socket.close();
  await expect(live).toHaveAttribute("data-live", "away");
  await expect(live).toHaveText("reconnecting…");
  release();
  await expect.poll(async () => (await project.read<{ status: string }>(`tasks/${id}`)).status).toBe("success");
  down = false;
  await expect(live).toHaveAttribute("data-live", "live");
  await expect(dialogOf(page).getByText("all done", { exact: true })).toBeVisible();
  await expect(dialogOf(page).getByText("Success", { exact: true }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rowOf(page, `#${id}`)).toContainText("Success");
});

test("a page that may not join its project yet asks again, and is not live before", async ({ page, project }) => {
  let joins = 0;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const isFirstJoin = /^43\d+\[\{"ok":true\}\]$/.test(String(message)) && joins++ === 0;
      socket.send(isFirstJoin ? String(message).replace("true", "false") : message);
    });
  });
  await page.goto(project.at("templates"));
  const live = page.locator("[data-live]");
  await expect(live).toHaveAttribute("data-live", "away");
  await expect(live).toHaveAttribute("data-live", "live");
});

test("nothing in the bar on top moves when the connection is made", async ({ page, project }) => {
  const connect = await holdSocket(page);
  await page.goto(project.at("templates"));
  const live = page.locator("[data-live]");
  await expect(live).toHaveAttribute("data-live", "connecting");
  const palette = page.getByRole("banner").getByRole("button", { name: "Search" });
  const before = await palette.boundingBox();
  connect();
  await expect(live).toHaveAttribute("data-live", "live");
  expect(await palette.boundingBox()).toEqual(before);
});

for (const list of ["templates", "history"]) {
  test(`changes between a page and its socket are shown: ${list}`, async ({ page, project }) => {
    const { script, release } = held();
    const { id: template_id } = await makeScript(project, "Backup", script);
    const connect = await holdSocket(page);
    await page.goto(project.at(list));
    const { id } = await project.make("tasks", { template_id });
    await expect
      .poll(async () => (await project.read<{ status: string }>(`tasks/${id}`)).status, { timeout: 60_000 })
      .toBe("running");
    connect();
    await expect(rowOf(page, "Backup")).toContainText("Running");
    await expect(rowOf(page, "Backup")).toContainText(`#${id}`);
    release();
    await expect(rowOf(page, "Backup")).toContainText("Success");
  });
}

test("a list that missed nothing is not fetched again", async ({ page, project }) => {
  await makeScript(project, "Backup", "echo done\n");
  let fetched = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(`/api/project/${project.id}/templates`)) fetched++;
  });
  const fetches = async () => {
    fetched = 0;
    await visit(page, project.at("templates"));
    await page.waitForLoadState("networkidle");
    return fetched;
  };
  // A server that has just started can't know.
  await expect.poll(fetches, { timeout: 60_000 }).toBe(0);
});
