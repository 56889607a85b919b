import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { setCommonHeaders, setPageHeaders } from "@/lib/server/page-headers";
import { listen } from "../support/listen";

/** Responds with the headers that Next would read from the request. */
const server = createServer((request, response) => {
  const https = request.url?.startsWith("/https") ?? false;
  if (request.url?.startsWith("/api")) setCommonHeaders(response, https);
  else setPageHeaders(request, response, { dev: false, https });
  response.end(JSON.stringify(request.headers));
});
const { url, stop } = await listen(server);
afterAll(stop);

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, { headers });
  const seen = (await response.json()) as Record<string, string>;
  return { sent: response.headers, seen };
}

const directives = (policy: string | null) =>
  new Map((policy ?? "").split("; ").map((part) => [part.split(" ", 1)[0], part.split(" ").slice(1)]));

test("a page only runs scripts with this response's nonce, and can't be framed", async () => {
  const [one, other] = [await get("/"), await get("/")];
  const policy = directives(one.sent.get("content-security-policy"));
  expect(policy.get("script-src")).toEqual(["'self'", `'nonce-${one.seen["x-nonce"]}'`, "'strict-dynamic'"]);
  expect(policy.get("default-src")).toEqual(["'self'"]);
  expect(policy.get("worker-src")).toEqual(["'self'"]);
  expect(policy.get("object-src")).toEqual(["'none'"]);
  expect(policy.get("base-uri")).toEqual(["'self'"]);
  expect(policy.get("form-action")).toEqual(["'self'"]);
  expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  expect(Buffer.from(one.seen["x-nonce"] ?? "", "base64")).toHaveLength(16);
  expect(one.seen["x-nonce"]).not.toBe(other.seen["x-nonce"]);
});

test("a caller controls neither the nonce nor the path that Next sees", async () => {
  const theirs = {
    "x-nonce": "mine",
    "x-path": "//elsewhere.example",
    "content-security-policy": "script-src 'nonce-mine'",
  };
  const { sent, seen } = await get("/users", theirs);
  expect(seen["x-nonce"]).not.toBe("mine");
  expect(seen["x-path"]).toBe("/users");
  expect(seen["content-security-policy"]).toBe(sent.get("content-security-policy"));
});

test.each(["/", "/api/ping"])("%s can't be sniffed or framed, and sends no referrer", async (path) => {
  const { sent } = await get(path);
  expect(sent.get("x-content-type-options")).toBe("nosniff");
  expect(sent.get("x-frame-options")).toBe("DENY");
  expect(sent.get("referrer-policy")).toBe("no-referrer");
  expect(sent.get("strict-transport-security")).toBeNull();
});

test("behind https a response sets HSTS", async () => {
  expect((await get("/https")).sent.get("strict-transport-security")).toMatch(/^max-age=31536000/);
});
