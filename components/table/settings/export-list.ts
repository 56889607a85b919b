import { saveFile, succeed } from "@/components/api-client";
import type { List } from "@/components/table/settings/list";
import { requestOf } from "@/lib/client/client";

type Source = NonNullable<List["source"]>;
export type FileFormat = "csv" | "json";

/** Of a request's address, which names the wanted rows; servers and proxies refuse longer ones. */
const MAX_NAMED = 4_000;

/** Downloads a list as a file: all rows, or those with the keys. Rejects if the server refuses it. */
export async function exportList(source: Source, format: FileFormat, keys: string[] | null): Promise<void> {
  if (keys === null) return download(hrefOf(source, format));
  const texts: string[] = [];
  for (const part of partsOf(keys)) {
    const response = await succeed(fetch(hrefOf(source, format, part)));
    texts.push(await response.text());
  }
  const type = format === "csv" ? "text/csv" : "application/json";
  saveFile(new Blob([joined(format, texts)], { type }), `${source.fileName}.${format}`);
}

/** The browser writes what the server sends to the file as it arrives. A refusal has no file, so it is asked for first. */
async function download(href: string): Promise<void> {
  await succeed(fetch(href, { method: "HEAD" }));
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

function hrefOf({ route, call, key }: Source, format: FileFormat, only?: string[]): string {
  const url = new URL(`/api${requestOf(route, call).path}`, window.location.href);
  url.searchParams.set("export", format);
  if (only && key) url.searchParams.set("key", key.join(","));
  if (only) url.searchParams.set("only", only.join(","));
  return url.pathname + url.search;
}

/** As many keys at once as fit into an address. */
export function partsOf(keys: string[]): string[][] {
  const parts: string[][] = [[]];
  let length = 0;
  for (const key of keys) {
    const added = encodeURIComponent(key).length + encodeURIComponent(",").length;
    if (length > 0 && length + added > MAX_NAMED) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(key);
    length += added;
  }
  return parts;
}

/** One file of several: with one line of headings, or as one array. */
export function joined(format: FileFormat, texts: string[]): string {
  if (format === "csv") return texts.map((text, at) => (at === 0 ? text : text.replace(/^.*\r\n/, ""))).join("");
  const rows = texts.flatMap((text): unknown[] => JSON.parse(text)).map((row) => JSON.stringify(row));
  return `[${rows.join(",\n")}]\n`;
}
