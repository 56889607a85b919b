import { projectCreator } from "@/lib/access/access";
import { connectedTools, createDemo } from "@/lib/backup/demo";
import { restoreBackup } from "@/lib/backup/restore";
import { BackupFile, RestoredProject } from "@/lib/backup/schema";
import { operation } from "@/lib/operation/define";
import { NoParams } from "@/lib/operation/fields";
import { createProject as createEmptyProject } from "@/lib/project/operations";

export const createProject = operation({
  ...createEmptyProject,
  summary: "Creates a project owned by the caller: empty, or with `demo` full of working examples",
  run: async (context) => {
    const { db, actor, input } = context;
    if (!input.demo) return createEmptyProject.run(context);
    return createDemo(db, input, actor.user.id, await connectedTools(db));
  },
});

export const restoreProject = operation({
  name: "project.restore",
  summary: "Creates a project owned by the caller from a backup file; its keys are empty",
  effect: "write",
  access: projectCreator,
  params: NoParams,
  input: BackupFile,
  output: RestoredProject,
  run: ({ db, actor, input }) => restoreBackup(db, input, actor.user.id),
  event: ({ result }) => ({
    project_id: result.id,
    object_type: "project",
    object_id: result.id,
    description: "Project restored",
  }),
});
