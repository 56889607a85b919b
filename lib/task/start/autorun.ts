import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { templates } from "@/db/schema/templates";
import { enqueueUnstartedAlerts } from "@/lib/notification/enqueue-unstarted";
import { issuesOf, toAppError } from "@/lib/operation/errors";
import { issuesText } from "@/lib/operation/http/api-texts";
import { recordEvent } from "@/lib/operation/record-event";
import { storableIssues } from "@/lib/protocol/refusal";
import { log } from "@/lib/settings/log";
import { isDeployable } from "@/lib/task/rules";
import { NewTaskInput } from "@/lib/task/schema";
import { enqueueTask } from "@/lib/task/start/enqueue";
import type { TaskRow } from "@/lib/task/transition";

/** Deploys follow builds, and other deploys. */
export const isGoodBuild = (task: TaskRow): boolean => isDeployable(task) && task.snapshot.template.type !== "";

type Deploy = Pick<typeof templates.$inferSelect, "id" | "name">;

/** Queues the deploys that run automatically after this build, or deploy, succeeds. */
export async function autorun(tx: Db, build: TaskRow): Promise<TaskRow[]> {
  const deploys = await tx
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(
      and(
        eq(templates.project_id, build.project_id),
        eq(templates.build_template_id, build.template_id),
        eq(templates.autorun, true),
      ),
    )
    .orderBy(templates.id);
  const started: TaskRow[] = [];
  for (const deploy of deploys) {
    const task = await startDeploy(tx, build, deploy);
    if (task) started.push(task);
  }
  return started;
}

/** A deploy that cannot start, e.g. for lack of a required answer, must not undo the build's success. */
async function startDeploy(tx: Db, build: TaskRow, deploy: Deploy): Promise<TaskRow | null> {
  const input = NewTaskInput.parse({ template_id: deploy.id, build_task_id: build.id });
  const trigger = { mayManage: true, autorun: true, responsibleId: build.responsible_id ?? build.user_id };
  try {
    return await tx.transaction((savepoint) => enqueueTask(savepoint, { projectId: build.project_id, input, trigger }));
  } catch (error) {
    const refusal = toAppError(error);
    // The build's end is tried again.
    if (refusal.code === "unavailable") throw error;
    if (refusal.code === "internal") log.error({ err: error, template: deploy.id }, "deploy cannot start");
    await reportRefused(tx, build, deploy, issuesText(storableIssues(issuesOf(refusal))));
    return null;
  }
}

async function reportRefused(tx: Db, build: TaskRow, { id, name }: Deploy, detail: string): Promise<void> {
  const happened = `Template ${name} could not autorun after task ID ${build.id}`;
  const description = detail ? `${happened}: ${detail}` : happened;
  const event = { object_type: "template", object_id: id, object_name: name, description };
  await recordEvent(tx, event, { project: { id: build.project_id }, userId: null, ip: "" });
  await enqueueUnstartedAlerts(tx, [{ templateId: id, about: { autorun: { task_id: build.id, detail } } }]);
}
