import { z } from "zod";
import { parseJson } from "@/lib/protocol/json-text";
import type { PlanAction, PlanAttribute, PlanChange } from "@/lib/protocol/plan";
import { isSecret, STACK_TYPE } from "@/lib/protocol/pulumi";
import { isDefaultProvider, placeOf } from "@/runner/apps/pulumi/drift";
import { changedValues, pathText } from "@/runner/plan/flatten";
import type { FoundPlan } from "@/runner/plan/found";

/** Pulumi's mark of a value that is known later. */
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const State = z.object({ inputs: z.unknown().optional(), outputs: z.unknown().optional() });
const Step = z.object({
  op: z.string(),
  urn: z.string(),
  type: z.string().default(""),
  old: State.nullish(),
  new: State.nullish(),
  keys: z.array(z.string()).nullish(),
  diffs: z.array(z.string()).nullish(),
});
type Step = z.infer<typeof Step>;
const Event = z.object({
  resourcePreEvent: z.object({ metadata: Step }).optional(),
  resOutputsEvent: z.object({ metadata: Step }).optional(),
});

const ACTIONS: ReadonlyMap<string, PlanAction> = new Map([
  ["create", "create"],
  ["import", "create"],
  ["update", "update"],
  ["delete", "delete"],
  ["replace", "replace"],
  ["read", "read"],
  ["import-replacement", "replace"],
  ["discard", "forget"],
]);

/** What a preview's event log says: an event in each line. Of a replacement, only the step that names the whole counts. */
export function readEventLog(text: string): FoundPlan {
  const events = text.split("\n").flatMap((line) => Event.safeParse(parseJson(line)).data ?? []);
  return {
    resources: events.flatMap(({ resourcePreEvent }) => (resourcePreEvent ? readStep(resourcePreEvent.metadata) : [])),
    drift: [],
    outputs: events.flatMap(({ resOutputsEvent }) => (resOutputsEvent ? readOutputs(resOutputsEvent.metadata) : [])),
    // The log itself has no secret.
    secrets: [],
  };
}

const NOTHING = { module: "", reason: "", previous_address: null, forced_by: [], omitted: 0 };

function readStep(step: Step): PlanChange[] {
  const { op, urn, old, new: next, keys } = step;
  const action = ACTIONS.get(op);
  const place = placeOf(urn);
  if (!action || place.type === STACK_TYPE || isDefaultProvider(place)) return [];
  const attributes = attributesOf(old?.inputs, action === "delete" ? undefined : next?.inputs);
  return [
    {
      ...NOTHING,
      ...place,
      module: parentOf(urn),
      action,
      imported: op.startsWith("import"),
      forced_by: action === "replace" ? (keys ?? []).map((key) => pathText([key])) : [],
      attributes: [...attributes, ...changedSecrets(step, attributes)],
    },
  ];
}

/** Components take the place of modules: the types of the parents, as the resource's name shows them. */
function parentOf(urn: string): string {
  const [, , types = ""] = urn.split("::");
  return types
    .split("$")
    .slice(0, -1)
    .filter((type) => type !== STACK_TYPE)
    .join("/");
}

/** Outputs of the stack; those of resources follow from their inputs. */
function readOutputs({ urn, old, new: next }: Step): PlanChange[] {
  if (placeOf(urn).type !== STACK_TYPE) return [];
  return attributesOf(old?.outputs, next?.outputs).map((attribute) => ({
    ...NOTHING,
    address: attribute.path,
    type: "output",
    action: actionOf(attribute.before.kind, attribute.after.kind),
    imported: false,
    attributes: [{ ...attribute, path: "" }],
  }));
}

function actionOf(before: string, after: string): PlanAction {
  if (before === "none") return "create";
  return after === "none" ? "delete" : "update";
}

function attributesOf(before: unknown, after: unknown): PlanAttribute[] {
  const sensitive = { before: marked(before, isSecret), after: marked(after, isSecret) };
  return changedValues({ before, after, unknown: marked(after, isUnknown), sensitive });
}

/** The log hides both sides of a secret alike; that it changes, only the names beside them say. */
function changedSecrets({ old, new: next, diffs }: Step, listed: PlanAttribute[]): PlanAttribute[] {
  const secrets = attributesOf(undefined, old?.inputs).filter(({ after }) => after.kind === "sensitive");
  const kept = new Set(attributesOf(undefined, next?.inputs).map(({ path }) => path));
  const isListed = new Set(listed.map(({ path }) => path));
  return secrets.flatMap(({ path, after: hidden }) => {
    const changes = diffs?.some((name) => isWithin(path, name)) && kept.has(path) && !isListed.has(path);
    return changes ? [{ path, before: hidden, after: hidden }] : [];
  });
}

const isWithin = (path: string, name: string): boolean =>
  path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);

/** A copy of the value with `true` for each part that is meant, and `false` for the others. */
function marked(value: unknown, isMeant: (value: unknown) => boolean): unknown {
  if (isMeant(value)) return true;
  if (Array.isArray(value)) return value.map((part) => marked(part, isMeant));
  if (typeof value !== "object" || value === null) return false;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, marked(part, isMeant)]));
}

const isUnknown = (value: unknown): boolean => value === UNKNOWN;
