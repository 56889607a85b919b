import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Db } from "@/db/client";
import type { Sealed } from "@/db/columns";
import { legacyAttempts } from "@/db/schema/legacy-attempts";
import type { LegacyRecord } from "@/lib/protocol/legacy-runner";
import { MAX_LOG_BYTES, MAX_LOG_LINES } from "@/lib/protocol/log";
import { maskLines } from "@/lib/redact/mask-lines";
import { Masker } from "@/lib/redact/masker";
import { open, seal, UndecryptableError } from "@/lib/secret/seal";
import type { AttemptRow } from "@/lib/task/attempt/open-attempts";
import { isLegacy, type LegacyRow, placeOf } from "@/lib/task/legacy/attempts";
import { appendLog, appendMarker } from "@/lib/task/log/append-log";
import { chunksOf, cleanLines, instantOf, type Line, LOG_FULL } from "@/lib/task/log/line-chunks";

const LINES_AT_ONCE = 2_000;

/**
 * Masks records of Semaphore's runner and appends them to the log, in the transaction that has locked the attempt. What
 * may begin a secret is held for the next call; `complete`: there is none. Returns the attempt as it is then.
 */
export async function appendRecords(
  tx: Db,
  attempt: AttemptRow,
  row: LegacyRow,
  { records, complete }: { records: readonly LegacyRecord[]; complete: boolean },
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
  if (before >= MAX_LOG_BYTES || attempt.log_lines >= MAX_LOG_LINES) return attempt;
  let current = attempt;
  for (const chunk of chunksOf(lines)) {
    current = await appendLog(tx, current, { first_line: current.log_lines, ...chunk });
  }
  if (before + size < MAX_LOG_BYTES && current.log_lines < MAX_LOG_LINES) return current;
  return appendMarker(tx, current, LOG_FULL);
}

/** A record is a line, but messages of the runner itself may have several. */
const linesOf = ({ time, message }: LegacyRecord): Line[] =>
  message.split("\n").map((text) => ({ text, time: instantOf(time) }));

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

/** The attempt ends without its runner: what was held follows, masked, and its secrets are erased. */
export async function closeLegacy(tx: Db, attempt: AttemptRow): Promise<AttemptRow> {
  const [row] = await tx.select().from(legacyAttempts).where(isLegacy(attempt.task_id));
  if (row?.attempt !== attempt.attempt) return attempt;
  const complete =
    row.held && canOpen(row) ? await appendRecords(tx, attempt, row, { records: [], complete: true }) : attempt;
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
