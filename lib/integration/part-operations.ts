import { project } from "@/lib/access/access";
import { integrationEvent } from "@/lib/integration/operations";
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
    await requireIntegration(db, params);
    return parts.insertMatcher(db, params.integrationId, input);
  },
  event: ({ params, input }) => integrationEvent(params.integrationId, `Integration Matcher ${input.name} created`),
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
    await requireIntegration(db, params);
    const before = found(await parts.getMatcher(db, params.integrationId, params.matcherId));
    found(await parts.updateMatcher(db, params.integrationId, params.matcherId, input));
    return changesOf(before, input, TRACKED_MATCHER);
  },
  event: ({ params, input, result }) => ({
    ...integrationEvent(params.integrationId, `Integration Matcher ${input.name} updated`),
    changes: result,
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
    await requireIntegration(db, params);
    return found(await parts.deleteMatcher(db, params.integrationId, params.matcherId));
  },
  event: ({ params, result }) => integrationEvent(params.integrationId, `Integration Matcher ${result} deleted`),
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
    await requireIntegration(db, params);
    return parts.insertValue(db, params.integrationId, input);
  },
  event: ({ params, input }) =>
    integrationEvent(params.integrationId, `Integration Extract Value ${input.name} created`),
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
    await requireIntegration(db, params);
    const before = found(await parts.lockValue(db, params.integrationId, params.valueId));
    const after = parse(ValueInput, { ...before, ...input });
    await parts.updateValue(db, params.integrationId, params.valueId, after);
    const changes = changesOf(before, after, TRACKED_VALUE);
    return { name: after.name, changes };
  },
  event: ({ params, result: { name, changes } }) => ({
    ...integrationEvent(params.integrationId, `Integration Extract Value ${name} updated`),
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
    await requireIntegration(db, params);
    return found(await parts.deleteValue(db, params.integrationId, params.valueId));
  },
  event: ({ params, result }) => integrationEvent(params.integrationId, `Integration Extract Value ${result} deleted`),
});

const TRACKED_PART = { name: "shown", body_data_type: "shown", key: "shown" } as const;
const TRACKED_MATCHER = { ...TRACKED_PART, match_type: "shown", method: "shown", value: "shown" } as const;
const TRACKED_VALUE = { ...TRACKED_PART, value_source: "shown", variable: "shown" } as const;

type PartIds = { id?: number | null; integration_id?: number | null };

function refuseOtherIntegration(body: PartIds, params: { integrationId: number }, id?: number): void {
  refuseMismatch("integration_id", body.integration_id, params.integrationId, "partIntegrationMismatch");
  if (id !== undefined) refuseMismatch("id", body.id, id, "idMismatch");
}
