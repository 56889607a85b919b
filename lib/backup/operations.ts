import { project, projectCreator } from "@/lib/access/access";
import { connectedTools, createDemo } from "@/lib/backup/demo";
import { BackupDocument } from "@/lib/backup/document";
import { exportBackup } from "@/lib/backup/export";
import { restoreBackup } from "@/lib/backup/restore";
import { checkBackup } from "@/lib/backup/restore/check";
import { BackupFile, RestoredProject } from "@/lib/backup/schema";
import { operation } from "@/lib/operation/define";
import { NoContent, NoInput, NoParams, ProjectParams } from "@/lib/operation/fields";
import { createProject as createEmptyProject } from "@/lib/project/operations";

export const createProject = operation({
  ...createEmptyProject,
  summary: "Creates a project owned by the caller: empty, or with working examples if `demo` is set",
  run: async (context) => {
    const { db, actor, input, announce } = context;
    if (!input.demo) return createEmptyProject.run(context);
    announce({ type: "access", user_id: actor.user.id });
    return createDemo(db, input, actor.user.id, await connectedTools(db));
  },
});

export const restoreProject = operation({
  name: "project.restore",
  summary: "Creates a project owned by the caller from a backup file; its keys are empty",
  transaction: "whole",
  access: projectCreator,
  params: NoParams,
  input: BackupFile,
  output: RestoredProject,
  run: ({ db, actor, input, announce }) => {
    announce({ type: "access", user_id: actor.user.id });
    return restoreBackup(db, input, actor.user.id);
  },
  event: ({ result }) => ({
    project_id: result.id,
    object_type: "project",
    object_id: result.id,
    description: "Project restored",
  }),
});

export const exportProject = operation({
  name: "project.backup",
  summary: "The project as a backup file: everything except secrets, members and history",
  transaction: "own",
  access: project("manageResources"),
  params: ProjectParams,
  input: NoInput,
  output: BackupDocument,
  run: ({ db, project }) => exportBackup(db, project.id),
  event: { none: "it only reads, in one snapshot" },
});

export const checkProject = operation({
  name: "project.checkBackup",
  summary: "Lists what prevents a backup file from being restored, without changing anything",
  transaction: "none",
  access: projectCreator,
  params: NoParams,
  input: BackupFile,
  output: NoContent,
  run: ({ db, input }) => checkBackup(db, input),
});
