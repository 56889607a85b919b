import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formatBytes } from "@/components/format/bytes";
import { ConsoleProvider } from "@/components/shell/console-context";
import { useStateColumns } from "@/components/state/list/use-state-columns";
import { changedAt, resourceCount, type Workspace } from "@/components/state/state-summary";
import type { State } from "@/lib/state/schema";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

const workspace: Workspace = {
  name: "default",
  version_id: 5,
  newest: 2,
  serial: 4,
  size: 1200,
  resources: 3,
  changed: "2026-11-20T00:00:00Z",
  task_id: 12,
  user_name: "Ann",
  offered: 0,
  lock: null,
};
const blank: State = {
  id: 7,
  project_id: 1,
  name: "Network",
  kind: "terraform",
  created: "2026-01-01T00:00:00Z",
  used_at: null,
  templates: [],
  workspaces: [],
};
const info = { ID: "1", Operation: "apply", Info: "", Who: "ann@laptop", Version: "", Created: "", Path: "" };

function Cell({ state, column }: { state: State; column: string }) {
  return useStateColumns()
    .find(({ key }) => key === column)
    ?.cell(state);
}

const textOf = (column: string, changes: Partial<State>): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ConsoleProvider value={CONSOLE}>
        <Cell state={{ ...blank, ...changes }} column={column} />
      </ConsoleProvider>
    </NextIntlClientProvider>,
  ).replace(/<[^>]+>/g, "");

const lock = { info, created: "2026-11-20T00:00:00Z", task_id: null, token_name: "laptop" };

test.each<[string, Partial<State>, RegExp]>([
  ["kind", {}, /^Terraform, OpenTofu$/],
  ["templates", {}, /^unused$/],
  [
    "templates",
    {
      templates: [
        { id: 1, name: "Plan" },
        { id: 2, name: "Apply" },
      ],
    },
    /^Plan, Apply$/,
  ],
  ["workspaces", {}, /^—$/],
  ["workspaces", { workspaces: [workspace, { ...workspace, name: "prod" }] }, /^default, prod$/],
  ["resources", { workspaces: [workspace] }, /^3$/],
  ["resources", { workspaces: [{ ...workspace, resources: null }] }, /^Encrypted by OpenTofu$/],
  ["resources", { workspaces: [workspace, { ...workspace, resources: null }] }, /^3Encrypted by OpenTofu$/],
  ["locked", { workspaces: [workspace] }, /^—$/],
  ["locked", { workspaces: [{ ...workspace, lock }] }, /^ann@laptop, token laptop/],
  ["locked", { workspaces: [{ ...workspace, lock: { ...lock, task_id: 12 } }] }, /^#12/],
  [
    "offered",
    {
      workspaces: [
        { ...workspace, offered: 1 },
        { ...workspace, offered: 2 },
      ],
    },
    /^3 versions$/,
  ],
])("the column %s of %j", (column, changes, text) => {
  expect(textOf(column, changes)).toMatch(text);
});

test("a state sums up the resources of its workspaces, and shows their latest change", () => {
  const older = { ...workspace, resources: null, changed: "2026-11-01T00:00:00Z" };
  const state = { ...blank, workspaces: [older, workspace, { ...workspace, changed: null }] };
  expect(resourceCount(state)).toBe(6);
  expect(resourceCount(blank)).toBe(0);
  expect(resourceCount({ ...blank, workspaces: [older] }), "unknown").toBeNull();
  expect(changedAt(state)).toBe(workspace.changed);
  expect(changedAt(blank)).toBeNull();
});

test.each([
  [0, "0 byte"],
  [999, "999 byte"],
  [12_345, "12 kB"],
  [52_400_000, "52.4 MB"],
])("%d bytes are shown as %s", (bytes, text) => {
  expect(formatBytes(bytes, "en")).toBe(text);
});
