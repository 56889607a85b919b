import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { containerCommand, shellCommand } from "@/components/runner/runner-commands";
import { useRunnerColumns } from "@/components/runner/use-runner-columns";
import { parseSort, sortRows } from "@/components/table/sort-order";
import type { Runner } from "@/lib/runner/schema";
import messages from "@/messages/en.json";

const blank: Runner = {
  id: 3,
  project_id: null,
  name: "",
  webhook: "",
  max_parallel_tasks: 0,
  active: true,
  draining: false,
  tags: [],
  tag: "",
  tagged_only: false,
  project_ids: null,
  version: "",
  hostname: "",
  tools: {},
  local_folders: null,
  created: "2026-01-01T00:00:00Z",
  last_seen: null,
  connected: false,
  running: 0,
  local: false,
  legacy: false,
  cleaning_requested: null,
};

function Cell({ runner, column }: { runner: Runner; column: string }) {
  return useRunnerColumns()
    .find(({ key }) => key === column)
    ?.cell(runner);
}

const textOf = (column: string, changes: Partial<Runner>): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Cell runner={{ ...blank, ...changes }} column={column} />
    </NextIntlClientProvider>,
  ).replace(/<[^>]+>/g, "");

test.each([
  ["name", {}, "—"],
  ["name", { name: "west" }, "west"],
  ["webhook", {}, "—"],
  ["webhook", { webhook: "https://hooks.example.com/a" }, "https://hooks.example.com/a"],
  ["name", { name: "west", tags: ["dmz", "gpu"], tagged_only: true }, "westdmzgpuTagged tasks only"],
  ["projects", {}, "All projects"],
  ["projects", { project_ids: [1] }, "1 project"],
  ["projects", { project_ids: [] }, "No projects"],
  ["state", {}, "Never connected"],
  ["state", { connected: true }, "Online"],
  ["state", { connected: true, draining: true, running: 1 }, "Draining"],
  ["state", { connected: true, draining: true }, "Drained"],
  ["max_parallel_tasks", {}, "∞"],
  ["max_parallel_tasks", { max_parallel_tasks: 4 }, "4"],
])("the column %s of a runner with %j reads %s", (column, changes, text) => {
  expect(textOf(column, changes)).toBe(text);
});

test("sorted by its state, a runner that is online comes first, and one that never connected last", () => {
  const ofStates = [
    { ...blank, id: 1 },
    { ...blank, id: 2, last_seen: "2026-01-02T00:00:00Z" },
    { ...blank, id: 3, connected: true, last_seen: "2026-01-03T00:00:00Z" },
  ];
  let ids: number[] = [];
  function Sorted() {
    ids = sortRows(ofStates, useRunnerColumns(), parseSort("state"), new Intl.Collator("en")).map(({ id }) => id);
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Sorted />
    </NextIntlClientProvider>,
  );
  expect(ids).toEqual([3, 2, 1]);
});

const access = { url: "https://console.example.com", token: "secret" };

test("the command for a new runner uses the console's runner address, and passes the token outside its arguments", () => {
  const command = shellCommand(access);
  expect(command).toContain("SIGNALBOX_URL=https://console.example.com/internal ");
  expect(command).toMatch(/SIGNALBOX_RUNNER_TOKEN=secret node runner\.mjs$/);
});

test("the container command uses the console's version, keeps the runner's data, and starts it after a reboot", () => {
  const command = containerCommand({ ...access, id: 7 }, "1.2.3");
  expect(command).toContain(" signalbox:1.2.3 ");
  expect(command).toContain(" -v signalbox-runner-7:/data ");
  expect(command).toContain(" --restart unless-stopped ");
});
