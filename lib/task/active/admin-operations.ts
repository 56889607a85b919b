import { z } from "zod";
import { admin, member } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { IdParam, NoContent, NoInput, NoParams, ProjectParams } from "@/lib/operation/fields";
import * as active from "@/lib/task/active/active";
import { taskChanged } from "@/lib/task/announce";
import { ActiveTask } from "@/lib/task/schema";
import * as stop from "@/lib/task/stop";

export const listActiveTasks = operation({
  name: "task.active",
  summary: "Waiting and running tasks of all projects, queued ones first",
  transaction: "none",
  access: admin,
  params: NoParams,
  input: NoInput,
  output: z.array(ActiveTask),
  run: ({ db }) => active.listActiveTasks(db),
});

export const listProjectActiveTasks = operation({
  name: "task.activeOfProject",
  summary: "Waiting and running tasks of the project, queued ones first",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(ActiveTask),
  run: ({ db, project }) => active.listActiveTasks(db, project.id),
});

export const stopActiveTask = operation({
  name: "task.stopActive",
  summary: "Stops a waiting or running task of any project",
  transaction: "whole",
  access: admin,
  params: z.object({ taskId: IdParam }),
  input: NoInput,
  output: NoContent,
  run: async ({ db, actor, params, announce }) => {
    const stopped = await stop.stopActiveTask(db, params.taskId, actor.user.id);
    announce(stopped.flatMap(taskChanged));
    return stopped[0];
  },
  event: ({ result: task }) =>
    task
      ? {
          project_id: task.project_id,
          object_type: "task",
          object_id: task.id,
          object_name: task.snapshot.template.name,
          subject: `Task ID ${task.id}`,
          action: "stopping",
        }
      : null,
});
