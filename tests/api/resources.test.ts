import { beforeAll, describe, expect, it } from "vitest";
import * as environmentRoute from "@/app/api/project/[projectId]/environment/[environmentId]/route";
import * as environmentsRoute from "@/app/api/project/[projectId]/environment/route";
import * as inventoryRoute from "@/app/api/project/[projectId]/inventory/[inventoryId]/route";
import * as inventoriesRoute from "@/app/api/project/[projectId]/inventory/route";
import * as repositoryRoute from "@/app/api/project/[projectId]/repositories/[repositoryId]/route";
import * as repositoriesRoute from "@/app/api/project/[projectId]/repositories/route";
import * as projectRoute from "@/app/api/project/[projectId]/route";
import * as templateRoute from "@/app/api/project/[projectId]/templates/[templateId]/route";
import * as templatesRoute from "@/app/api/project/[projectId]/templates/route";
import * as viewRoute from "@/app/api/project/[projectId]/views/[viewId]/route";
import * as positionsRoute from "@/app/api/project/[projectId]/views/positions/route";
import * as viewsRoute from "@/app/api/project/[projectId]/views/route";
import * as projectsRoute from "@/app/api/projects/route";
import type { RouteHandler } from "@/lib/operation/endpoint";
import { freshDatabase } from "../support/database";
import { type Resources, resources } from "../support/resources";
import { type Person, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});

/** Sends a request to a route as its server would. */
async function send(handler: RouteHandler, method: string, params: object, body?: unknown, as: Person = "owner") {
  const request = new Request("http://signalbox.test/api", {
    method,
    headers: { cookie: `semaphore=${w.sessionIds[as]}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const named = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const response = await handler(request, { params: Promise.resolve(named) });
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe("application/json");
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

type One = { GET: RouteHandler; PUT: RouteHandler; DELETE: RouteHandler };
type Many = { GET: RouteHandler; POST: RouteHandler };

const nouns = (): [string, Many, One, string, object][] => [
  [
    "repositories",
    repositoriesRoute,
    repositoryRoute,
    "repositoryId",
    { name: "r", git_url: "/srv/r", ssh_key_id: ours.keyId },
  ],
  ["inventory", inventoriesRoute, inventoryRoute, "inventoryId", { name: "i", type: "static", inventory: "x" }],
  ["environment", environmentsRoute, environmentRoute, "environmentId", { name: "e", json: "{}" }],
  ["views", viewsRoute, viewRoute, "viewId", { title: "v" }],
  [
    "templates",
    templatesRoute,
    templateRoute,
    "templateId",
    { name: "t", app: "bash", playbook: "t.sh", repository_id: ours.repositoryId },
  ],
];

describe("the routes of a resource", () => {
  it.each(["repositories", "inventory", "environment", "views", "templates"])("of %s", async (noun) => {
    const [, many, one, name, input] = nouns().find(([candidate]) => candidate === noun) ?? [];
    if (!many || !one || !name) throw new Error(`no such noun ${noun}`);
    const here = { projectId: w.projectId };
    const created = await send(many.POST, "POST", here, input);
    expect(created).toMatchObject({ status: 201, body: { ...input, project_id: w.projectId } });
    const at = { ...here, [name]: created.body.id };
    expect(await send(one.GET, "GET", at)).toEqual({ status: 200, body: created.body });
    expect((await send(many.GET, "GET", here)).body).toContainEqual(expect.objectContaining({ id: created.body.id }));
    expect(await send(one.PUT, "PUT", at, created.body)).toEqual({ status: 204, body: null });
    expect(await send(one.GET, "GET", at)).toEqual({ status: 200, body: created.body });
    expect(await send(one.DELETE, "DELETE", at)).toEqual({ status: 204, body: null });
    expect(await send(one.DELETE, "DELETE", at)).toEqual({ status: 404, body: null });
    expect((await send(one.GET, "GET", { ...at, [name]: "x" })).status).toBe(400);
    expect(await send(many.GET, "GET", here, undefined, "stranger")).toEqual({ status: 404, body: null });
    expect(await send(many.POST, "POST", here, input, "guest")).toEqual({ status: 403, body: null });
  });

  it("says that a thing is in use", async () => {
    const input = { name: "t", app: "bash", playbook: "t.sh", repository_id: ours.repositoryId };
    await send(templatesRoute.POST, "POST", { projectId: w.projectId }, input);
    const at = { projectId: w.projectId, repositoryId: ours.repositoryId };
    expect(await send(repositoryRoute.DELETE, "DELETE", at)).toEqual({
      status: 400,
      body: { error: "Repository is in use by one or more templates", inUse: true },
    });
  });

  it("refuses 50 MB with 413 before it is parsed", async () => {
    const huge = { name: "i", type: "static", inventory: "x".repeat(50 * 1024 * 1024) };
    expect((await send(inventoriesRoute.POST, "POST", { projectId: w.projectId }, huge)).status).toBe(413);
  });
});

describe("the routes of projects", () => {
  it("create with 201, change and delete with 204, move views with 204", async () => {
    const created = await send(projectsRoute.POST, "POST", {}, { name: "P", demo: false }, "admin");
    expect(created).toMatchObject({ status: 201, body: { name: "P" } });
    const at = { projectId: created.body.id };
    const changed = { ...created.body, name: "Q" };
    expect(await send(projectRoute.PUT, "PUT", at, changed, "admin")).toEqual({ status: 204, body: null });
    expect(await send(projectRoute.GET, "GET", at, undefined, "admin")).toEqual({ status: 200, body: changed });
    expect(await send(positionsRoute.POST, "POST", at, {}, "admin")).toEqual({ status: 204, body: null });
    expect(await send(projectRoute.DELETE, "DELETE", at, undefined, "admin")).toEqual({ status: 204, body: null });
    expect((await send(projectRoute.GET, "GET", at, undefined, "admin")).status).toBe(404);
  });
});
