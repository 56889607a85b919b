import { type ErrorKey, invalid } from "@/lib/operation/errors";

/** Clients repeat the path's ids in the body; a different one is an error, an absent one is not. */
export function refuseMismatch(field: string, inBody: number | null | undefined, inPath: number, key: ErrorKey): void {
  if (inBody && inBody !== inPath) throw invalid(field, key);
}

/** The ids that every project resource carries in its body. */
export function refuseOtherIds(
  body: { id?: number | null; project_id?: number | null },
  projectId: number,
  id?: number,
): void {
  refuseMismatch("project_id", body.project_id, projectId, "projectIdMismatch");
  if (id !== undefined) refuseMismatch("id", body.id, id, "idMismatch");
}
