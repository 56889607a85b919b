import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "@/lib/server/routes.gen";
import { createToken } from "@/lib/session/operations";
import { freshDatabase } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { type Person, type World, world } from "../support/world";
import { type Running, startNode } from "./processes";

const db = await freshDatabase();
let w: World;
let r: Resources;
let token: string;
let server: Running;
let project: string;

beforeAll(async () => {
  w = await world(db);
  r = await resources(db, w.projectId);
  token = (await w.call(createToken, "owner", {}, {})).id;
  project = `/api/project/${w.projectId}`;
  server = await startNode(() => ["dist/server.mjs"], { DATABASE_URL: process.env.DATABASE_URL ?? "" });
});

afterAll(() => server?.stop());

type Sent = { body?: string; headers?: Record<string, string> };

async function send(method: string, path: string, { body, headers = {} }: Sent = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${token}`, ...headers },
    redirect: "manual",
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Every path with ids that exist nowhere, so that nothing changes. */
const paths = routes.map(({ path, handlers }) => ({
  path: path.replace("projectId", "p").replace(/:(\w+)/g, (_, name) => (name === "p" ? ":p" : "2000000000")),
  methods: Object.keys(handlers),
}));
const withProject = (path: string) => path.replace(":p", String(w.projectId));
/** Polls wait for work, and these create things without a body. */
const isHarmless = (method: string, path: string) =>
  method !== "POST" && !(method === "DELETE" && /\/me$|:p$/.test(path));

describe("every route", () => {
  test.each(paths)("$path: HEAD and a trailing slash change nothing, other methods get 405", async (route) => {
    const path = withProject(route.path);
    if (route.methods.includes("GET")) {
      const get = await send("GET", path);
      const head = await send("HEAD", path);
      const slash = await send("GET", `${path}/`);
      expect([head.status, head.text, slash.status]).toEqual([get.status, "", get.status]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    }
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (route.methods.includes(method)) continue;
      const { status, text, headers } = await send(method, path);
      expect([method, status, text]).toEqual([method, 405, ""]);
      expect(headers.get("allow")).toContain(route.methods[0]);
      expect(headers.get("content-type")).toBe("application/json");
    }
  });

  test.each(paths)("$path: every response has a content type, and none is cached", async (route) => {
    for (const method of route.methods.filter((name) => isHarmless(name, route.path))) {
      for (const headers of [{}, { authorization: "" }] as Record<string, string>[]) {
        const reply = await send(method, withProject(route.path), { headers });
        expect(reply.headers.get("cache-control"), method).toBe("no-store");
        const type = reply.headers.get("content-type");
        if (reply.status >= 300 && reply.status < 400) expect(type, method).toBeNull();
        else expect(type, method).toMatch(/^(application\/json|text\/plain|text\/javascript)/);
        expect(reply.status, method).toBeLessThan(500);
      }
    }
  });
});

describe("paths", () => {
  test.each([
    ...["/api/nothing", "/api/project", "/api/project/1/nothing", "/api/user/tokens/a/b"],
    ...["/api", "/api/", "//api", "//api/user", "/api//user", "///api/auth/session"],
  ])("%s is unknown", async (path) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const { status, headers, text } = await send(method, path);
      expect([status, headers.get("content-type"), text]).toEqual([404, "text/plain", "Not Found\n"]);
    }
  });

  test("an id that is not a number gets 400, for those with access to the project", async () => {
    expect((await send("GET", `${project}/keys/x`)).status).toBe(400);
    expect((await send("GET", "/api/project/x/keys")).status).toBe(400);
    expect((await send("GET", `${project}/keys/99999999999999999999`)).status).toBe(400);
    expect((await send("GET", `${project}/keys/x`, { headers: { authorization: "" } })).status).toBe(401);
  });

  test("an id that is not a number redirects a browser to the not-found page", async () => {
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const { status, text, headers: replied } = await send("GET", `${project}/keys/x`, { headers });
    expect([status, replied.get("location"), text]).toEqual([302, "/404", ""]);
    expect((await send("GET", "/404", { headers })).status).toBe(404);
    expect((await send("GET", `${project}/keys/2000000000`, { headers })).status).toBe(404);
    expect((await send("GET", "/api/nothing", { headers })).text).toBe("Not Found\n");
    expect((await send("POST", `${project}/keys`, { headers, body: "{}" })).status).toBe(400);
  });

  test.each(["/api/project/%zz", "/api/project/%00/keys", "/api/users/%E0%A4%A", "/api/apps/..%2f..%2fetc", "/api/%"])(
    "%s gets a client error",
    async (path) => {
      const status = await new Promise<number>((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}` };
        httpRequest(`${server.url}${path}`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on("error", reject)
          .end();
      });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );
});

describe("the API reference", () => {
  test.each(["/api/docs", "/api/docs/"])("%s is public", async (path) => {
    const anybody = { headers: { authorization: "", accept: "text/html" } };
    const { status, headers, text } = await send("GET", path, anybody);
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toContain("script-src 'self' 'nonce-");
    for (const route of routes) expect(text).toContain(route.path.replace(/:(\w+)/g, "{$1}"));
    expect(await send("HEAD", path, anybody)).toMatchObject({ status: 200, text: "" });
  });
});

describe("authentication", () => {
  test("accepts the scheme in any case, and prefers a bearer token to the cookie, even a malformed one", async () => {
    const cookie = `semaphore=${w.sessionIds.owner}`;
    const statusWith = async (headers: Record<string, string>) => (await send("GET", "/api/user", { headers })).status;
    expect(await statusWith({ authorization: `bearer ${token}` })).toBe(200);
    expect(await statusWith({ authorization: `BEARER ${token}` })).toBe(200);
    expect(await statusWith({ authorization: "", cookie })).toBe(200);
    expect(await statusWith({ authorization: "Bearer nonsense", cookie })).toBe(401);
    expect(await statusWith({ authorization: "Bearer", cookie })).toBe(401);
  });

  test("rejects a write from another site's page", async () => {
    const cookie = { authorization: "", cookie: `semaphore=${w.sessionIds.owner}` };
    const body = JSON.stringify({ title: "x", project_id: w.projectId });
    const statusWith = async (headers: Record<string, string>) =>
      (await send("POST", `${project}/views`, { body, headers: { ...cookie, ...headers } })).status;
    expect(await statusWith({ origin: "https://elsewhere.example" })).toBe(403);
    expect(await statusWith({ origin: server.url })).toBe(201);
    expect(await statusWith({})).toBe(201);
  });

  test("allows no other origin to read a response", async () => {
    const { headers } = await send("GET", "/api/projects", { headers: { origin: "https://elsewhere.example" } });
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("request bodies", () => {
  const view = { project_id: null, title: "Made", position: 7 };

  test.each(["application/json", "text/plain", "application/x-www-form-urlencoded", ""])(
    "are JSON with the content type %s",
    async (type) => {
      const reply = await send("POST", `${project}/views`, {
        body: JSON.stringify(view),
        headers: { "content-type": type },
      });
      expect(reply.status).toBe(201);
      expect(reply.text).toMatch(/\}\n$/);
    },
  );

  test("may have field names in any case, and the exact name wins", async () => {
    const body = '{"TITLE":"wrong","title":"right","Position":3,"unknown":1,"id":4711}';
    const reply = JSON.parse((await send("POST", `${project}/views`, { body })).text);
    expect(reply).toMatchObject({ title: "right", position: 3, project_id: w.projectId });
    expect(reply.id).not.toBe(4711);
  });

  test.each([
    ["not JSON", "{title"],
    ["empty", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["a string for a number", '{"title":"x","position":"3"}'],
    ["an object for a string", '{"title":{}}'],
    ["a number beyond 2^31", '{"title":"x","position":2147483648}'],
    ["NUL in a string", '{"title":"a\\u0000b"}'],
  ])("that are %s are rejected", async (_what, body) => {
    const { status, text } = await send("POST", `${project}/views`, { body });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({ error: expect.stringMatching(/./) });
  });

  test("are read only after the caller's permission is checked", async () => {
    const statusOf = async (person: Person | null, body: string) => {
      const cookie = person ? `semaphore=${w.sessionIds[person]}` : "";
      return (await send("POST", `${project}/views`, { body, headers: { authorization: "", cookie } })).status;
    };
    for (const body of ["{not json", "x".repeat(2_000_000)]) {
      expect(await statusOf(null, body)).toBe(401);
      expect(await statusOf("stranger", body)).toBe(404);
      expect(await statusOf("guest", body)).toBe(403);
    }
  });

  test("over a megabyte get 413", async () => {
    const { status } = await send("POST", `${project}/views`, {
      body: JSON.stringify({ title: "x".repeat(10_000_000) }),
    });
    expect(status).toBe(413);
  });

  test("without a field set its zero value, because PUT replaces", async () => {
    const id = await insertTemplateRow(db, w.projectId, r, { description: "gone", arguments: '["-v"]', autorun: true });
    const kept = { name: "Kept", app: "bash", playbook: "run.sh", repository_id: r.repositoryId };
    const put = await send("PUT", `${project}/templates/${id}`, { body: JSON.stringify(kept) });
    expect([put.status, put.text]).toEqual([204, ""]);
    const { text } = await send("GET", `${project}/templates/${id}`);
    expect(JSON.parse(text)).toMatchObject({ name: "Kept", description: null, arguments: null, autorun: false });
  });
});

describe("lists", () => {
  const names = async (query: string) =>
    JSON.parse((await send("GET", `${project}/keys${query}`)).text).map(({ name }: { name: string }) => name);

  test("are sorted by the requested column, or by the default", async () => {
    const byName = await names("");
    expect(byName).toEqual([...byName].toSorted((one, other) => one.localeCompare(other)));
    expect(await names("?order=desc")).toEqual(byName.toReversed());
    expect(await names("?sort=name&order=up")).toEqual(byName);
    expect(await names("?sort=secret;drop&order=asc")).toEqual(byName);
    expect((await names("?sort=type"))[0]).toBe("password");
  });

  test("are [] without rows", async () => {
    expect((await send("GET", `${project}/schedules`)).text).toBe("[]\n");
  });
});

describe("GET /api/ping", () => {
  test("returns plain text to anyone", async () => {
    const { status, text, headers } = await send("GET", "/api/ping", { headers: { authorization: "" } });
    expect([status, text, headers.get("content-type")]).toEqual([200, "pong", "text/plain; charset=utf-8"]);
  });
});
