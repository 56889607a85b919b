/** Lists of a project, below /project/<id>. */
export const PROJECT_LISTS = [
  ...["templates", "history", "schedule", "inventory", "environment", "keys", "repositories", "states", "drift"],
  "runners",
  ...["integrations", "team", "activity", "active"],
];
export const PROJECT_SCREENS = [...PROJECT_LISTS, "settings", "statistics"];

/** Lists of the whole installation. */
export const GLOBAL_LISTS = ["/users", "/runners", "/apps", "/tasks", "/notifications", "/events", "/system"];
export const GLOBAL_SCREENS = [...GLOBAL_LISTS, "/overview", "/profile", "/project/new", "/project/restore"];
