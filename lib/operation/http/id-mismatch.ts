import { type ErrorKey, invalid } from "@/lib/operation/errors";

/** Clients send the ids of the path in the body too; one that differs is a mistake, an absent one is not. */
export function refuseMismatch(field: string, inBody: number | null | undefined, inPath: number, key: ErrorKey): void {
  if (inBody && inBody !== inPath) throw invalid(field, key);
}

/** The ids every project resource carries in its body. */
export function refuseOtherIds(
  body: { id?: number | null; project_id?: number | null },
  projectId: number,
  id?: number,
): void {
  refuseMismatch("project_id", body.project_id, projectId, "projectIdMismatch");
  if (id !== undefined) refuseMismatch("id", body.id, id, "idMismatch");
}
