import { join } from "node:path";
import { APP_COMMANDS } from "@/lib/protocol/app";
import type { Job } from "@/lib/protocol/job";
import { versionOf } from "@/runner/apps/tools";
import { TaskProblem } from "@/runner/job/problem";
import type { Environment } from "@/runner/process/environment";
import { blocksIn, readCode } from "@/runner/state/code";
import type { Block } from "@/runner/state/hcl";

/** `type`: its name if it is one word; null: it is built from others. */
export type RootVariable = { type: string | null; ephemeral: boolean };

/** What Terraform or OpenTofu has to know of the repository beforehand. */
export type TerraformFiles = {
  /** The variables of the root module. */
  declared: ReadonlyMap<string, RootVariable>;
  /** An apply compares the values of its plan with those that it finds, in `terraform.tfvars` too. */
  compares: boolean;
};

/** Throws TaskProblem. */
export async function readTerraformFiles(repository: string, job: Job, env: Environment): Promise<TerraformFiles> {
  const [files, compares] = await Promise.all([
    readCode(join(repository, job.playbook), job.app, { inHcl, inJson }).catch(whenApplying(job)),
    comparesValues(job, env),
  ]);
  const declared = new Map<string, RootVariable>();
  for (const [name, own] of files.flatMap(({ found }) => found)) {
    // An override file changes what it names, and nothing else.
    const { type = "string", ephemeral = false } = { ...declared.get(name), ...own };
    declared.set(name, { type, ephemeral });
  }
  return { declared, compares };
}

/** A folder used in place may hold other code by then; the plan has its own. */
const whenApplying =
  ({ phase }: Job) =>
  (error: unknown) => {
    if (phase === "apply" && error instanceof TaskProblem) return [];
    throw error;
  };

/** OpenTofu from 1.11 on; those before refuse all values for an apply of a plan. */
async function comparesValues({ app, app_path }: Job, env: Environment): Promise<boolean> {
  if (app !== "tofu") return false;
  const version = await versionOf(app_path ?? APP_COMMANDS.tofu, env);
  const [, major, minor] = /^OpenTofu v(\d+)\.(\d+)\./.exec(version ?? "") ?? [];
  return Number(major) > 1 || (major === "1" && Number(minor) >= 11);
}

type Found = [name: string, own: Partial<RootVariable>][];

const inHcl = (blocks: Block[]): Found =>
  blocks.flatMap(({ type, labels: [name], settings, words }): Found => {
    if (type !== "variable" || name === undefined) return [];
    return [[name, ownOf("type" in settings ? (words.type ?? null) : undefined, words.ephemeral)]];
  });

const inJson = (json: unknown): Found =>
  blocksIn(json)
    .flatMap(({ variable }) => blocksIn(variable))
    .flatMap(Object.entries)
    .map(([name, bodies]) => {
      const { type, ephemeral } = Object.fromEntries(blocksIn(bodies).flatMap(Object.entries));
      return [name, ownOf(typeof type === "string" ? type : undefined, String(ephemeral))];
    });

const ownOf = (type: string | null | undefined, ephemeral: string | undefined): Partial<RootVariable> => ({
  ...(type !== undefined && { type }),
  ...(ephemeral === "true" && { ephemeral: true }),
});
