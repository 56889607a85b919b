import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { stateLocks, stateVersions } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { insertInventory } from "@/lib/inventory/store";
import { insertRepository } from "@/lib/repository/store";
import { openContent } from "@/lib/state/content";
import { createTemplate } from "@/lib/template/operations";
import { makeRepository } from "../support/repositories";
import { resources } from "../support/resources";
import type { World } from "../support/world";

/** One whose state Terraform sends to the console itself, and one whose file the runner uploads. */
export const STATE_WORKSPACES = ["default", "staging"] as const;
export type StateTemplate = { id: number; workspace: string };

export const RESOURCES = 6;

/** Each run replaces every resource, one after the other, and notes beside its state which it has begun to make. */
const codeOf = (beside: string) =>
  `variable "canary_name" { type = string }\n${Array.from({ length: RESOURCES }, (_, n) => resourceOf(n, beside)).join("")}`;

const resourceOf = (n: number, beside: string) => `
resource "terraform_data" "r${n}" {
  input            = var.canary_name
  triggers_replace = var.canary_name
  ${n > 0 ? `depends_on = [terraform_data.r${n - 1}]` : ""}
  provisioner "local-exec" {
    command = "echo \${var.canary_name} >> ${beside}/\${terraform.workspace}.made; sleep 0.4"
  }
}
`;

/** Templates over one repository, the second of which waits for a person. */
export async function stateTemplates(w: World, folder: string, beside: string): Promise<StateTemplate[]> {
  const project = { projectId: w.projectId };
  const { keyId, environmentId: environment_id } = await resources(w.db, w.projectId);
  const path = makeRepository(join(folder, "infrastructure"), { "main.tf": codeOf(beside) });
  const repository = { name: "infrastructure", git_url: `file://${path}`, git_branch: "main", ssh_key_id: keyId };
  const { id: repository_id } = await insertRepository(w.db, w.projectId, repository);
  const made: StateTemplate[] = [];
  for (const workspace of STATE_WORKSPACES) {
    const values = { name: workspace, type: "terraform-workspace" as const, inventory: workspace, ssh_key_id: keyId };
    const none = { become_key_id: null, holder_id: null, repository_id: null };
    const { id: inventory_id } = await insertInventory(w.db, w.projectId, { ...values, ...none });
    const places = { app: "terraform", playbook: "", repository_id, environment_id, inventory_id };
    const input = { ...places, name: workspace, auto_approve: workspace === "default" };
    made.push({ id: (await w.call(createTemplate, "owner", project, input)).id, workspace });
  }
  return made;
}

const Content = z.object({
  resources: z.array(
    z.object({ instances: z.array(z.object({ attributes: z.object({ input: z.object({ value: z.string() }) }) })) }),
  ),
});

export type StoredVersion = {
  number: number;
  serial: number | null;
  lineage: string;
  offered: boolean;
  task_id: number | null;
  /** For each resource the run that made it. */
  made: string[];
};

export type WorkspaceEvidence = {
  workspace: string;
  newest: number | null;
  versions: StoredVersion[];
  /** The run of each resource that was begun, in the order of their making. */
  begun: string[];
  /** Who holds the lock. */
  locks: string[];
};

export async function readWorkspaces(db: Db, beside: string): Promise<WorkspaceEvidence[]> {
  const rows = await db.select().from(stateWorkspaces).orderBy(stateWorkspaces.id);
  return Promise.all(
    rows.map(async ({ id, name, newest }) => ({
      workspace: name,
      newest,
      versions: await readVersions(db, id),
      begun: begunIn(join(beside, `${name}.made`)),
      locks: (
        await db
          .select({ text: sql<string>`${stateLocks}::text` })
          .from(stateLocks)
          .where(eq(stateLocks.workspace_id, id))
      ).map(({ text }) => text),
    })),
  );
}

async function readVersions(db: Db, workspaceId: number): Promise<StoredVersion[]> {
  const rows = await db
    .select()
    .from(stateVersions)
    .where(eq(stateVersions.workspace_id, workspaceId))
    .orderBy(stateVersions.number);
  return Promise.all(
    rows.map(async (row) => {
      const { number, serial, lineage, offered, task_id } = row;
      const { resources: kept } = Content.parse(JSON.parse((await openContent(row)).toString("utf8")));
      const made = kept.flatMap(({ instances }) => instances.map(({ attributes }) => attributes.input.value));
      return { number, serial, lineage, offered, task_id, made };
    }),
  );
}

const begunIn = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
