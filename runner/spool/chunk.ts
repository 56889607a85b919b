import { MAX_CHUNK_BYTES, MAX_CHUNK_LINES } from "@/lib/protocol/log";
import type { Frame } from "@/lib/protocol/log-frame";
import { skipLines } from "@/runner/spool/frame";

/** How much may be sent at once. */
export type ChunkLimits = { bytes: number; lines: number };

export const CHUNK_LIMITS: ChunkLimits = { bytes: MAX_CHUNK_BYTES, lines: MAX_CHUNK_LINES };

/** A position between two frames: the number of the next line and its offset in the file. */
export type Border = { line: number; offset: number };

/** Consecutive lines to upload. */
export type SpooledChunk = { first_line: number; next_line: number; frames: Frame[] };

export const START: Border = { line: 0, offset: 0 };

/** The border after a frame that takes `size` bytes of the file. */
export const after = (border: Border, frame: Frame, size: number): Border => ({
  line: border.line + frame.count,
  offset: border.offset + size,
});

/** Collects frames starting at a border, skipping the lines before the requested one. */
export class ChunkBuilder {
  private readonly frames: Frame[] = [];
  private bytes = 0;
  private lines = 0;

  constructor(
    public border: Border,
    private readonly wanted: number,
    private readonly limits: ChunkLimits,
  ) {}

  /** False when the frame doesn't fit and belongs to the next chunk. */
  take(frame: Frame, size: number): boolean {
    const skip = Math.max(this.wanted - this.border.line, 0);
    if (skip < frame.count) {
      const part = skip > 0 ? skipLines(frame, skip) : frame;
      if (!this.fits(part)) return false;
      this.frames.push(part);
      this.bytes += part.bytes.length;
      this.lines += part.count;
    }
    this.border = after(this.border, frame, size);
    return true;
  }

  get result(): SpooledChunk | null {
    if (this.frames.length === 0) return null;
    return { first_line: this.wanted, next_line: this.border.line, frames: this.frames };
  }

  private fits(part: Frame): boolean {
    return this.bytes + part.bytes.length <= this.limits.bytes && this.lines + part.count <= this.limits.lines;
  }
}
