import { MASK, type Masker, type Span } from "@/lib/redact/masker";

const NEWLINE = 10;

/** One output line for each of the first input lines. `held`: how many of the last may begin a secret that later lines complete. */
export type MaskedLines = { masked: string[]; held: number };

/**
 * Masks lines that arrive in batches, also secrets whose parts are in neighbouring lines. The caller puts the lines
 * held before the next batch; nothing else is carried over. `complete`: no further lines follow, so none are held.
 */
export function maskLines(masker: Masker, lines: readonly string[], complete: boolean): MaskedLines {
  const data = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const { spans, safe } = locate(masker, data);
  const end = complete ? data.length : lineBorder(data, spans, safe);
  const masked = end === 0 ? [] : masking(data, spans, end).toString().split("\n").slice(0, -1);
  return { masked, held: lines.length - masked.length };
}

type Located = { spans: Span[]; safe: number };

/** As the lines are, and as if nothing were between them: a reader that cuts long lines may cut a secret in two. */
function locate(masker: Masker, data: Buffer): Located {
  const written = masker.locate(data);
  const positions = new Uint32Array(data.length + 1);
  let length = 0;
  for (let at = 0; at < data.length; at++) if (data[at] !== NEWLINE) positions[length++] = at;
  positions[length] = data.length;
  const joined = masker.locate(Buffer.from(data.filter((byte) => byte !== NEWLINE)));
  const across = joined.spans.map(({ start, end }) => ({
    start: positions[start] ?? 0,
    end: (positions[end - 1] ?? 0) + 1,
  }));
  return { spans: merge([...written.spans, ...across]), safe: Math.min(written.safe, positions[joined.safe] ?? 0) };
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** The last end of a line before `safe` that no secret reaches across. */
function lineBorder(data: Buffer, spans: readonly Span[], safe: number): number {
  for (let border = safe; ; ) {
    const end = border === 0 ? 0 : data.lastIndexOf(NEWLINE, border - 1) + 1;
    const crossing = spans.find((span) => span.start < end && span.end > end);
    if (!crossing) return end;
    border = crossing.start;
  }
}

/** Keeps the line ends inside a secret, so that every line stays one. */
function masking(data: Buffer, spans: readonly Span[], end: number): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const span of spans.filter(({ start }) => start < end)) {
    const inside = data.subarray(span.start, span.end).filter((byte) => byte === NEWLINE);
    parts.push(data.subarray(at, span.start), Buffer.from(MASK), Buffer.from(inside));
    at = span.end;
  }
  return Buffer.concat([...parts, data.subarray(at, end)]);
}
