import { describe, expect, it } from "vitest";
import { client, requestOf, type Send } from "@/lib/client/client";

/** A client that records requests and returns these texts in order. */
function recorded(...replies: string[]) {
  const sent: Parameters<Send>[0][] = [];
  const api = client(async (request) => {
    sent.push(request);
    return replies.shift() ?? "";
  });
  return { api, sent };
}

describe("a call of the API", () => {
  it("has its ids in the path, its query string, and omits undefined fields", async () => {
    const { api, sent } = recorded("[]");
    const params = { projectId: 7, templateId: 3 };
    expect(
      await api("GET /project/:projectId/templates/:templateId/tasks/last", {
        params,
        query: { limit: 5, before: undefined },
      }),
    ).toEqual([]);
    expect(sent).toMatchObject([{ method: "GET", path: "/project/7/templates/3/tasks/last?limit=5", body: undefined }]);
  });

  it("escapes path and query", () => {
    expect(requestOf("DELETE /user/tokens/:tokenId", { params: { tokenId: "a/../b?c" } }).path).toBe(
      "/user/tokens/a%2F..%2Fb%3Fc",
    );
    const query = { search: "a&b=c d" };
    const params = { projectId: 1, taskId: 2 };
    expect(requestOf("GET /project/:projectId/tasks/:taskId/output", { params, query }).path).toBe(
      "/project/1/tasks/2/output?search=a%26b%3Dc+d",
    );
  });

  it("sends its body unchanged, and returns undefined for an empty response", async () => {
    const { api, sent } = recorded("");
    const body = { force: true };
    const params = { projectId: 1, taskId: 2 };
    expect(await api("POST /project/:projectId/tasks/:taskId/stop", { params, body })).toBeUndefined();
    expect(sent).toMatchObject([{ method: "POST", path: "/project/1/tasks/2/stop", body }]);
  });

  it("compiles only with an existing route, its ids, and its operation's fields", async () => {
    const { api } = recorded("[]", "[]", "{}", "[]");
    // @ts-expect-error no such route
    await api("GET /project/:projectId/keyz", { params: { projectId: 1 } });
    // @ts-expect-error the id in the path is missing
    await api("GET /project/:projectId/keys");
    // @ts-expect-error tasks have no such field
    await api("POST /project/:projectId/tasks", { params: { projectId: 1 }, body: { templat_id: 1 } });
    const keys = await api("GET /project/:projectId/keys", { params: { projectId: 1 } });
    // @ts-expect-error keys have no such field
    expect(keys[0]?.nothingOfTheKind).toBeUndefined();
  });
});
