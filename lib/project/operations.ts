import { z } from "zod";
import { claimable } from "@/db/announcement";
import { member, project, projectCreator, signedIn } from "@/lib/access/access";
import { changesOf } from "@/lib/operation/changes";
import { operation } from "@/lib/operation/define";
import { AppError } from "@/lib/operation/errors";
import { NoContent, NoInput, NoParams, ProjectParams } from "@/lib/operation/fields";
import { refuseMismatch } from "@/lib/operation/http/id-mismatch";
import * as checklist from "@/lib/project/checklist";
import { Checklist, NewProjectInput, Project, ProjectInput, ProjectRole } from "@/lib/project/schema";
import * as store from "@/lib/project/store";
import { lockUnfinishedTasks } from "@/lib/project/unfinished";

export const listProjects = operation({
  name: "project.list",
  summary: "Projects the caller can see, by name",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: NoInput,
  output: z.array(Project),
  run: ({ db, actor }) => store.listProjects(db, actor.user),
});

export const getProject = operation({
  name: "project.get",
  summary: "One project",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: Project,
  run: async ({ project }) => project,
});

export const getProjectRole = operation({
  name: "project.role",
  summary: "The caller's permissions in the project",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: ProjectRole,
  run: async ({ project }) => ({ role: project.role ?? "", permissions: project.permissions }),
});

export const getChecklist = operation({
  name: "project.checklist",
  summary: "Which of a new project's first steps are done",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: Checklist,
  run: ({ db, actor, project }) => checklist.readChecklist(db, project.id, actor.user.id),
});

export const dismissChecklist = operation({
  name: "project.dismissChecklist",
  summary: "Hides the first steps of the project from the caller",
  transaction: "whole",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: NoContent,
  run: ({ db, actor, project }) => checklist.dismissChecklist(db, project.id, actor.user.id),
  event: { none: "a choice of the caller that concerns nobody else" },
});

export const createProject = operation({
  name: "project.create",
  summary: "Creates a project owned by the caller, with an empty key and an empty environment",
  transaction: "whole",
  access: projectCreator,
  params: NoParams,
  input: NewProjectInput,
  output: Project,
  run: async ({ db, actor, input, announce }) => {
    const created = await store.insertProject(db, input, actor.user.id);
    await store.insertDefaults(db, created.id);
    announce({ type: "access", user_id: actor.user.id });
    return created;
  },
  event: ({ result }) => ({
    project_id: result.id,
    object_type: "project",
    object_id: result.id,
    object_name: result.name,
    subject: "Project",
    action: "created",
  }),
});

export const updateProject = operation({
  name: "project.update",
  summary: "Changes the name, alerts and task limit of a project",
  transaction: "whole",
  access: project("updateProject"),
  params: ProjectParams,
  input: ProjectInput,
  output: NoContent,
  run: async ({ db, project, input, announce }) => {
    refuseMismatch("id", input.id, project.id, "projectIdMismatch");
    await store.updateProject(db, project.id, input);
    if (input.max_parallel_tasks !== project.max_parallel_tasks) announce(claimable);
    return changesOf(project, input, TRACKED);
  },
  event: ({ project, input, result }) => ({
    object_type: "project",
    object_id: project.id,
    object_name: input.name,
    subject: "Project",
    action: "updated",
    changes: result,
  }),
});

export const deleteProject = operation({
  name: "project.delete",
  summary: "Deletes a project and everything in it, once it has no waiting or running tasks",
  transaction: "whole",
  access: project("updateProject"),
  params: ProjectParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project }) => {
    if (await lockUnfinishedTasks(db, { projectId: project.id })) {
      throw new AppError("conflict", { key: "projectHasTasks" });
    }
    await store.deleteProject(db, project.id);
  },
  // The project's own events were deleted with it.
  event: ({ project }) => ({
    project_id: null,
    object_type: "project",
    object_id: project.id,
    object_name: project.name,
    subject: `Project ${project.name}`,
    action: "deleted",
  }),
});

const TRACKED = { name: "shown", alert: "shown", alert_chat: "shown", max_parallel_tasks: "shown" } as const;
