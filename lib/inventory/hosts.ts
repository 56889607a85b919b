import { parse } from "yaml";

/** Reading larger YAML would hold up every other request. */
const MAX_YAML = 256 * 1024;
/** Ranges can name millions; nobody needs their exact number. */
const MAX_HOSTS = 100_000;
const MAX_LENGTH = 10_000_000;

/** The number of hosts that an inventory's text lists; null if it can't be told from the text. */
export function countHosts(type: string, text: string): number | null {
  if (type === "static") return countNamed(namesInIni(text));
  if (type !== "static-yaml" || text.length > MAX_YAML) return null;
  try {
    // Comparing each name with all others takes seconds; to Ansible, the last of equal ones counts.
    return countNamed(namesInYaml(parse(text, { uniqueKeys: false })));
  } catch {
    // A task would fail on it; the form's Test says why.
    return null;
  }
}

function countNamed(names: Iterable<string>): number | null {
  const hosts = new Set<string>();
  let [count, length] = [0, 0];
  for (const name of names) {
    const ranges = [...name.matchAll(RANGE)].map(rangeOf);
    const named = ranges.reduce((product, range) => product * range.count, 1);
    count += named;
    length += named * name.length;
    // Numbers of hundreds of digits have no product.
    if (!(count <= MAX_HOSTS && length <= MAX_LENGTH)) return null;
    if (named > 0) for (const host of expand(name, ranges)) hosts.add(host);
  }
  return hosts.size;
}

/** Hosts are the first words of lines that are in no section of variables or of groups. */
function namesInIni(text: string): string[] {
  const names: string[] = [];
  let listsHosts = true;
  for (const line of text.split("\n").map((one) => one.trim())) {
    const section = /^\[([^\]]*)\]\s*([#;].*)?$/.exec(line)?.[1];
    if (section !== undefined) listsHosts = !/:(vars|children)$/.test(section.trim());
    else if (listsHosts && line !== "" && !/^[#;]/.test(line)) names.push(line.split(/\s/, 1)[0] ?? "");
  }
  return names.map(withoutPort);
}

/** Not of an IPv6 address, nor within a range. */
const withoutPort = (name: string): string =>
  /^[^:]*:\d+$/.test(name.replace(/\[[^[\]]*\]/g, "")) ? name.replace(/:\d+$/, "") : name;

/** Each group once, however often aliases repeat it. */
function* namesInYaml(document: unknown): Generator<string> {
  const groups = new Set(Object.values(fieldsOf(document)));
  for (const group of groups) {
    const { hosts, children } = fieldsOf(group);
    yield* Object.keys(fieldsOf(hosts));
    for (const child of Object.values(fieldsOf(children))) groups.add(child);
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

const RANGE = /\[(?:(\d+):(\d+)|([a-zA-Z]):([a-zA-Z]))(?::(\d+))?\]/g;

/** What stands for a place of a name: one text for each number from 0 to `count`. */
type Range = { text: string; index: number; count: number; at: (n: number) => string };

/** Ansible's `web[01:12]` and `db-[a:c]`. */
function rangeOf(match: RegExpExecArray): Range {
  const [text, first = "", last = "", from, to = "", step = "1"] = match;
  const start = from === undefined ? Number(first) : from.charCodeAt(0);
  const end = from === undefined ? Number(last) : to.charCodeAt(0);
  const each = Math.max(1, Number(step));
  const digits = first.startsWith("0") ? first.length : 0;
  const at = (n: number) =>
    from === undefined ? String(start + n * each).padStart(digits, "0") : String.fromCharCode(start + n * each);
  return { text, index: match.index, count: Math.max(0, Math.floor((end - start) / each) + 1), at };
}

function expand(name: string, ranges: readonly Range[]): string[] {
  let hosts = [""];
  let rest = 0;
  for (const { text, index, count, at } of ranges) {
    const before = name.slice(rest, index);
    const parts = Array.from({ length: count }, (_, n) => before + at(n));
    hosts = hosts.flatMap((host) => parts.map((part) => host + part));
    rest = index + text.length;
  }
  return hosts.map((host) => host + name.slice(rest));
}
