import { beforeAll, describe, expect, test } from "vitest";
import { deleteTemplate, getTemplate, updateTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { approval, runs } from "../support/workflow";
import { type WorkflowSite, workflowSite } from "../support/workflow-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
let site: WorkflowSite;
beforeAll(async () => {
  site = await workflowSite(db);
});

const here = (templateId: number) => ({ projectId: site.w.projectId, templateId });
const read = (id: number) => site.w.call(getTemplate, "owner", here(id));
const save = async (id: number, changes: object) =>
  site.w.call(updateTemplate, "owner", here(id), { ...(await read(id)), ...changes });
const ask = approval("ask", { text: "?" });
const running = (...ids: number[]) => ({
  graph: { nodes: [ask, ...ids.map((id, at) => runs(`n${at}`, id))], edges: [] },
});
/** Names of workflows, each of which runs the next. */
async function chainOf(...names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names.toReversed()) {
    const inner = ids.at(-1);
    ids.push(await site.workflow(running(...(inner ? [inner] : [])).graph.nodes, [], { name }));
  }
  return ids.reverse();
}

/** What of two changes at once came through. */
async function atOnce(...changes: Promise<unknown>[]): Promise<string[]> {
  const ends = await Promise.allSettled(changes);
  return ends.map(({ status }) => status).sort();
}
const ROUNDS = 12;
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

describe("two changes at once", () => {
  test("never make workflows that run each other", async () => {
    for (const _ of rounds) {
      const [a = 0] = await chainOf("A");
      const [b = 0] = await chainOf("B");
      expect(await atOnce(save(a, running(b)), save(b, running(a)))).toEqual(["fulfilled", "rejected"]);
    }
  });

  test("never make deployments that promote each other", async () => {
    const build = await site.template({ name: "Build", type: "build", start_version: "1.0.0" });
    const deploy = { type: "deploy", build_template_id: build };
    for (const _ of rounds) {
      const a = await site.template({ name: "A", ...deploy });
      const b = await site.template({ name: "B", ...deploy });
      const saves = [save(a, { ...deploy, build_template_id: b }), save(b, { ...deploy, build_template_id: a })];
      expect(await atOnce(...saves)).toEqual(["fulfilled", "rejected"]);
    }
  });

  test("never leave a workflow with a template that was deleted meanwhile", async () => {
    for (const _ of rounds) {
      const inner = await site.template({ name: "Inner" });
      const [outer = 0] = await chainOf("Outer");
      const gone = site.w.call(deleteTemplate, "owner", here(inner));
      expect(await atOnce(save(outer, running(inner)), gone)).toEqual(["fulfilled", "rejected"]);
    }
  });
});

describe("workflows inside one another", () => {
  const five = ["Five", "Four", "Three", "Two", "One"];

  test("are refused at the node that leads back", async () => {
    const [outer = 0, inner = 0] = await chainOf("Outer", "Inner");
    const refused = { status: 400, error: expect.stringMatching(/^graph\.nodes\[1\]\.template_id: .* inside itself/) };
    expect(await refusal(save(inner, running(outer)))).toMatchObject(refused);
    expect(await refusal(save(inner, running(inner)))).toMatchObject(refused);
    const plain = await site.template({ name: "Plain" });
    expect(await refusal(save(plain, { app: "workflow", ...running(plain) }))).toMatchObject(refused);
  });

  test("are refused at the node that leads too deep", async () => {
    const [five_ = 0] = await chainOf(...five, "Zero");
    const [outer = 0] = await chainOf("Outer");
    const refused = { status: 400, error: expect.stringMatching(/^graph\.nodes\[1\]\.template_id: .* five levels/) };
    expect(await refusal(save(outer, running(five_)))).toMatchObject(refused);
  });

  test("are refused if an outer one would become too deep, which is named", async () => {
    const ids = await chainOf("Outermost", ...five);
    const [more = 0] = await chainOf("More");
    const innermost = ids.at(-1) ?? 0;
    const refused = {
      status: 400,
      error: expect.stringMatching(/^graph\.nodes\[1\]\.template_id: .*Outermost.* five levels/),
    };
    expect(await refusal(save(innermost, running(more)))).toMatchObject(refused);
    expect((await read(innermost)).graph?.nodes).toHaveLength(1);
    await save(innermost, { description: "changed" });
  });
});
