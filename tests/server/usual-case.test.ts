import { createServer, get } from "node:http";
import { afterAll, expect, test } from "vitest";
import { apiListener } from "@/lib/server/api";
import { setCommonHeaders } from "@/lib/server/page-headers";
import { UsualCaseResponse } from "@/lib/server/usual-case";
import { listen } from "../support/listen";

const server = createServer({ ServerResponse: UsualCaseResponse }, (request, response) => {
  setCommonHeaders(response, true);
  if (request.url?.startsWith("/api/")) return void listener(request, response);
  response.setHeader("etag", '"1"');
  response.appendHeader("x-dns-prefetch-control", "off");
  response.writeHead(401, { "www-authenticate": "Bearer", "set-cookie": ["a=1", "b=2"] }).end();
});
const listener = apiListener();
const { port, stop } = await listen(server);
afterAll(stop);

const namesOf = (path: string) =>
  new Promise<string[]>((resolve, reject) => {
    get({ port, host: "127.0.0.1", path, agent: false }, (response) => {
      response.resume();
      resolve(response.rawHeaders.filter((_, index) => index % 2 === 0));
    }).on("error", reject);
  });

const COMMON = ["X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options", "Strict-Transport-Security"];

test("the API writes header names in their usual case", async () => {
  const names = await namesOf("/api/ping");
  expect(names).toEqual(expect.arrayContaining([...COMMON, "Content-Type", "Cache-Control"]));
  expect(names.filter((name) => !/^[A-Z]/.test(name))).toEqual([]);
});

test("every way of setting a header does, and each cookie has its own header", async () => {
  expect(await namesOf("/")).toEqual(
    expect.arrayContaining([...COMMON, "ETag", "X-Dns-Prefetch-Control", "WWW-Authenticate", "Set-Cookie"]),
  );
  expect((await namesOf("/")).filter((name) => name === "Set-Cookie")).toHaveLength(2);
});
