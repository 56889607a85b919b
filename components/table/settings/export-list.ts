import { saveFile, succeed } from "@/components/api-client";
import type { List } from "@/components/table/settings/list";
import { requestOf } from "@/lib/client/client";

type Source = NonNullable<List["source"]>;

/** Maximum length of the keys in a request's address; servers and proxies refuse longer addresses. */
const MAX_NAMED = 4_000;

/** Downloads a list as JSON, with all fields: all rows, or those with the keys. Rejects if the server refuses it. */
export async function exportList(source: Source, keys: string[] | null): Promise<void> {
  if (keys === null) return download(hrefOf(source));
  const rows = await readList(source, keys);
  const text = `[${rows.map((row) => JSON.stringify(row)).join(",\n")}]\n`;
  saveFile(new Blob([text], { type: "application/json" }), `${source.fileName}.json`);
}

/** The rows that it would download. */
export async function readList(source: Source, keys: string[] | null): Promise<unknown[]> {
  if (keys?.length === 0) return [];
  let rows: unknown[] = [];
  for (const part of keys ? partsOf(keys) : [undefined]) {
    const response = await succeed(fetch(hrefOf(source, part)));
    rows = rows.concat(await response.json());
  }
  return rows;
}

/** The browser writes what the server sends to the file as it arrives. A refusal has no file, so it is asked for first. */
async function download(href: string): Promise<void> {
  await succeed(fetch(href, { method: "HEAD" }));
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

function hrefOf({ route, call, key }: Source, only?: string[]): string {
  const url = new URL(`/api${requestOf(route, call).path}`, window.location.href);
  url.searchParams.set("export", "json");
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
