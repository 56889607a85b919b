import { TaskProblem } from "@/runner/job/problem";

/** A plan of tens of thousands of resources. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Collects output that must not reach the log, in memory only. */
export class Capture {
  private readonly parts: Buffer[] = [];
  private size = 0;

  push(bytes: Buffer): void {
    this.size += bytes.length;
    if (this.size <= MAX_BYTES) this.parts.push(bytes);
    else this.parts.length = 0;
  }

  /** Throws TaskProblem if it was too large. */
  text(): string {
    if (this.size > MAX_BYTES) throw new TaskProblem("tool_failed", "the plan is too large to be read");
    return Buffer.concat(this.parts).toString("utf8");
  }
}
