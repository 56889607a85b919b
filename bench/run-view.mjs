import { withBrowser } from "./browser.mjs";
import { withDatabase } from "./filling.mjs";
import { dragged, emptyPage, inTurns, scrolled } from "./frames.mjs";
import { until, withIdleProduct } from "./product.mjs";

const SIZES = {
  full: { nodes: 100, items: 1000, frames: 240 },
  smoke: { nodes: 12, items: 60, frames: 20 },
};
const ROWS = 10;
const GRAPH = ".react-flow__pane";
const ITEMS = "[role=listbox]";

/** A workflow's run in Chromium: panning its graph, and scrolling the items of a matrix. */
export async function runView(form = "full") {
  const size = SIZES[form];
  await withIdleProduct(async ({ client, dataDir }) => {
    const address = await startRun(client, dataDir, size);
    await withBrowser(client, async (newPage) => console.table(await frames(newPage, address, size)));
  });
}

/** Half of the items have ended. */
async function startRun(client, dataDir, { nodes, items }) {
  const { project, templates } = await client.project("https://example.com/repository.git", "main", ["deploy.sh"]);
  const graph = graphOf(templates[0].id, nodes, items);
  const workflow = await client.post(`/project/${project}/templates`, { name: "Release", app: "workflow", graph });
  const { id } = await client.post(`/project/${project}/tasks`, { template_id: workflow.id });
  const path = `/project/${project}/tasks/${id}`;
  const isQueued = ({ key, items: { pending } }) => key !== "n0" || pending === 0;
  await until(async () => (await client.get(`${path}/nodes`)).nodes.every(isQueued), 120_000);
  await withDatabase(dataDir, async (sql) => {
    await sql`
      update tasks set status = case when id % 9 = 0 then 'error' else 'success' end,
        start = created, "end" = created + (id % 90) * interval '1 second'
      where parent_task_id = ${id} and id % 2 = 0`;
    await sql`
      update workflow_items i set status = case when t.status = 'error' then 'failed' else 'success' end
      from tasks t where t.id = i.child_id and i.task_id = ${id} and t.status in ('success', 'error')`;
  });
  return `${client.url}${path}`;
}

/** Ten rows; in each a chain, and every node leads to the row below as well. */
function graphOf(template_id, count, items) {
  const list = Array.from({ length: items }, (_, n) => `shop-${n}.example.com`);
  const nodes = Array.from({ length: count }, (_, n) => ({
    kind: "template",
    key: `n${n}`,
    name: `Deploy part ${n}`,
    template_id,
    ...(n === 0 && { matrix: { items: { value: list } } }),
  }));
  const edges = nodes.flatMap((_, n) => [
    ...(n + ROWS < count ? [{ from: `n${n}`, to: `n${n + ROWS}` }] : []),
    ...(n + ROWS + 1 < count && n % ROWS < ROWS - 1 ? [{ from: `n${n}`, to: `n${n + ROWS + 1}` }] : []),
  ]);
  return { nodes, edges };
}

async function frames(newPage, address, { frames: count }) {
  const graph = await newPage();
  await graph.goto(address);
  await graph.locator(".react-flow__node").first().waitFor();
  await graph.getByRole("button", { name: "Fit to window" }).click();
  const items = await newPage();
  await items.goto(`${address}?node=n0`);
  await items.locator(`${ITEMS} [role=option]`).first().waitFor();
  const empty = await emptyPage(newPage);
  const shown = await graph.locator(".react-flow__node").count();
  const parts = [1, 2].flatMap((turn) => [
    part(turn, "panning, empty page", empty, () => dragged(empty, "body", { count, radius: 200 })),
    part(turn, `panning, ${shown} nodes in the document`, graph, () => dragged(graph, GRAPH, { count, radius: 200 })),
    part(turn, "scrolling, empty page", empty, () => scrolled(empty, "[role=grid]", { count, y: 60 })),
    part(turn, "scrolling the items", items, () => scrolled(items, ITEMS, { count, y: 60 })),
  ]);
  return inTurns(parts);
}

const part = (turn, what, page, measure) => ({ name: { turn, what }, page, measure });
