import { expect } from "vitest";
import type { Bad, RouteCase } from "../support/conform";
import { exactly, flag, int, listOf, nullable, object, text, time } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, look } from "./fixtures";
import { Checklist, Event, Project, ReportLine, RestoredProject, UpdatedProject } from "./shapes";

const PROJECT = "/project/{projectId}";
const body = { name: "P", alert: true, alert_chat: "-100", max_parallel_tasks: 3, type: "", demo: false };
const fresh = async ({ site }: Place) => ({ projectId: (await site.newPlace("fresh")).projectId });
const bad = (): Bad[] => [
  [{ name: "" }, "name: Project name is required"],
  [{ max_parallel_tasks: -1 }, "max_parallel_tasks: Must be 0 or greater"],
];

const LISTS = ["meta", "keys", "repositories", "inventories", "environments", "views", "templates", "integrations"];
const missingLists = (body: unknown) =>
  LISTS.filter((list) => typeof (body as Record<string, unknown>)[list] !== "object");

const IMPORTED = { meta: { name: "Shop" }, keys: [{ name: "imported", type: "none" }] };
const IMPORTED_AGAIN = "Project imported again from https://old.example/project/1: 1 objects created, 0 updated";
const OLD_TASK = { id: 1, template_id: 1, status: "success", created: "2024-01-01T00:00:00Z" };

export const projects: RouteCase[] = [
  {
    route: "GET /projects",
    access: "user",
    status: 200,
    reply: listOf(Project),
    after: async ({ site, projectId }, _, reply) => {
      const { body: all } = await site.call("admin", "GET", "/projects");
      expect((all as []).length).toBeGreaterThan((reply.body as []).length);
      const { body: theirs } = await site.call("stranger", "GET", "/projects");
      expect((theirs as { id: number }[]).map(({ id }) => id)).not.toContain(projectId);
    },
  },
  {
    route: "POST /projects",
    access: "adminElse401",
    body: () => body,
    status: 201,
    reply: Project,
    differs: [
      {
        request: "a `name` with leading and trailing spaces",
        peer: "201; stored as it is",
        ours: "201; stored without them, as the names of all other things",
        why: "they are invisible and break searching by name",
        send: () => ({ name: " Shop " }),
        reply: { name: "Shop" },
      },
    ],
    event: (_, reply) => ["project", idOf(reply), "Project created"],
    after: async (place, _, reply) => {
      const { demo: _demo, ...stored } = body;
      expect(reply.body).toMatchObject(stored);
      const at = (path: string) => look(place, `/project/${idOf(reply)}/${path}`);
      expect(await at("role")).toEqual({ role: "owner", permissions: 15 });
      expect(await at("keys")).toMatchObject([{ name: "None", type: "none", empty: true }]);
      expect(await at("environment")).toMatchObject([{ name: "Empty", json: "{}", env: null }]);
    },
    bad,
  },
  {
    route: "POST /projects/restore",
    access: "adminElse401",
    body: () => ({
      meta: { name: "Restored", alert: true, max_parallel_tasks: 2, type: "" },
      keys: [{ name: "k", type: "none" }],
    }),
    status: 200,
    reportsUnknown: true,
    reply: RestoredProject,
    event: (_, reply) => ["project", idOf(reply), "Project restored"],
    after: (_, __, reply) =>
      expect(reply.body).toMatchObject({ name: "Restored", alert: true, max_parallel_tasks: 2, empty_keys: 1 }),
    bad: () => [[{ meta: { name: "" }, keys: [] }, "meta.name: Project name is required"]],
  },
  {
    route: "POST /projects/restore/check",
    access: "adminElse401",
    body: () => ({ meta: { name: "Restored" } }),
    status: 200,
    reply: object({ report: listOf(ReportLine) }),
    bad: () => [[{ meta: { name: "" } }, "meta.name: Project name is required"]],
  },
  {
    route: "GET /projects/imported",
    access: "user",
    status: 200,
    reply: listOf(object({ id: int, name: text })),
  },
  { route: `GET ${PROJECT}/checklist`, access: "member", status: 200, reply: Checklist },
  { route: `DELETE ${PROJECT}/checklist`, access: "member", status: 204 },
  {
    route: `PUT ${PROJECT}/import`,
    access: "manageResources",
    body: () => ({ ...IMPORTED, source: "https://old.example/project/1" }),
    status: 200,
    reportsUnknown: true,
    reply: UpdatedProject,
    event: (_, __, { projectId }) => ["project", projectId, IMPORTED_AGAIN],
    bad: () => [[{ source: "" }, "source: Name is required"]],
  },
  {
    route: `POST ${PROJECT}/import/check`,
    access: "manageResources",
    body: () => ({ ...IMPORTED, source: "https://old.example/project/1" }),
    status: 200,
    reportsUnknown: true,
    reply: UpdatedProject,
    bad: () => [[{ source: "" }, "source: Name is required"]],
  },
  {
    route: `GET ${PROJECT}/import/history`,
    access: "updateProject",
    status: 200,
    reply: object({ local_runs: flag, newest: nullable(object({ id: int, created: time, complete: flag })) }),
  },
  {
    route: `PUT ${PROJECT}/import/history`,
    access: "updateProject",
    body: () => ({ source: "https://old.example/project/1", task: OLD_TASK, chunks: [], complete: true }),
    status: 200,
    reply: object({ id: nullable(int), created: flag, skipped: nullable(text) }),
    bad: () => [[{ complete: "yes" }, "complete: Expected boolean"]],
  },
  {
    route: `GET ${PROJECT}/restore-report`,
    access: "manageResources",
    status: 200,
    reply: object({ created: nullable(time), lines: listOf(ReportLine) }),
  },
  {
    route: `GET ${PROJECT}/backup`,
    access: "manageResources",
    status: 200,
    reply: missingLists,
  },
  {
    route: `POST ${PROJECT}/backup`,
    access: "manageResources",
    body: () => ({ states: "all", states_passphrase: "correct horse battery" }),
    status: 200,
    reply: missingLists,
    event: (_, __, { projectId }) => ["project", projectId, "Project backed up with all versions of its states"],
    bad: () => [
      [{ states: "some" }, "states: Invalid value"],
      [{ states_passphrase: "short" }, "states_passphrase: Use at least 12 characters"],
    ],
  },
  {
    route: `GET ${PROJECT}`,
    access: "member",
    status: 200,
    reply: Project,
    differs: [
      {
        request: "an id such as 0, -1 or 99999999999; so for every other path with an id",
        peer: "404",
        ours: "400 and the name of the id",
        why: "no such id can exist; a client that makes one has an error",
      },
    ],
  },
  {
    route: `PUT ${PROJECT}`,
    access: "updateProject",
    target: fresh,
    body: (_, { projectId }) => ({ ...body, id: projectId }),
    status: 204,
    event: ({ projectId }) => ["project", Number(projectId), "Project updated"],
    after: async (place, { projectId }) => {
      const { demo: _demo, type: _type, ...stored } = body;
      expect(await look(place, `/project/${projectId}`)).toMatchObject(stored);
    },
    bad: () => [...bad(), [{ id: 1 }, "Project ID in body and URL must be the same"]],
  },
  {
    route: `DELETE ${PROJECT}`,
    access: "updateProject",
    target: fresh,
    status: 204,
    event: ({ projectId }) => ["project", Number(projectId), "Project fresh deleted"],
  },
  {
    route: `GET ${PROJECT}/role`,
    access: "member",
    status: 200,
    reply: object({ role: exactly("owner"), permissions: exactly(15) }),
    after: async ({ site, path }) => {
      const roles = { manager: 5, task_runner: 1, guest: 0 } as const;
      for (const [role, permissions] of Object.entries(roles))
        expect((await site.call(role as keyof typeof roles, "GET", path("role"))).body).toEqual({ role, permissions });
      expect((await site.call("admin", "GET", path("role"))).body).toEqual({ role: "", permissions: 0 });
    },
  },
];

export const events: RouteCase[] = [
  ...["/project/{projectId}/events", "/project/{projectId}/events/last"].map(
    (path): RouteCase => ({
      route: `GET ${path}`,
      access: "member",
      target: async (place) => ({ viewId: await place.make("views", { title: "seen" }) }),
      status: 200,
      reply: listOf(Event),
      after: async ({ projectId, site }, { viewId }, { body: lines }) => {
        expect((lines as unknown[])[0]).toMatchObject({
          project_id: projectId,
          object_id: viewId,
          object_type: "view",
          action: "created",
          description: "View seen created",
          username: "admin",
          user_id: site.w.userIds.admin,
          project_name: "events",
        });
        const [theirs = {}] = (await site.call("guest", "GET", `/project/${projectId}/events`)).body as object[];
        for (const own of ["id", "action", "part", "ip", "changes"]) expect(theirs).not.toHaveProperty(own);
        expect(theirs).toHaveProperty("description");
      },
    }),
  ),
  ...["/events", "/events/last"].map(
    (path): RouteCase => ({
      route: `GET ${path}`,
      access: "user",
      target: async (place) => ({ viewId: await place.make("views", { title: "seen" }) }),
      status: 200,
      reply: listOf(Event),
      after: async ({ site, projectId }, _, { body: lines }) => {
        const projectsOf = (body: unknown) => (body as { project_id: number }[]).map(({ project_id }) => project_id);
        expect(projectsOf(lines)).toContain(projectId);
        expect(projectsOf((await site.call("stranger", "GET", path)).body)).not.toContain(projectId);
      },
    }),
  ),
];
