import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { idsIn, isOneOf } from "@/db/one-of";
import { prepared } from "@/db/prepared";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import type { NewTask, TemplateRow } from "@/lib/task/start/new-task";

type Wanted = Pick<NewTask, "parent" | "resumed"> & { input: Pick<NewTask["input"], "template_id"> };

/**
 * Locks the templates of new tasks, so that no two tasks get the same version and none that may not overlap starts beside
 * another. With them, in the order of their ids, all that this transaction may yet have to lock: what workflows among them
 * run, those that they run inside of, and deploys that follow builds. So no two transactions wait for each other.
 */
export async function lockTemplates(tx: Db, wanted: readonly Wanted[]): Promise<TemplateRow[]> {
  const ids = idsIn(wanted.map(({ input }) => input.template_id));
  if (ids.length === 0) return [];
  const runs = idsIn(wanted.map(({ parent }) => parent?.taskId ?? null));
  const plain = runs.length === 0 ? await lockUnlessWorkflow(tx).execute({ ids }) : [];
  if (plain.length > 0) return plain;
  // A run that is resumed follows the graph of the earlier one.
  const kept = wanted.flatMap(({ resumed }) => resumed?.graph.nodes ?? []);
  const further = kept.flatMap((node) => (node.kind === "template" ? node.template_id : []));
  return await lockReached(tx).execute({ ids, further, runs });
}

/**
 * Locks the templates of what may start when tasks have ended, in the order of lockTemplates: deploys after these builds, and
 * waiting runs of these workflows, which may lie in others. Returns the workflows' templates.
 */
export async function lockSuccessors(tx: Db, of: { builds: number[]; workflows: number[] }): Promise<TemplateRow[]> {
  const [builds, workflows] = [idsIn(of.builds), idsIn(of.workflows)];
  if (builds.length + workflows.length === 0) return [];
  const inside = workflows.length === 0 ? [] : await waitingInside(tx).execute({ ids: workflows });
  return await lockReached(tx).execute({ ids: workflows, further: builds, runs: inside.map(({ id }) => id) });
}

const IDS = sql.placeholder("ids");

/** None if one of them is a workflow. */
const lockUnlessWorkflow = prepared((db) => {
  const workflow = sql`select from ${templates} as workflow where workflow.id = any(${IDS}) and workflow.app = ${WORKFLOW_APP}`;
  return db
    .select()
    .from(templates)
    .where(sql`${isOneOf(templates.id, IDS)} and not exists (${workflow})`)
    .orderBy(templates.id)
    .for("no key update")
    .prepare("lock templates");
});

const waitingInside = prepared((db) =>
  db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(isOneOf(tasks.template_id, IDS), eq(tasks.status, "waiting"), isNotNull(tasks.parent_task_id)))
    .prepare("waiting inside"),
);

/**
 * Locks more than it returns. Written so that the planner expects few rows, as an array has for it: for the thousands of a
 * join or of a function it would read whole tables, and make room for millions.
 */
const lockReached = prepared((db) => {
  const outside = sql`
    with recursive outside(id) as (
      select unnest(${sql.placeholder("runs")}::int[])
      union select (select parent_task_id from ${tasks} where ${tasks.id} = outside.id) from outside where id is not null)
    select (select template_id from ${tasks} where ${tasks.id} = outside.id) from outside`;
  const inside = sql`
    select jsonb_path_query(graph, '$.nodes[*].template_id')::int from ${templates} where ${templates.id} = reached.id
    union all select id from ${templates} where ${templates.build_template_id} = reached.id and ${templates.autorun}`;
  const reached = sql`
    with recursive reached(id) as (
      select unnest(${IDS}::int[] || ${sql.placeholder("further")}::int[] || array(${outside}))
      union select unnest(array(${inside})) from reached)
    select id from reached`;
  const locked = db
    .$with("locked")
    .as(
      db
        .select()
        .from(templates)
        .where(sql`${templates.id} = any(array(${reached}))`)
        .orderBy(templates.id)
        .for("no key update"),
    );
  return db.with(locked).select().from(locked).where(isOneOf(locked.id, IDS)).prepare("lock what is reached");
});
