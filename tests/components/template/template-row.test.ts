import { expect, test } from "vitest";
import { packTemplates } from "@/components/template/list/pack-templates";
import { unpackTemplates } from "@/components/template/list/packed-templates";
import { templateRow, withRecent, withTask } from "@/components/template/list/template-row";
import type { Template } from "@/lib/template/schema";
import type { ListedTemplate } from "@/lib/template/schema/listed";

const times = {
  created: "2026-11-10T07:39:25.250Z",
  start: "2026-11-10T07:39:26.750Z",
  end: "2026-11-10T07:41:00.125Z",
};
const template = (id: number, last: object | null, current: object | null = null, recent_tasks: object[] = []) => {
  const listed = {
    id,
    name: `Template ${id}`,
    survey_vars: [{ name: "SECRET_LOOKING", required: id === 2 }],
    last_task: last && { ...times, ...last },
    current_task: current && { ...times, ...current },
    recent_tasks,
    app: "bash",
    type: "",
    launch: {},
    always_ask: false,
  };
  return templateRow(listed as unknown as Template, true);
};

test("each template has its own last task, and nothing else is packed", () => {
  const build_task = { id: 3, version: "1.0.2" };
  const packed = packTemplates([
    template(1, null),
    template(2, { id: 8, template_id: 2, status: "running", environment: "unlisted", build_task }),
    template(3, { id: 7, template_id: 3, status: "success", environment: "{}", build_task: null }),
  ]);
  const rows = unpackTemplates(packed);
  expect(rows.map(({ id, name, last_task }) => [id, name, last_task?.id, last_task?.status])).toEqual([
    [1, "Template 1", undefined, undefined],
    [2, "Template 2", 8, "running"],
    [3, "Template 3", 7, "success"],
  ]);
  expect(rows.map(({ asks }) => asks)).toEqual([false, true, false]);
  expect(rows[1]?.last_task?.build_task).toEqual({ id: 3, version: "1.0.2" });
  for (const unshown of ["survey_vars", "unlisted"]) expect(JSON.stringify(packed)).not.toContain(unshown);
});

test("the recent tasks of each template come back in order, and the times of the last one to the second", () => {
  const recent = (...ids: number[]) => ids.map((id) => ({ id, status: id % 2 ? "success" : "error", reason: null }));
  const task = (id: number, own: object) => ({ id, template_id: 1, status: "success", build_task: null, ...own });
  const rows = unpackTemplates(
    packTemplates([
      template(1, task(9, {}), null, recent(9, 8, 5)),
      template(2, null),
      template(3, task(7, { start: null, end: null }), null, recent(7)),
      template(4, task(6, { end: null }), null, recent(6, 4)),
      template(5, task(3, { start: null }), null, recent(3)),
    ]),
  );
  expect(rows.map((row) => row.recent_tasks)).toEqual([recent(9, 8, 5), [], recent(7), recent(6, 4), recent(3)]);
  const [start, end] = ["2026-11-10T07:39:26Z", "2026-11-10T07:41:00Z"];
  expect(rows.map(({ last_task: last }) => last && [last.start ?? last.created, last.start, last.end])).toEqual([
    [start, start, end],
    null,
    ["2026-11-10T07:39:25Z", null, null],
    [start, start, null],
    ["2026-11-10T07:39:25Z", null, end],
  ]);
});

test("a row shows the task at work rather than the newer one that waits behind it", () => {
  const task = (id: number, status: string) => ({ id, template_id: 1, status, build_task: null });
  const packed = packTemplates([template(1, task(9, "waiting"), task(8, "running")), template(2, null)]);
  expect(unpackTemplates(packed)).toMatchObject([
    { last_task: { id: 8 }, behind: true },
    { last_task: null, behind: false },
  ]);
});

const row = (id: number, status: string) => ({ last_task: { id, status }, behind: false }) as unknown as ListedTemplate;
const shown = (last: [number, string], [id, status]: [number, string]) => {
  const { last_task, behind } = withTask(row(...last), { id, status } as never);
  return [last_task?.id, behind];
};

test.each<[string, [number, string], [number, string], [number, boolean]]>([
  ["a newer one that waits behind a running one", [5, "running"], [6, "waiting"], [5, true]],
  ["a newer one after a finished one", [5, "success"], [6, "waiting"], [6, false]],
  ["a newer one that runs beside it", [5, "running"], [6, "starting"], [6, false]],
  ["an older one that leaves the queue before the newest", [6, "waiting"], [5, "starting"], [5, true]],
  ["an older one that ended", [6, "waiting"], [5, "error"], [6, false]],
])("the shown task after %s", (_, last, task, expected) => {
  expect(shown(last, task)).toEqual(expected);
});

test.each<[string, number[], [number, string], [number, string][]]>([
  [
    "a new task is the first, and the fifth one leaves",
    [5, 4, 3, 2, 1],
    [6, "waiting"],
    [
      [6, "waiting"],
      [5, "success"],
    ],
  ],
  [
    "a known one keeps its place",
    [5, 4],
    [4, "error"],
    [
      [5, "success"],
      [4, "error"],
    ],
  ],
  [
    "an older one that is not listed is ignored",
    [9, 8, 7, 6, 5],
    [4, "error"],
    [
      [9, "success"],
      [8, "success"],
    ],
  ],
])("of the newest tasks, %s", (_, ids, [task_id, status], first) => {
  const recent_tasks = ids.map((id) => ({ id, status: "success", reason: null }));
  const changed = withRecent({ recent_tasks } as never, { task_id, status, reason: null } as never);
  expect(changed.recent_tasks.length).toBe(Math.min(5, Math.max(ids.length, first.length)));
  expect(changed.recent_tasks.slice(0, 2).map(({ id, status: of }) => [id, of])).toEqual(first);
});
