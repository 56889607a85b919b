import { z } from "zod";
import { line } from "@/lib/protocol/storable";
import { NoState, type Resource, type StateFacts } from "@/lib/state/rules/parts";
import { secretNames } from "@/lib/state/rules/sensitive";

const Instance = z.object({
  index_key: z.union([z.string(), z.number()]).optional(),
  deposed: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()).nullish(),
  /** Paths, each a list of steps; the first step names the attribute. */
  sensitive_attributes: z.array(z.unknown()).nullish(),
});

const Declared = z.object({
  module: z.string().optional(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  provider: z.string(),
  instances: z.array(Instance).default([]),
});

/** The format since Terraform 0.12, which OpenTofu shares. */
const State = z.object({
  version: z.literal(4),
  terraform_version: line(100).default(""),
  serial: z.int().min(0),
  lineage: line(200),
  outputs: z.record(z.string(), z.object({ value: z.unknown(), sensitive: z.boolean().default(false) })).default({}),
  resources: z.array(Declared).nullish(),
});

/** What OpenTofu writes instead if the code tells it to encrypt the state; serial and lineage stay legible. */
const Encrypted = z.object({
  encryption_version: z.string().min(1),
  encrypted_data: z.string(),
  serial: z.int().min(0).nullable().default(null),
  lineage: line(200).default(""),
});

/** Throws NoState. */
export function readTerraform(json: unknown): StateFacts {
  const { data: encrypted } = Encrypted.safeParse(json);
  if (encrypted) {
    const { serial, lineage } = encrypted;
    return { serial, lineage, tool_version: "", encrypted: true, resources: [], outputs: [] };
  }
  const parsed = State.safeParse(json);
  if (!parsed.success) throw new NoState("no state of version 4");
  const { serial, lineage, terraform_version, outputs, resources } = parsed.data;
  return {
    serial,
    lineage,
    tool_version: terraform_version,
    encrypted: false,
    resources: (resources ?? []).flatMap((declared) => declared.instances.map((instance) => read(declared, instance))),
    outputs: Object.entries(outputs).map(([name, { value, sensitive }]) => ({ name, sensitive, value })),
  };
}

function read(declared: z.output<typeof Declared>, instance: z.output<typeof Instance>): Resource {
  const { module = "", mode, type, name, provider } = declared;
  const attributes = instance.attributes ?? {};
  return {
    address: addressOf(declared, instance),
    module,
    mode,
    type,
    name,
    provider: providerName(provider),
    attributes,
    sensitive: new Set([...markedNames(instance.sensitive_attributes ?? []), ...secretNames(attributes)]),
  };
}

function addressOf(
  declared: z.output<typeof Declared>,
  { index_key: key, deposed }: z.output<typeof Instance>,
): string {
  const { module, mode, type, name } = declared;
  const index = key === undefined ? "" : `[${JSON.stringify(key)}]`;
  const words = [module, mode === "managed" ? undefined : mode, type, `${name}${index}`];
  return `${words.filter(Boolean).join(".")}${deposed ? ` (deposed ${deposed})` : ""}`;
}

/** `provider["registry.terraform.io/hashicorp/local"].west` becomes `hashicorp/local`. */
const providerName = (provider: string): string => /\["[^"/]+\/([^"]+)"\]/.exec(provider)?.[1] ?? provider;

const Step = z.object({ value: z.string() });

const markedNames = (paths: readonly unknown[]): string[] =>
  paths.flatMap((path) => {
    const first = Step.safeParse(Array.isArray(path) ? path[0] : path);
    return first.success ? [first.data.value] : [];
  });
