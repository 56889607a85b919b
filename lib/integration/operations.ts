import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import { templates } from "@/db/schema/templates";
import { project } from "@/lib/access/access";
import * as aliases from "@/lib/integration/aliases";
import { checkHookTask } from "@/lib/integration/check-task";
import { getDeliveryRow } from "@/lib/integration/delivery/inbox";
import { replay } from "@/lib/integration/delivery/replay";
import * as parts from "@/lib/integration/parts";
import { requireIntegration } from "@/lib/integration/read-operations";
import {
  Alias,
  AliasParams,
  DeliveryParams,
  ExtractValue,
  type IntegrationInput,
  IntegrationParams,
  Matcher,
  MatcherInput,
  MatcherParams,
  NewIntegration,
  PeerIntegration,
  ProjectAliasParams,
  ReplayInput,
  ReplayResult,
  SentIntegration,
  ValueChanges,
  ValueInput,
  ValueParams,
} from "@/lib/integration/schema";
import * as store from "@/lib/integration/store";
import { getKey } from "@/lib/key/store";
import { changesOf } from "@/lib/operation/changes";
import { operation } from "@/lib/operation/define";
import { found, invalid } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseMismatch, refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { parse } from "@/lib/operation/parse";
import { Saved } from "@/lib/operation/warnings";
import { requireReferences } from "@/lib/project/references";
import { taskChanged } from "@/lib/task/announce";

const write = { transaction: "whole", access: project("manageResources") } as const;

const event = (id: number, description: string) => ({ object_type: "integration", object_id: id, description });

const TRACKED = [
  "name",
  "template_id",
  "auth_method",
  "auth_secret_id",
  "auth_header",
  "searchable",
  "accept_get",
  "task_params",
] as const;

export const createIntegration = operation({
  ...write,
  name: "integration.create",
  summary: "Adds an integration",
  params: ProjectParams,
  input: SentIntegration,
  output: NewIntegration,
  peerOutput: PeerIntegration,
  run: async ({ db, project, input: { id: _id, project_id, warnings, ...input } }) => {
    refuseOtherIds({ project_id }, project.id);
    await checkReferences(db, project.id, input);
    return { ...(await store.insertIntegration(db, project.id, input)), warnings };
  },
  event: ({ result }) => event(result.id, `Integration ${result.name} created`),
});

export const updateIntegration = operation({
  ...write,
  name: "integration.update",
  summary: "Replaces an integration",
  params: IntegrationParams,
  input: SentIntegration,
  output: Saved,
  run: async ({ db, project, params, input: { id, project_id, warnings, ...input } }) => {
    refuseOtherIds({ id, project_id }, project.id, params.integrationId);
    const before = await requireIntegration(db, params);
    await checkReferences(db, project.id, input);
    await store.updateIntegration(db, project.id, params.integrationId, input);
    const after = { ...input, accept_get: input.accept_get ?? before.accept_get };
    return { changes: changesOf(before, after, TRACKED), warnings };
  },
  event: ({ params, input, result }) => ({
    ...event(params.integrationId, `Integration ${input.name} updated`),
    changes: result.changes,
  }),
});

export const deleteIntegration = operation({
  ...write,
  name: "integration.delete",
  summary: "Deletes an integration with its matchers, values and aliases",
  params: IntegrationParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => found(await store.deleteIntegration(db, params.projectId, params.integrationId)),
  event: ({ params, result }) => event(params.integrationId, `Integration ${result} deleted`),
});

export const createProjectAlias = operation({
  ...write,
  name: "integration.createProjectAlias",
  summary: "Adds an alias that serves all searchable integrations of the project",
  params: ProjectParams,
  input: NoInput,
  output: Alias,
  run: ({ db, project }) => aliases.insertAlias(db, project.id, null),
  event: ({ result }) => event(result.id, `Integration Alias ID ${result.id} created`),
});

export const deleteProjectAlias = operation({
  ...write,
  name: "integration.deleteProjectAlias",
  summary: "Deletes an alias of the project",
  params: ProjectAliasParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => found((await aliases.deleteAlias(db, params.projectId, null, params.aliasId)) || null),
  event: ({ params }) => event(params.aliasId, `Integration Alias ID ${params.aliasId} deleted`),
});

export const createAlias = operation({
  ...write,
  name: "integration.createAlias",
  summary: "Adds an alias of one integration",
  params: IntegrationParams,
  input: NoInput,
  output: Alias,
  run: async ({ db, params }) => {
    const { project_id, id } = await requireIntegration(db, params);
    return aliases.insertAlias(db, project_id, id);
  },
  event: ({ params, result }) => event(params.integrationId, `Integration Alias ID ${result.id} created`),
});

export const deleteAlias = operation({
  ...write,
  name: "integration.deleteAlias",
  summary: "Deletes an alias of one integration",
  params: AliasParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params: { projectId, integrationId, aliasId } }) =>
    found((await aliases.deleteAlias(db, projectId, integrationId, aliasId)) || null),
  event: ({ params }) => event(params.integrationId, `Integration Alias ID ${params.aliasId} deleted`),
});

export const createMatcher = operation({
  ...write,
  name: "integration.createMatcher",
  summary: "Adds a matcher",
  params: IntegrationParams,
  input: MatcherInput,
  output: Matcher,
  run: async ({ db, params, input }) => {
    refuseOtherIntegration(input, params);
    await requireIntegration(db, params);
    return parts.insertMatcher(db, params.integrationId, input);
  },
  event: ({ params, input }) => event(params.integrationId, `Integration Matcher ${input.name} created`),
});

export const updateMatcher = operation({
  ...write,
  name: "integration.updateMatcher",
  summary: "Replaces a matcher",
  params: MatcherParams,
  input: MatcherInput,
  output: NoContent,
  run: async ({ db, params, input }) => {
    refuseOtherIntegration(input, params, params.matcherId);
    await requireIntegration(db, params);
    const before = found(await parts.getMatcher(db, params.integrationId, params.matcherId));
    found((await parts.updateMatcher(db, params.integrationId, params.matcherId, input)) || null);
    return changesOf(before, input, ["name", "match_type", "method", "body_data_type", "key", "value"]);
  },
  event: ({ params, input, result }) => ({
    ...event(params.integrationId, `Integration Matcher ${input.name} updated`),
    changes: result,
  }),
});

export const deleteMatcher = operation({
  ...write,
  name: "integration.deleteMatcher",
  summary: "Deletes a matcher",
  params: MatcherParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => {
    await requireIntegration(db, params);
    return found(await parts.deleteMatcher(db, params.integrationId, params.matcherId));
  },
  event: ({ params, result }) => event(params.integrationId, `Integration Matcher ${result} deleted`),
});

export const createValue = operation({
  ...write,
  name: "integration.createValue",
  summary: "Adds an extracted value",
  params: IntegrationParams,
  input: ValueInput,
  output: ExtractValue,
  run: async ({ db, params, input }) => {
    refuseOtherIntegration(input, params);
    await requireIntegration(db, params);
    return parts.insertValue(db, params.integrationId, input);
  },
  event: ({ params, input }) => event(params.integrationId, `Integration Extract Value ${input.name} created`),
});

export const updateValue = operation({
  ...write,
  name: "integration.updateValue",
  summary: "Changes the given fields of an extracted value",
  params: ValueParams,
  input: ValueChanges,
  output: NoContent,
  run: async ({ db, params, input }) => {
    refuseOtherIntegration(input, params, params.valueId);
    await requireIntegration(db, params);
    const before = found(await parts.getValue(db, params.integrationId, params.valueId));
    const after = parse(ValueInput, { ...before, ...input });
    await parts.updateValue(db, params.integrationId, params.valueId, after);
    const changes = changesOf(before, after, ["name", "value_source", "body_data_type", "key", "variable"]);
    return { name: after.name, changes };
  },
  event: ({ params, result: { name, changes } }) => ({
    ...event(params.integrationId, `Integration Extract Value ${name} updated`),
    changes,
  }),
});

export const deleteValue = operation({
  ...write,
  name: "integration.deleteValue",
  summary: "Deletes an extracted value",
  params: ValueParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => {
    await requireIntegration(db, params);
    return found(await parts.deleteValue(db, params.integrationId, params.valueId));
  },
  event: ({ params, result }) => event(params.integrationId, `Integration Extract Value ${result} deleted`),
});

export const replayDelivery = operation({
  ...write,
  name: "integration.replay",
  summary: "Processes a delivery again; dry_run only predicts the result",
  params: DeliveryParams,
  input: ReplayInput,
  output: ReplayResult,
  run: async ({ db, project, params, input, announce }) => {
    const delivery = found(await getDeliveryRow(db, project.id, params.deliveryId));
    const { result, task } = await replay(db, delivery, input.dry_run);
    if (task) announce(taskChanged(task));
    return result;
  },
  event: ({ params, input }) =>
    input.dry_run ? null : event(params.deliveryId, `Integration Delivery ID ${params.deliveryId} replayed`),
});

type PartIds = { id?: number | null; integration_id?: number | null };

function refuseOtherIntegration(body: PartIds, params: { integrationId: number }, id?: number): void {
  refuseMismatch("integration_id", body.integration_id, params.integrationId, "partIntegrationMismatch");
  if (id !== undefined) refuseMismatch("id", body.id, id, "idMismatch");
}

async function checkReferences(
  db: Db,
  projectId: number,
  input: Pick<IntegrationInput, "template_id" | "auth_secret_id" | "task_params">,
): Promise<void> {
  const { template_id, auth_secret_id } = input;
  await requireReferences(db, projectId, [
    { field: "template_id", id: template_id, table: templates },
    { field: "auth_secret_id", id: auth_secret_id, table: accessKeys },
  ]);
  await checkHookTask(db, projectId, input);
  const key = auth_secret_id === null ? null : await getKey(db, projectId, auth_secret_id);
  if (key && key.type !== "login_password") throw invalid("auth_secret_id", "vaultKeyNoPassword");
}
