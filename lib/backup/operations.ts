import { project, projectCreator } from "@/lib/access/access";
import { connectedTools, createDemo } from "@/lib/backup/demo";
import { BackupDocument } from "@/lib/backup/document";
import { exportBackup, exportWithStates } from "@/lib/backup/export";
import { rememberImport } from "@/lib/backup/import/origins";
import { adjustedFile, findReport, type Restored, restoreAdjusted, restoreBackup } from "@/lib/backup/restore";
import { checkBackup } from "@/lib/backup/restore/check";
import { missingAnswers } from "@/lib/backup/restore/secret-answers";
import type { Entry } from "@/lib/backup/rules/kinds";
import {
  BackupCheck,
  BackupFile,
  RestoredProject,
  RestoreReport,
  RestoreRequest,
  StatesBackupInput,
} from "@/lib/backup/schema";
import { openStates } from "@/lib/backup/states";
import { operation } from "@/lib/operation/define";
import { NoInput, NoParams, ProjectParams } from "@/lib/operation/fields";
import { parse } from "@/lib/operation/parse";
import { recordEvent } from "@/lib/operation/record-event";
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
  summary:
    "Creates a project owned by the caller from a backup file; its keys are empty. What can't be taken as it is, is adjusted and reported",
  transaction: "whole",
  access: projectCreator,
  params: NoParams,
  input: RestoreRequest,
  output: RestoredProject,
  run: ({ db, actor, input: { strict, source, ...raw }, announce }) => {
    announce({ type: "access", user_id: actor.user.id });
    const remember = (restored: Restored, read: Entry) =>
      source === null ? Promise.resolve() : rememberImport(db, source, restored, read);
    if (!strict) return restoreAdjusted(db, raw, actor.user.id, remember);
    return restoreBackup(db, parse(BackupFile, raw), actor.user.id, (restored) => remember(restored, raw));
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

export const exportProjectWithStates = operation({
  name: "project.backupStates",
  summary: "The project as a backup file that also has its states, sealed with a passphrase; who makes it is recorded",
  transaction: "own",
  access: project("manageResources"),
  params: ProjectParams,
  input: StatesBackupInput,
  output: BackupDocument,
  run: async ({ db, actor, project, input, ip }) => {
    const backup = await exportWithStates(db, project.id, input);
    const which = input.states === "all" ? "all versions of its states" : "the newest versions of its states";
    const description = `Project backed up with ${which}`;
    const event = { object_type: "project", object_id: project.id, description };
    await recordEvent(db, event, { project, userId: actor.user.id, ip });
    return backup;
  },
  event: { none: "recorded once the backup is made, which only reads, in one snapshot" },
});

export const checkProject = operation({
  name: "project.checkBackup",
  summary: "What restoring a backup file would report, without changing anything",
  transaction: "none",
  access: projectCreator,
  params: NoParams,
  input: RestoreRequest,
  output: BackupCheck,
  run: async ({ db, input: { strict, source: _, ...raw } }) => {
    if (!strict) {
      const { file, report } = await adjustedFile(db, raw);
      return { report: [...report, ...missingAnswers(file)] };
    }
    const file = parse(BackupFile, raw);
    await checkBackup(db, file);
    await openStates(file);
    return { report: missingAnswers(file) };
  },
});

export const getRestoreReport = operation({
  name: "project.restoreReport",
  summary: "What could not be taken as it is when the project was restored",
  transaction: "none",
  access: project("manageResources"),
  params: ProjectParams,
  input: NoInput,
  output: RestoreReport,
  run: ({ db, project }) => findReport(db, project.id),
});
