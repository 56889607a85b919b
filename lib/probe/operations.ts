import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import { repositories } from "@/db/schema/repositories";
import { project } from "@/lib/access/access";
import { alertChannels, insertTest } from "@/lib/notification/project-test";
import { type EventDraft, operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { NoInput, ProjectParams } from "@/lib/operation/fields";
import { recordEvent } from "@/lib/operation/record-event";
import { missingRunner, type Needs } from "@/lib/probe/runners";
import { AlertProbeInput, Probe, ProbeInput, ProbeParams } from "@/lib/probe/schema";
import * as store from "@/lib/probe/store";
import { type Reference, requireReferences } from "@/lib/project/references";
import type { ProbeReason } from "@/lib/protocol/probe";
import { hostOf } from "@/lib/repository/rules";

export const createProbe = operation({
  name: "probe.create",
  summary:
    "Has a runner test a repository, key, inventory or vault password, saved or not, or list a repository's files",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: ProbeInput,
  output: Probe,
  run: async ({ db, actor, project, input, ip, announce }) => {
    await requireReferences(db, project.id, referencesOf(input), "not_found");
    await store.limitProbes(db, actor.user.id);
    const runner_tag = "runner_tag" in input ? input.runner_tag : "";
    const needs = { project_id: project.id, kind: input.kind, runner_tag, tools: toolsFor(input) };
    const obstacle = await impossibleReason(db, input, needs);
    const about = { ...needs, user_id: actor.user.id };
    if (obstacle) {
      const result = { outcome: "impossible", reason: obstacle } as const;
      return store.present(await store.insertProbe(db, about, result));
    }
    const row = await store.insertProbe(db, about);
    await store.sealRequest(db, row.id, input);
    const event = input.kind === "repository" ? await newHostEvent(db, project.id, input) : null;
    if (event) await recordEvent(db, event, { project, userId: actor.user.id, ip });
    announce({ type: "work", runner_id: null, probe: true });
    return store.present(row);
  },
  event: { none: "run records where a stored key goes to a host that is new for it; any other test changes nothing" },
});

export const createAlertProbe = operation({
  name: "probe.createAlert",
  summary: "Sends a test message over every channel of the project; the email goes to the caller",
  transaction: "whole",
  access: project("updateProject"),
  params: ProjectParams,
  input: AlertProbeInput,
  output: Probe,
  run: async ({ db, actor, project, input }) => {
    await store.limitProbes(db, actor.user.id);
    const about = { project_id: project.id, user_id: actor.user.id, kind: input.kind };
    const channels = alertChannels(input.alert_chat, actor.user.email);
    if (channels.length === 0) {
      const result = { outcome: "impossible", reason: "no_channel" } as const;
      return store.present(await store.insertProbe(db, about, result));
    }
    const outbox_ids = await insertTest(db, project.id, channels);
    const row = await store.insertProbe(db, { ...about, outbox_ids });
    return found(await store.readProbe(db, project.id, row.id));
  },
  event: { none: "a test of what is not saved yet changes nothing" },
});

export const getProbe = operation({
  name: "probe.get",
  summary: "The result of a probe, kept for ten minutes",
  transaction: "none",
  access: project("manageResources"),
  params: ProbeParams,
  input: NoInput,
  output: Probe,
  run: async ({ db, project, params }) => found(await store.readProbe(db, project.id, params.probeId)),
});

/** Who may manage resources cannot read a stored key, but a test sends it wherever its form says; null: it is known there. */
async function newHostEvent(
  db: Db,
  projectId: number,
  { git_url, ssh_key_id }: Extract<ProbeInput, { kind: "repository" }>,
): Promise<EventDraft | null> {
  const rows = await store.usesOfKey(db, projectId, ssh_key_id);
  const [key] = rows;
  const host = hostOf(git_url.trim());
  if (!key || key.type === "none" || host === "") return null;
  if (rows.some(({ url }) => url !== null && hostOf(url) === host)) return null;
  const description = `Access Key ${key.name} tried with host ${host}, which no repository has with it`;
  return { object_type: "key", object_id: ssh_key_id, object_name: key.name, description };
}

function referencesOf(input: ProbeInput): Reference[] {
  switch (input.kind) {
    case "repository":
      return [{ field: "ssh_key_id", id: input.ssh_key_id, table: accessKeys }];
    case "key":
      return [{ field: "key_id", id: input.key_id, table: accessKeys }];
    case "inventory":
    case "files":
      return [{ field: "repository_id", id: input.repository_id, table: repositories }];
    case "vault":
      return [
        { field: "repository_id", id: input.repository_id, table: repositories },
        ...input.vaults.map(({ vault_key_id: id }, index) => ({
          field: `vaults.${index}.vault_key_id`,
          id,
          table: accessKeys,
        })),
      ];
  }
}

function toolsFor(input: ProbeInput): string[] {
  switch (input.kind) {
    case "repository":
    case "files":
      return ["git"];
    case "key":
      return [];
    case "inventory":
      return input.type === "file" ? ["git", "ansible-playbook"] : ["ansible-playbook"];
    case "vault":
      return ["git", "ansible-playbook"];
  }
}

/** Why no runner needs to try this; null if one does. */
async function impossibleReason(db: Db, input: ProbeInput, needs: Needs): Promise<ProbeReason | null> {
  if (input.kind === "inventory" && input.type === "file" && input.repository_id === null) return "own_repository";
  return missingRunner(db, needs);
}
