import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TaskOutputs } from "@/components/task/panel/facts/task-outputs";
import type { TaskDetail } from "@/lib/task/schema";
import messages from "@/messages/en.json";

const outputs = [
  { name: "image", sensitive: false, value: "shop:1.2" },
  { name: "zones", sensitive: false, value: ["a", 1] },
  { name: "token", sensitive: true },
];

const render = (state: TaskDetail["state"], shown: TaskDetail["outputs"] = outputs) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <TaskOutputs projectId={1} state={state} outputs={shown} />
    </NextIntlClientProvider>,
  );
const count = (html: string, text: string) => html.split(text).length - 1;

test("outputs without a state show their values to copy, a secret one is named only", () => {
  const html = render(null);
  expect(html).toContain("3 outputs");
  expect(html).toContain("shop:1.2");
  expect(count(html, 'aria-label="Copy"')).toBe(2);
  expect(count(html, "sensitive")).toBe(1);
  expect(html).not.toContain("<a ");
});

test("a secret one leads to the state that has its value", () => {
  expect(count(render({ id: 5, workspace: "default", version: 2 }), "/states/5")).toBe(1);
  expect(render({ id: 5, workspace: "default", version: null })).not.toContain("/states/5");
});

test("without outputs there is nothing", () => {
  expect(render(null, [])).toBe("");
});
