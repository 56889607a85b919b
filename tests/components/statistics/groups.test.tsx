import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Groups } from "@/components/statistics/groups";
import type { Runs, Statistics } from "@/lib/statistics/schema";
import messages from "@/messages/en.json";

const runs: Runs = {
  success: 1,
  error: 0,
  stopped: 0,
  duration_p50: null,
  duration_p95: null,
  waited_p50: null,
  waited_p95: null,
};
const NAME = "Roll out the quarterly security baseline to web-1";

const textOf = (changes: Partial<Statistics>): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Groups
        projectId={1}
        statistics={{ templates: [], people: [], runners: [], hosts: [], causes: [], cut: [], ...changes }}
      />
    </NextIntlClientProvider>,
  );

test("a runner that was removed is told from none, and from one without a name", () => {
  const group = { ...runs, id: null, name: null };
  const markup = textOf({
    runners: [
      { ...group, removed: true },
      { ...group, removed: false },
      { ...group, id: 7, name: "", removed: false },
    ],
  });
  for (const name of ["Removed runner", "No runner", "Runner #7"]) expect(markup).toContain(`>${name}<`);
  expect(textOf({})).not.toContain(">Runners<");
});

test("a long name keeps its end, and a list says that it leaves some out", () => {
  const templates = [{ ...runs, id: 3, name: NAME, flaky: 0 }];
  expect(textOf({ templates })).toContain('data-tail=" to web-1"');
  expect(textOf({ templates })).not.toContain("most failures");
  expect(textOf({ templates, cut: ["templates"] })).toContain("Only the 1 with the most failures.");
});
