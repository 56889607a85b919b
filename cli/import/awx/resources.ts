import { isBranchName, isRepositoryPath, repositoryUrlProblem } from "@/lib/repository/rules";
import { isVaultName } from "@/lib/template/rules";
import type { Draft } from "../foreign/draft";
import { type Assets, idOf, organizationOf } from "./assets";
import { hasPrivateKey, type Injected, injectedBy, inputOf, purposeOf } from "./credentials";
import { inventoryText } from "./inventory-text";
import type { Credential, Inventory, InventorySource, NaturalKey, Project } from "./schema";
import { variablesOf } from "./variables";

const MAX_INVENTORY = 1_000_000;
/** Where AWX keeps projects that come from no repository. */
const MANUAL_PROJECTS = "/var/lib/awx/projects";

export type Vault = { name: string | null; type: "password"; script: null; vault_key: string | null };

/** The resources of one project, each added when it is first asked for. */
export class Resources {
  private readonly made = new Map<string, string | null>();
  /** Inventories that were added with a credential or without. */
  private readonly placed = new Set<string>();

  constructor(
    private readonly draft: Draft,
    readonly assets: Assets,
  ) {}

  private once(id: string, make: () => string | null): string | null {
    const known = this.made.get(id);
    if (known !== undefined) return known;
    const name = make();
    this.made.set(id, name);
    return name;
  }

  /** The repository of a project; null: it has none that can be used here. */
  repository(project: Project): string | null {
    return this.once(`repository ${idOf(project.natural_key)}`, () => {
      const address = this.addressOf(project);
      if (!address) return null;
      const credential = this.assets.credential(project.credential);
      const ssh_key = credential ? this.key(credential) : this.draft.noKey();
      return this.draft.add("repositories", { name: project.name, ...address, ssh_key }, hintOf(project));
    });
  }

  private addressOf({ name, scm_type, scm_url, scm_branch, scm_refspec, local_path }: Project) {
    const { changed, left_out } = this.draft;
    if (scm_type === "") {
      const git_url = `${MANUAL_PROJECTS}/${local_path}`;
      changed.push(`Project "${name}" is a folder of the AWX server: copy it to the runner, or name its repository`);
      return { git_url, git_branch: "" };
    }
    const git_url = scm_url.trim().replace(/^(https?:\/\/)[^/@]*@/, "$1");
    if (git_url !== scm_url.trim()) changed.push(`Project "${name}": the credentials in its URL are removed`);
    if (scm_type !== "git" || repositoryUrlProblem(git_url) !== null) {
      // Without its URL, which may hold a password.
      left_out.push(
        `Project "${name}" (${scm_type}): only git repositories by http, https, ssh or git can be imported`,
      );
      return null;
    }
    const git_branch = isBranchName(scm_branch) ? scm_branch : "main";
    if (git_branch !== scm_branch)
      changed.push(`Project "${name}" uses ${scm_branch || "the default branch of its repository"}: main is assumed`);
    if (scm_refspec !== "") left_out.push(`Of project "${name}": the refspec ${scm_refspec}`);
    return { git_url, git_branch };
  }

  /** The key of a credential for machines, repositories or vaults; null for others. */
  key(credential: Credential): string | null {
    return this.once(`key ${idOf(credential.natural_key)}`, () => {
      const { name, credential_type } = credential;
      const type = hasPrivateKey(credential) ? "ssh" : "login_password";
      const key = this.draft.add("keys", { name, type }, credential_type.name ?? hintOf(credential));
      const login = inputOf(credential, "username");
      const both = type === "ssh" && inputOf(credential, "password") !== "" ? ", which also had a password" : "";
      this.draft.fill_in.push(`Key "${key}" (${type}${login && `, login ${login}`})${both}`);
      return key;
    });
  }

  private becomeKey(credential: Credential): string | null {
    const [login, password] = [inputOf(credential, "become_username"), inputOf(credential, "become_password")];
    if (login === "" && password === "") return null;
    return this.once(`become ${idOf(credential.natural_key)}`, () => {
      const key = this.draft.add("keys", { name: `${credential.name} (become)`, type: "login_password" });
      this.draft.fill_in.push(`Key "${key}" (login_password${login && `, login ${login}`})`);
      return key;
    });
  }

  /** An inventory that is used with a machine credential, which is a field of inventories here. */
  inventory(inventory: Inventory, credential: Credential | null): string {
    const id = idOf(inventory.natural_key);
    const name = this.once(`inventory ${id} ${credential ? idOf(credential.natural_key) : ""}`, () => {
      const hint = this.placed.has(id) ? (credential?.name ?? "without a key") : hintOf(inventory);
      const isFirst = this.placed.size < this.placed.add(id).size;
      return this.draft.add(
        "inventories",
        { name: inventory.name, ...this.contentOf(inventory, isFirst), ...this.loginOf(credential) },
        hint,
      );
    });
    return name ?? inventory.name;
  }

  /** Adds the inventory without a key, unless a template uses it. */
  unusedInventory(inventory: Inventory): void {
    if (!this.placed.has(idOf(inventory.natural_key))) this.inventory(inventory, null);
  }

  /** For templates without an inventory: Ansible needs one. */
  emptyInventory(): string {
    const entry = { name: "Empty", type: "static-yaml" as const, inventory: "all: {}\n", ssh_key: null };
    return this.once("empty inventory", () => this.draft.add("inventories", entry)) ?? entry.name;
  }

  /** Adds the key of a credential that nothing uses; one that gives variables is left out. */
  unusedCredential(credential: Credential): void {
    const purpose = this.purposeOf(credential);
    if (purpose !== "variables" && purpose !== "none") this.key(credential);
  }

  private loginOf(credential: Credential | null) {
    if (!credential) return { ssh_key: null, become_key: null };
    return { ssh_key: this.key(credential), become_key: this.becomeKey(credential) };
  }

  /** A file of a repository if that is all the inventory has, otherwise its hosts and groups as of the export. */
  private contentOf(inventory: Inventory, reports: boolean) {
    const sources = this.assets.sourcesOf(inventory);
    const file = this.fileOf(inventory, sources);
    const { changed } = this.draft;
    if (file) {
      if (reports)
        changed.push(
          `Inventory "${inventory.name}" is the file ${file.inventory} of its project; hosts added by hand in AWX are not in it`,
        );
      return file;
    }
    const { text, gaps } = inventoryText(inventory);
    const isTooLarge = text.length > MAX_INVENTORY;
    if (reports) {
      changed.push(...gaps.map((gap) => `Inventory "${inventory.name}": without ${gap}`));
      changed.push(...sources.map((source) => sourceText(inventory, source)));
      if (isTooLarge)
        changed.push(
          `Inventory "${inventory.name}" is empty: put its hosts into a repository, as they are more than 1 MB`,
        );
    }
    return { type: "static-yaml" as const, inventory: isTooLarge ? "all: {}\n" : text, repository: null };
  }

  private fileOf(inventory: Inventory, sources: readonly InventorySource[]) {
    const [source, ...others] = sources;
    const project = this.assets.project(source?.source_project ?? null);
    const own = Object.keys(variablesOf(inventory.variables) ?? {});
    if (source?.source !== "scm" || others.length > 0 || own.length > 0) return null;
    if (!project || !isRepositoryPath(source.source_path)) return null;
    const repository = this.repository(project);
    return repository === null ? null : { type: "file" as const, inventory: source.source_path, repository };
  }

  /** A vault password of a template. */
  vault(credential: Credential): Vault {
    const name = inputOf(credential, "vault_id").trim().toLowerCase();
    if (!isVaultName(name)) this.draft.changed.push(`Vault "${credential.name}" has no name: "${name}" is not allowed`);
    const vault_key = this.key(credential);
    return { name: isVaultName(name) && name !== "" ? name : null, type: "password", script: null, vault_key };
  }

  /** The variables that a credential gives to tasks. */
  injected(credential: Credential): Injected {
    return injectedBy(credential, this.assets.credentialType(credential.credential_type));
  }

  purposeOf(credential: Credential) {
    return purposeOf(credential, this.assets.credentialType(credential.credential_type));
  }
}

const hintOf = (asset: { natural_key: NaturalKey }): string | undefined => organizationOf(asset) ?? undefined;

const sourceText = (inventory: Inventory, { name, source }: InventorySource): string =>
  `Inventory "${inventory.name}" has its hosts as of the export: its source "${name}" (${source}) is not imported`;
