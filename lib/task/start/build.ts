import { and, desc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { AppError, invalid } from "@/lib/operation/errors";

/** The newest successful task of a deploy's build template, for starts at which nobody is there to choose one. */
export async function newestBuild(db: Db, buildTemplateId: number): Promise<number> {
  const [build] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.template_id, buildTemplateId), eq(tasks.status, "success")))
    .orderBy(desc(tasks.id))
    .limit(1);
  if (!build)
    throw new AppError("invalid", { key: "noBuildYet", params: { template: await nameOf(db, buildTemplateId) } });
  return build.id;
}

async function nameOf(db: Db, templateId: number): Promise<string> {
  const [template] = await db.select({ name: templates.name }).from(templates).where(eq(templates.id, templateId));
  return template?.name ?? "";
}

/** The version that a deploy takes over from a successful task of its build template, through chains of deploys. */
export async function incomingVersion(
  db: Db,
  projectId: number,
  buildTemplateId: number | null,
  buildTaskId: number | null,
): Promise<string | null> {
  const [build] = await db
    .select({
      status: tasks.status,
      template_id: tasks.template_id,
      version: tasks.version,
      incoming_version: tasks.incoming_version,
    })
    .from(tasks)
    .where(and(eq(tasks.project_id, projectId), eq(tasks.id, buildTaskId ?? 0)));
  if (!build || build.template_id !== buildTemplateId) throw invalid("build_task_id", "buildNotFound");
  if (build.status !== "success") throw invalid("build_task_id", "buildNotSuccessful");
  return build.version ?? build.incoming_version;
}
