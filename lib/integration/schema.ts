import { z } from "zod";
import { taskVariableProblem } from "@/lib/environment/rules";
import {
  flag,
  IdParam,
  keptIfAbsent,
  limitQuery,
  listQuery,
  optionalId,
  ProjectParams,
  requiredName,
  requiredText,
  text,
} from "@/lib/operation/fields";
import { mending, Warnings } from "@/lib/operation/warnings";
import { DELIVERY_REASONS } from "@/lib/protocol/delivery";
import { hasLongNumbers } from "@/lib/protocol/long-numbers";
import { RefusalIssue } from "@/lib/protocol/refusal";
import { TaskParams } from "@/lib/queue/schema";
import { NewTaskFields, StoredAnswers } from "@/lib/task/schema";
import { AllParams, withoutParamTwins } from "@/lib/task/schema/params";
import { words } from "@/lib/template/schema/task-params";

export const AUTH_METHODS = ["", "github", "token", "hmac"] as const;
export const SOURCES = ["header", "body"] as const;
const BODY_DATA_TYPES = ["", "json", "string"] as const;
export const METHODS = ["equals", "unequals", "contains"] as const;

/** Task options of an integration, besides the extracted values. */
export const HookTask = z.object({
  message: z.string().max(2000).optional(),
  debug: z.boolean().optional(),
  dry_run: z.boolean().optional(),
  diff: z.boolean().optional(),
  plan: z.boolean().optional(),
  auto_approve: z.boolean().optional(),
  destroy: z.boolean().optional(),
  tags: z.string().max(1000).optional(),
  skip_tags: z.string().max(1000).optional(),
  limit: z.string().max(1000).optional(),
  git_branch: z.string().max(255).optional(),
  /** JSON text: answers that no extracted value provides. */
  environment: z.string().refine(fits(StoredAnswers), "answersNotJson").optional(),
  /** JSON text: an array of strings. */
  arguments: z.string().refine(fits(NewTaskFields.shape.arguments), "argumentsNotJson").optional(),
  inventory_id: z.int().optional(),
  environment_id: z.int().optional(),
  params: TaskParams.optional(),
});
export type HookTask = z.infer<typeof HookTask>;

/** As it is stored: `params` also has the fields of the task itself that were sent in it. */
export const StoredHookTask = HookTask.extend({
  params: TaskParams.extend(HookTask.pick({ limit: true, debug: true, dry_run: true, diff: true }).shape).optional(),
});

function fits(schema: z.ZodType) {
  return (value: string) => schema.safeParse(value).success;
}

export const Integration = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  template_id: z.int().nullable(),
  auth_method: z.enum(AUTH_METHODS),
  auth_secret_id: z.int().nullable(),
  auth_header: z.string(),
  searchable: z.boolean(),
  /** Whether a GET of its URL counts as a delivery, too. */
  accept_get: z.boolean(),
  task_params: HookTask.nullable(),
});
export type Integration = z.infer<typeof Integration>;

/** The reply to a creation. */
export const NewIntegration = Integration.extend({ warnings: Warnings });

const part = {
  id: z.int(),
  integration_id: z.int(),
  name: z.string(),
  body_data_type: z.enum(BODY_DATA_TYPES),
  key: z.string(),
};
export const Matcher = z.object({
  ...part,
  match_type: z.enum(SOURCES),
  method: z.enum(METHODS),
  value: z.string(),
});
export type Matcher = z.infer<typeof Matcher>;

export const ExtractValue = z.object({ ...part, value_source: z.enum(SOURCES), variable: z.string() });
export type ExtractValue = z.infer<typeof ExtractValue>;

export const Alias = z.object({ id: z.int(), url: z.string() });
export type Alias = z.infer<typeof Alias>;

/** Clients query this before deleting; nothing ever refers to an integration or its parts. */
export const IntegrationRefs = z.object({ matchers: z.null(), values: z.null() });
export const PartRefs = z.object({ integrations: z.array(z.never()) });

export const IntegrationParams = ProjectParams.extend({ integrationId: IdParam });
export const MatcherParams = IntegrationParams.extend({ matcherId: IdParam });
export const ValueParams = IntegrationParams.extend({ valueId: IdParam });
export const ProjectAliasParams = ProjectParams.extend({ aliasId: IdParam });
export const AliasParams = IntegrationParams.extend({ aliasId: IdParam });
export const NameQuery = listQuery(["name"]);

const withoutNulls = (value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => (field ?? null) !== null))
    : value;

const HookTaskInput = HookTask.extend({
  message: keptIfAbsent(NewTaskFields.shape.message),
  tags: keptIfAbsent(words()),
  skip_tags: keptIfAbsent(words()),
  limit: keptIfAbsent(words()),
  git_branch: keptIfAbsent(NewTaskFields.shape.git_branch),
  environment: HookTask.shape.environment.refine((json) => !hasLongNumbers(json ?? ""), "numberTooLarge"),
  inventory_id: optionalId(),
  environment_id: optionalId(),
  params: AllParams.optional(),
}).transform(({ inventory_id, environment_id, ...fields }, context): HookTask => {
  const task = { ...fields, ...(inventory_id && { inventory_id }), ...(environment_id && { environment_id }) };
  return task.params ? { ...withoutParamTwins(task, context), params: task.params } : task;
});

/** A complete integration; PUT replaces it. */
export const IntegrationInput = z.object({
  id: optionalId(),
  project_id: optionalId(),
  name: requiredName("integrationNameRequired"),
  template_id: optionalId(),
  auth_method: z
    .enum([...AUTH_METHODS, "none"], "authMethodInvalid")
    .nullish()
    // The word of Semaphore's later releases.
    .transform((method) => (method && method !== "none" ? method : "")),
  auth_secret_id: optionalId(),
  auth_header: text(255).refine((name) => /^[\w!#$%&'*+.^`|~-]*$/.test(name), "headerNameInvalid"),
  searchable: flag(),
  /** Absent, as in bodies of clients that do not know it: as it was. */
  accept_get: z
    .boolean()
    .nullish()
    .transform((accepts) => accepts ?? undefined),
  task_params: z
    .preprocess(withoutNulls, HookTaskInput)
    .nullish()
    .transform((task) => task ?? null),
});
export type IntegrationInput = z.output<typeof IntegrationInput>;
export type IntegrationBody = z.input<typeof IntegrationInput>;

/** Bitbucket's signature, which later releases of Semaphore know, is an HMAC in a header of that name. */
const readAuthMethod = mending("type_mapped", ({ auth_method }) =>
  auth_method === "bitbucket" ? { auth_method: "hmac", auth_header: "X-Hub-Signature" } : null,
);

/** As the API takes it. */
export const SentIntegration = z.preprocess(readAuthMethod, IntegrationInput.extend({ warnings: Warnings }));

const partInput = {
  id: optionalId(),
  integration_id: optionalId(),
  name: requiredName("integrationNameRequired"),
  body_data_type: z
    .enum(BODY_DATA_TYPES, "bodyDataTypeRequired")
    .nullish()
    .transform((type) => type ?? ""),
};

export const MatcherInput = z
  .object({
    match_type: z.enum(SOURCES, "matchTypeRequired"),
    ...partInput,
    key: requiredText("matcherKeyRequired", 1000),
    method: z.enum(METHODS, "matcherMethodRequired"),
    value: text(10_000).refine((value) => value !== "", "matcherValueRequired"),
  })
  .superRefine(({ match_type, body_data_type }, context) => {
    if (match_type === "body" && body_data_type === "") {
      context.addIssue({ code: "custom", path: ["body_data_type"], message: "bodyDataTypeRequired" });
    }
  });
export type MatcherInput = z.output<typeof MatcherInput>;

const valueFields = z.object({
  value_source: z.enum(SOURCES, "valueSourceRequired"),
  ...partInput,
  key: text(1000),
  variable: requiredText("valueVariableRequired"),
});

export const ValueInput = valueFields.superRefine((input, context) => {
  const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  if (input.value_source === "body" && input.body_data_type === "") refuse("body_data_type", "bodyDataTypeRequired");
  if (input.value_source === "body" && input.body_data_type === "json" && input.key === "") {
    refuse("key", "valueJsonKeyRequired");
  }
  if (input.value_source === "header" && input.key === "") refuse("key", "valueKeyRequired");
  const problem = input.variable.trim() === "" ? null : taskVariableProblem(input.variable);
  if (problem) refuse("variable", problem);
});
export type ValueInput = z.output<typeof ValueInput>;

/** PUT on an extracted value changes only the fields in the body that are not null. */
export const ValueChanges = z.preprocess(withoutNulls, valueFields.partial());

const DELIVERY_OUTCOMES = ["started", "unmatched", "unauthorized", "refused", "failed", "unused"] as const;

/** A webhook request to one integration and its result. */
export const Delivery = z.object({
  id: z.int(),
  integration_id: z.int().nullable(),
  integration_name: z.string().nullable(),
  created: z.string(),
  ip: z.string(),
  outcome: z.enum(DELIVERY_OUTCOMES),
  /** Why no task was started; null also for a reason of another release. */
  reason: z.enum(DELIVERY_REASONS).nullable().catch(null),
  detail: z.string(),
  /** Null unless the task was refused; then `detail` is their English text. */
  issues: z.array(RefusalIssue).nullable(),
  /** How often the same delivery was sent again. */
  repeats: z.int(),
  task_id: z.int().nullable(),
  replay_of: z.int().nullable(),
  body_bytes: z.int(),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryVerdict = z.object({
  auth: z.object({ method: z.enum(AUTH_METHODS), ok: z.boolean() }),
  /** `actual` is null if there was nothing to compare, or nothing that may be shown. */
  matchers: z.array(z.object({ id: z.int(), name: z.string(), ok: z.boolean(), actual: z.string().nullable() })),
  values: z.record(z.string(), z.string()),
});
export type DeliveryVerdict = z.infer<typeof DeliveryVerdict>;

export const DeliveryDetail = Delivery.extend({
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** The body was longer than what is stored. */
  body_cut: z.boolean(),
  verdict: DeliveryVerdict.nullable(),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

/** What replaying a delivery did, or would do. */
export const ReplayResult = z.object({
  dry_run: z.boolean(),
  outcome: z.enum(DELIVERY_OUTCOMES),
  reason: z.enum(DELIVERY_REASONS).nullable(),
  detail: z.string(),
  issues: z.array(RefusalIssue).nullable(),
  verdict: DeliveryVerdict,
  delivery_id: z.int().nullable(),
  task_id: z.int().nullable(),
});
export type ReplayResult = z.infer<typeof ReplayResult>;

export const DeliveryParams = ProjectParams.extend({ deliveryId: IdParam });

export const DeliveryQuery = z.object({
  integration_id: IdParam.optional(),
  outcome: z.preprocess((value) => value || undefined, z.enum(DELIVERY_OUTCOMES).optional()),
  before: IdParam.optional(),
  limit: limitQuery(200),
});
export type DeliveryQuery = z.output<typeof DeliveryQuery>;

export const ReplayInput = z
  .object({ dry_run: flag() })
  .nullish()
  .transform((input) => input ?? { dry_run: false });
