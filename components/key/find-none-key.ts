import { api } from "@/components/api-client";
import { createKey } from "@/lib/key/actions";
import type { ActionResult } from "@/lib/operation/result";

/** The id of the project's first key of type None; creates one with that name if there is none. */
export async function findNoneKey(projectId: number, name: string): Promise<ActionResult<number>> {
  const keys = await api("GET /project/:projectId/keys", { params: { projectId } });
  const key = keys.find(({ type }) => type === "none");
  if (key) return { ok: true, data: key.id };
  const made = await createKey({ projectId }, { name, type: "none" });
  return made.ok ? { ok: true, data: made.data.id } : made;
}
