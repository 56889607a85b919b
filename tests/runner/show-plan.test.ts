import { beforeEach, expect } from "vitest";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { confirmTask } from "@/lib/task/operations";
import { getPlan } from "@/lib/task/result-operations";
import { freshDatabase } from "../support/database";
import { commit } from "../support/repositories";
import { stateRunnerSite } from "../support/state-runner";
import { sizedCode } from "../support/terraform-code";
import { requireTool } from "../support/tools";
import { refusal } from "../support/world";

/** The plan of the real terraform, from the runner's process to the API. */
const db = await freshDatabase();
const site = stateRunnerSite(db);
const withTerraform = requireTool("terraform");

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.delete(templates);
});

const NET = 'resource "terraform_data" "a" {\n  for_each = toset(["x y"])\n  input = each.key\n}\n';

const params = (taskId: number) => ({ projectId: site().site.w.projectId, taskId });
const planOf = (taskId: number) => site().site.w.call(getPlan, "owner", params(taskId));

withTerraform("shows what the very plan will do that is applied, and no sensitive value of it", async () => {
  await site().runner();
  const { id, path } = await site().repository({ "main.tf": sizedCode("small", "f1rst-password"), "net/main.tf": NET });
  const template = await site().template(id);
  const first = await site().run(template);
  expect(first.status, first.text).toBe("success");
  const created = await planOf(first.taskId);
  expect(created.resources.map(({ address, module, action }) => [address, module, action])).toEqual([
    ['module.net.terraform_data.a["x y"]', "module.net", "create"],
    ["terraform_data.replaced", "", "create"],
    ["terraform_data.web", "", "create"],
  ]);

  commit(path, { "main.tf": sizedCode("large", "sec0nd-password") }, "larger");
  const taskId = await site().site.start(template);
  await site().until("the plan waits", async () => (await site().site.look(taskId)).status === "waiting_confirmation");
  const task = await site().site.look(taskId);
  expect(task).toMatchObject({ results: ["plan"], plan: { add: 1, change: 1, destroy: 1, replace: 1 } });
  const plan = await planOf(taskId);
  expect(plan.checksum).toBe(task.plan_checksum);
  const [replaced, web] = plan.resources;
  expect(replaced).toMatchObject({
    address: "terraform_data.replaced",
    action: "replace",
    forced_by: ["triggers_replace"],
  });
  expect(web?.attributes).toContainEqual({
    path: "input.size",
    before: { kind: "value", text: '"small"' },
    after: { kind: "value", text: '"large"' },
  });
  expect(web?.attributes).toContainEqual({
    path: "input.login.password",
    before: { kind: "sensitive", text: "" },
    after: { kind: "sensitive", text: "" },
  });
  expect(plan.outputs.map(({ address }) => address).sort()).toEqual(["login", "size"]);
  expect(JSON.stringify([created, plan])).not.toMatch(/password"?:|f1rst|sec0nd/);

  const confirm = (plan_checksum: string) =>
    site().site.w.call(confirmTask, "owner", params(taskId), { plan_checksum });
  expect(await refusal(confirm(created.checksum))).toMatchObject({ status: 409 });
  await confirm(plan.checksum);
  const ended = await site().ended(taskId);
  expect(ended.status, ended.text).toBe("success");
  expect(ended.text).not.toContain("show -json");
});

withTerraform("a plan without changes is not listed, and one that cannot be read fails nothing", async () => {
  await site().runner();
  const { id } = await site().repository({ "main.tf": 'resource "terraform_data" "a" {}\n' });
  const template = await site().template(id);
  await site().run(template);
  const unchanged = await site().run(template);
  expect(unchanged.status, unchanged.text).toBe("success");
  expect(await refusal(planOf(unchanged.taskId))).toMatchObject({ status: 404 });
});
