import { expect, test } from "vitest";
import { packTemplates, unpackTemplates } from "@/components/template/list/template-row";
import type { Template } from "@/lib/template/schema";

const template = (id: number, last_task: object | null) =>
  ({ id, name: `Template ${id}`, survey_vars: [{ name: "SECRET_LOOKING" }], last_task }) as unknown as Template;

test("each template has its own last task, whose build is packed as number and version only", () => {
  const build_task = { id: 3, version: "1.0.2", playbook: "long.yml" };
  const packed = packTemplates([
    template(1, null),
    template(2, { id: 8, template_id: 2, status: "running", environment: "{}", build_task }),
    template(3, { id: 7, template_id: 3, status: "success", environment: "{}", build_task: null }),
  ]);
  const rows = unpackTemplates(packed);
  expect(rows.map(({ id, name, last_task }) => [id, name, last_task?.id, last_task?.status])).toEqual([
    [1, "Template 1", undefined, undefined],
    [2, "Template 2", 8, "running"],
    [3, "Template 3", 7, "success"],
  ]);
  expect(rows[1]?.last_task?.build_task).toEqual({ id: 3, version: "1.0.2" });
  for (const unshown of ["survey_vars", "long.yml"]) expect(JSON.stringify(packed)).not.toContain(unshown);
});
