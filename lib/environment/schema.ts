import { z } from "zod";
import { extraSecretProblem, MAX_VALUE_LENGTH, variableNameProblem } from "@/lib/environment/rules";
import {
  IdParam,
  listQuery,
  optionalId,
  optionalText,
  ProjectParams,
  requiredName,
  text,
  withLimit,
} from "@/lib/operation/fields";
import { ResourceFacts } from "@/lib/project/schema/facts";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { isStorable } from "@/lib/protocol/json-text";
import { hasLongNumbers } from "@/lib/protocol/long-numbers";

export const SECRET_TYPES = ["var", "env"] as const;
export type SecretType = (typeof SECRET_TYPES)[number];
const SECRET_OPERATIONS = ["create", "update", "delete"] as const;
export type SecretOperation = (typeof SECRET_OPERATIONS)[number];

/** A secret in replies: without its value. */
export const EnvironmentSecret = z.object({
  id: z.int(),
  type: z.enum(SECRET_TYPES),
  name: z.string(),
  secret: z.literal(""),
  operation: z.literal(""),
});
export type EnvironmentSecret = z.infer<typeof EnvironmentSecret>;

export const Environment = z.object({
  id: z.int(),
  name: z.string(),
  project_id: z.int(),
  /** Accepted for Semaphore's backups and never returned. */
  password: z.null(),
  /** JSON text of the extra variables; blank, like `env`, for members who may not manage resources. */
  json: z.string(),
  env: z.string().nullable(),
  /** Null in lists, and if there are none. */
  secrets: z.array(EnvironmentSecret).nullable(),
});
export type Environment = z.infer<typeof Environment>;

export const EnvironmentFacts = ResourceFacts.extend({
  /** Extra and environment variables that are no secrets. */
  variables: z.int(),
  secrets: z.int(),
});
export type EnvironmentFacts = z.infer<typeof EnvironmentFacts>;

export const EnvironmentParams = ProjectParams.extend({ environmentId: IdParam });
export const EnvironmentQuery = listQuery(["name"]);
export type EnvironmentQuery = z.output<typeof EnvironmentQuery>;

const SecretInput = z
  .object({
    id: optionalId(),
    type: z
      .enum(["", ...SECRET_TYPES], "secretTypeInvalid")
      .nullish()
      .transform((type) => type ?? ""),
    operation: z
      .enum(["", ...SECRET_OPERATIONS], "secretOperationInvalid")
      .nullish()
      .transform((operation) => operation ?? ""),
    name: text(200),
    secret: text(MAX_VALUE_LENGTH),
  })
  .superRefine(({ type, operation, name }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (operation !== "" && type === "") refuse("type", "secretTypeInvalid");
    if (operation === "" || operation === "delete") return;
    const problem = type === "env" ? variableNameProblem(name) : extraSecretProblem(name);
    if (problem) refuse("name", problem);
  });
export type SecretInput = z.output<typeof SecretInput>;

/** `index` is the position of the change in the body. */
export type SecretChange = SecretInput & { type: SecretType; operation: SecretOperation; index: number };

/** Clients also send unchanged secrets, without an operation. */
const isChange = <Secret extends SecretInput>(
  secret: Secret,
): secret is Secret & { type: SecretType; operation: SecretOperation } => secret.type !== "" && secret.operation !== "";

export const EnvironmentInput = z
  .object({
    id: optionalId(),
    project_id: optionalId(),
    name: requiredName("environmentNameRequired"),
    password: optionalText(1000),
    json: text(1_000_000),
    env: optionalText(1_000_000),
    secrets: z
      .array(SecretInput)
      .max(1000, withLimit("tooLarge", 1000))
      .nullish()
      .transform((list): SecretChange[] =>
        (list ?? []).map((secret, index) => ({ ...secret, index })).filter(isChange),
      ),
  })
  .superRefine(({ json, env }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    const variables = parseJsonObject(json);
    if (!variables) refuse(["json"], "extraVarsNotJson");
    if (!isStorable(variables)) refuse(["json"], "characterInvalid");
    if (variables && hasLongNumbers(json)) refuse(["json"], "numberTooLarge");
    for (const { path, key } of env === null ? [] : problemsWithEnv(env)) refuse(["env", ...path], key);
  })
  .meta({ required: ["json"] });
export type EnvironmentInput = z.output<typeof EnvironmentInput>;

function problemsWithEnv(env: string): { path: string[]; key: string }[] {
  const variables = parseJsonObject(env);
  if (!variables) return [{ path: [], key: "envVarsNotJson" }];
  if (!isStorable(variables)) return [{ path: [], key: "characterInvalid" }];
  return Object.entries(variables).flatMap(([name, value]) => {
    const key = variableNameProblem(name) ?? (typeof value === "string" ? null : "envVarNotText");
    return key ? [{ path: [name], key }] : [];
  });
}
