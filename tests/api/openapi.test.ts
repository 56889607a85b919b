import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "@/lib/server/routes.gen";
import { FAMILIES, ONLY_FUZZED } from "./cases/families";
import { Site } from "./support/site";

type Document = {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
};

const site = await Site.open();
let documented: string[];
beforeAll(async () => {
  const { body } = await site.call("anonymous", "GET", "/openapi.json");
  const { paths } = body as Document;
  documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
});

describe("the API's description", () => {
  it("lists every route of the table, and no other", () => {
    const served = routes.flatMap(({ path, handlers }) =>
      Object.keys(handlers).map((method) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`),
    );
    expect(documented.toSorted()).toEqual(served.toSorted());
  });

  it("describes routes that respond", async () => {
    const silent: string[] = [];
    for (const route of documented) {
      const [method = "", path = ""] = route.split(" ");
      const { status, text } = await site.call(
        "anonymous",
        method,
        path.replace(/^\/api/, "").replace(/\{\w+\}/g, "2147483647"),
      );
      const isRoute = status !== 405 && status < 500 && text !== "Not Found\n";
      if (!isRoute) silent.push(`${route} → ${status}`);
    }
    expect(silent).toEqual([]);
  });

  it("has a test case for every route", () => {
    const tested = new Set(
      Object.values({ ...FAMILIES, ...ONLY_FUZZED })
        .flat()
        .map(({ route }) => route.replace(" ", " /api")),
    );
    // It takes no body, and ends the sessions that the other cases need: ./sign-in.test.ts.
    expect(documented.filter((route) => !tested.has(route))).toEqual(["POST /api/auth/logout"]);
  });
});
