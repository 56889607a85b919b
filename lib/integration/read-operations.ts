import { z } from "zod";
import type { Db } from "@/db/client";
import { member, project } from "@/lib/access/access";
import { mayIn, type ProjectScope, type UserActor } from "@/lib/access/actor";
import * as aliases from "@/lib/integration/aliases";
import * as inbox from "@/lib/integration/delivery/inbox";
import * as parts from "@/lib/integration/parts";
import {
  Alias,
  Delivery,
  DeliveryDetail,
  DeliveryParams,
  DeliveryQuery,
  ExtractValue,
  Integration,
  IntegrationParams,
  IntegrationRefs,
  Matcher,
  MatcherParams,
  NameQuery,
  PartRefs,
  ValueParams,
} from "@/lib/integration/schema";
import { SemaphoreIntegration } from "@/lib/integration/schema/semaphore-integration";
import * as store from "@/lib/integration/store";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { NoInput, ProjectParams } from "@/lib/operation/fields";

/** Scopes the integration to its project, and its parts to the integration. */
export const requireIntegration = async (db: Db, { projectId, integrationId }: z.output<typeof IntegrationParams>) =>
  found(await store.getIntegration(db, projectId, integrationId));

/** Anyone who knows a URL and what its integrations accept can start tasks, so other members see empty lists. */
const mayManage = (actor: UserActor, project: ProjectScope): boolean => mayIn(actor, project, "manageResources");

/** Other members see that an integration exists and what it starts, but not how to call it. */
const visibleTo =
  (actor: UserActor, project: ProjectScope) =>
  (integration: Integration): Integration =>
    mayManage(actor, project)
      ? integration
      : { ...integration, auth_secret_id: null, auth_header: "", task_params: null };

export const listIntegrations = operation({
  name: "integration.list",
  summary: "Integrations of the project",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NameQuery,
  output: z.array(Integration),
  semaphoreOutput: z.array(SemaphoreIntegration),
  run: async ({ db, actor, project, input }) =>
    (await store.listIntegrations(db, project.id, input)).map(visibleTo(actor, project)),
});

export const getIntegration = operation({
  name: "integration.get",
  summary: "One integration",
  transaction: "none",
  access: member,
  params: IntegrationParams,
  input: NoInput,
  output: Integration,
  semaphoreOutput: SemaphoreIntegration,
  run: async ({ db, actor, project, params }) => visibleTo(actor, project)(await requireIntegration(db, params)),
});

export const getIntegrationRefs = operation({
  name: "integration.refs",
  summary: "What uses the integration; always empty",
  transaction: "none",
  access: member,
  params: IntegrationParams,
  input: NoInput,
  output: IntegrationRefs,
  run: async ({ db, params }) => {
    await requireIntegration(db, params);
    return { matchers: null, values: null };
  },
});

export const listProjectAliases = operation({
  name: "integration.projectAliases",
  summary: "Aliases that serve all searchable integrations of the project; none for members who can't manage resources",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(Alias),
  run: async ({ db, actor, project }) => (mayManage(actor, project) ? aliases.listProjectAliases(db, project.id) : []),
});

export const listAliases = operation({
  name: "integration.aliases",
  summary: "Aliases of one integration; none for members who can't manage resources",
  transaction: "none",
  access: member,
  params: IntegrationParams,
  input: NoInput,
  output: z.array(Alias),
  run: async ({ db, actor, project, params }) => {
    const list = await aliases.listAliases(db, project.id, params.integrationId);
    return mayManage(actor, project) ? list : [];
  },
});

export const listMatchers = operation({
  name: "integration.matchers",
  summary: "The matchers a request must satisfy to start a task; none for members who can't manage resources",
  transaction: "none",
  access: member,
  params: IntegrationParams,
  input: NoInput,
  output: z.array(Matcher),
  run: async ({ db, actor, project, params }) => {
    const list = await parts.listMatchers(db, project.id, params.integrationId);
    return mayManage(actor, project) ? list : [];
  },
});

export const getMatcher = operation({
  name: "integration.matcher",
  summary: "One matcher",
  transaction: "none",
  access: project("manageResources"),
  params: MatcherParams,
  input: NoInput,
  output: Matcher,
  run: async ({ db, params }) => {
    const { id } = await requireIntegration(db, params);
    return found(await parts.getMatcher(db, id, params.matcherId));
  },
});

export const getMatcherRefs = operation({
  name: "integration.matcherRefs",
  summary: "What uses the matcher; always empty",
  transaction: "none",
  access: project("manageResources"),
  params: MatcherParams,
  input: NoInput,
  output: PartRefs,
  run: async ({ db, params }) => {
    const { id } = await requireIntegration(db, params);
    found(await parts.getMatcher(db, id, params.matcherId));
    return { integrations: [] };
  },
});

export const listValues = operation({
  name: "integration.values",
  summary: "The values extracted from a request for the task; none for members who can't manage resources",
  transaction: "none",
  access: member,
  params: IntegrationParams,
  input: NameQuery,
  output: z.array(ExtractValue),
  run: async ({ db, actor, project, params, input }) => {
    const list = await parts.listValues(db, project.id, params.integrationId, input.order);
    return mayManage(actor, project) ? list : [];
  },
});

export const getValue = operation({
  name: "integration.value",
  summary: "One extracted value",
  transaction: "none",
  access: project("manageResources"),
  params: ValueParams,
  input: NoInput,
  output: ExtractValue,
  run: async ({ db, params }) => {
    const { id } = await requireIntegration(db, params);
    return found(await parts.getValue(db, id, params.valueId));
  },
});

export const getValueRefs = operation({
  name: "integration.valueRefs",
  summary: "What uses the extracted value; always empty",
  transaction: "none",
  access: project("manageResources"),
  params: ValueParams,
  input: NoInput,
  output: PartRefs,
  run: async ({ db, params }) => {
    const { id } = await requireIntegration(db, params);
    found(await parts.getValue(db, id, params.valueId));
    return { integrations: [] };
  },
});

export const listDeliveries = operation({
  name: "integration.deliveries",
  summary: "Webhook deliveries of the project with their results, newest first",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: DeliveryQuery,
  output: z.array(Delivery),
  run: async ({ db, actor, project, input }) => {
    const list = await inbox.listDeliveries(db, project.id, input);
    // The detail may name matchers.
    return mayManage(actor, project) ? list : list.map((delivery) => ({ ...delivery, detail: "", issues: null }));
  },
});

export const getDelivery = operation({
  name: "integration.delivery",
  summary: "One delivery with headers, body and the verdict of each matcher",
  transaction: "none",
  access: project("manageResources"),
  params: DeliveryParams,
  input: NoInput,
  output: DeliveryDetail,
  run: async ({ db, project, params }) => found(await inbox.getDelivery(db, project.id, params.deliveryId)),
});
