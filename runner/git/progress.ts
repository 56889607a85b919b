const PROGRESS =
  /^(remote: )?(Enumerating objects|Counting objects|Compressing objects|Total \d+|Receiving objects|Unpacking objects|Resolving deltas|Checking connectivity|Checking objects|Updating files|Filtering content)\b/;

/** Separates git's progress from its error output, which is passed on line by line. */
export class ProgressFilter {
  private rest = "";

  push(bytes: Buffer): Buffer {
    const lines = (this.rest + bytes.toString("latin1")).split(/(?<=[\r\n])/);
    this.rest = lines.at(-1)?.match(/[\r\n]$/) ? "" : (lines.pop() ?? "");
    return Buffer.from(lines.filter((line) => !PROGRESS.test(line)).join(""), "latin1");
  }

  end(): Buffer {
    const rest = PROGRESS.test(this.rest) ? "" : this.rest;
    this.rest = "";
    return Buffer.from(rest, "latin1");
  }
}
