import type { ActionResult } from "@/lib/operation/result";
import { createView, deleteView, moveViews, updateView } from "@/lib/view/actions";
import type { View } from "@/lib/view/schema";

type Wanted = { view_id: number | null; title: string };

/** Saves the views in their order; stops at the first error. Resolves to the views' ids, in order. */
export async function saveViews(projectId: number, stored: View[], wanted: Wanted[]): Promise<ActionResult<number[]>> {
  const kept = new Set(wanted.map(({ view_id }) => view_id));
  for (const { id } of stored.filter((view) => !kept.has(view.id))) {
    const deleted = await deleteView({ projectId, viewId: id });
    if (!deleted.ok) return deleted;
  }
  const ids: number[] = [];
  for (const [position, view] of wanted.entries()) {
    const saved = await saveView(projectId, view, position, stored);
    if (!saved.ok) return saved;
    ids.push(saved.data);
  }
  const moved = ids.flatMap((id, position) =>
    stored.find((view) => view.id === id)?.position === position ? [] : [id],
  );
  if (moved.length === 0) return { ok: true, data: ids };
  const result = await moveViews({ projectId }, Object.fromEntries(moved.map((id) => [String(id), ids.indexOf(id)])));
  return result.ok ? { ok: true, data: ids } : result;
}

async function saveView(
  projectId: number,
  view: Wanted,
  position: number,
  stored: View[],
): Promise<ActionResult<number>> {
  const { view_id: id, title } = view;
  if (id === null) {
    const created = await createView({ projectId }, { project_id: projectId, title, position });
    return created.ok ? { ok: true, data: created.data.id } : created;
  }
  const before = stored.find((other) => other.id === id);
  if (before?.title === title) return { ok: true, data: id };
  const updated = await updateView({ projectId, viewId: id }, { id, project_id: projectId, title, position });
  return updated.ok ? { ok: true, data: id } : updated;
}
