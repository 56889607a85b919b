import type { Db } from "@/db/client";
import content from "@/lib/backup/demo/backup.json";
import { restoreBackup } from "@/lib/backup/restore";
import { BackupFile, type RestoredProject } from "@/lib/backup/schema";
import { changeSecrets } from "@/lib/environment/secrets";
import { listEnvironments } from "@/lib/environment/store";
import { listKeys, updateKey } from "@/lib/key/store";
import type { NewProjectInput } from "@/lib/project/schema";
import { freeProjectName } from "@/lib/project/store";
import { commandOf } from "@/lib/protocol/app";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { runnerStates } from "@/lib/queue/runners";
import { randomToken } from "@/lib/secret/token";
import { localUrl, type Settings, settings } from "@/lib/settings/settings";

const VAULT_KEY = "Vault Password";
/** For demo/repository/vars/secrets.yml, a public example that protects nothing. */
const VAULT_PASSWORD = "correct-horse-battery-staple";
const ENVIRONMENT = "Demo";
/** Used if no name was chosen. */
const NAME = "Demo Project";

/** Names of the programs that connected runners have. */
export async function connectedTools(db: Db): Promise<Set<string>> {
  const runners = await runnerStates(db);
  return new Set(
    runners.filter(({ active, connected }) => active && connected).flatMap(({ tools }) => Object.keys(tools)),
  );
}

/**
 * Creates a project of working examples: those in bash and a workflow of them, plus one for each application whose program is among `tools`.
 * Runs in the caller's transaction.
 */
export async function createDemo(
  db: Db,
  input: Omit<NewProjectInput, "id" | "demo">,
  ownerId: number,
  tools: ReadonlySet<string>,
): Promise<RestoredProject> {
  const name = input.name.trim() === "" ? await freeProjectName(db, NAME) : input.name;
  const project = await restoreBackup(db, demoFile({ ...input, name }, tools, consoleUrl(settings())), ownerId);
  await fillVaultKey(db, project.id);
  await fillEnvironment(db, project.id);
  return project;
}

function demoFile(meta: BackupFile["meta"], tools: ReadonlySet<string>, url: string): BackupFile {
  const file = BackupFile.parse(content);
  const templates = file.templates.filter(
    ({ app }) => app === "bash" || app === WORKFLOW_APP || tools.has(commandOf(app) ?? app),
  );
  const isUsed = (inventory: string) => templates.some((template) => template.inventory === inventory);
  return {
    ...file,
    meta,
    repositories: file.repositories.map((repository) => ({ ...repository, git_url: `${url}/demo.git` })),
    environments: file.environments.map((environment) =>
      environment.name === ENVIRONMENT ? { ...environment, env: JSON.stringify({ SITE_URL: url }) } : environment,
    ),
    inventories: file.inventories.filter(({ name, type }) => type === "static" || isUsed(name)),
    templates,
  };
}

/** Where runners reach this server, which also serves the demo's repository. */
const consoleUrl = (current: Settings): string => current.publicUrl ?? localUrl(current);

async function fillVaultKey(db: Db, projectId: number): Promise<void> {
  const keys = await listKeys(db, projectId, { sort: "name", order: "asc" });
  const key = keys.find(({ name }) => name === VAULT_KEY);
  if (!key) throw new Error(`the demo has no key "${VAULT_KEY}"`);
  await updateKey(db, projectId, key.id, {
    ...key,
    login_password: { login: "", password: VAULT_PASSWORD },
    override_secret: true,
  });
}

/** An example secret, for the log to mask. */
async function fillEnvironment(db: Db, projectId: number): Promise<void> {
  const environments = await listEnvironments(db, projectId, { sort: "name", order: "asc" });
  const environment = environments.find(({ name }) => name === ENVIRONMENT);
  if (!environment) throw new Error(`the demo has no environment "${ENVIRONMENT}"`);
  const secret = { type: "env", name: "DEPLOY_TOKEN", secret: randomToken() } as const;
  await changeSecrets(db, projectId, environment.id, [{ ...secret, id: null, operation: "create", index: 0 }]);
}
