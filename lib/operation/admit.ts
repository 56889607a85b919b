import { z } from "zod";
import type { Access } from "@/lib/access/access";
import type { Identity } from "@/lib/access/actor";
import { can } from "@/lib/access/roles";
import type { Operation } from "@/lib/operation/define";
import { AppError, notAllowed } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { settings } from "@/lib/settings/settings";

/** The user that a path of access `self` is about. */
const Whose = z.object({ userId: z.int() });

/** Checks access first, then the path, so that a 400 never reveals what a 401 would hide. */
export function admit<P extends z.ZodType>(
  op: Pick<Operation<Access, P>, "access" | "params">,
  identity: Identity,
  rawParams: unknown,
): z.output<P> {
  const { access } = op;
  const { actor, project } = identity;
  const readPath = () => parse(op.params, rawParams, { inPath: true });
  if (access.kind === "public") return readPath();
  if (access.kind === "runner") {
    if (actor.kind !== "runner") throw new AppError("unauthenticated", { key: "runnerToken" });
    return readPath();
  }
  // Routes of tools know who calls by themselves; no operation can be called with a credential of one state.
  if (actor.kind !== "user" || access.kind === "state") throw new AppError("unauthenticated");
  const { user } = actor;
  if (access.kind === "admin" && !user.admin) throw access.refusal === 401 ? notAllowed() : new AppError("forbidden");
  if (access.kind === "projectCreator" && !mayCreateProjects(user)) throw notAllowed();
  const params = readPath();
  if (access.kind === "self" && !user.admin && Whose.safeParse(params).data?.userId !== user.id) {
    throw notAllowed();
  }
  if (access.kind === "project") {
    if (!project) throw new AppError("not_found");
    if (access.permission && !can({ admin: user.admin, permissions: project.permissions }, access.permission))
      throw new AppError("forbidden");
    if (access.adminOnly && !user.admin) throw notAllowed();
  }
  return params;
}

/** Also `can_create_project` of GET /api/user. */
export const mayCreateProjects = (user: { admin: boolean }): boolean =>
  user.admin || settings().nonAdminCanCreateProject;
