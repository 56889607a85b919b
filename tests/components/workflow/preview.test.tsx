import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { PreviewProvider, useForeseen } from "@/components/workflow/preview/outcome";
import { previewInputs } from "@/components/workflow/preview/preview-inputs";
import type { Foreseen } from "@/components/workflow/preview/use-preview";
import type { SurveyVar } from "@/lib/template/schema";
import { WorkflowGraph } from "@/lib/workflow/schema";
import messages from "@/messages/en.json";

const variable = (name: string, type: SurveyVar["type"]): SurveyVar => ({
  name,
  type,
  title: name,
  required: false,
  description: "",
  values: [{ name: "Europe", value: "eu" }],
});
const SURVEY = [variable("region", "enum"), variable("count", "int"), variable("token", "secret")];

test("answers have their types, secret ones and those without a value are left out", () => {
  const answers = ["eu", "3", "hush"].map((value) => ({ value }));
  expect(previewInputs(SURVEY, answers)).toEqual({ region: "eu", count: 3 });
  expect(previewInputs(SURVEY, [{ value: "" }])).toEqual({});
  expect(previewInputs(null, [])).toEqual({});
});

const GRAPH = WorkflowGraph.parse({
  nodes: [
    { kind: "template", key: "build", name: "Build", template_id: 3 },
    { kind: "template", key: "gone", template_id: 99 },
    { kind: "wait", key: "pause" },
  ],
  edges: [],
});

function Text({ node }: { node: string }) {
  return useForeseen(node).text;
}

function textOf(foreseen: Foreseen): string {
  const shown = {
    graph: GRAPH,
    nodes: new Map([[foreseen.key, foreseen]]),
    templates: [{ id: 3, name: "B", app: "" }],
  };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <PreviewProvider value={{ ...shown, toggle: () => undefined }}>
        <Text node={foreseen.key} />
      </PreviewProvider>
    </NextIntlClientProvider>,
  );
}

describe("what is foreseen of a node", () => {
  test.each<[string, Foreseen, string]>([
    ["it runs", { key: "build", status: "success", reason: null }, "Runs"],
    ["it is assumed to fail", { key: "build", status: "failed", reason: null }, "Fails"],
    ["its template was deleted", { key: "gone", status: "failed", reason: null }, "The template was deleted."],
    [
      "a condition that only the run can know",
      { key: "pause", status: "success", reason: { code: "condition", from: "build", condition: "run.id" } },
      "Runs if run.id",
    ],
    [
      "a condition that does not hold",
      { key: "pause", status: "skipped", reason: { code: "condition", from: "build", condition: "false" } },
      "The condition after Build is false: false",
    ],
  ])("%s", (_, foreseen, text) => {
    expect(textOf(foreseen)).toBe(text);
  });
});
