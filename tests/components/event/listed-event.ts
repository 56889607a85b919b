import type { ListedEvent } from "@/lib/event/schema";

/** An event in a project, without a subject. */
export const BLANK_EVENT: ListedEvent = {
  id: 1,
  user_id: 1,
  username: "ann",
  user_name: "Ann",
  project_id: 4,
  project_name: "Shop",
  integration_id: null,
  object_id: 7,
  object_type: "",
  object_name: "",
  action: null,
  part: null,
  description: "",
  created: "2026-11-20T00:00:00Z",
};
