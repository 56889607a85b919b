import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskEventChunks, taskSteps } from "@/db/schema/task-events";
import { artifactParts, taskArtifacts } from "@/db/schema/task-results";
import { insertInventory } from "@/lib/inventory/store";
import { insertRepository } from "@/lib/repository/store";
import { createTemplate } from "@/lib/template/operations";
import { resources } from "../support/resources";
import type { World } from "../support/world";

export const HOSTS = 10;
export const STEPS = 60;
/** Waits in between, so that faults meet the results on their way. */
const STEPS_BETWEEN_WAITS = 10;
const FILE_BYTES = 6 * 1024 * 1024;
export const FILE = "large.bin";

/** Every host has a result of every numbered step; at the end there is a file of many parts. */
const PLAYBOOK = [
  "- hosts: all",
  "  gather_facts: false",
  "  tasks:",
  ...Array.from({ length: STEPS }, (_, n) => [
    `    - { name: step ${n}, debug: { msg: "{{ inventory_hostname }} at ${n}" } }`,
    ...(n % STEPS_BETWEEN_WAITS === 0 ? ["    - { name: wait, command: sleep 0.3, run_once: true }"] : []),
  ]).flat(),
  `    - { name: leave, command: "cp {{ playbook_dir }}/${FILE} {{ lookup('env', 'SIGNALBOX_ARTIFACTS') }}/", run_once: true }`,
].join("\n");

const fileContent = (): Buffer => Buffer.alloc(FILE_BYTES, "0123456789abcdef\n");
export const FILE_CHECKSUM = createHash("sha256").update(fileContent()).digest("hex");

/** A template of that playbook. */
export async function streamTemplate(w: World, folder: string): Promise<number> {
  const place = join(folder, "streams");
  mkdirSync(place);
  writeFileSync(join(place, "site.yml"), PLAYBOOK);
  writeFileSync(join(place, FILE), fileContent());
  const { keyId, environmentId: environment_id } = await resources(w.db, w.projectId);
  const repository = { name: "streams", git_url: place, git_branch: "", ssh_key_id: keyId };
  const { id: repository_id } = await insertRepository(w.db, w.projectId, repository);
  const inventory = Array.from({ length: HOSTS }, (_, n) => `host-${n} ansible_connection=local`).join("\n");
  const values = { name: "streams", type: "static" as const, inventory, ssh_key_id: keyId };
  const none = { become_key_id: null, holder_id: null, repository_id: null };
  const { id: inventory_id } = await insertInventory(w.db, w.projectId, { ...values, ...none });
  const places = { app: "ansible", playbook: "site.yml", repository_id, environment_id, inventory_id };
  return (await w.call(createTemplate, "owner", { projectId: w.projectId }, { ...places, name: "streams" })).id;
}

type StoredFile = { path: string; size: number; checksum: string; stored: number; contentChecksum: string };

/** What is stored of the results and files of a run. */
export type StreamEvidence = {
  id: number;
  status: string;
  /** How many events the server says it has, and the pieces they are stored in. */
  total: number;
  chunks: { first: number; lines: string[] }[];
  /** The states of all hosts, by the number of the step. */
  states: string[];
  files: StoredFile[];
};

export async function readStreams(db: Db, { id, status }: { id: number; status: string }): Promise<StreamEvidence> {
  const [attempt] = await db.execute<{ events: number }>(sql`
    select events from task_attempts where task_id = ${id} order by attempt desc limit 1`);
  const chunks = await db
    .select({ first: taskEventChunks.first_event, text: taskEventChunks.text })
    .from(taskEventChunks)
    .where(eq(taskEventChunks.task_id, id))
    .orderBy(asc(taskEventChunks.first_event));
  const steps = await db
    .select({ states: taskSteps.states })
    .from(taskSteps)
    .where(eq(taskSteps.task_id, id))
    .orderBy(asc(taskSteps.number));
  const files = await db.select().from(taskArtifacts).where(eq(taskArtifacts.task_id, id));
  return {
    id,
    status,
    total: attempt?.events ?? 0,
    chunks: chunks.map(({ first, text }) => ({ first, lines: text.split("\n") })),
    states: steps.map(({ states }) => states),
    files: await Promise.all(
      files.map(async ({ id: file, path, size, checksum, stored }) => ({
        path,
        size,
        checksum,
        stored,
        contentChecksum: await contentChecksum(db, file),
      })),
    ),
  };
}

async function contentChecksum(db: Db, file: number): Promise<string> {
  const parts = await db
    .select({ content: artifactParts.content })
    .from(artifactParts)
    .where(eq(artifactParts.artifact_id, file))
    .orderBy(asc(artifactParts.first_byte));
  return createHash("sha256")
    .update(Buffer.concat(parts.map(({ content }) => content)))
    .digest("hex");
}
