import { isBranchName, isRepositoryPath } from "@/lib/repository/rules";
import type { Draft } from "../foreign/draft";
import { argumentsOf, launchOf, templateGaps } from "./arguments";
import { organizationOf } from "./assets";
import { inputOf } from "./credentials";
import { Environments } from "./environments";
import type { Resources, Vault } from "./resources";
import type { Credential, JobTemplate } from "./schema";
import { surveyOf } from "./survey";

/** A template that was added, and what its schedules need of it. */
export type Added = { name: string; machine: Credential | null; hasInventory: boolean };

/** Adds the templates of a project. */
export class Templates {
  private readonly environments: Environments;

  constructor(
    private readonly draft: Draft,
    private readonly resources: Resources,
    /** Whether several organizations share the project, each with a view. */
    private readonly hasViews: boolean,
  ) {
    this.environments = new Environments(draft, resources);
  }

  /** Returns null for a job template that can't be imported. */
  add(template: JobTemplate): Added | null {
    const { draft, resources } = this;
    const project = resources.assets.project(template.project);
    const repository = project && resources.repository(project);
    if (!repository || !isRepositoryPath(template.playbook)) {
      const what = repository ? `playbook "${template.playbook}"` : "project";
      draft.left_out.push(`Job template "${template.name}": it has no ${what} that can be imported`);
      return null;
    }
    const credentials = this.credentialsOf(template);
    const machine = credentials.find((credential) => resources.purposeOf(credential) === "machine") ?? null;
    const survey = surveyOf(template);
    const organization = organizationOf(template);
    const name = draft.add(
      "templates",
      {
        name: template.name,
        description: template.description || null,
        app: "ansible",
        playbook: template.playbook,
        repository,
        git_branch: isBranchName(template.scm_branch) ? template.scm_branch : null,
        inventory: this.inventoryOf(template, machine),
        environment: this.environments.of(template, credentials, survey),
        view: this.hasViews && organization !== null ? draft.view(organization) : null,
        arguments: JSON.stringify(argumentsOf(template, machine ? inputOf(machine, "become_method") : "")),
        survey_vars: survey.survey_vars,
        vaults: this.vaultsOf(template, credentials),
        launch: launchOf(template),
        timeout_seconds: template.timeout,
        allow_parallel_tasks: template.allow_simultaneous,
      },
      organization ?? undefined,
    );
    draft.left_out.push(...[...survey.gaps, ...templateGaps(template)].map((gap) => `Of template "${name}": ${gap}`));
    return { name, machine, hasInventory: resources.assets.inventory(template.inventory) !== null };
  }

  /** One vault for each name; Ansible knows no two of the same. */
  private vaultsOf({ name }: JobTemplate, credentials: readonly Credential[]): Vault[] {
    const vaults: Vault[] = [];
    for (const credential of credentials) {
      if (this.resources.purposeOf(credential) !== "vault") continue;
      const vault = this.resources.vault(credential);
      if (!vaults.some((other) => other.name === vault.name)) vaults.push(vault);
      else this.draft.left_out.push(`Of template "${name}": the vault "${credential.name}", whose name is taken`);
    }
    return vaults;
  }

  private credentialsOf({ name, related }: JobTemplate): Credential[] {
    return (related?.credentials ?? []).flatMap((key) => {
      const credential = this.resources.assets.credential(key);
      if (!credential)
        this.draft.left_out.push(`Of template "${name}": the credential "${key.name}", which is not in the export`);
      return credential ?? [];
    });
  }

  private inventoryOf(template: JobTemplate, machine: Credential | null): string {
    const inventory = this.resources.assets.inventory(template.inventory);
    if (inventory) return this.resources.inventory(inventory, machine);
    const missing =
      template.inventory === null
        ? "has no inventory"
        : `uses the inventory "${template.inventory.name}", which is not in the export`;
    this.draft.changed.push(`Template "${template.name}" ${missing}: it starts with an empty one`);
    return this.resources.emptyInventory();
  }
}
