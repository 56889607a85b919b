import { cache } from "react";
import { currentUser } from "@/app/(console)/caller";
import { can, type Permission } from "@/lib/access/roles";
import { load } from "@/lib/operation/load";
import { getProject, getProjectRole } from "@/lib/project/operations";

/** The page's project and the user's permissions in it; 404 for non-members. Loaded once per request. */
export const projectAccess = cache(async (projectId: number) => {
  const [user, project, { role, permissions }] = await Promise.all([
    currentUser(),
    load(getProject, { projectId }),
    load(getProjectRole, { projectId }),
  ]);
  const who = { admin: user.admin, permissions };
  return { user, project, role, permissions, can: (permission: Permission) => can(who, permission) };
});
