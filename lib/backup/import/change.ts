import { z } from "zod";
import type { project } from "@/lib/access/access";
import { withGroups } from "@/lib/backup/import/fields";
import type { Row } from "@/lib/backup/import/objects";
import type { PartList } from "@/lib/backup/restore/entries";
import { updateEnvironment } from "@/lib/environment/operations";
import { insertAliases } from "@/lib/integration/aliases";
import { updateIntegration } from "@/lib/integration/operations";
import {
  deleteMatcher,
  deleteValue,
  insertMatcher,
  insertValue,
  listMatchers,
  listValues,
} from "@/lib/integration/parts";
import { MatcherInput, ValueInput } from "@/lib/integration/schema";
import { updateInventory } from "@/lib/inventory/operations";
import { updateKey } from "@/lib/key/operations";
import { KeyInput } from "@/lib/key/schema";
import * as keys from "@/lib/key/store";
import type { Context } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { performWithin } from "@/lib/operation/execute";
import { parse } from "@/lib/operation/parse";
import { updateRepository } from "@/lib/repository/operations";
import { updateSchedule } from "@/lib/schedule/operations";
import { updateTemplate } from "@/lib/template/operations";
import { updateView } from "@/lib/view/operations";

export type ImportContext = Context<ReturnType<typeof project<"manageResources">>>;

/** An object with what is to be taken from its source. */
export type Change = { ours: Row; theirs: Readonly<Record<string, unknown>>; groups: readonly string[] };

/** Changes an object as its form would: by the rules of its noun, with an event. Returns aliases that are taken. */
export async function changeObject(context: ImportContext, list: PartList, change: Change): Promise<string[]> {
  const { ours, theirs, groups } = change;
  const body = withGroups(list, ours, theirs, groups);
  const params = { projectId: context.project.id };
  if (list === "keys") await changeKey(context, change, body);
  if (list === "repositories")
    await performWithin(updateRepository, context, { ...params, repositoryId: ours.id }, body);
  if (list === "inventories") await performWithin(updateInventory, context, { ...params, inventoryId: ours.id }, body);
  if (list === "views") await performWithin(updateView, context, { ...params, viewId: ours.id }, body);
  if (list === "templates") {
    // The list says all: a file that has one may not name the first again.
    const environment_id = body.environment_ids ? undefined : body.environment_id;
    // It keeps its state, which its first run may have given it since it was read.
    const sent = { ...body, environment_id, state_id: undefined };
    await performWithin(updateTemplate, context, { ...params, templateId: ours.id }, sent);
  }
  if (list === "environments") {
    const secrets = missingSecrets(change);
    await performWithin(updateEnvironment, context, { ...params, environmentId: ours.id }, { ...body, secrets });
  }
  if (list === "schedules") {
    // Secret answers stay where the parameters do.
    const { task_params, ...others } = body;
    const sent = groups.includes("task_params") ? body : others;
    await performWithin(updateSchedule, context, { ...params, scheduleId: ours.id }, sent);
  }
  return list === "integrations" ? changeIntegration(context, change, body) : [];
}

/** A key of another type has to be filled in again. */
async function changeKey(context: ImportContext, { ours, groups }: Change, body: object): Promise<void> {
  const { db, project } = context;
  await performWithin(updateKey, context, { projectId: project.id, keyId: ours.id }, body);
  if (!groups.includes("type")) return;
  const input = parse(KeyInput, { ...body, override_secret: false });
  await keys.refuseUsedPassword(db, project.id, found(await keys.getKey(db, project.id, ours.id)), input.type);
  await keys.updateKey(db, project.id, ours.id, { ...input, override_secret: true });
}

const Secrets = z.array(z.looseObject({ type: z.string(), name: z.string() })).catch([]);

/** Secrets that are new at the source, without values; those that are gone there stay. */
export function missingSecrets({ ours, theirs, groups }: Change) {
  if (!groups.includes("secrets")) return [];
  const here = new Set(Secrets.parse(ours.secrets).map(({ type, name }) => `${type} ${name}`));
  return Secrets.parse(theirs.secrets).filter(({ type, name }) => !here.has(`${type} ${name}`));
}

async function changeIntegration(context: ImportContext, change: Change, body: object): Promise<string[]> {
  const { db, project } = context;
  const { ours, theirs, groups } = change;
  await performWithin(updateIntegration, context, { projectId: project.id, integrationId: ours.id }, body);
  if (groups.includes("matchers")) {
    for (const { id } of await listMatchers(db, project.id, ours.id)) await deleteMatcher(db, ours.id, id);
    for (const part of parse(z.array(MatcherInput), theirs.matchers)) await insertMatcher(db, ours.id, part);
  }
  if (groups.includes("extract_values")) {
    for (const { id } of await listValues(db, project.id, ours.id)) await deleteValue(db, ours.id, id);
    for (const part of parse(z.array(ValueInput), theirs.extract_values)) await insertValue(db, ours.id, part);
  }
  return groups.includes("aliases") ? addAliases(context, ours.id, theirs.aliases, ours.aliases) : [];
}

const Aliases = z.array(z.string()).catch([]);

/** Those that are gone at the source stay. */
export function addAliases({ db, project }: ImportContext, id: number | null, theirs: unknown, ours: unknown) {
  const here = new Set(Aliases.parse(ours));
  const missing = Aliases.parse(theirs).filter((alias) => !here.has(alias));
  return insertAliases(db, project.id, id, missing);
}
