import { expect } from "vitest";
import type { PlanChange } from "@/lib/protocol/plan";
import { confirmTask } from "@/lib/task/operations";
import { getPlan } from "@/lib/task/result-operations";
import { freshDatabase } from "../support/database";
import { PATH, withRealTools } from "../support/real-tools";
import { commit } from "../support/repositories";
import { stateRunnerSite } from "../support/state-runner";
import { sizedCode } from "../support/terraform-code";

/** The plans of OpenTofu and Pulumi as they are released, from the runner's process to the API. */
const db = await freshDatabase();
const site = stateRunnerSite(db);

type Files = Record<string, string>;

/** Applies the first code, and plans the second one up to the question. */
async function planned(template: object, before: Files, after: Files) {
  await site().runner({ PATH });
  const { id, path } = await site().repository(before);
  const templateId = await site().template(id, template);
  const first = await site().run(templateId);
  expect(first.status, first.text).toBe("success");
  commit(path, after, "changed");
  const taskId = await site().site.start(templateId);
  await site().until("the plan waits", async () => (await site().site.look(taskId)).status === "waiting_confirmation");
  const task = await site().site.look(taskId);
  return { id, templateId, task, created: await planOf(first.taskId), plan: await planOf(taskId) };
}

const planOf = (taskId: number) => site().site.w.call(getPlan, "owner", { projectId: site().site.w.projectId, taskId });

async function applied(taskId: number, plan_checksum: string) {
  const params = { projectId: site().site.w.projectId, taskId };
  await site().site.w.call(confirmTask, "owner", params, { plan_checksum });
  const ended = await site().ended(taskId);
  expect(ended.status, ended.text).toBe("success");
}

const actions = (changes: PlanChange[]) => Object.fromEntries(changes.map(({ address, action }) => [address, action]));
const kinds = (changes: PlanChange[], address: string) =>
  changes
    .find((change) => change.address === address)
    ?.attributes.map(({ path, before, after }) => [path, before.kind, after.kind]);

const tofu = (size: string, secret: string): Files => ({
  "main.tofu": sizedCode(size, secret, `resource "terraform_data" "${size}" {}\n`),
  "net/main.tofu": 'resource "terraform_data" "a" { input = "same" }\n',
});

withRealTools("the plan of OpenTofu has changes of every kind, and no sensitive value", async () => {
  const [before, after] = [tofu("small", "f1rst-password"), tofu("large", "sec0nd-password")];
  const { task, created, plan } = await planned({ app: "tofu" }, before, after);
  expect(actions(created.resources)).toEqual({
    "module.net.terraform_data.a": "create",
    "terraform_data.replaced": "create",
    "terraform_data.small": "create",
    "terraform_data.web": "create",
  });
  expect(task).toMatchObject({ results: ["plan"], plan: { add: 2, change: 1, destroy: 2, replace: 1 } });
  expect(task.plan_checksum).toBe(plan.checksum);
  expect(actions(plan.resources)).toEqual({
    "terraform_data.large": "create",
    "terraform_data.replaced": "replace",
    "terraform_data.small": "delete",
    "terraform_data.web": "update",
  });
  expect(plan.resources.find(({ action }) => action === "replace")?.forced_by).toEqual(["triggers_replace"]);
  expect(kinds(plan.resources, "terraform_data.web")).toEqual(
    expect.arrayContaining([
      ["input.size", "value", "value"],
      ["input.login.password", "sensitive", "sensitive"],
    ]),
  );
  expect(actions(plan.outputs)).toEqual({ size: "update", login: "update" });
  expect(JSON.stringify([created, plan])).not.toMatch(/f1rst|sec0nd/);
  await applied(task.id, plan.checksum);
});

const pulumi = (resources: string, outputs: string) => ({
  "Pulumi.yaml": `name: app\nruntime: yaml\nresources:\n${resources}outputs:\n${outputs}`,
});
const server = (name: string, region: string, size: string, secret = "") =>
  `  ${name}:\n    type: demo:Server\n    properties: { region: ${region}, size: ${size}${
    secret && `, password: { "fn::secret": ${secret} }`
  } }\n`;

withRealTools("the plan of Pulumi has changes of every kind, and no secret", async () => {
  const before = pulumi(
    [server("web", "eu", "small", "f1rst-password"), server("db", "eu", "small"), server("old", "eu", "small")].join(
      "",
    ),
    "  size: ${web.size}\n",
  );
  const after = pulumi(
    [server("web", "eu", "large", "sec0nd-password"), server("db", "us", "small"), server("new", "eu", "small")].join(
      "",
    ),
    "  size: ${web.size}\n  login: ${web.password}\n",
  );
  const template = { app: "pulumi", stack: "dev" };
  const { id, templateId, task, created, plan } = await planned(template, before, after);
  expect(actions(created.resources)).toEqual({ web: "create", db: "create", old: "create" });
  expect(kinds(created.resources, "web")).toEqual(
    expect.arrayContaining([
      ["size", "none", "value"],
      ["password", "none", "sensitive"],
    ]),
  );
  expect(task).toMatchObject({ results: ["plan"], plan: { add: 2, change: 1, destroy: 2, replace: 1 } });
  expect(actions(plan.resources)).toEqual({ web: "update", db: "replace", new: "create", old: "delete" });
  expect(kinds(plan.resources, "web")).toEqual([
    ["size", "value", "value"],
    ["password", "sensitive", "sensitive"],
  ]);
  expect(plan.resources.find(({ address }) => address === "db")?.forced_by).toEqual(["region"]);
  expect(actions(plan.outputs)).toEqual({ size: "update", login: "create" });
  expect(kinds(plan.outputs, "login")).toEqual([["", "none", "sensitive"]]);
  expect(JSON.stringify([created, plan])).not.toMatch(/f1rst|sec0nd|ciphertext/);
  await applied(task.id, plan.checksum);

  const state_id = await site().stateOf(templateId);
  const destroy = await site().template(id, { ...template, state_id });
  const destroyed = await site().run(destroy, { params: { auto_approve: true, destroy: true } });
  expect(destroyed.status, destroyed.text).toBe("success");
  expect(actions((await planOf(destroyed.taskId)).resources)).toEqual({ web: "delete", db: "delete", new: "delete" });
  // Pulumi counts the stack, too.
  expect((await site().site.look(destroyed.taskId)).plan).toEqual({ add: 0, change: 0, destroy: 4, replace: 0 });
});
