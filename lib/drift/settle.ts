import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { forIds, isOneOf } from "@/db/one-of";
import { prepared } from "@/db/prepared";
import { drifts } from "@/db/schema/drifts";
import { inventories } from "@/db/schema/inventories";
import type { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { type Finding, findingOf, isWorthAlert } from "@/lib/drift/rules";
import type { AlertDrift } from "@/lib/protocol/alert";

type TaskRow = typeof tasks.$inferSelect;
/** The drift of a task's template is not what it was. */
export type DriftChange = { task: TaskRow; drift: AlertDrift };
type Found = { task: TaskRow; finding: Finding };

/**
 * Stores what tasks that ended say about the drift of their templates; returns the changes that people should hear of.
 * Runs count only for templates that were checked before. Call it in the transaction that ends the tasks.
 */
export async function settleDrifts(tx: Db, ended: readonly TaskRow[]): Promise<DriftChange[]> {
  const all = ended.flatMap((task): Found[] => {
    const finding = findingOf(task);
    return finding ? [{ task, finding }] : [];
  });
  const checked = await checkedAmong(tx, all);
  const telling = all.filter(({ task }) => task.drift_check || checked.has(task.template_id));
  const changes: DriftChange[] = [];
  // In one order everywhere, so that no deadlock is possible.
  for (const { task, finding } of (await stillOfUse(tx, telling)).sort(byPlace)) {
    const before = await replaceDrift(tx, task, finding);
    if (finding === "forget" || before === "unchecked" || !isWorthAlert(task, before, finding.status)) continue;
    changes.push({ task, drift: { ...finding, workspace: task.workspace } });
  }
  return changes;
}

/** What a task without a state works on is its inventory. */
const inventoryOf = ({ state_id, snapshot }: TaskRow): number | null =>
  state_id === null ? (snapshot.inventory?.id ?? null) : null;

const byPlace = ({ task: a }: Found, { task: b }: Found): number =>
  a.template_id - b.template_id ||
  a.workspace.localeCompare(b.workspace) ||
  (inventoryOf(a) ?? 0) - (inventoryOf(b) ?? 0);

/** Most templates are never checked, and their runs need nothing more than this. */
async function checkedAmong(tx: Db, all: Found[]): Promise<ReadonlySet<number>> {
  const ids = all.filter(({ task }) => !task.drift_check).map(({ task }) => task.template_id);
  if (ids.length === 0) return new Set();
  const rows = await selectChecked(tx).execute({ ids });
  return new Set(rows.map(({ id }) => id));
}

const selectChecked = prepared((db) =>
  db
    .select({ id: drifts.template_id })
    .from(drifts)
    .where(isOneOf(drifts.template_id, sql.placeholder("ids")))
    .prepare("checked"),
);

/** Without those of an inventory that was deleted since they started, or of what their template no longer works on. */
async function stillOfUse(tx: Db, all: Found[]): Promise<Found[]> {
  const byTemplate = new Map((await readTemplates(tx, all)).map((row) => [row.id, row]));
  const inventoryIds = all.map(({ task }) => inventoryOf(task));
  const kept = new Set((await forIds(inventoryIds, (ids) => lockInventories(tx, ids))).map(({ id }) => id));
  return all.filter(({ task }) => {
    const inventoryId = inventoryOf(task);
    const template = byTemplate.get(task.template_id);
    return (inventoryId === null || kept.has(inventoryId)) && template !== undefined && isUsed(template, task);
  });
}

const readTemplates = (tx: Db, all: Found[]) =>
  forIds(
    all.map(({ task }) => task.template_id),
    (ids) =>
      tx
        .select({
          id: templates.id,
          app: templates.app,
          playbook: templates.playbook,
          repository_id: templates.repository_id,
          git_branch: templates.git_branch,
          inventory_id: templates.inventory_id,
          stack: templates.stack,
          state_id: templates.state_id,
        })
        .from(templates)
        .where(isOneOf(templates.id, ids)),
  );

/** What was found is stored for it: it stays until that is committed. */
const lockInventories = (tx: Db, ids: number[]) =>
  tx
    .select({ id: inventories.id })
    .from(inventories)
    .where(isOneOf(inventories.id, ids))
    .orderBy(inventories.id)
    .for("key share");

type Used = Awaited<ReturnType<typeof readTemplates>>[number];

/** Without a change that makes forgetDrift delete what was found; what the task has chosen itself may be anything. */
function isUsed(now: Used, { snapshot: { template, repository, inventory }, ...chosen }: TaskRow): boolean {
  const ownBranch = now.git_branch === null ? !repository?.branch_chosen : repository?.git_branch === now.git_branch;
  return (
    template.app === now.app &&
    (chosen.playbook !== "" || template.playbook === now.playbook) &&
    (repository?.id ?? null) === now.repository_id &&
    (chosen.git_branch !== null || ownBranch) &&
    (chosen.inventory_id !== null || (inventory?.id ?? null) === now.inventory_id) &&
    (template.stack ?? "") === now.stack &&
    (chosen.state_id === null || chosen.state_id === now.state_id)
  );
}

/** The status it had; null: this is the first check; `unchecked`: a run of a workspace that was never checked. */
async function replaceDrift(tx: Db, task: TaskRow, finding: Finding) {
  const { template_id, workspace, project_id } = task;
  const inventory_id = inventoryOf(task);
  const isDrift = and(
    eq(drifts.template_id, template_id),
    eq(drifts.workspace, workspace),
    sql`${drifts.inventory_id} is not distinct from ${inventory_id}`,
  );
  if (finding === "forget") {
    await tx.delete(drifts).where(isDrift);
    return null;
  }
  const values = { ...finding, checked_at: sql<string>`now()`, task_id: task.id };
  if (task.drift_check) {
    const row = { ...values, template_id, workspace, inventory_id, project_id, since: sql<string>`now()` };
    const added = await tx.insert(drifts).values(row).onConflictDoNothing().returning({ id: drifts.template_id });
    if (added.length > 0) return null;
  }
  const [before] = await tx.select({ status: drifts.status }).from(drifts).where(isDrift).for("update");
  if (!before) return "unchecked";
  const since = before.status === finding.status ? undefined : sql`now()`;
  await tx
    .update(drifts)
    .set({ ...values, since })
    .where(isDrift);
  return before.status;
}
