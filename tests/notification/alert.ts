import type { TaskAlert } from "@/lib/protocol/alert";

export const alert = (task: Partial<TaskAlert["task"]> = {}, template = "Deploy web"): TaskAlert => ({
  project: { id: 3, name: "Shop" },
  template: { id: 7, name: template },
  task: {
    id: 12,
    status: "error",
    reason: null,
    author: "Ada Lovelace",
    version: null,
    incoming_version: null,
    message: "",
    commit_hash: null,
    commit_message: null,
    created: "2026-01-01T00:00:00Z",
    start: null,
    end: null,
    ...task,
  },
});
