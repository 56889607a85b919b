import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { invalid } from "@/lib/operation/errors";
import { recordEvent } from "@/lib/operation/execute";
import { requireReferences } from "@/lib/project/references";
import type { TaskSnapshot } from "@/lib/protocol/snapshot";
import { isBranchName, isRepositoryPath } from "@/lib/repository/rules";
import { seal } from "@/lib/secret/seal";
import { type Answers, checkAnswers, checkOverrides } from "@/lib/task/rules";
import type { NewTaskInput } from "@/lib/task/schema";
import { incomingVersion, newestBuild } from "@/lib/task/start/build";
import { takeSnapshot } from "@/lib/task/start/snapshot";
import { nextVersion } from "@/lib/task/start/version";
import type { TaskRow } from "@/lib/task/transition";

/** Who or what starts a task, and how far it may depart from the template. */
export type Starter = {
  userId?: number;
  integrationId?: number;
  scheduleId?: number;
  ip?: string;
  /** Members with manageResources, and the product itself, may pass anything the application takes. */
  mayManage: boolean;
};

/** Validates, takes the next version, freezes what will run and queues the task. Call in a transaction; announce after it. */
export async function createTask(db: Db, projectId: number, sent: NewTaskInput, starter: Starter): Promise<TaskRow> {
  // Locked, so that two builds at once never get the same version.
  const [template] = await db
    .select()
    .from(templates)
    .where(and(eq(templates.project_id, projectId), eq(templates.id, sent.template_id)))
    .for("no key update");
  if (!template) throw invalid("template_id", "templateNotFound");
  const input = await withBuild(db, template, sent, starter);
  checkOverrides(template, input, starter.mayManage);
  const answers = checkAnswers(template, input, starter.mayManage);
  if (input.git_branch && !isBranchName(input.git_branch)) throw invalid("git_branch", "branchInvalid");
  if (input.playbook && !isRepositoryPath(input.playbook)) throw invalid("playbook", "playbookInvalid");
  await requireReferences(db, projectId, [{ field: "build_task_id", id: input.build_task_id, table: tasks }]);
  const row = await insertTask(db, projectId, input, starter, {
    version: await versionOf(db, template),
    incoming_version:
      template.type === "deploy"
        ? await incomingVersion(db, projectId, template.build_template_id, input.build_task_id)
        : null,
    snapshot: await takeSnapshot(db, projectId, template, input),
    answers,
  });
  await db
    .update(templates)
    .set({ tasks: sql`${templates.tasks} + 1`, last_task_id: row.id })
    .where(eq(templates.id, template.id));
  await recordEvent(
    db,
    {
      object_type: "task",
      object_id: row.id,
      description: `Task ID ${row.id} queued for running`,
      integration_id: starter.integrationId,
    },
    { project: { id: projectId }, userId: starter.userId ?? null, ip: starter.ip ?? "" },
  );
  return row;
}

/** A person chooses the build of a deploy; what starts by itself takes the newest. */
async function withBuild(db: Db, template: TemplateRow, input: NewTaskInput, starter: Starter): Promise<NewTaskInput> {
  const { type, build_template_id } = template;
  const chosen = type !== "deploy" || input.build_task_id !== null || starter.userId !== undefined;
  if (chosen || build_template_id === null) return input;
  return { ...input, build_task_id: await newestBuild(db, build_template_id) };
}

type Decided = { version: string | null; incoming_version: string | null; snapshot: TaskSnapshot; answers: Answers };

async function insertTask(
  db: Db,
  projectId: number,
  input: NewTaskInput,
  starter: Starter,
  decided: Decided,
): Promise<TaskRow> {
  const { answers, ...columns } = decided;
  const [row] = await db
    .insert(tasks)
    .values({
      ...columns,
      project_id: projectId,
      template_id: input.template_id,
      user_id: starter.userId ?? null,
      integration_id: starter.integrationId ?? null,
      schedule_id: starter.scheduleId ?? null,
      build_task_id: input.build_task_id,
      message: input.message,
      debug: input.debug,
      dry_run: input.dry_run,
      diff: input.diff,
      playbook: input.playbook,
      environment: Object.keys(answers.plain).length > 0 ? JSON.stringify(answers.plain) : "",
      limit: input.limit,
      arguments: input.arguments && JSON.stringify(input.arguments),
      git_branch: input.git_branch || null,
      commit_hash: input.commit_hash || null,
      inventory_id: input.inventory_id,
      params: input.params,
    })
    .returning();
  if (!row) throw new Error("insert returned no row");
  if (Object.keys(answers.secret).length > 0) {
    const secret = seal(JSON.stringify(answers.secret), `tasks/${row.id}/secret`);
    await db.update(tasks).set({ secret }).where(eq(tasks.id, row.id));
  }
  return row;
}

type TemplateRow = typeof templates.$inferSelect;

/** The next version of a build template, counted from its newest task. */
async function versionOf(db: Db, template: TemplateRow): Promise<string | null> {
  if (template.type !== "build") return null;
  const [newest] = await db
    .select({ version: tasks.version })
    .from(tasks)
    .where(eq(tasks.template_id, template.id))
    .orderBy(desc(tasks.id))
    .limit(1);
  return nextVersion(template.start_version ?? "", newest?.version ?? null);
}
