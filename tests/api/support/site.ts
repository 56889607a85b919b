import { createServer } from "node:http";
import { afterAll } from "vitest";
import { projectMembers } from "@/db/schema/projects";
import { ROLES } from "@/lib/access/roles";
import { REMOTE_HEADER } from "@/lib/operation/http/request";
import { OWN_TYPE } from "@/lib/operation/media-type";
import { registerRoutes } from "@/lib/operation/openapi";
import { apiListener } from "@/lib/server/api";
import { routes } from "@/lib/server/routes.gen";
import { freshDatabase } from "../../support/database";
import { listen } from "../../support/listen";
import { newProject, type Visitor, type World, world } from "../../support/world";
import { type Paths, SchemaCheck } from "./schema-check";
import { countWrites } from "./writes";

export type Reply = { status: number; headers: Headers; text: string; body: unknown };
type Sent = { body?: unknown; headers?: Record<string, string> };

const JSON_TYPES = ["application/json", OWN_TYPE];

/** The API on its own port and database, with a session for every person. */
export class Site {
  private readonly schema = new SchemaCheck();
  /** Replies that violate the documentation. */
  readonly offences: string[] = [];

  private constructor(
    readonly w: World,
    readonly url: string,
    /** Number of rows written so far. */
    readonly writes: () => Promise<number>,
  ) {}

  /** Call it at the top of a test file; it closes after the last test. */
  static async open(): Promise<Site> {
    const db = await freshDatabase();
    registerRoutes(routes);
    const listener = apiListener();
    const server = createServer((request, response) => {
      request.headers[REMOTE_HEADER] = "127.0.0.1";
      void listener(request, response);
    });
    const { url, stop } = await listen(server);
    afterAll(stop);
    return new Site(await world(db), url, await countWrites(db));
  }

  /** `path` is relative to /api. A text body is sent as it is. */
  async call(as: Visitor, method: string, path: string, { body, headers }: Sent = {}): Promise<Reply> {
    const session: Record<string, string> = as === "anonymous" ? {} : { cookie: `semaphore=${this.w.sessionIds[as]}` };
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: { ...session, ...headers },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
      redirect: "manual",
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    const isJson = text !== "" && JSON_TYPES.includes(type);
    const reply = { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
    this.inspect(method, `/api${path}`, reply);
    return reply;
  }

  /** The API's own description. */
  description(): Paths {
    return this.schema.document.paths;
  }

  private inspect(method: string, path: string, { status, headers, text, body }: Reply): void {
    const what = `${method} ${path} → ${status}`;
    if (status >= 500) this.offences.push(`${what}: ${text}`);
    const isRedirect = status >= 300 && status < 400;
    if (!headers.get("content-type") && !isRedirect && status !== 405) this.offences.push(`${what}: no content type`);
    if (status < 300 && method !== "HEAD") {
      const type = headers.get("content-type") ?? "application/json";
      const isText = type.startsWith("text/plain");
      const problem = isText ? null : this.schema.problemWith({ method, path, status, type, body });
      if (problem) this.offences.push(problem);
    }
  }

  /** A project with a member of every role; `elsewhere` is a stranger's project with foreign ids. */
  async newPlace(name: string): Promise<Place> {
    const { db, userIds } = this.w;
    const projectId = await newProject(db, name, userIds.owner);
    const members = ROLES.filter((role) => role !== "owner");
    await db
      .insert(projectMembers)
      .values(members.map((role) => ({ project_id: projectId, user_id: userIds[role], role })));
    const elsewhere = await newProject(db, `${name} elsewhere`, userIds.stranger);
    return new Place(this, projectId, new Place(this, elsewhere, null));
  }
}

/** A project and its resources in a test. */
export class Place {
  private readonly known = new Map<string, Promise<number>>();

  constructor(
    readonly site: Site,
    readonly projectId: number,
    /** Another project; null for that one itself. */
    readonly elsewhere: Place | null,
  ) {}

  /** Creates a resource of the project through the API and returns its id. */
  async make(path: string, body: object = {}): Promise<number> {
    const { status, text, body: made } = await this.site.call("admin", "POST", this.path(path), { body });
    if (status > 201) throw new Error(`POST ${path}: ${status} ${text}`);
    return (made as { id: number }).id;
  }

  /** Creates the resource on first use, and returns the same one afterwards. */
  once(name: string, make: () => Promise<number>): Promise<number> {
    const made = this.known.get(name) ?? make();
    this.known.set(name, made);
    return made;
  }

  path = (rest: string) => `/project/${this.projectId}/${rest}`;
}
