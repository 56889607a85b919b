import { z } from "zod";
import { runAndUndo } from "@/db/savepoint";
import { project, signedIn } from "@/lib/access/access";
import { addInactiveApps } from "@/lib/app/store";
import { adjustBackup } from "@/lib/backup/adjust";
import type { ImportContext } from "@/lib/backup/import/change";
import { listImported } from "@/lib/backup/import/origins";
import { updateProject } from "@/lib/backup/import/update";
import { storeReport } from "@/lib/backup/restore";
import { checkBackup } from "@/lib/backup/restore/check";
import { BackupFile, ImportRequest } from "@/lib/backup/schema";
import { ImportedProject, type ImportResult, SourceQuery, UpdatedProject } from "@/lib/backup/schema/import";
import { listEmptySecrets } from "@/lib/environment/store";
import { operation } from "@/lib/operation/define";
import { NoParams, ProjectParams } from "@/lib/operation/fields";
import { parse } from "@/lib/operation/parse";

export const listImportedProjects = operation({
  name: "project.listImported",
  summary: "Projects the caller can see that were imported from a source, the newest first",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: SourceQuery,
  output: z.array(ImportedProject),
  run: ({ db, actor, input }) => listImported(db, actor.user, input.source),
});

export const importProject = operation({
  name: "project.import",
  summary:
    "Updates a project from its source: takes what is new and what changed there and not here, and reports the rest; deletes nothing",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: ImportRequest,
  output: UpdatedProject,
  run: async ({ input, ...context }) => ({ ...(await updateFrom(context, input)), dry_run: false }),
  event: ({ project, input, result: { lines } }) => {
    const count = (done: ImportResult) => lines.filter((line) => line.done === done).length;
    if (count("created") + count("updated") === 0) return null;
    return {
      object_type: "project",
      object_id: project.id,
      description: `Project imported again from ${input.source}: ${count("created")} objects created, ${count("updated")} updated`,
    };
  },
});

export const checkImport = operation({
  name: "project.checkImport",
  summary: "What updating a project from its source would do, without changing anything",
  transaction: "own",
  access: project("manageResources"),
  params: ProjectParams,
  input: ImportRequest,
  output: UpdatedProject,
  run: ({ input, ...context }) =>
    runAndUndo(context.db, async (tx) => {
      const updated = await updateFrom({ ...context, db: tx, announce: () => undefined }, input);
      return { ...updated, dry_run: true };
    }),
  event: { none: "it is undone" },
});

async function updateFrom(
  context: Omit<ImportContext, "input">,
  { strict, source, overwrite, sealed_states: _states, ...sent }: ImportRequest,
): Promise<Omit<UpdatedProject, "dry_run">> {
  const { db, project } = context;
  const { file, raw, report, stopped, newApps } = await readFile(context, sent, strict);
  await addInactiveApps(db, newApps);
  const options = { overwrite, report, stopped };
  const updated = await updateProject({ ...context, input: null }, { source, file, raw }, options);
  if (updated.report.length > 0) await storeReport(db, project.id, updated.report);
  const empty_secrets = await listEmptySecrets(db, project.id);
  return { id: project.id, ...updated, empty_secrets };
}

async function readFile({ db }: Pick<ImportContext, "db">, raw: Record<string, unknown>, strict: boolean) {
  if (strict) {
    const file = parse(BackupFile, raw);
    await checkBackup(db, file);
    return { file, raw, report: [], stopped: new Set<object>(), newApps: [] };
  }
  const { adjusted, ...read } = await adjustBackup(db, raw);
  return { ...read, raw: adjusted };
}
