import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const EVERY_MS = 15;
const PS_EVERY = 20;

/** Polls the command lines of all processes, as any local user can. */
export class ProcessSpy {
  /** Distinct command lines seen, words separated by spaces. */
  readonly seen = new Set<string>();
  private rounds = 0;
  private readonly timer = setInterval(() => this.look(), EVERY_MS);

  end(): void {
    clearInterval(this.timer);
  }

  /** The command lines that contain one of the texts. */
  with(...texts: string[]): string[] {
    return [...this.seen].filter((line) => texts.some((text) => line.includes(text)));
  }

  private look(): void {
    for (const pid of readdirSync("/proc")) {
      if (!/^\d+$/.test(pid)) continue;
      try {
        this.seen.add(readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim());
      } catch {
        // It has ended.
      }
    }
    if (this.rounds++ % PS_EVERY === 0) {
      for (const line of execFileSync("ps", ["-eo", "args"]).toString().split("\n")) this.seen.add(line);
    }
  }
}
