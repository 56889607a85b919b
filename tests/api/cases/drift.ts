import { drifts } from "@/db/schema/drifts";
import type { RouteCase } from "../support/conform";
import { exactly, flag, int, listOf, nullable, object, text, time } from "../support/shape";
import type { Place } from "../support/site";
import { newTemplate } from "./fixtures";

const Item = object({
  address: text,
  type: text,
  action: exactly("create", "update", "replace", "delete", "other"),
  outside: flag,
});

const Drift = object({
  template_id: int,
  template_name: text,
  app: text,
  workspace: text,
  inventory_id: nullable(int),
  inventory_name: nullable(text),
  status: exactly("in_sync", "drifted", "unknown"),
  count: int,
  items: listOf(Item),
  since: time,
  checked_at: time,
  task_id: nullable(int),
});

const checked = async (place: Place) => {
  const template_id = await newTemplate(place);
  const { projectId: project_id } = place;
  const items = [{ address: "aws_instance.a", type: "aws_instance", action: "update" as const, outside: true }];
  const now = new Date().toISOString();
  const found = { status: "drifted" as const, count: 1, items, since: now, checked_at: now };
  await place.site.w.db.insert(drifts).values({ template_id, workspace: "default", project_id, ...found });
  return {};
};

/** What checks make of it: tests/drift. */
export const drift: RouteCase[] = [
  { route: "GET /project/{projectId}/drift", access: "member", target: checked, status: 200, reply: listOf(Drift) },
];
