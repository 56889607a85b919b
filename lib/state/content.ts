import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Sealed } from "@/db/columns";
import { AppError, invalid } from "@/lib/operation/errors";
import { MAX_STATE_BYTES, type StateKind } from "@/lib/protocol/state";
import { openBytes, sealBytes, UndecryptableError } from "@/lib/secret/seal";
import { type KeptOutput, keptOutputs } from "@/lib/state/rules/outputs";
import { NoState, type StateFacts } from "@/lib/state/rules/parts";
import { readState } from "@/lib/state/rules/read-state";

/** The text of a state, with what it says; `outputs`: what everybody may know of those. */
export type Written = {
  kind: StateKind;
  bytes: Buffer;
  compressed: Buffer;
  checksum: string;
  facts: StateFacts;
  outputs: KeptOutput[];
};

const placeOf = (versionId: number) => `state_versions/${versionId}/content` as const;

/** Takes the text apart before anything is locked. Throws when it is no state of that kind. */
export async function readWritten(kind: StateKind, bytes: Buffer): Promise<Written> {
  if (bytes.byteLength > MAX_STATE_BYTES)
    throw new AppError("too_large", { key: "bodyTooLarge", params: { megabytes: MAX_STATE_BYTES / 1024 / 1024 } });
  const checksum = createHash("md5").update(bytes).digest("hex");
  const facts = factsOf(kind, bytes);
  const compressed = await promisify(gzip)(bytes);
  return { kind, bytes, checksum, facts, outputs: keptOutputs(facts.outputs), compressed };
}

function factsOf(kind: StateKind, bytes: Buffer): StateFacts {
  try {
    return readState(kind, new TextDecoder("utf8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof NoState || error instanceof TypeError) throw invalid("content", "stateUnreadable");
    throw error;
  }
}

export const sealContent = ({ compressed }: Written, versionId: number): Sealed =>
  sealBytes(compressed, placeOf(versionId));

type Stored = { id: number; content: Sealed };

/** Throws UndecryptableError. */
export const openContent = (version: Stored): Promise<Buffer> =>
  promisify(gunzip)(openCompressed(version), { maxOutputLength: MAX_STATE_BYTES });

/** For people, whom a lost key is told as a conflict. */
export async function readContent(version: Stored): Promise<Buffer> {
  try {
    return await openContent(version);
  } catch (error) {
    if (error instanceof UndecryptableError) throw new AppError("conflict", { key: "stateKeyMissing" });
    throw error;
  }
}

/** The gzipped text. Throws UndecryptableError. */
export const openCompressed = ({ id, content }: Stored): Buffer => openBytes(content, placeOf(id));
