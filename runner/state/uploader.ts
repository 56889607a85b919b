import { stat } from "node:fs/promises";
import { parseJson } from "@/lib/protocol/json-text";
import { MAX_STATE_BYTES } from "@/lib/protocol/state";
import { TaskProblem } from "@/runner/job/problem";
import { readSmallFile } from "@/runner/job/small-file";
import { EagerLoop } from "@/runner/spool/eager";
import type { StateBackend } from "@/runner/state/backend";
import { discardTree } from "@/runner/tree";

/** Between two looks at the file: several changes within it become one version. */
const LOOK_MS = 500;

/** Uploads a state file whenever a program has changed it. */
export class StateUploader {
  private readonly timer: NodeJS.Timeout;
  private readonly over = new AbortController();
  private readonly loop = new EagerLoop(() => this.look());
  private seen = "";
  private refusal = "";

  /** `kept` is what the console has; `note` tells of a refusal, once. */
  constructor(
    private readonly file: string,
    private readonly backend: StateBackend,
    private kept: string | null,
    private readonly note: (text: string) => void,
  ) {
    this.timer = setInterval(() => this.loop.wake(), LOOK_MS);
  }

  /** Once the program has ended. The file stays if the console has something else. Never rejects. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.over.abort();
    await this.loop.idle();
    if (this.kept !== null && (await readSmallFile(this.file, MAX_STATE_BYTES)) === this.kept)
      await discardTree(this.file);
  }

  private async look(): Promise<false> {
    const found = await stat(this.file).catch(() => null);
    const version = found ? `${found.ino} ${found.size} ${found.mtimeMs}` : "";
    if (version === this.seen) return false;
    const text = await readSmallFile(this.file, MAX_STATE_BYTES);
    // Terraform writes in place, so half a state may be there: the next look finds the rest.
    if (text === null || parseJson(text) === undefined) return false;
    if (text === this.kept || (await this.upload(text))) this.seen = version;
    return false;
  }

  private async upload(text: string): Promise<boolean> {
    try {
      await this.backend.write(text, this.over.signal);
      this.kept = text;
      return true;
    } catch (error) {
      // When the program has ended, what is left goes another way.
      if (error instanceof TaskProblem && error.message !== this.refusal) {
        this.refusal = error.message;
        this.note(error.message);
      }
      return false;
    }
  }
}
