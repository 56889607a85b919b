import type { LogLine } from "@/lib/protocol/log";
import { beginning } from "@/lib/protocol/storable";
import { COLOURS } from "@/lib/task/log/search-log";

/** A line of a log; `like` is what it is compared by. */
export type ComparableLine = { line: number; output: string; like: string };

const COLOUR = new RegExp(COLOURS, "g");

/** What differs in every run. The order counts: a part of a longer form must not be replaced first. */
const VOLATILE: readonly [RegExp, string][] = [
  [COLOUR, ""],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?( ?(Z|UTC|[+-]\d{2}:?\d{2}))?/g, "<time>"],
  [
    /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? ([A-Z][a-z]{2,8} +\d{1,2}|\d{1,2} [A-Z][a-z]{2,8})[ ,\d:]*(UTC|GMT|[+-]\d{4})?( \d{4})?/g,
    "<time>",
  ],
  [/\b\d{1,2}:\d{2}:\d{2}([.,]\d+)?/g, "<time>"],
  [/\b\d{4}-\d{2}-\d{2}\b/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\/attempts\/\d+-\d+\b/g, "/attempts/<id>"],
  [/(\/(var\/)?tmp\/)[^\s'",:;)]+/g, "$1<id>"],
  [/\b(ansible-tmp-)[\d.-]+/g, "$1<id>"],
  // Without "[" inside, so that a line full of beginnings does not take the square of its length.
  [/\[id=[^\][]*\]/g, "[id=<id>]"],
  [/\b(?=[a-f]*\d)[0-9a-f]{7,64}\b/gi, "<id>"],
  [/\b0x[0-9a-f]+\b/gi, "<id>"],
  [/\b(pid|process|job|task|run|build)([ =:]*#?)\d+\b/gi, "$1$2<id>"],
  [/\b\d+(\.\d+)? ?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\b/g, "<duration>"],
  [/\b(\d+m)?\d+(\.\d+)?s\b/g, "<duration>"],
];

/** Longer lines hold data; comparing them by their beginning is enough. */
const MAX_LENGTH = 2_000;

const likeOf = (output: string): string =>
  VOLATILE.reduce(
    (text, [pattern, instead]) => text.replace(pattern, instead),
    beginning(output, MAX_LENGTH),
  ).trimEnd();

export const comparable = ({ line, output }: LogLine): ComparableLine => ({
  line,
  output: beginning(output.replace(COLOUR, ""), MAX_LENGTH),
  like: likeOf(output),
});

/** Where Ansible's output about a host begins. */
const HOST = /^(?:ok|changed|skipping|failed|fatal|rescued|ignored|unreachable): \[([^\]\s]+)/;
/** Where another part of it begins. */
const ENDS = /^$|^(?:PLAY|TASK|RUNNING HANDLER)\b/;

/** Puts what a step says about its hosts in the order of their names: hosts finish in a different order every time. */
export function inHostOrder(lines: readonly ComparableLine[]): ComparableLine[] {
  const ordered: ComparableLine[] = [];
  let passages: { host: string; lines: ComparableLine[] }[] = [];
  const flush = () => {
    passages.sort((a, b) => (a.host < b.host ? -1 : Number(a.host > b.host)));
    ordered.push(...passages.flatMap((passage) => passage.lines));
    passages = [];
  };
  for (const line of lines) {
    const host = HOST.exec(line.like)?.[1];
    if (host !== undefined) passages.push({ host, lines: [line] });
    else if (ENDS.test(line.like)) {
      flush();
      ordered.push(line);
    } else (passages.at(-1)?.lines ?? ordered).push(line);
  }
  flush();
  return ordered;
}
