import type { Permission } from "@/lib/access/roles";

/** Who may call an operation; data, so that a test can print the whole matrix. */
export type Access =
  | { kind: "public" }
  | { kind: "user" }
  /** Semaphore answers some admin routes with 401 instead of 403. */
  | { kind: "admin"; refusal: 401 | 403 }
  /** The user named by `params.userId`, or an admin; anybody else gets 401, as in Semaphore. */
  | { kind: "self" }
  | { kind: "projectCreator" }
  /** A member of `params.projectId`, with the permission if one is named; `adminOnly`: who is an admin as well. */
  | { kind: "project"; permission: Permission | null; adminOnly?: true }
  | { kind: "runner" }
  /** A tool with a credential for one state: an attempt's, a token's, or to unlock a manager's API token. */
  | { kind: "state" };

export const anyone = { kind: "public" } as const satisfies Access;
export const signedIn = { kind: "user" } as const satisfies Access;
export const admin = { kind: "admin", refusal: 403 } as const satisfies Access;
export const adminElse401 = { kind: "admin", refusal: 401 } as const satisfies Access;
export const selfOrAdmin = { kind: "self" } as const satisfies Access;
export const projectCreator = { kind: "projectCreator" } as const satisfies Access;
export const runner = { kind: "runner" } as const satisfies Access;
export const stateCredential = { kind: "state" } as const satisfies Access;
export const member = { kind: "project", permission: null } as const satisfies Access;
export const project = <P extends Permission>(permission: P) =>
  ({ kind: "project", permission }) as const satisfies Access;
export const projectAdmin = <P extends Permission>(permission: P) =>
  ({ kind: "project", permission, adminOnly: true }) as const satisfies Access;

/** One line for the access matrix, e.g. `project:manageResources`. */
export function describeAccess(access: Access): string {
  if (access.kind === "project") return `project:${access.permission ?? "member"}${access.adminOnly ? "+admin" : ""}`;
  return access.kind === "admin" && access.refusal === 401 ? "admin (401)" : access.kind;
}
