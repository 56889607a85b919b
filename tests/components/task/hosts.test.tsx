import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DiffText } from "@/components/task/hosts/diff-text";
import {
  countStates,
  filterMatrix,
  firstFailure,
  STATE_CLASSES,
  STATE_SIGNS,
  stateAt,
  withFirst,
} from "@/components/task/hosts/host-states";
import { merged } from "@/components/task/hosts/merged";
import { StateFilter } from "@/components/task/hosts/state-filter";
import { HOST_STATES } from "@/lib/protocol/events";
import type { MatrixStep, TaskMatrix } from "@/lib/task/schema/events";
import messages from "@/messages/en.json";

const step = (number: number, name: string, states: string): MatrixStep => ({
  number,
  name,
  states,
  play: "P",
  file: "a.yml",
  file_line: 1,
  is_handler: false,
  millis: 0,
  started: null,
  ended: null,
});
const hosts = ["web-1", "web-2", "db-1"].map((name, number) => ({ number, name, millis: 0 }));
const matrix: TaskMatrix = {
  events: 9,
  hosts,
  steps: [step(0, "install", "oco"), step(1, "configure", "of"), step(2, "web restart", " s")],
};

const names = (found: ReturnType<typeof filterMatrix>) => [
  found.hosts.map(({ name }) => name).join(),
  found.steps.map(({ name }) => name).join(),
];
const filter = (text: string, ...states: (typeof HOST_STATES)[number][]) =>
  names(filterMatrix(matrix, { text, states }));

const shown = (element: ReactElement) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      {element}
    </NextIntlClientProvider>,
  );

describe("the matrix", () => {
  test("tells the state of a host and a step, and counts states in a fixed order", () => {
    expect(matrix.steps.map((each) => stateAt(each, 1))).toEqual(["changed", "failed", "skipped"]);
    expect(matrix.steps.map((each) => stateAt(each, 2))).toEqual(["ok", undefined, undefined]);
    expect(Object.fromEntries(countStates(matrix))).toEqual({ ok: 3, changed: 1, failed: 1, skipped: 1 });
    expect([...countStates(matrix).keys()]).toEqual(["ok", "changed", "failed", "skipped"]);
  });

  test.each([
    ["", "db-1,web-1,web-2", "install,configure,web restart"],
    ["WEB", "web-1,web-2", "install,configure,web restart"],
    ["config", "db-1,web-1,web-2", "configure"],
    ["nothing", "", ""],
  ])("%j selects hosts, or steps where no host fits, or nothing", (text, rows, columns) => {
    expect(filter(text)).toEqual([rows, columns]);
  });

  test("lists hosts by name, numbers by their size", () => {
    const unsorted = ["web-10", "web-9", "db-1"].map((name, number) => ({ number, name, millis: 0 }));
    const found = filterMatrix({ ...matrix, hosts: unsorted }, { text: "", states: [] });
    expect(found.hosts.map(({ name }) => name)).toEqual(["db-1", "web-9", "web-10"]);
  });

  test("keeps the rows and columns with a state", () => {
    expect(filter("", "failed")).toEqual(["web-2", "configure"]);
    expect(filter("", "failed", "changed")).toEqual(["web-2", "install,configure"]);
    expect(filter("db", "failed")).toEqual(["", ""]);
  });

  test("opens at the first failure of the first step that has one, without any at its beginning", () => {
    expect(firstFailure(matrix.hosts, matrix.steps)).toEqual({ row: 1, column: 1 });
    expect(firstFailure(matrix.hosts.toReversed(), [step(0, "reach", "ouu"), ...matrix.steps])).toEqual({
      row: 0,
      column: 0,
    });
    expect(firstFailure(matrix.hosts, matrix.steps.slice(0, 1))).toEqual({ row: 0, column: 0 });
    expect(firstFailure([], [])).toEqual({ row: 0, column: 0 });
  });

  test("lists hosts with failures first, else in the same order", () => {
    const { hosts: failed } = filterMatrix(matrix, { text: "", states: ["failed"] });
    const { hosts: all } = filterMatrix(matrix, { text: "", states: [] });
    expect(withFirst(all, failed).map(({ name }) => name)).toEqual(["web-2", "db-1", "web-1"]);
    expect(withFirst(all, [])).toEqual(all);
  });

  test("takes over only what changed", () => {
    const news = {
      events: 12,
      hosts: [...hosts, { number: 3, name: "new", millis: 5 }],
      steps: [step(1, "configure", "of o")],
    };
    const after = merged(matrix, news);
    expect(after.events).toBe(12);
    expect(after.hosts).toHaveLength(4);
    expect(after.steps.map(({ states }) => states)).toEqual(["oco", "of o", " s"]);
    expect(merged(matrix, { events: 9, hosts: [], steps: [] })).toBe(matrix);
  });

  test("tells states apart by colour and by sign", () => {
    expect(new Set(HOST_STATES.map((state) => STATE_CLASSES[state])).size).toBe(HOST_STATES.length);
    expect(new Set(HOST_STATES.map((state) => STATE_SIGNS[state])).size).toBe(HOST_STATES.length);
  });

  test("offers a pressed button for each state that occurs", () => {
    const filterOf = <StateFilter counts={countStates(matrix)} chosen={["failed"]} onChange={() => undefined} />;
    const html = shown(filterOf);
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
    expect(html.match(/<button/g)).toHaveLength(4);
    expect(html).not.toContain(messages.task.matrix.states.rescued);
  });
});

test("a difference colours its lines by their beginning", () => {
  const html = shown(<DiffText text={"--- before\n+++ after\n@@ -1 +1 @@\n-old\n+new\n same"} />);
  const classes = [...html.matchAll(/<span class="([^"]*)"/g)].map(([, names = ""]) => names);
  expect(classes.map((names) => /success|error|semibold|muted/.exec(names)?.[0] ?? "")).toEqual([
    ...["semibold", "semibold", "muted", "error", "success", ""],
  ]);
});
