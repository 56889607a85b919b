import { z } from "zod";
import { isSecret, STACK_TYPE } from "@/lib/protocol/pulumi";
import { line } from "@/lib/protocol/storable";
import { NoState, type Resource, type StateFacts } from "@/lib/state/rules/parts";
import { secretNames } from "@/lib/state/rules/sensitive";

const Values = z.record(z.string(), z.unknown()).nullish();

const Declared = z.object({
  urn: z.string(),
  type: z.string(),
  /** False: a component, a provider or the stack itself. */
  custom: z.boolean().default(false),
  external: z.boolean().default(false),
  inputs: Values,
  outputs: Values,
});

const Named = z.record(z.string(), z.unknown());

/** Pulumi writes the names with capitals for a stack that was only created; it reads both. */
const lowerNames = (value: unknown): unknown => {
  const { data } = Named.safeParse(value);
  return data && Object.fromEntries(Object.entries(data).map(([name, of]) => [name.toLowerCase(), of]));
};

/** What Pulumi's file backend writes for a stack. */
const Checkpoint = z.object({
  version: z.literal(3),
  checkpoint: z.preprocess(
    lowerNames,
    z.object({
      stack: line(300),
      latest: z
        .object({
          manifest: z.object({ version: line(100).default("") }).optional(),
          resources: z.array(Declared).nullish(),
        })
        .nullish(),
    }),
  ),
});

/** Throws NoState. A checkpoint has no count and no lineage: its stack is what it belongs to. */
export function readPulumi(json: unknown): StateFacts {
  const parsed = Checkpoint.safeParse(json);
  if (!parsed.success) throw new NoState("no checkpoint of version 3");
  const { stack, latest } = parsed.data.checkpoint;
  const declared = latest?.resources ?? [];
  const root = declared.find(({ type }) => type === STACK_TYPE);
  return {
    serial: null,
    lineage: stack,
    tool_version: latest?.manifest?.version ?? "",
    encrypted: false,
    resources: declared.filter(({ type }) => type !== STACK_TYPE && !type.startsWith("pulumi:providers:")).map(read),
    outputs: Object.entries(root?.outputs ?? {}).map(([name, value]) => ({
      name,
      sensitive: holdsSecret(value),
      value,
    })),
  };
}

function read({ urn, type, external, inputs, outputs }: z.output<typeof Declared>): Resource {
  const [, , parents = "", name = urn] = urn.split("::");
  const attributes = { ...inputs, ...outputs };
  const marked = Object.keys(attributes).filter((key) => holdsSecret(attributes[key]));
  return {
    address: urn,
    module: parents.split("$").slice(0, -1).join("/"),
    mode: external ? "data" : "managed",
    type,
    name,
    provider: type.split(":", 1)[0] ?? "",
    attributes,
    sensitive: new Set([...marked, ...secretNames(attributes)]),
  };
}

const holdsSecret = (value: unknown): boolean =>
  isSecret(value) || (typeof value === "object" && value !== null && Object.values(value).some(holdsSecret));
