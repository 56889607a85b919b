import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ConsoleProvider } from "@/components/shell/console-context";
import { ComparedCommitList } from "@/components/task/compare/commit-list";
import { DifferenceTable, Section } from "@/components/task/compare/difference-table";
import { FieldTables } from "@/components/task/compare/field-tables";
import { durationRows, hostRows, planRows, useRowTexts } from "@/components/task/compare/rows";
import { PlanSigns } from "@/components/task/panel/facts/plan-signs";
import type { ComparedCommits, ComparedRun, FieldChange } from "@/lib/task/schema/compare";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

const textOf = (node: ReactNode): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC" now={new Date("2026-11-22T12:00:00Z")}>
      <ConsoleProvider value={CONSOLE}>{node}</ConsoleProvider>
    </NextIntlClientProvider>,
  )
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const run = (id: number): ComparedRun => ({
  id,
  template_id: 1,
  template_name: "Deploy",
  status: "success",
  runner_name: null,
  start: null,
  end: null,
  commit_hash: null,
});
const runs = { projectId: 1, before: run(7), after: run(9) };

const field = (changes: Partial<FieldChange>): FieldChange => ({
  section: "parameters",
  name: "limit",
  change: "changed",
  secret: false,
  before: "web",
  after: "db",
  diff: null,
  ...changes,
});

describe("what two runs were given", () => {
  test("stands in a table for each place it comes from, under the runs' numbers", () => {
    const fields = [field({}), field({ section: "inventory", name: "name", before: null, after: "Live" })];
    expect(textOf(<FieldTables fields={fields} runs={runs} />)).toBe(
      "Options of this task #7 #9 limit web db Inventory #7 #9 name — Live",
    );
  });

  test("of a secret it is only said whether it has changed, and longer texts show as a difference", () => {
    const secret = { section: "environment" as const, secret: true, before: null, after: null };
    const fields = [
      field({ ...secret, name: "TOKEN" }),
      field({ ...secret, name: "OLD", change: "unknown" }),
      field({ section: "environment", name: "text", before: null, after: null, diff: "@@ -1 +1 @@\n-one\n+two" }),
    ];
    const text = textOf(<FieldTables fields={fields} runs={runs} />);
    expect(text).toContain("TOKEN secret changed");
    expect(text).toContain("OLD secret, may have changed");
    expect(text).toContain("text @@ -1 +1 @@ -one +two");
  });
});

describe("the commits between", () => {
  const commit = (subject: string, changes: object = {}) => ({
    hash: subject.charAt(0).repeat(40),
    parents: [],
    author: "Ann",
    time: "2026-11-20T00:00:00Z",
    subject,
    paths: ["roles/web/a.yml"],
    files: 3,
    ...changes,
  });
  const listed = (commits: Partial<ComparedCommits>) =>
    textOf(
      <ComparedCommitList runs={runs} commits={{ state: "listed", added: [], removed: [], more: false, ...commits }} />,
    );

  test("have their subject, author and files; what only the other run had stands apart", () => {
    const text = listed({ added: [commit("break it")], removed: [commit("fix it", { paths: [], files: 0 })] });
    expect(text).toMatch(
      /^Commits \+ bbbbbbbbbb break it Ann, .* roles\/web\/a\.yml \+2 Only in #7: − ffffffffff fix it/,
    );
  });

  test("are not shown for the same commit, and said to be unknown", () => {
    expect(listed({ state: "same" })).toBe("");
    expect(listed({ state: "unknown" })).toContain("The commits between these runs");
    expect(listed({ added: [commit("a")], more: true })).toMatch(/…$/);
  });
});

function Rows({
  of,
}: {
  of: (texts: ReturnType<typeof useRowTexts>) => Parameters<typeof DifferenceTable>[0]["rows"];
}) {
  return <DifferenceTable runs={runs} rows={of(useRowTexts())} />;
}

test("hosts have their states and the step that failed, and a mark where they did not take part", () => {
  const hosts = [
    { host: "web-1", before: "ok" as const, after: "failed" as const, step: "install" },
    { host: "web-7", before: null, after: "ok" as const, step: "" },
  ];
  expect(textOf(<Rows of={(texts) => hostRows(hosts, texts)} />)).toBe("#7 #9 web-1 OK Failed install web-7 — OK");
});

test("plans have their numbers, and each resource its actions", () => {
  const plan = {
    before: { add: 1, change: 0, destroy: 0 },
    after: null,
    list: [{ address: "a.b", before: "create" as const, after: null }],
    more: 0,
  };
  expect(textOf(<Rows of={(texts) => planRows(plan, texts)} />)).toBe(
    "#7 #9 Plan 1 to add 0 to change 0 to destroy — a.b create —",
  );
});

test("durations are told in words, or in milliseconds", () => {
  const durations = [
    { kind: "total" as const, name: "", before: 65_000, after: 400 },
    { kind: "stage" as const, name: "run", before: null, after: 2_000 },
  ];
  expect(textOf(<Rows of={(texts) => durationRows(durations, texts)} />)).toBe("#7 #9 Duration 1m 5s 400 ms run — 2s");
});

test("a list that was cut says how many are missing", () => {
  expect(
    textOf(
      <Section title="Hosts" more={3}>
        web-1
      </Section>,
    ),
  ).toBe("Hosts web-1 and 3 more");
});

test("a list shows the numbers of a plan by signs, without those that are 0, and reads them out", () => {
  expect(textOf(<PlanSigns plan={{ add: 2, change: 0, destroy: 1, replace: 1 }} />)).toBe(
    "+1 1 to add ±1 1 to replace",
  );
  expect(textOf(<PlanSigns plan={{ add: 0, change: 3, destroy: 0 }} />)).toBe("~3 3 to change");
});
