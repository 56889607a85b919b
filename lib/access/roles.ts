/** A member's permissions in a project, as bits of Semaphore's permission mask. */
const PERMISSIONS = { runTasks: 1, updateProject: 2, manageResources: 4, manageUsers: 8 } as const;
export type Permission = keyof typeof PERMISSIONS;

export const ROLES = ["owner", "manager", "task_runner", "guest"] as const;
export type Role = (typeof ROLES)[number];

const ROLE_PERMISSIONS: Record<Role, number> = { owner: 15, manager: 5, task_runner: 1, guest: 0 };

export const isRole = (slug: string): slug is Role => ROLES.some((role) => role === slug);

/** The permission mask of a role; 0 without a role. */
export const permissionsOf = (role: Role | null): number => (role ? ROLE_PERMISSIONS[role] : 0);

/** The roles of members who have the permission. */
export const rolesWith = (permission: Permission): Role[] =>
  ROLES.filter((role) => can({ admin: false, permissions: permissionsOf(role) }, permission));

/** Admins may do everything in every project. */
export const can = (who: { admin: boolean; permissions: number }, permission: Permission): boolean =>
  who.admin || (who.permissions & PERMISSIONS[permission]) !== 0;
