import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { ApiProblem, openApi } from "@/cli/api/api";
import { EXIT } from "@/cli/problem";
import { listen } from "../support/listen";

/** Ends each connection in the middle of its reply. */
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
  response.write('[{"id":', () => response.destroy());
});
const { url, stop } = await listen(server);
const api = openApi(url, {});
afterAll(stop);

test.each<[string, () => Promise<unknown>]>([
  ["call", () => api.call("GET /projects")],
  ["read", () => api.read("GET /projects", {}, z.array(z.unknown()))],
  ["text", () => api.text("GET", "/projects")],
  ["get", () => api.get("projects", z.unknown())],
])("a connection that breaks in the middle of a reply may be tried again: %s", async (_, request) => {
  const problem = await request().catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toMatchObject({ isTemporary: true, status: null, exitCode: EXIT.connection });
  expect(problem).toHaveProperty("message", expect.stringContaining(`Cannot reach ${api.url}`));
});
