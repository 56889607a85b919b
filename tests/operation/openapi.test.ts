import { describe, expect, test, vi } from "vitest";
import { openapi } from "@/lib/operation/http/system-routes";
import { OWN_TYPE } from "@/lib/operation/media-type";
import { type DescribedMethod, describeApi, describeOwnApi, registerRoutes } from "@/lib/operation/openapi";
import { routes } from "@/lib/server/routes.gen";

const document = describeApi("1.2.3", routes);
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, about]) => ({ path, method, about })),
);

const find = (method: string, path: string): DescribedMethod => {
  const about = document.paths[path]?.[method];
  if (!about) throw new Error(`${method} ${path} is not documented`);
  return about;
};

describe("the document", () => {
  test("is deterministic", () => {
    expect(JSON.stringify(describeApi("1.2.3", routes))).toBe(JSON.stringify(document));
  });

  test("describes the refusals of routes that explain them", () => {
    const { responses } = find("post", "/api/project/{projectId}/states/{stateId}/versions");
    expect(responses[400]?.content?.["application/json"]?.schema).toEqual({
      $ref: "#/components/schemas/ExplainedError",
    });
    expect(document.components.schemas.ExplainedError.properties).toHaveProperty("refusal.properties.issues");
  });

  test("has what its references lead to", () => {
    const references = new Set(JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g));
    expect(references.size).toBeGreaterThan(0);
    for (const reference of references) {
      const names = /^#\/(.+)$/.exec(reference)?.[1]?.split("/") ?? [reference];
      expect(document, reference).toHaveProperty(names);
    }
  });

  test("is generated and written once", async () => {
    const ask = async () => {
      const reply = await openapi(new Request("http://signalbox.test"), { params: Promise.resolve({}) });
      return reply.text();
    };
    registerRoutes(routes);
    expect(describeOwnApi("1.2.3")).toBe(describeOwnApi("1.2.3"));
    const first = await ask();
    expect(JSON.parse(first)).toEqual(JSON.parse(JSON.stringify(document)));
    const write = vi.spyOn(JSON, "stringify");
    expect(await ask()).toBe(first);
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  test("lists every route and method once", () => {
    const served = routes.flatMap(({ path, handlers }) =>
      Object.keys(handlers).map((method) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`),
    );
    expect(described.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
      served.toSorted(),
    );
    const ids = described.map(({ about }) => about.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test("gives each method a summary, a group and one success response", () => {
    const groups = document.tags.map(({ name }) => name);
    for (const { about } of described) {
      expect(about.summary).toMatch(/^[A-Z].+[^.]$/);
      expect(groups).toContain(about.tags[0]);
      const good = Object.keys(about.responses).filter((status) => /^[123]/.test(status));
      // An empty state is no failure: Terraform would take a 404 for one too.
      // Our own form of a reply may have a body where Semaphore's is empty.
      const two = ["stateBackend.read", "schedule.update"].includes(about.operationId);
      expect(good, about.operationId).toHaveLength(two ? 2 : 1);
    }
  });

  test("describes every path parameter", () => {
    for (const { path, about } of described) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(about.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(named);
      for (const { schema } of about.parameters) expect(Object.keys(schema), path).not.toEqual([]);
    }
  });
});

describe("a route", () => {
  test("with two forms of its response documents both", () => {
    const { content } = find("get", "/api/user/tokens").responses[200] ?? {};
    expect(JSON.stringify(content?.["application/json"])).not.toContain("last_used");
    expect(JSON.stringify(content?.[OWN_TYPE])).toContain("last_used");
  });

  test("documents its paging, sorting and windows", () => {
    const names = (path: string) =>
      find("get", path)
        .parameters.filter((parameter) => parameter.in === "query" && parameter.description)
        .map(({ name }) => name);
    const project = "/api/project/{projectId}";
    expect(names(`${project}/tasks`)).toEqual([
      ...[
        "limit",
        "before",
        "after",
        "status",
        "search",
        "template_id",
        "user_id",
        "trigger",
        "since",
        "until",
        "version",
        "children",
        "export",
        "only",
        "key",
      ],
    ]);
    expect(names(`${project}/keys`)).toEqual(["sort", "order", "export", "only", "key"]);
    expect(find("get", `${project}/keys`).responses[200]?.content).toHaveProperty(["text/csv"]);
    expect(names(`${project}/tasks/{taskId}/output`)).toEqual([
      ...["from", "limit", "search", "case", "regex", "errors", "near"],
    ]);
  });

  test("that reuses an operation has its own operation id", () => {
    expect(find("post", "/api/apps/{appId}").operationId).toBe("app.save");
    expect(find("put", "/api/apps/{appId}").operationId).toBe("app.save.put");
    expect(find("get", "/api/tasks/{taskId}").operationId).toBe("task.active.get");
  });

  test("without JSON describes its response", () => {
    const raw = find("get", "/api/project/{projectId}/tasks/{taskId}/raw_output");
    expect(raw.responses[200]).toMatchObject({ content: { "text/plain": { schema: { type: "string" } } } });
    expect(find("post", "/api/project/{projectId}/schedules/validate").responses[200]).toEqual({
      description: "It is valid",
    });
    expect(Object.keys(find("get", "/api/health/ready").responses)).toEqual(["200", "503", "default"]);
    expect(Object.keys(find("get", "/api/ws").responses)[0]).toBe("101");
  });

  test("marks required fields of a body", () => {
    expect(find("post", "/api/project/{projectId}/tasks").requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { required: ["template_id"] } } },
    });
    expect(find("post", "/api/project/{projectId}/tasks/{taskId}/stop").requestBody?.required).toBe(false);
  });

  test("marks required fields inside of a body too", () => {
    const { content } = find("post", "/api/project/{projectId}/probes").requestBody ?? {};
    expect(content?.["application/json"]?.schema.oneOf).toContainEqual(
      expect.objectContaining({ required: expect.arrayContaining(["kind", "git_url", "ssh_key_id"]) }),
    );
  });

  test("documents bodies of other types", () => {
    const { content = {} } = find("put", "/api/project/{projectId}/templates/{templateId}/yaml").requestBody ?? {};
    expect(Object.keys(content)).toEqual([
      ...["application/json", "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"],
    ]);
    expect(content["application/yaml"]).toEqual({ schema: { type: "string" } });
  });

  test("documents headers of its own", () => {
    const headers = (method: string, path: string, status: number) =>
      Object.keys(find(method, `/api${path}`).responses[status]?.headers ?? {});
    expect(headers("get", "/events", 200)).toEqual(["Link"]);
    expect(headers("get", "/project/{projectId}/events/last", 200)).toEqual(["Link"]);
    expect(headers("put", "/project/{projectId}/inventory/{inventoryId}", 204)).toEqual(["X-Signalbox-Warnings"]);
    expect(headers("get", "/project/{projectId}/tasks", 200)).toEqual([]);
  });

  test("documents what a failure says", () => {
    const { responses } = find("get", "/api/apps/{appId}");
    for (const status of [401, 404, "default"])
      expect(responses[status]?.content).toEqual({
        "application/json": { schema: { $ref: "#/components/schemas/Error" } },
      });
  });

  test("documents who may call it", () => {
    expect(find("get", "/api/ping").security).toEqual([]);
    expect(find("get", "/api/projects").security).toEqual([{ session: [] }, { token: [] }]);
    expect(find("post", "/api/internal/runners/poll").security).toEqual([{ runner: [] }]);
  });
});
