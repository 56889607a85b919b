import type { Db } from "@/db/client";
import { createTemplateRows } from "@/lib/template/create";
import { TemplateInput } from "@/lib/template/schema";
import { listTemplates } from "@/lib/template/store";
import { graphFromText } from "@/lib/workflow/rules/text";

/** It runs templates of backup.json. */
const GRAPH = `
nodes:
  package:
    template: "Shop: Package"
    name: Package
    position: { x: 0, y: 0 }
  approval:
    kind: approval
    name: Ready to release?
    text: Deploy version \${{ nodes.package.outputs.version }} with \${{ nodes.package.outputs.pages }} pages to all regions?
    deadline_seconds: 86400
    position: { x: 300, y: -52 }
  deploy:
    template: "Shop: Deploy"
    name: Deploy to every region
    answers:
      version:
        expression: nodes.package.outputs.version
      region:
        expression: item
    matrix:
      items: [eu, us, asia]
      parallel: 2
      fail_fast: true
    position: { x: 600, y: 0 }
  smoke_test:
    template: "Shop: Smoke Test"
    name: Smoke test
    answers:
      result:
        expression: inputs.result
    position: { x: 900, y: 0 }
  roll_back:
    template: "Shop: Roll Back"
    name: Roll back
    join: any
    position: { x: 1200, y: 120 }
edges:
  - { from: package, to: approval }
  - { from: approval, to: deploy }
  - { from: deploy, to: smoke_test }
  - { from: deploy, to: roll_back, on: failure }
  - { from: smoke_test, to: roll_back, on: failure }
`;

const RELEASE = {
  name: "Release the shop",
  description:
    "Packs the shop, asks for a decision, deploys it to three regions and tests it; a failure rolls it back.",
  app: "workflow",
  playbook: "",
  survey_vars: [
    {
      name: "result",
      title: "Smoke test",
      type: "enum",
      required: true,
      description: "Whether the smoke test passes. See what a failure does.",
      values: [
        { name: "Pass", value: "pass" },
        { name: "Fail", value: "fail" },
      ],
    },
  ],
};

/** Adds the workflow over the demo's templates of the shop. */
export async function addRelease(db: Db, projectId: number): Promise<void> {
  const templates = await listTemplates(db, projectId, { sort: "name", order: "asc" });
  const read = graphFromText(GRAPH, new Map(templates.map(({ id, name }) => [id, { name }])));
  if (!read.ok) throw new Error(`the demo's workflow: ${JSON.stringify(read.problems)}`);
  const view_id = templates.find(({ name }) => name === "Shop: Package")?.view_id ?? null;
  await createTemplateRows(db, projectId, TemplateInput.parse({ ...RELEASE, view_id, graph: read.graph }));
}
