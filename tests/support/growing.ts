/** The tables that grow for as long as the product is used. */
export const GROWING: ReadonlySet<string> = new Set([
  "tasks",
  "task_attempts",
  "log_chunks",
  "events",
  "outbox",
  "webhook_deliveries",
  "schedule_fires",
  "state_versions",
]);
