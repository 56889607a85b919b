import { expect, test } from "vitest";
import { integrations } from "@/db/schema/integrations";
import { startHookTask } from "@/lib/integration/delivery/hook-task";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { taskSite } from "../support/task-site";

const db = await freshDatabase();

test("webhook input is data, and the integration's arguments are checked against the allow-list", async () => {
  const { w, r, template } = await taskSite(db);
  const ansible = { app: "ansible", playbook: "a.yml", inventory_id: r.inventoryId, allow_override_args_in_task: true };
  const template_id = await template(ansible);
  const integration = async (args: string[]) => {
    const task_params = { arguments: JSON.stringify(args) };
    const values = { project_id: w.projectId, name: "hook", template_id, task_params };
    const [row] = await db.insert(integrations).values(values).returning();
    if (!row) throw new Error("no row");
    return row;
  };
  const refusedIntegration = await integration(["-e", "@/etc/passwd"]);
  const refused = db.transaction((tx) => startHookTask(tx, refusedIntegration, {}));
  await expect(refused).rejects.toThrow("arguments: argumentValueInvalid");
  const runner = await HandRunner.start(db);
  const allowed = await integration(["-e", "a=1"]);
  await db.transaction((tx) => startHookTask(tx, allowed, { brought: "{{ lookup('pipe', 'id') }}" }));
  const job = await runner.begin(await runner.take());
  expect(job).toMatchObject({ untrusted_vars: ["brought"], task_arguments: ["-e", "a=1"], added_options: [] });
});
