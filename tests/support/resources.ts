import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { accessKeys } from "@/db/schema/access-keys";
import { tasks } from "@/db/schema/tasks";
import { insertEnvironment } from "@/lib/environment/store";
import { insertInventory } from "@/lib/inventory/store";
import { insertKey } from "@/lib/key/store";
import { insertRepository } from "@/lib/repository/store";
import { TemplateInput } from "@/lib/template/schema";
import { insertTemplate, type TemplateValues } from "@/lib/template/store";
import { insertView } from "@/lib/view/store";

export type Resources = {
  keyId: number;
  passwordKeyId: number;
  repositoryId: number;
  inventoryId: number;
  environmentId: number;
  viewId: number;
};

/** One of each resource that a template can refer to. */
export async function resources(db: Db, projectId: number): Promise<Resources> {
  const { id: keyId } = await insertKey(db, projectId, { name: "nothing", type: "none" });
  const { id: passwordKeyId } = await insertKey(db, projectId, {
    name: "password",
    type: "login_password",
    login_password: { login: "", password: "vault-secret" },
  });
  const { id: repositoryId } = await insertRepository(db, projectId, {
    name: "code",
    git_url: "/srv/code",
    git_branch: "",
    ssh_key_id: keyId,
  });
  const { id: inventoryId } = await insertInventory(db, projectId, {
    name: "hosts",
    type: "static",
    inventory: "localhost",
    ssh_key_id: keyId,
    become_key_id: null,
    holder_id: null,
    repository_id: null,
  });
  const environmentId = await insertEnvironment(db, projectId, {
    name: "plain",
    password: null,
    json: "{}",
    env: null,
    secrets: [],
  });
  const { id: viewId } = await insertView(db, projectId, { title: "All of it", position: 0 });
  return { keyId, passwordKeyId, repositoryId, inventoryId, environmentId, viewId };
}

/** A bash template as a form would store it. */
export const insertTemplateRow = (
  db: Db,
  projectId: number,
  { repositoryId }: Pick<Resources, "repositoryId">,
  values: Partial<TemplateValues> = {},
): Promise<number> =>
  insertTemplate(db, projectId, {
    ...TemplateInput.parse({ name: "Deploy", app: "bash", playbook: "run.sh", repository_id: repositoryId }),
    ...values,
  });

type TaskValues = Partial<typeof tasks.$inferInsert>;

/** Inserts a task row directly, in any state. */
export async function insertTask(
  db: Db,
  projectId: number,
  templateId: number,
  values: TaskValues = {},
): Promise<number> {
  const [key] = await db
    .select({ id: accessKeys.id })
    .from(accessKeys)
    .where(eq(accessKeys.project_id, projectId))
    .limit(1);
  const snapshot = {
    template: {
      name: "t",
      app: "bash",
      type: "" as const,
      playbook: "run.sh",
      arguments: [],
      runner_tag: "",
      timeout_seconds: 0,
      auto_approve: false,
      vaults: [],
    },
    app: { path: null, args: null },
    repository: { id: 1, git_url: "/srv/code", git_branch: "", ssh_key_id: key?.id ?? 1 },
    inventory: null,
    environment: null,
  };
  const row = onlyRow(
    await db
      .insert(tasks)
      .values({ project_id: projectId, template_id: templateId, status: "success", snapshot, ...values })
      .returning({ id: tasks.id }),
  );
  return row.id;
}
