import type { RouteCase } from "../support/conform";
import { listOf, object, text } from "../support/shape";

const FILTERS = "/project/{projectId}/filters";

export const filters: RouteCase[] = [
  { route: `GET ${FILTERS}`, access: "member", status: 200, reply: listOf(object({ name: text, query: text })) },
  {
    route: `PUT ${FILTERS}`,
    access: "member",
    body: () => ({ filters: [{ name: "Failures", query: "status=error" }] }),
    status: 204,
    bad: () => [
      [{ filters: [{ name: "", query: "q=x" }] }, "filters[0].name: Name is required"],
      [{ filters: "all" }, "filters: Expected array"],
    ],
  },
];
