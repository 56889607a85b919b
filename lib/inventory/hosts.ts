import { parse } from "yaml";

/** Reading larger YAML would hold up every other request. */
const MAX_YAML = 256 * 1024;
/** A range can name millions; nobody needs their exact number. */
const MAX_HOSTS = 100_000;

/** The number of hosts that an inventory's text lists; null if it can't be told from the text. */
export function countHosts(type: string, text: string): number | null {
  const names = type === "static" ? namesInIni(text) : type === "static-yaml" ? namesInYaml(text) : null;
  if (!names) return null;
  const hosts = new Set<string>();
  let named = 0;
  for (const name of names) {
    for (const host of expandRanges(name)) {
      hosts.add(host);
      if (++named > MAX_HOSTS) return null;
    }
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
  /^[^:]*(\[[^\]]*\][^:]*)*:\d+$/.test(name) ? name.replace(/:\d+$/, "") : name;

function namesInYaml(text: string): string[] | null {
  if (text.length > MAX_YAML) return null;
  try {
    return Object.values(fieldsOf(parse(text))).flatMap((group) => namesInGroup(group));
  } catch {
    // A task would fail on it; the form's Test says why.
    return null;
  }
}

const namesInGroup = (group: unknown): string[] => {
  const { hosts, children } = fieldsOf(group);
  return [...Object.keys(fieldsOf(hosts)), ...Object.values(fieldsOf(children)).flatMap(namesInGroup)];
};

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

const RANGE = /\[(\d+):(\d+)(?::(\d+))?\]|\[([a-zA-Z]):([a-zA-Z])(?::(\d+))?\]/;

/** Ansible's `web[01:12]` and `db-[a:c]`. */
function* expandRanges(name: string): Generator<string> {
  const range = RANGE.exec(name);
  if (!range) return yield name;
  const [text, first = "", last = "", step, from, to, letters] = range;
  const isNumber = from === undefined;
  const start = isNumber ? Number(first) : from.charCodeAt(0);
  const end = isNumber ? Number(last) : (to ?? "").charCodeAt(0);
  const each = Math.max(1, Number(step ?? letters ?? 1));
  for (let n = start; n <= end; n += each) {
    const part = isNumber ? String(n).padStart(first.startsWith("0") ? first.length : 0, "0") : String.fromCharCode(n);
    yield* expandRanges(name.replace(text, part));
  }
}
