import { z } from "zod";
import type { ActionResult } from "@/lib/operation/result";
import { createView, deleteView, moveViews, updateView } from "@/lib/view/actions";
import { type View, ViewInput } from "@/lib/view/schema";

/** All views of a project in their order; a new one has no id yet. */
export const ViewsForm = z.object({
  views: z.array(z.object({ view_id: z.int().nullable(), title: ViewInput.shape.title })),
});
export type ViewsFormValues = z.input<typeof ViewsForm>;

/** Saves the views in their order; stops at the first error. Resolves to the views' ids, in order. */
export async function saveViews(
  projectId: number,
  stored: View[],
  wanted: ViewsFormValues["views"],
): Promise<ActionResult<number[]>> {
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
  view: ViewsFormValues["views"][number],
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
