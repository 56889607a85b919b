import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Db } from "@/db/client";
import type { Sealed } from "@/db/columns";
import { legacyAttempts } from "@/db/schema/legacy-attempts";
import type { LegacyRecord } from "@/lib/protocol/legacy-runner";
import { type LogChunk, MAX_CHUNK_BYTES } from "@/lib/protocol/log";
import { LineCutter } from "@/lib/redact/lines";
import { maskLines } from "@/lib/redact/mask-lines";
import { Masker } from "@/lib/redact/masker";
import { open, seal, UndecryptableError } from "@/lib/secret/seal";
import type { AttemptRow } from "@/lib/task/attempt/open-attempts";
import { isLegacy, type LegacyRow, placeOf } from "@/lib/task/legacy/attempts";
import { appendLog, appendMarker } from "@/lib/task/log/append-log";

type Line = { text: string; time: number };

/** As much as our own runners keep of a log. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_LINES = 1_500_000;
const LOG_FULL = "signalbox: this log is too long; the rest is left out";
const MAX_CHUNK_LINES = 20_000;
const LINES_AT_ONCE = 2_000;
const LATEST = Date.UTC(9000, 0);

/**
 * Masks records of the peer's runner and appends them to the log, in the transaction that has locked the attempt. What
 * may begin a secret is held for the next call; `complete`: there is none. Returns the attempt as it is then.
 */
export async function appendRecords(
  tx: Db,
  attempt: AttemptRow,
  row: LegacyRow,
  records: readonly LegacyRecord[],
  complete: boolean,
): Promise<AttemptRow> {
  const lines = [...heldLines(row), ...withoutRepeated(row, records).flatMap(linesOf)];
  const { ready, held } = await maskAll(maskerOf(row), lines, complete);
  const size = ready.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
  await tx
    .update(legacyAttempts)
    .set({
      held: held.length === 0 ? null : sealLines(row.id, held),
      log_bytes: row.log_bytes + size,
      ...(records.length > 0 ? { batch: { count: records.length, hash: hashOf(records) } } : {}),
    })
    .where(isLegacy(row.id));
  return store(tx, attempt, ready, row.log_bytes, size);
}

/** In parts: a runner that could not reach the server for long brings a hundred thousand lines. */
async function maskAll(masker: Masker, lines: readonly Line[], complete: boolean) {
  const ready: Line[] = [];
  let held: Line[] = [];
  for (let at = 0; at === 0 || at < lines.length; at += LINES_AT_ONCE) {
    const part = [...held, ...lines.slice(at, at + LINES_AT_ONCE)];
    const texts = part.map(({ text }) => text);
    const { masked } = maskLines(masker, texts, complete && at + LINES_AT_ONCE >= lines.length);
    for (const [index, { time }] of part.slice(0, masked.length).entries())
      ready.push(...cleanLines(masked[index] ?? "").map((text) => ({ text, time })));
    held = part.slice(masked.length);
    await setImmediate();
  }
  return { ready, held };
}

export const maskerOf = (row: LegacyRow): Masker => new Masker(secretsIn(row));

export const secretsIn = (row: LegacyRow): string[] => JSON.parse(open(row.secrets, placeOf(row.id, "secrets")));

export const sealSecrets = (taskId: number, secrets: readonly string[]): Sealed =>
  seal(JSON.stringify(secrets), placeOf(taskId, "secrets"));

async function store(tx: Db, attempt: AttemptRow, lines: Line[], before: number, size: number): Promise<AttemptRow> {
  if (before >= MAX_BYTES || attempt.log_lines >= MAX_LINES) return attempt;
  let current = attempt;
  for (const chunk of chunksOf(lines)) {
    current = await appendLog(tx, current, { first_line: current.log_lines, ...chunk });
  }
  if (before + size < MAX_BYTES && current.log_lines < MAX_LINES) return current;
  return appendMarker(tx, current, LOG_FULL);
}

/** A record is a line, but messages of the runner itself may have several. */
const linesOf = ({ time, message }: LegacyRecord): Line[] =>
  message.split("\n").map((text) => ({ text, time: instantOf(time) }));

/** By the runner's clock, if that can be. */
function instantOf(time: string): number {
  const at = Date.parse(time);
  return at >= 0 && at <= LATEST ? at : Date.now();
}

/** Newer releases send records again after a PUT without an answer. */
function withoutRepeated({ batch }: LegacyRow, records: readonly LegacyRecord[]): readonly LegacyRecord[] {
  const repeated = batch && records.length >= batch.count && hashOf(records.slice(0, batch.count)) === batch.hash;
  return repeated ? records.slice(batch.count) : records;
}

const hashOf = (records: readonly LegacyRecord[]): string =>
  createHash("sha256").update(JSON.stringify(records)).digest("base64url");

const heldLines = ({ id, held }: LegacyRow): Line[] => (held ? JSON.parse(open(held, placeOf(id, "held"))) : []);

const sealLines = (taskId: number, lines: readonly Line[]): Sealed =>
  seal(JSON.stringify(lines), placeOf(taskId, "held"));

/** A line as lines that the database can hold. */
export function cleanLines(text: string): string[] {
  const lines = new LineCutter().push(Buffer.from(`${text}\n`));
  return lines?.bytes.toString().slice(0, -1).split("\n") ?? [];
}

function* chunksOf(lines: readonly Line[]): Generator<Omit<LogChunk, "first_line">> {
  let part: Line[] = [];
  let size = 0;
  for (const line of lines) {
    const bytes = Buffer.byteLength(line.text) + 1;
    if (part.length === MAX_CHUNK_LINES || (part.length > 0 && size + bytes > MAX_CHUNK_BYTES)) {
      yield chunkOf(part);
      [part, size] = [[], 0];
    }
    part.push(line);
    size += bytes;
  }
  if (part.length > 0) yield chunkOf(part);
}

function chunkOf(lines: readonly Line[]): Omit<LogChunk, "first_line"> {
  const first = lines[0]?.time ?? Date.now();
  return {
    time: new Date(first).toISOString(),
    // Of lines that a clock moved by weeks, the offsets would not fit the column.
    offsets: lines.map(({ time }) => Math.max(-MAX_OFFSET, Math.min(MAX_OFFSET, time - first))),
    text: lines.map(({ text }) => text).join("\n"),
  };
}

const MAX_OFFSET = 2 ** 31 - 1;

/** The attempt ends without its runner: what was held follows, masked, and its secrets are erased. */
export async function closeLegacy(tx: Db, attempt: AttemptRow): Promise<AttemptRow> {
  const [row] = await tx.select().from(legacyAttempts).where(isLegacy(attempt.task_id));
  if (row?.attempt !== attempt.attempt) return attempt;
  const complete = row.held && canOpen(row) ? await appendRecords(tx, attempt, row, [], true) : attempt;
  if (row.runner_id === null) await tx.delete(legacyAttempts).where(isLegacy(row.id));
  await tx
    .update(legacyAttempts)
    .set({ secrets: sealSecrets(row.id, []), held: null })
    .where(isLegacy(row.id));
  return complete;
}

/** Without the key that sealed them, the lines are lost; the task ends all the same. */
function canOpen(row: LegacyRow): boolean {
  try {
    secretsIn(row);
    heldLines(row);
    return true;
  } catch (error) {
    if (error instanceof UndecryptableError) return false;
    throw error;
  }
}
