import type { Database } from "@/db/client";
import { createTask, getTask } from "@/lib/task/operations";
import { createTemplate } from "@/lib/template/operations";
import { type Resources, resources } from "./resources";
import { type World, world } from "./world";

/** A world whose owner creates bash templates and starts their tasks. */
export type TaskSite = {
  w: World;
  r: Resources;
  template: (changes?: object) => Promise<number>;
  start: (templateId: number, input?: object) => Promise<number>;
  look: (taskId: number) => Promise<Awaited<ReturnType<typeof lookAt>>>;
};

const lookAt = (w: World, taskId: number) => w.call(getTask, "owner", { projectId: w.projectId, taskId });

export async function taskSite(db: Database): Promise<TaskSite> {
  const w = await world(db);
  const r = await resources(db, w.projectId);
  const project = { projectId: w.projectId };
  const input = {
    name: "t",
    app: "bash",
    playbook: "run.sh",
    repository_id: r.repositoryId,
    environment_id: r.environmentId,
  };
  return {
    w,
    r,
    template: async (changes = {}) => (await w.call(createTemplate, "owner", project, { ...input, ...changes })).id,
    start: async (template_id, more = {}) => (await w.call(createTask, "owner", project, { template_id, ...more })).id,
    look: (taskId) => lookAt(w, taskId),
  };
}
