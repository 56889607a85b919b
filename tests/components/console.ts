import type { Console } from "@/components/shell/console-context";

const user = {
  id: 1,
  created: "2026-01-01T00:00:00Z",
  username: "ann",
  name: "Ann",
  email: "ann@example.com",
  admin: true,
  external: false,
  alert: false,
  can_create_project: true,
};
/** As an owner sees the screens. */
export const CONSOLE: Console = {
  user,
  version: "1.0.0",
  project: null,
  role: "owner",
  permissions: 15,
  lists: {},
};
