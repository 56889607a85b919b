import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { templates } from "@/db/schema/templates";
import { hookTaskInput } from "@/lib/integration/delivery/hook-task";
import type { IntegrationInput } from "@/lib/integration/schema";
import { requireFitting } from "@/lib/inventory/require-fitting";
import { below } from "@/lib/operation/errors";
import { requireReferences } from "@/lib/project/references";
import { checkOverrides } from "@/lib/task/rules";
import { checkPaths, normalizeArguments } from "@/lib/task/start/arguments";

/** Rejects options that no task of the template could start with; the answers come with each webhook. */
export async function checkHookTask(
  db: Db,
  projectId: number,
  { template_id, task_params }: Pick<IntegrationInput, "template_id" | "task_params">,
): Promise<void> {
  if (!task_params) return;
  const [template] = await db
    .select()
    .from(templates)
    .where(and(eq(templates.project_id, projectId), eq(templates.id, template_id ?? 0)));
  await below("task_params", async () => {
    await requireReferences(db, projectId, [
      { field: "inventory_id", id: task_params.inventory_id ?? null, table: inventories },
      { field: "environment_id", id: task_params.environment_id ?? null, table: environments },
    ]);
    if (!template) return;
    await requireFitting(db, task_params.inventory_id ?? null, template.app);
    const input = normalizeArguments(template.app, hookTaskInput(template.id, task_params, {}));
    checkOverrides(template, input, { mayManage: true });
    checkPaths(template.app, input);
  });
}
