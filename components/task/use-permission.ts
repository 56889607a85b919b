import { useConsole } from "@/components/shell/console-context";
import { can, type Permission } from "@/lib/access/roles";

/** Whether the user has a permission in the open project. */
export function usePermission(permission: Permission): boolean {
  const { user, permissions } = useConsole();
  return can({ admin: user.admin, permissions }, permission);
}
