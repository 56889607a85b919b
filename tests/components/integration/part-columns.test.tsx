import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useMatcherColumns, useValueColumns } from "@/components/integration/part/use-part-columns";
import type { Matcher } from "@/lib/integration/schema";
import messages from "@/messages/en.json";

const matcher: Matcher = {
  id: 1,
  integration_id: 2,
  name: "push",
  match_type: "header",
  body_data_type: "",
  key: "X-GitHub-Event",
  method: "equals",
  value: "push",
};

function BodyType({ part }: { part: Matcher }) {
  return useMatcherColumns()
    .find(({ key }) => key === "body_data_type")
    ?.cell(part);
}

test.each([
  ["", "N/A"],
  ["json", "JSON"],
  ["string", "String"],
] as const)("the body data type %j is shown as %s", (body_data_type, text) => {
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <BodyType part={{ ...matcher, body_data_type }} />
    </NextIntlClientProvider>,
  );
  expect(markup.replace(/<[^>]+>/g, "")).toBe(text);
});

test("every column of matchers and of extracted values sorts", () => {
  const unsorted: string[] = [];
  function Columns() {
    const [matchers, values] = [useMatcherColumns(), useValueColumns()];
    for (const { key, sort } of [...matchers, ...values]) if (!sort) unsorted.push(key);
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Columns />
    </NextIntlClientProvider>,
  );
  expect(unsorted).toEqual([]);
});
