import { z } from "zod";
import { plainName } from "@/lib/protocol/visible-text";

/** A file that a task left. */
export const Artifact = z.object({
  id: z.int(),
  /** In its folder, with slashes. */
  path: z.string(),
  /** In bytes. */
  size: z.int(),
});
export type Artifact = z.infer<typeof Artifact>;

const TYPES: ReadonlyMap<string, string> = new Map([
  ["css", "text/css; charset=utf-8"],
  ["csv", "text/csv; charset=utf-8"],
  ["gif", "image/gif"],
  ["gz", "application/gzip"],
  ["htm", "text/html; charset=utf-8"],
  ["html", "text/html; charset=utf-8"],
  ["jpeg", "image/jpeg"],
  ["jpg", "image/jpeg"],
  ["json", "application/json"],
  ["log", "text/plain; charset=utf-8"],
  ["md", "text/markdown; charset=utf-8"],
  ["pdf", "application/pdf"],
  ["png", "image/png"],
  ["svg", "image/svg+xml"],
  ["txt", "text/plain; charset=utf-8"],
  ["webp", "image/webp"],
  ["xml", "application/xml"],
  ["zip", "application/zip"],
]);

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** By its extension: the content decides nothing, as browsers must not guess either. */
export const mediaTypeOf = (path: string): string =>
  TYPES.get(/\.([^.]+)$/.exec(nameOf(path))?.[1]?.toLowerCase() ?? "") ?? "application/octet-stream";

/** Names a file to be saved, never to be shown. Old clients read the first form, all others the second. */
export function attachment(path: string): string {
  const name = plainName(nameOf(path));
  const plain = name.replace(/[^\w. -]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
