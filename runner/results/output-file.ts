import { notKept } from "@/lib/protocol/runner-lines";

/** What programs have written to SIGNALBOX_OUTPUT; `broken`: why lines count for nothing, each with its number. */
export type WrittenOutputs = { values: Map<string, string>; broken: string[] };

const OUTPUT = /^([\p{L}_][\p{L}\p{N}_.-]{0,199})(=|<<)(.*)$/u;

/** `NAME=value`, or `NAME<<END`, lines, `END`. A later value of a name takes the place of an earlier one. */
export function parseOutputs(text: string): WrittenOutputs {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const found: WrittenOutputs = { values: new Map(), broken: [] };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, name = "", sign, rest = ""] = OUTPUT.exec(line) ?? [];
    if (sign === "=") found.values.set(name, rest);
    else if (sign === "<<" && rest !== "") {
      const end = lines.indexOf(rest, at + 1);
      if (end < 0) {
        found.broken.push(notKept(`line ${at + 1} and those after it are`, ": the last line of the value is missing"));
        break;
      }
      found.values.set(name, lines.slice(at + 1, end).join("\n"));
      at = end;
    } else if (line.trim() !== "")
      found.broken.push(notKept(`line ${at + 1} is`, ": it is neither NAME=value nor NAME<<END"));
  }
  return found;
}
