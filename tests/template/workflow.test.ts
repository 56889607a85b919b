import { describe, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { createTemplate, getTemplate, updateTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { approval, chain, runs } from "../support/workflow";
import { workflowSite } from "../support/workflow-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
const site = await workflowSite(db);
const { w } = site;
const template = await site.template();
const build = await site.template({ name: "Build", type: "build", start_version: "1.0.0" });
const deploy = { name: "Deploy", type: "deploy", build_template_id: build };

const create = (nodes: object[], edges: object[] = []) =>
  w.call(
    createTemplate,
    "manager",
    { projectId: w.projectId },
    { name: "W", app: "workflow", graph: { nodes, edges } },
  );
const refused = (place: string, text: string) => ({
  status: 400,
  error: expect.stringMatching(`^graph\\.${place}: ${text}`),
});

describe("a graph is refused at the place", () => {
  test("of a role or a person that cannot decide in the project", async () => {
    const ask = (changes: object) => [approval("first", { text: "?" }), approval("ask", { text: "?", ...changes })];
    const { manager, stranger } = w.userIds;
    expect(await refusal(create(ask({ roles: ["owner", "king"] })))).toMatchObject(
      refused("nodes\\[1\\]\\.roles\\[1\\]", "Must be owner"),
    );
    for (const id of [stranger, 99_999])
      expect(await refusal(create(ask({ user_ids: [manager, id] })))).toMatchObject(
        refused("nodes\\[1\\]\\.user_ids\\[1\\]", "Not found"),
      );
    await create(ask({ roles: ["owner"], user_ids: [manager] }));
  });

  test("of an inventory, an environment or a build that the project does not have", async () => {
    for (const option of ["inventory_id", "environment_id", "build_task_id"]) {
      const nodes = [runs("a", template, { options: { [option]: { value: 99_999 } } })];
      expect(await refusal(create(nodes))).toMatchObject(
        refused(`nodes\\[0\\]\\.options\\.${option}`, option === "inventory_id" ? "" : "Not found"),
      );
    }
    const built = await site.start(build);
    for (const value of [built, String(built), 0, null, ""])
      await create([runs("a", template, { options: { build_task_id: { value } } })]);
  });

  test.each(["abc", "1.5", 1.5, 2 ** 31])("of a build that is no id but %j", async (value) => {
    const nodes = [runs("a", template, { options: { build_task_id: { value } } })];
    expect(await refusal(create(nodes))).toMatchObject(
      refused("nodes\\[0\\]\\.options\\.build_task_id", "Not a valid ID"),
    );
  });

  test("of a deployment that starts by itself before it is approved", async () => {
    const ship = async (autorun: boolean) => [
      ...[runs("make", build), approval("ask", { text: "?" })],
      runs("ship", await site.template({ ...deploy, autorun })),
    ];
    const edges = chain("make", "ask", "ship");
    expect(await refusal(create(await ship(true), edges))).toMatchObject(
      refused("nodes\\[2\\]\\.template_id", "This deploy starts automatically when make succeeds"),
    );
    await create(await ship(false), edges);
    const staging = await site.template({ ...deploy, autorun: true });
    const nodes = [
      ...[runs("make", build), approval("ask", { text: "?" })],
      runs("ship", await site.template({ ...deploy, build_template_id: staging, autorun: true })),
    ];
    expect(await refusal(create(nodes, edges))).toMatchObject(
      refused("nodes\\[2\\]\\.template_id", "This deploy starts automatically when make succeeds"),
    );
  });
});

test("a template becomes a workflow, or none any more, only when none of its tasks is unfinished", async () => {
  const at = (templateId: number) => ({ projectId: w.projectId, templateId });
  const become = async (id: number, changes: object) => {
    const { task_params: _, launch: __, ...body } = await w.call(getTemplate, "manager", at(id));
    return w.call(updateTemplate, "manager", at(id), { ...body, ...changes });
  };
  const id = await site.template({ name: "Step" });
  const bash = { app: "bash", playbook: "run.sh", repository_id: site.r.repositoryId, graph: null };
  const nothing = { playbook: "", repository_id: null, environment_id: null, environment_ids: [] };
  const workflow = { app: "workflow", ...nothing, graph: { nodes: [runs("a", template)], edges: [] } };
  const refused = { status: 400, error: "app: This template has waiting or running tasks. Stop them first." };

  await db.delete(tasks);
  await site.start(id);
  expect(await refusal(become(id, workflow))).toEqual(refused);
  await become(id, { app: "python" });
  await site.play();
  await become(id, workflow);
  await site.start(id);
  expect(await refusal(become(id, bash))).toEqual(refused);
  await become(id, { name: "Steps" });
  await site.play();
  await become(id, bash);
});
