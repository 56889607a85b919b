import type { APIRequestContext, Page } from "@playwright/test";
import { terraformState } from "../../state/states";
import { expect, type OwnProject } from "../own-project";
import { post } from "../people";

type Stored = { id: number; at: string };

/** A state with two versions of its default workspace, and a workspace `prod` with one. */
export async function storedState(project: OwnProject, name = "Network"): Promise<Stored> {
  const { id } = await project.make("states", { name, kind: "terraform" });
  await upload(project, id, { reason: "Moved from S3" });
  await upload(project, id, { reason: "Two more servers", content: laterState });
  await upload(project, id, { workspace: "prod", reason: "Moved from S3" });
  return { id, at: project.at(`states/${id}`) };
}

type Upload = { workspace?: string; reason: string; content?: string };

export const upload = (project: OwnProject, id: number, { workspace = "default", ...input }: Upload) =>
  project.make(`states/${id}/versions`, { content: terraformState(), ...input, workspace });

/** What terraformState makes, one change on. */
export const laterState = terraformState((state) => {
  state.serial = 4;
  state.outputs.address.value = "10.0.0.2";
  state.resources[0].instances[0].attributes.filename = "motd.txt";
  state.resources[1].instances.push({ index_key: "c", attributes: { id: "i-3" } });
});

/** As OpenTofu writes it with its own encryption. */
export const encryptedState = (serial: number): string =>
  JSON.stringify({
    serial,
    lineage: "one",
    meta: { "key_provider.pbkdf2.main": "eyJzYWx0IjoiYWJjIn0=" },
    encrypted_data: "QUJDRA==",
    encryption_version: "v0",
  });

/** A laptop locks a workspace, as `terraform apply` does. */
export async function lockFromLaptop(page: Page, project: OwnProject, id: number): Promise<void> {
  const { token } = await tokenOf(page.request, project, id);
  const answer = await page.request.post(`/api/state/${id}/default/lock`, {
    headers: { authorization: `Basic ${Buffer.from(`me:${token}`).toString("base64")}` },
    data: { ID: "of-a-laptop", Operation: "OperationTypeApply", Who: "ann@laptop" },
  });
  expect(answer.status()).toBe(200);
}

async function tokenOf(request: APIRequestContext, project: OwnProject, id: number): Promise<{ token: string }> {
  const made = await post(request, `/project/${project.id}/states/${id}/tokens`, { name: "laptop", writes: true });
  return made as { id: number; token: string };
}
