import { expect, it } from "vitest";
import { pasted } from "@/components/workflow/editor/model/pasted";
import { graphToText } from "@/lib/workflow/rules/text";
import { runs } from "../../support/workflow";

const TEMPLATES = new Map([[1, { name: "Build" }]]);
const graph = { nodes: [runs("build", 1)], edges: [] };
const copied = graphToText(graph, TEMPLATES);

it("nodes are pasted", () => {
  expect(pasted(copied, TEMPLATES)).toEqual({ part: graph });
});

it("nodes whose template the project lacks, or has twice, are named", () => {
  expect(pasted(copied, new Map())).toMatchObject({
    problem: { key: "textTemplateUnknown", params: { name: "Build" } },
  });
  const twice = new Map([...TEMPLATES, [2, { name: "Build" }] as const]);
  expect(pasted(copied, twice)).toMatchObject({ problem: { key: "textTemplateAmbiguous" } });
});

it.each(["", "some words", "a: b", "- x", "nodes: [", "nodes: {}"])("%j is not meant for the graph", (text) => {
  expect(pasted(text, TEMPLATES)).toBeNull();
});
