import { project } from "@/lib/access/access";
import * as parts from "@/lib/integration/parts";
import { requireIntegration } from "@/lib/integration/read-operations";
import {
  ExtractValue,
  IntegrationParams,
  Matcher,
  MatcherInput,
  MatcherParams,
  ValueChanges,
  ValueInput,
  ValueParams,
} from "@/lib/integration/schema";
import { changesOf } from "@/lib/operation/changes";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { NoContent, NoInput } from "@/lib/operation/fields";
import { refuseMismatch } from "@/lib/operation/http/id-mismatch";
import { parse } from "@/lib/operation/parse";
import type { EventAction } from "@/lib/protocol/event-action";

export const createMatcher = operation({
  name: "integration.createMatcher",
  summary: "Adds a matcher",
  transaction: "whole",
  access: project("manageResources"),
  params: IntegrationParams,
  input: MatcherInput,
  output: Matcher,
  run: async ({ db, params, input }) => {
    refuseOtherIntegration(input, params);
    const integration = await requireIntegration(db, params);
    return { ...(await parts.insertMatcher(db, params.integrationId, input)), integration };
  },
  event: ({ result: { name, integration } }) => partEvent(integration, { type: "matcher", name }, "created"),
});

export const updateMatcher = operation({
  name: "integration.updateMatcher",
  summary: "Replaces a matcher",
  transaction: "whole",
  access: project("manageResources"),
  params: MatcherParams,
  input: MatcherInput,
  output: NoContent,
  run: async ({ db, params, input }) => {
    refuseOtherIntegration(input, params, params.matcherId);
    const integration = await requireIntegration(db, params);
    const before = found(await parts.getMatcher(db, params.integrationId, params.matcherId));
    found(await parts.updateMatcher(db, params.integrationId, params.matcherId, input));
    return { integration, changes: changesOf(before, input, TRACKED_MATCHER) };
  },
  event: ({ input: { name }, result: { integration, changes } }) => ({
    ...partEvent(integration, { type: "matcher", name }, "updated"),
    changes,
  }),
});

export const deleteMatcher = operation({
  name: "integration.deleteMatcher",
  summary: "Deletes a matcher",
  transaction: "whole",
  access: project("manageResources"),
  params: MatcherParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => {
    const integration = await requireIntegration(db, params);
    return { integration, name: found(await parts.deleteMatcher(db, params.integrationId, params.matcherId)) };
  },
  event: ({ result: { name, integration } }) => partEvent(integration, { type: "matcher", name }, "deleted"),
});

export const createValue = operation({
  name: "integration.createValue",
  summary: "Adds an extracted value",
  transaction: "whole",
  access: project("manageResources"),
  params: IntegrationParams,
  input: ValueInput,
  output: ExtractValue,
  run: async ({ db, params, input }) => {
    refuseOtherIntegration(input, params);
    const integration = await requireIntegration(db, params);
    return { ...(await parts.insertValue(db, params.integrationId, input)), integration };
  },
  event: ({ result: { name, integration } }) => partEvent(integration, { type: "value", name }, "created"),
});

export const updateValue = operation({
  name: "integration.updateValue",
  summary: "Changes the given fields of an extracted value",
  transaction: "whole",
  access: project("manageResources"),
  params: ValueParams,
  input: ValueChanges,
  output: NoContent,
  run: async ({ db, params, input }) => {
    refuseOtherIntegration(input, params, params.valueId);
    const integration = await requireIntegration(db, params);
    const before = found(await parts.lockValue(db, params.integrationId, params.valueId));
    const after = parse(ValueInput, { ...before, ...input });
    await parts.updateValue(db, params.integrationId, params.valueId, after);
    const changes = changesOf(before, after, TRACKED_VALUE);
    return { name: after.name, integration, changes };
  },
  event: ({ result: { name, integration, changes } }) => ({
    ...partEvent(integration, { type: "value", name }, "updated"),
    changes,
  }),
});

export const deleteValue = operation({
  name: "integration.deleteValue",
  summary: "Deletes an extracted value",
  transaction: "whole",
  access: project("manageResources"),
  params: ValueParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, params }) => {
    const integration = await requireIntegration(db, params);
    return { integration, name: found(await parts.deleteValue(db, params.integrationId, params.valueId)) };
  },
  event: ({ result: { name, integration } }) => partEvent(integration, { type: "value", name }, "deleted"),
});

const SUBJECTS = { matcher: "Integration Matcher", value: "Integration Extract Value" } as const;

/** Recorded for the integration that it is a part of. */
const partEvent = (
  { id, name }: { id: number; name: string },
  part: { type: keyof typeof SUBJECTS; name: string },
  action: EventAction,
) => ({
  object_type: "integration",
  object_id: id,
  object_name: name,
  part,
  subject: `${SUBJECTS[part.type]} ${part.name}`,
  action,
});

const TRACKED_PART = { name: "shown", body_data_type: "shown", key: "shown" } as const;
const TRACKED_MATCHER = { ...TRACKED_PART, match_type: "shown", method: "shown", value: "shown" } as const;
const TRACKED_VALUE = { ...TRACKED_PART, value_source: "shown", variable: "shown" } as const;

type PartIds = { id?: number | null; integration_id?: number | null };

function refuseOtherIntegration(body: PartIds, params: { integrationId: number }, id?: number): void {
  refuseMismatch("integration_id", body.integration_id, params.integrationId, "partIntegrationMismatch");
  if (id !== undefined) refuseMismatch("id", body.id, id, "idMismatch");
}
