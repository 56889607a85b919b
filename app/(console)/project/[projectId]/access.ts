import { cache } from "react";
import { can, type Permission } from "@/lib/access/roles";
import { load } from "@/lib/operation/load";
import { getProject, getProjectRole } from "@/lib/project/operations";
import { getCurrentUser } from "@/lib/user/operations";

/** The project of a page and what the reader may do there; 404 for whoever is no member. Looked up once per request. */
export const projectAccess = cache(async (projectId: number) => {
  const [user, project, { role, permissions }] = await Promise.all([
    load(getCurrentUser, {}),
    load(getProject, { projectId }),
    load(getProjectRole, { projectId }),
  ]);
  const who = { admin: user.admin, permissions };
  return { user, project, role, permissions, can: (permission: Permission) => can(who, permission) };
});
