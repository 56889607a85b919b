import { createServer } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { apiListener, belongsToNext } from "@/lib/server/api";
import { listen } from "../support/listen";

const api = apiListener();
const server = createServer((request, response) => void api(request, response));
const { url, stop } = await listen(server);
afterAll(stop);

describe("a path", () => {
  test.each(["/api", "/api/", "//api", "//api/user", "/api//user", "///api/auth/session"])(
    "%s is none of the console's pages, and unknown",
    async (path) => {
      expect(belongsToNext(path)).toBe(false);
      const response = await fetch(`${url}${path}`, { redirect: "manual" });
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/plain"]);
      expect(await response.text()).toBe("Not Found\n");
    },
  );

  test.each(["/", "/apis", "/project/1/api", "/api/docs", "/api/auth/session"])("%s belongs to Next", (path) => {
    expect(belongsToNext(path)).toBe(true);
  });
});
