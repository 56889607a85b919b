import { expect, test, vi } from "vitest";
import { loadStart } from "@/components/task/start/load-start";
import { listTemplateTasks } from "@/lib/task/operations";
import { getTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { world } from "../support/world";

type Call = { params: object; query?: Record<string, string> };
vi.mock("@/components/api-client", () => ({
  api: (route: string, { params, query }: Call) =>
    route.endsWith("/tasks")
      ? w.call(listTemplateTasks, "task_runner", params, Object.fromEntries(new URLSearchParams(query)))
      : w.call(getTemplate, "task_runner", params),
}));

const db = await freshDatabase();
const w = await world(db);

test("the builds to choose from are those that can be deployed, those of workflows among them", async () => {
  const { projectId } = w;
  const r = await resources(db, projectId);
  const build_template_id = await insertTemplateRow(db, projectId, r, { name: "Build", type: "build" });
  const deployId = await insertTemplateRow(db, projectId, r, { name: "Deploy", type: "deploy", build_template_id });
  const built = (values: object) => insertTask(db, projectId, build_template_id, { status: "success", ...values });
  const own = await built({ version: "1.0" });
  const parent_task_id = await insertTask(db, projectId, deployId);
  const ofWorkflow = await built({ version: "1.1", parent_task_id });
  await built({ version: "1.2", dry_run: true });
  const { builds } = await loadStart(projectId, deployId, { mayManage: false });
  expect(builds.map(({ id }) => id)).toEqual([ofWorkflow, own]);
});
