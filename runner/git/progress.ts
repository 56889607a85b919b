const PROGRESS =
  /^(remote: )?(Enumerating objects|Counting objects|Compressing objects|Total \d+|Receiving objects|Unpacking objects|Resolving deltas|Checking connectivity|Checking objects|Updating files|Filtering content)\b/;

/** What `--quiet` would leave out, if it did not leave out the progress of a download as well. */
const CHATTER =
  /^(?:From |Cloning into '|Submodule '.* registered for path '|Auto packing the repository |See "git help gc" | [ +*=t-] (?:\[|[0-9a-f]+\.\.))/;
/** The last that git says before it works on its own, which may take long: it checks, checks out or repacks. */
const ALONE =
  /^(?:(?:Receiving objects|Unpacking objects|Resolving deltas): 100% .*, done\.|Auto packing the repository |See "git help gc" )/;

/** Separates what git says of its progress from its error output, which is passed on line by line. */
export class ProgressFilter {
  /** git has what it needs of the server, until it says something else. */
  worksAlone = false;
  private rest = "";

  push(bytes: Buffer): Buffer {
    const lines = (this.rest + bytes.toString("latin1")).split(/(?<=[\r\n])/);
    this.rest = lines.at(-1)?.match(/[\r\n]$/) ? "" : (lines.pop() ?? "");
    // The server's own last words may come after the last of what it sends.
    const last = [...lines, this.rest].findLast((line) => line !== "" && !line.startsWith("remote: Total "));
    if (last !== undefined) this.worksAlone = ALONE.test(last);
    return Buffer.from(lines.filter(isComplaint).join(""), "latin1");
  }

  end(): Buffer {
    const rest = isComplaint(this.rest) ? this.rest : "";
    this.rest = "";
    return Buffer.from(rest, "latin1");
  }
}

const isComplaint = (line: string): boolean => !PROGRESS.test(line) && !CHATTER.test(line);
