import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveAssets } from "@/lib/server/assets";
import { type Listening, listen } from "../support/listen";

const folder = mkdtempSync(join(tmpdir(), "signalbox-assets-"));
const before = process.cwd();
let server: Listening;

beforeAll(async () => {
  mkdirSync(join(folder, ".next/static"), { recursive: true });
  writeFileSync(join(folder, ".next/static/page.js.br"), "compressed");
  process.chdir(folder);
  const serve = serveAssets(async (_, response) => void response.writeHead(400).end());
  server = await listen(
    createServer((request, response) => void serve(request, response).catch(() => response.writeHead(500).end())),
  );
});

afterAll(async () => {
  await server.stop();
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** HEAD: the file is not really compressed. */
const headOf = (path: string) =>
  fetch(`${server.url}/_next/static/${path}`, { method: "HEAD", headers: { "accept-encoding": "br" } });

test("a file that a later build has removed is missing: pages take that for an update", async () => {
  const there = await headOf("page.js");
  expect(there.status).toBe(200);
  expect(there.headers.get("content-encoding")).toBe("br");
  rmSync(join(folder, ".next/static/page.js.br"));
  expect((await headOf("page.js")).status).toBe(404);
});
