import { z } from "zod";
import { member, project } from "@/lib/access/access";
import { inspectPrivateKey } from "@/lib/key/private-key/inspect";
import {
  Key,
  KeyBody,
  type KeyDetails,
  type KeyInput,
  KeyParams,
  KeyQuery,
  NewKey,
  NewKeyBody,
} from "@/lib/key/schema";
import * as store from "@/lib/key/store";
import { changesOf } from "@/lib/operation/changes";
import { eventsOf, operation } from "@/lib/operation/define";
import { found, inUse, invalid } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { hasRefs, Refs } from "@/lib/operation/refs";
import { Saved } from "@/lib/operation/warnings";
import { ResourceFacts } from "@/lib/project/schema/facts";

export const listKeys = operation({
  name: "key.list",
  summary: "Keys of the project, without their secrets",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: KeyQuery,
  output: z.array(Key),
  run: ({ db, project, input }) => store.listKeys(db, project.id, input),
});

export const getKey = operation({
  name: "key.get",
  summary: "One key, without its secret",
  transaction: "none",
  access: member,
  params: KeyParams,
  input: NoInput,
  output: Key,
  run: async ({ db, params }) => found(await store.getKey(db, params.projectId, params.keyId)),
});

export const getKeyRefs = operation({
  name: "key.refs",
  summary: "What uses the key",
  transaction: "none",
  access: member,
  params: KeyParams,
  input: NoInput,
  output: Refs,
  run: async ({ db, params }) => {
    found(await store.getKey(db, params.projectId, params.keyId));
    return store.keyRefs(db, params.projectId, params.keyId);
  },
});

export const listKeyFacts = operation({
  name: "key.facts",
  summary: "How many things use each key, and who changed it last",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(ResourceFacts),
  run: ({ db, project }) => store.listKeyFacts(db, project.id),
});

export const createKey = operation({
  name: "key.create",
  summary: "Stores a key",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: NewKeyBody,
  output: NewKey,
  semaphoreOutput: Key,
  run: async ({ db, project, input }) => {
    refuseOtherIds(input, project.id);
    const key = await store.insertKey(db, project.id, input, await readDetails(input));
    return { ...key, warnings: input.warnings };
  },
  event: ({ result }) => keyEvent(result.id, result.name, "created"),
});

export const updateKey = operation({
  name: "key.update",
  summary: "Renames a key; override_secret also replaces its secret",
  transaction: "whole",
  access: project("manageResources"),
  params: KeyParams,
  input: KeyBody,
  output: Saved,
  run: async ({ db, project, params, input }) => {
    refuseOtherIds(input, project.id, params.keyId);
    const before = found(await store.getKey(db, project.id, params.keyId));
    const details = input.override_secret ? await readDetails(input) : null;
    if (input.override_secret) await store.refuseUsedPassword(db, project.id, before, input.type);
    found(await store.updateKey(db, project.id, params.keyId, input, details));
    const { name, override_secret: secret } = input;
    const after = { name, type: secret ? input.type : before.type };
    const changes = changesOf(before, after, { name: "shown", type: "shown" }, { secret });
    return { changes, warnings: secret ? input.warnings : undefined };
  },
  event: ({ params, input, result }) => ({
    ...keyEvent(params.keyId, input.name, "updated"),
    changes: result.changes,
  }),
});

export const deleteKey = operation({
  name: "key.delete",
  summary: "Deletes a key that is not in use",
  transaction: "whole",
  access: project("manageResources"),
  params: KeyParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params }) => {
    if (hasRefs(await store.keyRefs(db, project.id, params.keyId))) throw inUse("keyInUse");
    return found(await store.deleteKey(db, project.id, params.keyId));
  },
  event: ({ params, result }) => keyEvent(params.keyId, result, "deleted"),
});

const keyEvent = eventsOf("key", "Access Key");

/** Rejects a private key that no task could use. */
async function readDetails({ type, ssh }: Pick<KeyInput, "type" | "ssh">): Promise<KeyDetails | null> {
  if (type !== "ssh") return null;
  const inspection = await inspectPrivateKey(ssh.private_key, ssh.passphrase);
  if ("details" in inspection) return inspection.details;
  const { problem } = inspection;
  throw invalid(problem === "privateKeyInvalid" ? "ssh.private_key" : "ssh.passphrase", problem);
}
