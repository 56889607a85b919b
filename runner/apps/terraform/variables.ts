import { join } from "node:path";
import type { Job } from "@/lib/protocol/job";
import { parseJson } from "@/lib/protocol/json-text";
import type { PreparedWorkspace, Step } from "@/runner/apps/adapter";
import type { RootVariable, TerraformFiles } from "@/runner/apps/terraform/files";
import { sortedVariables } from "@/runner/apps/variables";

const NO_FILES: TerraformFiles = { declared: new Map(), compares: false };

/**
 * Over what the repository's own files say, unlike the environment, and unlike arguments hidden from other users. A line for
 * each, as Terraform quotes the line of a wrong value.
 */
export function variablesFile(job: Job, { secrets, terraform }: PreparedWorkspace): Step["files"] {
  const { declared } = terraform ?? NO_FILES;
  return fileOf(secrets, job, (name, value) => valueIn(declared.get(name), value));
}

/** For an apply of a plan, which holds all values but ephemeral ones. */
export function variablesOfApply(job: Job, { secrets, terraform }: PreparedWorkspace): Step["files"] {
  const { declared, compares } = terraform ?? NO_FILES;
  return fileOf(secrets, job, (name, value) => {
    const variable = declared.get(name);
    return variable && (compares || variable.ephemeral) ? valueIn(variable, value) : null;
  });
}

type ToJson = (name: string, value: unknown) => string | null;

function fileOf(folder: string, job: Job, toJson: ToJson): Step["files"] {
  const lines = sortedVariables({ ...job, extra_vars: { ...job.extra_vars, ...job.secret_vars } }).flatMap(
    ([name, value]) => {
      const json = toJson(name, value);
      return json === null ? [] : [`${JSON.stringify(name)}:${json}`];
    },
  );
  if (lines.length === 0) return [];
  return [{ path: join(folder, "variables.tfvars.json"), content: `{\n${lines.join(",\n")}\n}\n` }];
}

const TEXT_TYPES: readonly (string | null)[] = ["string", "number", "bool"];

/**
 * As JSON; null: by environment only. Terraform warns of texts for what the code does not declare, and reads those for lists,
 * maps and the like as expressions, which a file in JSON has none of.
 */
function valueIn(variable: RootVariable | undefined, value: unknown): string | null {
  if (typeof value !== "string") return JSON.stringify(value);
  if (!variable) return null;
  if (TEXT_TYPES.includes(variable.type)) return JSON.stringify(value);
  // As it was written: numbers may be longer than ours.
  return parseJson(value) === undefined ? null : value;
}
