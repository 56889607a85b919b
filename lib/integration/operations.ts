import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import type { integrations } from "@/db/schema/integrations";
import { templates } from "@/db/schema/templates";
import { project } from "@/lib/access/access";
import * as aliases from "@/lib/integration/aliases";
import { checkHookTask } from "@/lib/integration/check-task";
import { getDeliveryRow } from "@/lib/integration/delivery/inbox";
import { replay } from "@/lib/integration/delivery/replay";
import { requireIntegration } from "@/lib/integration/read-operations";
import {
  Alias,
  AliasParams,
  DeliveryParams,
  type IntegrationInput,
  IntegrationParams,
  NewIntegration,
  ProjectAliasParams,
  ReplayInput,
  ReplayResult,
  SentIntegration,
} from "@/lib/integration/schema";
import { SemaphoreIntegration } from "@/lib/integration/schema/semaphore-integration";
import * as store from "@/lib/integration/store";
import { getKey } from "@/lib/key/store";
import { changesOf, type TrackingOf } from "@/lib/operation/changes";
import { eventsOf, operation } from "@/lib/operation/define";
import { found, invalid } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { Saved } from "@/lib/operation/warnings";
import { requireReferences } from "@/lib/project/references";
import type { EventAction } from "@/lib/protocol/event-action";
import { taskChanged } from "@/lib/task/announce";

/** For the activity feed. */
const integrationEvent = eventsOf("integration", "Integration");

/** `owner`: the integration, or without an id the project. The text is Semaphore's. */
const aliasEvent = (owner: { id: number | null; name: string }, id: number, action: EventAction) => ({
  object_type: "integration",
  object_id: owner.id,
  object_name: owner.name,
  part: { type: "alias", name: "" } as const,
  subject: `Integration Alias ID ${id}`,
  action,
});

const TRACKED = {
  id: "untracked",
  project_id: "untracked",
  name: "shown",
  template_id: "shown",
  auth_method: "shown",
  auth_secret_id: "shown",
  auth_header: "shown",
  searchable: "shown",
  accept_get: "shown",
  task_params: "sealed",
} satisfies TrackingOf<typeof integrations.$inferSelect>;

export const createIntegration = operation({
  name: "integration.create",
  summary: "Adds an integration",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: SentIntegration,
  output: NewIntegration,
  semaphoreOutput: SemaphoreIntegration,
  run: async ({ db, project, input: { id: _id, project_id, warnings, ...input } }) => {
    refuseOtherIds({ project_id }, project.id);
    await checkReferences(db, project.id, input);
    return { ...(await store.insertIntegration(db, project.id, input)), warnings };
  },
  event: ({ result }) => integrationEvent(result.id, result.name, "created"),
});

export const updateIntegration = operation({
  name: "integration.update",
  summary: "Replaces an integration",
  transaction: "whole",
  access: project("manageResources"),
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
    ...integrationEvent(params.integrationId, input.name, "updated"),
    changes: result.changes,
  }),
});

export const deleteIntegration = operation({
  name: "integration.delete",
  summary: "Deletes an integration with its matchers, values and aliases",
  transaction: "whole",
  access: project("manageResources"),
  params: IntegrationParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => found(await store.deleteIntegration(db, params.projectId, params.integrationId)),
  event: ({ params, result }) => integrationEvent(params.integrationId, result, "deleted"),
});

export const createProjectAlias = operation({
  name: "integration.createProjectAlias",
  summary: "Adds an alias that serves all searchable integrations of the project",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: NoInput,
  output: Alias,
  run: ({ db, project }) => aliases.insertAlias(db, project.id, null),
  event: ({ project, result }) => aliasEvent({ id: null, name: project.name }, result.id, "created"),
});

export const deleteProjectAlias = operation({
  name: "integration.deleteProjectAlias",
  summary: "Deletes an alias of the project",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectAliasParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => found(await aliases.deleteAlias(db, params.projectId, null, params.aliasId)),
  event: ({ project, params }) => aliasEvent({ id: null, name: project.name }, params.aliasId, "deleted"),
});

export const createAlias = operation({
  name: "integration.createAlias",
  summary: "Adds an alias of one integration",
  transaction: "whole",
  access: project("manageResources"),
  params: IntegrationParams,
  input: NoInput,
  output: Alias,
  run: async ({ db, params }) => {
    const integration = await requireIntegration(db, params);
    return { ...(await aliases.insertAlias(db, integration.project_id, integration.id)), integration };
  },
  event: ({ result: { id, integration } }) => aliasEvent(integration, id, "created"),
});

export const deleteAlias = operation({
  name: "integration.deleteAlias",
  summary: "Deletes an alias of one integration",
  transaction: "whole",
  access: project("manageResources"),
  params: AliasParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => {
    const integration = await requireIntegration(db, params);
    found(await aliases.deleteAlias(db, integration.project_id, integration.id, params.aliasId));
    return { integration };
  },
  event: ({ params, result: { integration } }) => aliasEvent(integration, params.aliasId, "deleted"),
});

export const replayDelivery = operation({
  name: "integration.replay",
  summary: "Processes a delivery again; dry_run only predicts the result",
  transaction: "whole",
  access: project("manageResources"),
  params: DeliveryParams,
  input: ReplayInput,
  output: ReplayResult,
  run: async ({ db, actor, project, params, input, announce }) => {
    const delivery = found(await getDeliveryRow(db, project.id, params.deliveryId));
    const { result, task } = await replay(db, delivery, actor.user.id, input.dry_run);
    if (task) announce(taskChanged(task));
    return { ...result, integration_id: delivery.integration_id };
  },
  event: ({ params, input, result }) =>
    input.dry_run
      ? null
      : {
          object_type: "integration",
          object_id: result.integration_id,
          description: `Integration Delivery ID ${params.deliveryId} replayed`,
        },
});

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
