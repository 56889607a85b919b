import { z } from "zod";
import { lockEnded, stateChanged } from "@/db/announcement";
import { database } from "@/db/client";
import { stateCredential } from "@/lib/access/access";
import { admitAndRead } from "@/lib/operation/admit-and-read";
import { announceAll } from "@/lib/operation/announce";
import { endpoint, type RawDescription, type RouteHandler, rawEndpoint } from "@/lib/operation/endpoint";
import { AppError, invalid } from "@/lib/operation/errors";
import { NoInput } from "@/lib/operation/fields";
import { emptyReply } from "@/lib/operation/http/reply";
import { callerOf, readBody } from "@/lib/operation/http/request";
import { parseId } from "@/lib/operation/id";
import { parse } from "@/lib/operation/parse";
import { parseJson } from "@/lib/protocol/json-text";
import { decodePercent } from "@/lib/protocol/query";
import { CAUSE_PARAMETER, LockInfo, MAX_STATE_BYTES } from "@/lib/protocol/state";
import { UNSTORABLE } from "@/lib/protocol/storable";
import { identifyCaller, unknownCaller } from "@/lib/state/backend/caller";
import * as backend from "@/lib/state/backend/serve";
import { downloadVersion, uploadState } from "@/lib/state/version-operations";

const MAX_LOCK_BYTES = 64 * 1024;
const CONTENT = z.unknown().describe("The state, as its tool writes it");
const LOCKED = { description: "Somebody else holds the lock", schema: LockInfo };
const DONE = { description: "Done" };

const described = (
  name: string,
  summary: string,
  replies: RawDescription["replies"],
  input: z.ZodType = NoInput,
): RawDescription => ({ name: `stateBackend.${name}`, summary, access: stateCredential, input, replies });

/** After a change: what the caller did is committed. */
async function done({ db, caller }: backend.Call): Promise<Response> {
  announceAll(db, [stateChanged(caller.state)]);
  return emptyReply(200);
}

async function callOf(request: Request, context: Parameters<RouteHandler>[1]): Promise<backend.Call> {
  const { stateId, workspace } = (await context.params) ?? {};
  const id = parseId(String(stateId));
  if (id === null) throw unknownCaller();
  const address = { stateId: id, workspace: decoded(String(workspace)) };
  const db = database();
  const { ip } = callerOf(request.headers);
  const caller = await identifyCaller(db, passwordOf(request.headers), address, ip);
  return { db, caller, workspace: address.workspace, ip };
}

/** Next leaves a part of a path as it was sent; no name of a workspace has a stray percent sign. */
const decoded = (part: string): string => decodePercent(part) ?? part;

/** Basic authentication; the user name says nothing. */
function passwordOf(headers: Headers): string {
  const [, encoded = ""] = /^basic\s+(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const text = Buffer.from(encoded, "base64").toString("utf8");
  return text.includes(":") ? text.slice(text.indexOf(":") + 1) : "";
}

export const readState = rawEndpoint(
  described("read", "The newest version of the state, for tools", {
    200: { description: "The state", schema: CONTENT },
    204: { description: "Nothing is kept yet" },
  }),
  async (request, context) => {
    const newest = await backend.readNewest(await callOf(request, context));
    if (!newest) return emptyReply(204);
    const headers = { "content-type": "application/json", "content-md5": asBase64(newest.checksum) };
    return new Response(new Uint8Array(newest.bytes), { headers });
  },
);

const asBase64 = (hexadecimal: string) => Buffer.from(hexadecimal, "hex").toString("base64");

export const stateWriter = (hideSecrets: backend.HideSecrets) =>
  rawEndpoint(
    described("write", "A new version of the state, from tools", { 200: DONE, 423: LOCKED }, CONTENT),
    async (request, context) => {
      const [call, bytes] = await admitAndRead(
        () => callOf(request, context),
        () => readBody(request, MAX_STATE_BYTES),
      );
      const { searchParams } = new URL(request.url);
      await backend.write(call, {
        bytes,
        lockId: searchParams.get("ID"),
        contentMd5: request.headers.get("content-md5"),
        cause: searchParams.get(CAUSE_PARAMETER) === "committed" ? "committed" : "run",
        hideSecrets,
      });
      return done(call);
    },
  );

export const forgetState = rawEndpoint(
  described("forget", "Empties the state, for tools; its versions are kept", { 200: DONE, 423: LOCKED }),
  async (request, context) => {
    const call = await callOf(request, context);
    await backend.forget(call, new URL(request.url).searchParams.get("ID"));
    return done(call);
  },
);

export const lockState = rawEndpoint(
  described("lock", "Locks the state; LOCK on the state itself does the same", { 200: DONE, 423: LOCKED }, LockInfo),
  async (request, context) => {
    const [call, info] = await admitAndRead(
      () => callOf(request, context),
      () => readLockInfo(request),
    );
    if (!info) throw invalid("ID", "stateLockUnreadable");
    await backend.lock(call, info);
    return done(call);
  },
);

export const unlockState = rawEndpoint(
  described("unlock", "Unlocks the state; UNLOCK on the state itself does the same", { 200: DONE, 423: LOCKED }),
  async (request, context) => {
    const [call, info] = await admitAndRead(
      () => callOf(request, context),
      () => readLockInfo(request),
    );
    await backend.unlock(call, info?.ID ?? null);
    announceAll(call.db, lockEnded(call.caller.state));
    return emptyReply(200);
  },
);

/** Every other path there: Terraform takes a 404 for an empty state. */
export const unknownState = rawEndpoint(described("unknown", "No state", {}), async () => {
  throw unknownCaller();
});

/** Null: the body is empty. */
async function readLockInfo(request: Request): Promise<LockInfo | null> {
  const body = (await readBody(request, MAX_LOCK_BYTES)).toString("utf8");
  if (body.trim() === "") return null;
  const json = parseJson(body);
  if (json === undefined) throw new AppError("invalid", { key: "stateLockUnreadable" });
  const info = parse(LockInfo, json);
  const bad = Object.entries(info).find(([, value]) => UNSTORABLE.test(value));
  if (bad) throw invalid(bad[0], "characterInvalid");
  return info;
}

/** A file to keep, which every tool can be given. */
export const downloadState = endpoint(downloadVersion, {
  reply: { description: "The state", schema: CONTENT },
  respond: ({ text, number }, _request, { stateId }) => {
    const disposition = `attachment; filename="state_${stateId}_${number}.json"`;
    return new Response(text, { headers: { "content-type": "application/json", "content-disposition": disposition } });
  },
});

/** A state is larger than what other routes take. */
export const upload = endpoint(uploadState, { status: 201, maxBytes: 2 * MAX_STATE_BYTES, explains: true });
