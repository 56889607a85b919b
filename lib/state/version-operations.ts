import { z } from "zod";
import { stateChanged } from "@/db/announcement";
import type { Db } from "@/db/client";
import { member, project } from "@/lib/access/access";
import type { UserActor } from "@/lib/access/actor";
import { operation } from "@/lib/operation/define";
import { AppError, found } from "@/lib/operation/errors";
import { NoInput } from "@/lib/operation/fields";
import { recordEvent } from "@/lib/operation/record-event";
import { inTurn } from "@/lib/operation/serialize";
import { readContent, readWritten } from "@/lib/state/content";
import { restoreVersion, uploadVersion } from "@/lib/state/restore";
import { differenceOf } from "@/lib/state/rules/difference";
import type { Resource, StateFacts } from "@/lib/state/rules/parts";
import { readState } from "@/lib/state/rules/read-state";
import {
  AttributesQuery,
  Difference,
  DifferenceQuery,
  ResourceAttributes,
  RevealInput,
  RollbackInput,
  StateParams,
  UploadInput,
  Version,
  VersionDetail,
  VersionParams,
  VersionsQuery,
} from "@/lib/state/schema";
import * as store from "@/lib/state/store";
import { stateEvent, versionName } from "@/lib/state/workspaces";

const MAX_LIST = 200;

const stateOf = async (db: Db, params: z.output<typeof StateParams>) =>
  found(await store.getState(db, params.projectId, params.stateId));

type Reader = { actor: UserActor; signal: AbortSignal };

/**
 * A state that is read is in memory several times: one at once for a user, and two in a process. Never in a transaction,
 * whose connection those ahead may wait for.
 */
const inStateTurn = <Result>({ actor, signal }: Reader, work: () => Promise<Result>): Promise<Result> =>
  inTurn({ key: `states for user ${actor.user.id}`, atOnce: 1, signal }, () =>
    inTurn({ key: "states", atOnce: 2, signal }, work),
  );

type OfVersion = { db: Db; params: z.output<typeof VersionParams>; signal: AbortSignal };

/** A version of the path with its text. */
async function openVersion({ db, params, signal }: OfVersion) {
  signal.throwIfAborted();
  const { state, workspace, version } = found(await store.versionRow(db, params));
  const text = (await readContent(version)).toString("utf8");
  return { state, title: versionName(version.number, workspace), version, text };
}

/** A version of the path with what it holds. */
async function readVersion(of: OfVersion) {
  const { text, ...opened } = await openVersion(of);
  return { ...opened, facts: readState(opened.state.kind, text) };
}

export const listVersions = operation({
  name: "state.listVersions",
  summary: "Versions of the state, newest first, at most 200",
  transaction: "none",
  access: member,
  params: StateParams,
  input: VersionsQuery,
  output: z.array(Version),
  run: async ({ db, params, input }) => {
    const limit = Math.min(input.limit ?? MAX_LIST, MAX_LIST);
    const versions = await store.listVersions(db, params, { ...input, limit });
    // The state is looked for only when there is nothing else to show.
    if (versions.length === 0) await stateOf(db, params);
    return versions;
  },
});

export const getVersion = operation({
  name: "state.getVersion",
  summary: "One version with its resources and outputs; no attribute and no sensitive value",
  transaction: "none",
  access: member,
  params: VersionParams,
  input: NoInput,
  output: VersionDetail,
  run: (context) =>
    inStateTurn(context, async () => {
      const { facts, version } = await readVersion(context);
      const head = found(await store.getVersion(context.db, context.params));
      return { ...head, resource_list: facts.resources, outputs: version.outputs };
    }),
});

const NOTHING = { encrypted: false, resources: [], outputs: [] };

export const compareVersions = operation({
  name: "state.compareVersions",
  summary: "What a version adds, removes and changes compared with the one before it, or another; names only",
  transaction: "none",
  access: member,
  params: VersionParams,
  input: DifferenceQuery,
  output: Difference,
  run: (context) =>
    inStateTurn(context, async () => {
      const { db, params, input, signal } = context;
      const { version, facts: after } = await readVersion(context);
      const from = input.from_id ?? (await store.versionBefore(db, version));
      const before =
        from === null ? NOTHING : (await readVersion({ db, params: { ...params, versionId: from }, signal })).facts;
      if (before.encrypted || after.encrypted) throw new AppError("conflict", { key: "stateEncrypted" });
      return differenceOf(before, after);
    }),
});

export const listAttributes = operation({
  name: "state.listAttributes",
  summary: "Attributes of a version's resources; of sensitive ones only the names",
  transaction: "none",
  access: project("manageResources"),
  params: VersionParams,
  input: AttributesQuery,
  output: z.object({ resources: z.array(ResourceAttributes) }),
  run: (context) =>
    inStateTurn(context, async () => {
      const { facts } = await readVersion(context);
      const wanted = facts.resources.filter(({ address }) => address === (context.input.address ?? address));
      return {
        resources: wanted.map((resource) => ({ address: resource.address, attributes: attributesOf(resource) })),
      };
    }),
});

const attributesOf = ({ attributes, sensitive }: Resource) =>
  Object.entries(attributes).map(([name, value]) =>
    sensitive.has(name) ? { name, sensitive: true } : { name, sensitive: false, value },
  );

export const revealOutput = operation({
  name: "state.revealOutput",
  summary: "The value of an output, be it sensitive; who asked for it is recorded",
  transaction: "whole",
  access: project("manageResources"),
  params: VersionParams,
  input: RevealInput,
  output: z.object({ value: z.unknown() }),
  run: async ({ db, params, input, signal }) => {
    const { state, title, facts } = await readVersion({ db, params, signal });
    return { value: outputOf(facts, input.name), state, title };
  },
  event: ({ input, result: { state, title } }) => stateEvent(state, `output ${input.name} of ${title} shown`),
});

const outputOf = ({ outputs }: StateFacts, name: string): unknown =>
  found(outputs.find((output) => output.name === name)).value;

/** lib/state/routes.ts sends the text alone, as the tool wrote it. */
export const downloadVersion = operation({
  name: "state.download",
  summary: "The state itself, secrets included; who downloads it is recorded",
  transaction: "whole",
  access: project("manageResources"),
  params: VersionParams,
  input: NoInput,
  output: z.object({ name: z.string(), number: z.int(), text: z.string() }),
  run: async ({ db, params, signal }) => {
    const { state, title, version, text } = await openVersion({ db, params, signal });
    return { name: state.name, number: version.number, text, state, title };
  },
  event: ({ result: { state, title } }) => stateEvent(state, `${title} downloaded`),
});

export const uploadState = operation({
  name: "state.upload",
  summary: "Makes a state from elsewhere the newest version; lineage and serial must follow on the newest one",
  transaction: "own",
  access: project("manageResources"),
  params: StateParams,
  input: UploadInput,
  output: Version,
  run: async ({ db, actor, project, params, input, ip, announce }) => {
    const state = await stateOf(db, params);
    const written = await readWritten(state.kind, Buffer.from(input.content, "utf8"));
    const by = { userId: actor.user.id, reason: input.reason };
    const id = await db.transaction(async (tx) => {
      const version = await uploadVersion(tx, state.id, input.workspace, written, by);
      if (!version) throw new AppError("conflict", { key: "stateIsNewest" });
      const title = versionName(version.number, input.workspace);
      const event = stateEvent(state, `${title} uploaded: ${input.reason}`);
      await recordEvent(tx, event, { project, userId: actor.user.id, ip });
      return version.id;
    });
    announce(stateChanged(state));
    return found(await store.getVersion(db, { ...params, versionId: id }));
  },
  event: { none: "recorded in the transaction that stores the version" },
});

export const rollbackState = operation({
  name: "state.rollback",
  summary: "Makes what a version holds the newest again, as a new version; also accepts an offered one",
  transaction: "whole",
  access: project("manageResources"),
  params: StateParams,
  input: RollbackInput,
  output: Version,
  run: async ({ db, actor, params, input, announce }) => {
    const { state, workspace, version } = found(await store.versionRow(db, { ...params, versionId: input.version_id }));
    const made = await restoreVersion(db, state.kind, version, { userId: actor.user.id, reason: input.reason });
    announce(stateChanged(state));
    const title = versionName(version.number, workspace);
    return { ...found(await store.getVersion(db, { ...params, versionId: made.id })), state, title };
  },
  event: ({ input, result: { state, cause, title, number } }) =>
    stateEvent(
      state,
      `${cause === "accepted" ? "accepted offered" : "rolled back to"} ${title} as version ${number}: ${input.reason}`,
    ),
});
