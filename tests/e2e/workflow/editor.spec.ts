import type { Locator, Page } from "@playwright/test";
import { violations } from "../axe";
import { box, expect, makeScript, type OwnProject, openList, test, visit } from "../own-project";
import { press } from "../template/form";

const NEW = "templates/new/edit?app=workflow";

type Ids = { build: number; deploy: number };

async function makeTemplates(project: OwnProject): Promise<Ids> {
  const [build, deploy] = await Promise.all([
    makeScript(project, "Build", "echo\n"),
    makeScript(project, "Deploy", "echo\n"),
  ]);
  return { build: build.id, deploy: deploy.id };
}

const editor = (page: Page): Locator => page.locator("[data-field=graph]");
const node = (page: Page, key: string): Locator => editor(page).locator(`.react-flow__node[data-id="${key}"]`);
const row = (page: Page, key: string): Locator => editor(page).locator(`[data-row="${key}"]`);
const view = (page: Page, name: string): Promise<void> => editor(page).getByRole("tab", { name }).click();
const yaml = (page: Page): Locator => editor(page).getByRole("textbox", { name: "YAML" });

/** The stored graph without places. */
async function graphOf(project: OwnProject, page: Page) {
  const id = Number(new URL(page.url()).pathname.split("/").at(-1));
  const { graph } = await project.read<{ graph: { nodes: object[]; edges: object[] } }>(`templates/${id}`);
  return { id, nodes: graph.nodes, edges: graph.edges };
}

const EDGES = [
  { from: "build", to: "approval", on: "success", condition: "" },
  { from: "approval", to: "deploy", on: "success", condition: "" },
  { from: "build", to: "deploy", on: "failure", condition: "" },
];
const nodesOf = ({ build, deploy }: Ids) => [
  { key: "build", kind: "template", template_id: build },
  { key: "approval", kind: "approval", text: "Go?" },
  { key: "deploy", kind: "template", template_id: deploy, join: "any" },
];

async function expectStored(page: Page, project: OwnProject, name: string, ids: Ids): Promise<number> {
  await expect(page.getByRole("heading", { name })).toBeVisible();
  const { id, nodes, edges } = await graphOf(project, page);
  expect(nodes).toMatchObject(nodesOf(ids));
  expect(edges).toEqual(EDGES);
  return id;
}

async function dragIn(page: Page, name: string, x: number, y: number): Promise<void> {
  const canvas = editor(page).locator(".workflow-canvas");
  await editor(page).getByRole("button", { name, exact: true }).dragTo(canvas, { targetPosition: { x, y } });
}

/** Draws an edge from a point of one node to another node. Without hover(), which may scroll the page on the way. */
async function draw(page: Page, from: string, on: "success" | "failure", to: string): Promise<void> {
  await moveTo(page, node(page, from).locator(`[data-handleid="${on}"]`));
  await page.mouse.down();
  await moveTo(page, node(page, to).locator(".react-flow__handle.target"));
  await page.mouse.up();
}

async function moveTo(page: Page, target: Locator): Promise<void> {
  const shown = await target.boundingBox();
  if (!shown) throw new Error("it is not shown");
  await page.mouse.move(shown.x + shown.width / 2, shown.y + shown.height / 2, { steps: 5 });
}

test("a workflow is drawn by mouse, saved, and opened again as it was", async ({ page, project }) => {
  const ids = await makeTemplates(project);
  await visit(page, project.at(NEW));
  await box(page, "Name").fill("Release by mouse");
  await dragIn(page, "Build", 132, 62);
  await dragIn(page, "Approval", 262, 284);
  await dragIn(page, "Deploy", 452, 62);
  const drawn = editor(page).locator(".react-flow__edge");
  await draw(page, "build", "success", "approval");
  await expect(drawn).toHaveCount(1);
  await draw(page, "approval", "success", "deploy");
  await expect(drawn).toHaveCount(2);
  await draw(page, "build", "failure", "deploy");
  await expect(drawn).toHaveCount(3);
  await editor(page)
    .getByRole("button", { name: /Say what is to be decided/ })
    .click();
  await expect(box(page, "Question")).toBeFocused();
  await box(page, "Question").fill("Go?");
  await expect(editor(page).getByText("No problems")).toBeVisible();
  await press(page, "Create");
  const id = await expectStored(page, project, "Release by mouse", ids);

  await visit(page, project.at(`templates/${id}/edit`));
  for (const { key } of nodesOf(ids)) await expect(node(page, key)).toBeVisible();
  await expect(editor(page).locator(".react-flow__edge")).toHaveCount(3);
  await expect(editor(page).getByText("On failure")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page)).toEqual([]);
});

test("copies, deletions and moves can be undone", async ({ page, project }) => {
  await makeTemplates(project);
  await visit(page, project.at(NEW));
  await dragIn(page, "Build", 200, 100);
  await node(page, "build").click();
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await expect(node(page, "build_2")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(node(page, "build_2")).toHaveCount(0);
  await node(page, "build").focus();
  await page.keyboard.press("Control+z");
  await expect(node(page, "build_2")).toBeVisible();
  await editor(page).getByRole("button", { name: "Undo" }).click();
  await expect(node(page, "build_2")).toHaveCount(0);
  await editor(page).getByRole("button", { name: "Redo" }).click();
  await expect(node(page, "build_2")).toBeVisible();
});

test("the last node that was deleted comes back by keyboard too", async ({ page, project }) => {
  await makeTemplates(project);
  await visit(page, project.at(NEW));
  await dragIn(page, "Build", 200, 100);
  for (const key of ["Delete", "Control+x"]) {
    await node(page, "build").click();
    await page.keyboard.press(key);
    await expect(node(page, "build")).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expect(node(page, "build")).toBeVisible();
  }
  await page.keyboard.press("Control+z");
  await expect(node(page, "build")).toHaveCount(0);
  await page.keyboard.press("Control+y");
  await expect(node(page, "build")).toBeVisible();
});

test("Escape leaves the focus on a node, and Delete removes what only has the focus", async ({ page, project }) => {
  await makeTemplates(project);
  await visit(page, project.at(NEW));
  await dragIn(page, "Build", 132, 62);
  await dragIn(page, "Deploy", 452, 62);
  await draw(page, "build", "success", "deploy");
  await node(page, "deploy").click();
  await expect(node(page, "deploy")).toHaveClass(/selected/);
  await page.keyboard.press("Escape");
  await expect(node(page, "deploy")).not.toHaveClass(/selected/);
  await expect(node(page, "deploy")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(node(page, "deploy")).toHaveClass(/selected/);
  await page.keyboard.press("Escape");
  const edge = editor(page).locator(".react-flow__edge");
  await edge.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(edge).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(edge).toHaveCount(0);
  await node(page, "deploy").focus();
  await page.keyboard.press("Delete");
  await expect(node(page, "deploy")).toHaveCount(0);
  await expect(node(page, "build")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(node(page, "deploy")).toBeVisible();
});

/** Presses Tab, or Shift+Tab, until the control has the focus. */
async function tabTo(page: Page, control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${control}`);
}

async function addByKeyboard(page: Page, name: string, key: string): Promise<void> {
  await tabTo(page, editor(page).getByRole("button", { name: "Add node" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByPlaceholder("Search").last()).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.locator("[cmdk-input]")).toHaveCount(0);
  await expect(row(page, key)).toBeFocused();
  await expect(editor(page).locator("[aria-live=polite]")).toHaveText(`${name} added`);
}

test("the same is done by keyboard alone in the outline", async ({ page, project }) => {
  const ids = await makeTemplates(project);
  await visit(page, project.at(NEW));
  await tabTo(page, box(page, "Name"));
  await page.keyboard.type("Release by keyboard");
  await tabTo(page, editor(page).getByRole("tab", { name: "Graph" }));
  await page.keyboard.press("ArrowRight");
  await tabTo(page, editor(page).getByRole("button", { name: "Add node" }));
  await addByKeyboard(page, "Build", "build");
  await addByKeyboard(page, "Approval", "approval");
  await tabTo(page, box(page, "Question"));
  await page.keyboard.type("Go?");
  await addByKeyboard(page, "Deploy", "deploy");

  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(row(page, "build")).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, editor(page).getByRole("combobox", { name: "Connect to" }));
  await page.keyboard.press("Enter");
  await expect(page.getByPlaceholder("Search").last()).toBeFocused();
  await page.keyboard.type("Deploy");
  await page.keyboard.press("Enter");
  const when = editor(page).getByRole("combobox", { name: "When" }).last();
  await tabTo(page, when);
  await openList(when);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "On failure" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(when).toBeFocused();
  await tabTo(page, editor(page).getByRole("button", { name: "Connect", exact: true }));
  await page.keyboard.press("Enter");
  await expect(editor(page).locator("[aria-live=polite]")).toHaveText("Build connected to Deploy");

  await tabTo(page, row(page, "deploy"));
  await page.keyboard.press("Delete");
  await expect(row(page, "deploy")).toHaveCount(0);
  await expect(row(page, "approval")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(row(page, "deploy")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expectStored(page, project, "Release by keyboard", ids);
});

test("the text is the same graph, and says where it is wrong", async ({ page, project }) => {
  await makeTemplates(project);
  await visit(page, project.at(NEW));
  await view(page, "YAML");
  await yaml(page).fill("nodes:\n  build:\n    template: Bild\n");
  await expect(editor(page).getByRole("alert")).toHaveText("Line 3, column 5: There is no template called Bild");
  await box(page, "Name").fill("From text");
  await press(page, "Create");
  await expect(editor(page).getByText("Correct the YAML first")).toBeVisible();
  const readable =
    "nodes:\n  build:\n    template: Build\n  pause:\n    kind: wait\n    seconds: 90\nedges:\n  - from: build\n    to: pause\n";
  await yaml(page).fill(readable);
  await expect(editor(page).getByText("No problems")).toBeVisible();
  await yaml(page).fill(`${readable}oops`);
  await expect(editor(page).getByRole("alert")).toBeVisible();
  await expect(editor(page).getByText("No problems")).toBeHidden();
  await yaml(page).fill(readable);
  await expect(editor(page).getByText("No problems")).toBeVisible();
  await view(page, "Graph");
  await expect(node(page, "pause")).toBeVisible();
  await view(page, "Outline");
  await expect(row(page, "build")).toContainText("→ pause");
});

test("the editor fills the window, keeps the focus, and lets go of it with Escape", async ({ page, project }) => {
  await makeTemplates(project);
  await visit(page, project.at(NEW));
  await dragIn(page, "Build", 200, 100);
  const full = editor(page).getByRole("button", { name: "Full screen" });
  const width = async () => (await editor(page).locator(".workflow-canvas").boundingBox())?.width ?? 0;
  const before = await width();
  await full.press("Enter");
  await expect(full).toBeFocused();
  await expect(full).toHaveAttribute("aria-pressed", "true");
  await expect.poll(width).toBeGreaterThan(before + 100);
  const canFocus = () =>
    page.getByRole("button", { name: "Create" }).evaluate((button) => {
      const before = document.activeElement;
      button.focus();
      const focused = document.activeElement === button;
      if (before instanceof HTMLElement) before.focus();
      return focused;
    });
  expect(await canFocus()).toBe(false);
  expect(await violations(page)).toEqual([]);
  await editor(page).getByRole("button", { name: "Add node" }).press("Enter");
  await page.getByRole("option", { name: "Deploy" }).click();
  await expect(node(page, "deploy")).toBeVisible();
  await expect(page.getByRole("listbox", { name: "Add node" })).toHaveCount(0);
  await editor(page)
    .locator(".react-flow__pane")
    .click({ position: { x: 300, y: 50 } });
  await editor(page).getByRole("button", { name: "Undo" }).hover();
  await expect(page.getByRole("tooltip", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(full).toHaveAttribute("aria-pressed", "false");
  expect(await canFocus()).toBe(true);
  await full.press("Shift+F");
  await expect(full).toHaveAttribute("aria-pressed", "true");
});

test("the whole graph is in sight in full screen, also if the browser is late to tell the size", async ({
  page,
  project,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(() => {
    const Observer = window.ResizeObserver;
    window.ResizeObserver = class extends Observer {
      constructor(callback: ResizeObserverCallback) {
        super((entries, observer) => setTimeout(() => callback(entries, observer), 400));
      }
    };
  });
  const { build } = await makeTemplates(project);
  const keys = ["a", "b", "c", "d"];
  const graph = {
    nodes: keys.map((key) => ({ kind: "template", key, template_id: build })),
    edges: keys.slice(1).map((to, index) => ({ from: keys[index], to })),
  };
  const { id } = await project.make("templates", { name: "Chain", app: "workflow", graph });
  await visit(page, project.at(`templates/${id}/edit`));
  await expect(node(page, "a")).toBeVisible();
  const zoom = async () => (await node(page, "a").boundingBox())?.width ?? 0;
  await expect.poll(zoom).toBeGreaterThan(0);
  const before = await zoom();
  await editor(page).getByRole("button", { name: "Full screen" }).press("Enter");
  await expect.poll(zoom).toBeGreaterThan(before * 1.1);
  for (const key of keys) await expect(node(page, key)).toBeInViewport({ ratio: 0.99 });
});

test("going back to the editor shows the graph that others have saved meanwhile", async ({ page, project }) => {
  const { build, deploy } = await makeTemplates(project);
  const first = { kind: "template", key: "build", template_id: build };
  const workflow = { name: "Chain", app: "workflow", graph: { nodes: [first], edges: [] } };
  const { id } = await project.make("templates", workflow);
  await visit(page, project.at(`templates/${id}/edit`));
  await expect(node(page, "build")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.waitForURL(`**${project.at(`templates/${id}`)}`);
  const second = { kind: "template", key: "deploy", template_id: deploy };
  const stored = await project.read<object>(`templates/${id}`);
  const reply = await page.request.put(`/api/project/${project.id}/templates/${id}`, {
    data: { ...stored, graph: { nodes: [first, second], edges: [{ from: "build", to: "deploy" }] } },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  await page.goBack();
  await expect(node(page, "deploy")).toBeVisible();
  await box(page, "Description").fill("Nightly");
  await press(page, "Save");
  await page.waitForURL(`**${project.at(`templates/${id}`)}`);
  expect((await graphOf(project, page)).nodes).toMatchObject([first, second]);
});

test("a graph that is a little too wide opens as a whole", async ({ page, project }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { build } = await makeTemplates(project);
  const keys = ["a", "b", "c", "d", "e"];
  const nodes = keys.map((key, index) => ({
    kind: "template",
    key,
    template_id: build,
    position: { x: index * 300, y: 0 },
  }));
  const edges = keys.slice(1).map((to, index) => ({ from: keys[index], to }));
  const { id } = await project.make("templates", { name: "Chain", app: "workflow", graph: { nodes, edges } });
  await visit(page, project.at(`templates/${id}/edit`));
  await expect(node(page, "a")).toBeVisible();
  for (const key of keys) await expect(node(page, key)).toBeInViewport({ ratio: 0.99 });
});

test("a long graph opens readable at its beginning, and is shown whole on demand", async ({ page, project }) => {
  const { build } = await makeTemplates(project);
  const keys = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const graph = {
    nodes: keys.map((key) => ({ kind: "template", key, template_id: build })),
    edges: keys.slice(1).map((to, index) => ({ from: keys[index], to })),
  };
  const { id } = await project.make("templates", { name: "Chain", app: "workflow", graph });
  await visit(page, project.at(`templates/${id}/edit`));
  const name = node(page, "a").getByText("a", { exact: true });
  /** How much smaller than it would be without zoom. */
  const zoom = () => name.evaluate((text) => text.getBoundingClientRect().height / text.clientHeight);
  await expect.poll(zoom).toBeCloseTo(0.7);
  const canvas = await editor(page).locator(".workflow-canvas").boundingBox();
  const first = await node(page, "a").boundingBox();
  expect((first?.x ?? 0) - (canvas?.x ?? 0)).toBeCloseTo(24, 0);
  await editor(page).getByRole("button", { name: "Fit to window" }).click();
  for (const key of keys) await expect(node(page, key)).toBeInViewport({ ratio: 0.99 });
  expect(await zoom()).toBeLessThan(0.7);
});

test("the lists beside the drawing collapse, by keyboard too, and stay so", async ({ page, project }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await makeTemplates(project);
  await visit(page, project.at(NEW));
  await dragIn(page, "Build", 100, 100);
  await node(page, "build").click();
  const width = async () => (await editor(page).locator(".workflow-canvas").boundingBox())?.width ?? 0;
  const narrow = await width();
  const nodes = editor(page).getByRole("button", { name: /the node list$/ });
  const details = editor(page).getByRole("button", { name: /^(Hide|Show) details$/ });
  const expectOpen = async (open: { nodes: boolean; details: boolean }) => {
    await expect(nodes).toHaveAttribute("aria-expanded", String(open.nodes));
    await expect(details).toHaveAttribute("aria-expanded", String(open.details));
  };
  await expectOpen({ nodes: true, details: true });
  await nodes.press("Enter");
  await expect(nodes).toBeFocused();
  await details.press("Enter");
  await expectOpen({ nodes: false, details: false });
  await expect(box(page, "Key")).toHaveCount(0);
  await expect.poll(width).toBeGreaterThan(narrow + 400);
  expect(await violations(page)).toEqual([]);

  await visit(page, project.at(NEW));
  await expect(nodes).toHaveAttribute("aria-expanded", "false");
  await nodes.press("Shift+B");
  const templates = editor(page).getByRole("list", { name: "Add node" });
  await templates.getByRole("button", { name: "Approval" }).click();
  await expectOpen({ nodes: true, details: true });
  await templates.getByRole("button", { name: "Build" }).focus();
  await page.keyboard.press("Shift+B");
  await expect(nodes).toBeFocused();
  await expectOpen({ nodes: false, details: false });
  await editor(page)
    .getByRole("button", { name: /Say what is to be decided/ })
    .click();
  await expect(box(page, "Question")).toBeFocused();
  await expectOpen({ nodes: false, details: true });
});

test("nodes are copied from one workflow to another by keyboard", async ({ page, project }) => {
  const ids = await makeTemplates(project);
  const graph = { nodes: nodesOf(ids), edges: EDGES };
  const { id } = await project.make("templates", { name: "Release", app: "workflow", playbook: "", graph });
  await visit(page, project.at(`templates/${id}/edit`));
  await view(page, "Outline");
  await row(page, "approval").focus();
  await page.keyboard.press("Control+c");

  await visit(page, project.at(NEW));
  await view(page, "Outline");
  await addByKeyboard(page, "Build", "build");
  await page.keyboard.press("Control+v");
  await expect(row(page, "approval")).toContainText("approval");
  await expect(box(page, "Question")).toHaveValue("Go?");
});

test("a phone shows the outline", async ({ page, project }) => {
  const ids = await makeTemplates(project);
  const graph = {
    nodes: nodesOf(ids).map((one) => ({ name: "", ...one })),
    edges: EDGES.map(({ from, to, on }) => ({ from, to, on })),
  };
  const { id } = await project.make("templates", { name: "Release", app: "workflow", playbook: "", graph });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, project.at(`templates/${id}/edit`));
  await row(page, "approval").click();
  await expect(box(page, "Question")).toHaveValue("Go?");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page)).toEqual([]);
});

test("leaving with changes asks first", async ({ page, project }) => {
  await makeTemplates(project);
  await visit(page, project.at(NEW));
  await editor(page).getByRole("button", { name: "Build", exact: true }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Discard changes?");
});
