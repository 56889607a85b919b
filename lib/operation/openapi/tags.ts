import type { Access } from "@/lib/access/access";

/** Groups of the documentation, in its order; a route belongs to the one its operation's name begins with. */
const TITLES: Record<string, string> = {
  session: "Sign-in",
  oidc: "Single sign-on",
  user: "Users",
  token: "API tokens",
  project: "Projects",
  member: "Team",
  key: "Key store",
  repository: "Repositories",
  hostKey: "Host keys",
  inventory: "Inventory",
  environment: "Environment",
  state: "States",
  stateBackend: "State backend",
  template: "Templates",
  task: "Tasks",
  workflow: "Workflows",
  drift: "Drift",
  statistics: "Statistics",
  filter: "Saved filters",
  schedule: "Schedules",
  view: "Views",
  integration: "Integrations",
  probe: "Tests before saving",
  event: "Activity",
  notification: "Notifications",
  app: "Applications",
  option: "Options",
  runner: "Runners",
  system: "System",
};

/** What the runner daemon calls: documented, but no interface for others. */
const PROTOCOL = "Runner protocol";

export const TAGS: { name: string }[] = [...Object.values(TITLES), PROTOCOL].map((name) => ({ name }));

export function tagOf(operationName: string, access: Access): string {
  if (access.kind === "runner" || operationName === "runner.register") return PROTOCOL;
  const noun = operationName.split(".", 1)[0] ?? "";
  return TITLES[noun] ?? noun;
}
