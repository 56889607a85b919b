import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useAppColumns } from "@/components/app/use-app-columns";
import { useDriftColumns } from "@/components/drift/use-drift-columns";
import { useMatcherColumns, useValueColumns } from "@/components/integration/part/use-part-columns";
import { useIntegrationColumns } from "@/components/integration/use-integration-columns";
import { useInventoryColumns } from "@/components/inventory/use-inventory-columns";
import { useKeyColumns } from "@/components/key/use-key-columns";
import { useMemberColumns } from "@/components/member/use-member-columns";
import { useRepositoryColumns } from "@/components/repository/use-repository-columns";
import { useRunnerColumns } from "@/components/runner/use-runner-columns";
import { useScheduleColumns } from "@/components/schedule/use-schedule-columns";
import { ConsoleProvider } from "@/components/shell/console-context";
import type { Column } from "@/components/table/columns/column";
import { useActiveColumns } from "@/components/task/active/use-active-columns";
import { useHistoryColumns } from "@/components/task/table/use-history-columns";
import { useTemplateTaskColumns } from "@/components/task/table/use-template-task-columns";
import { useTemplateColumns } from "@/components/template/list/use-template-columns";
import { useUserColumns } from "@/components/user/use-user-columns";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

function headersOf<Row>(useColumns: () => Column<Row>[]): string[] {
  const headers: string[] = [];
  function Probe() {
    headers.push(...useColumns().map(({ header }) => header));
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ConsoleProvider value={CONSOLE}>
        <Probe />
      </ConsoleProvider>
    </NextIntlClientProvider>,
  );
  return headers;
}

const LISTS: Record<string, [() => Column<never>[], string]> = {
  templates: [
    () =>
      useTemplateColumns(
        { inventories: [], environments: [], repositories: [] },
        { version: false, drift: false, labels: false },
      ),
    "Name, Status, Last task, Last runs, Playbook, Inventory, Environment, Repository",
  ],
  "templates that were checked, with labels": [
    () =>
      useTemplateColumns(
        { inventories: [], environments: [], repositories: [] },
        { version: true, drift: true, labels: true },
      ),
    "Name, Version, Status, Drift, Last task, Last runs, Labels, Playbook, Inventory, Environment, Repository",
  ],
  drift: [() => useDriftColumns(1), "Template, Workspace or inventory, Drift, Since, Last check"],
  "tasks of a template": [useTemplateTaskColumns, "Task ID, Message, Version, Status, User, Start, End, Duration"],
  history: [useHistoryColumns, "Task, Template, Version, Status, User, Start, Duration"],
  "active tasks": [() => useActiveColumns(true), "Task, Template, Project, User, Status, Elapsed, Location"],
  "active tasks of a project": [() => useActiveColumns(false), "Task, Template, User, Status, Elapsed, Location"],
  schedules: [() => useScheduleColumns(1, true), "Active, Name, Cron, Template, Next run"],
  integrations: [() => useIntegrationColumns(1, []), "Name, Template, Auth method"],
  "extracted values": [useValueColumns, "Name, Value source, Body data type, Key, Environment variable"],
  matchers: [useMatcherColumns, "Name, Match type, Method, Body data type, Key, Value"],
  apps: [() => useAppColumns(true), "Active, Name, ID"],
  runners: [useRunnerColumns, "Active, Name, Status, Webhook, Projects, Running, Max parallel, Version, Tools"],
  users: [useUserColumns, "Name, Username, Email, Alerts, Admin, External"],
  team: [() => useMemberColumns(1, true, () => undefined), "Name, Username, Role"],
  inventories: [useInventoryColumns, "Name, Type, Path, Hosts, Used by, Last changed"],
  keys: [useKeyColumns, "Name, Type, Fingerprint, Used by, Last changed"],
  repositories: [
    () => useRepositoryColumns([]),
    "Name, Git URL, Access key, Last commit, Last check, Used by, Last changed",
  ],
};

test.each(Object.entries(LISTS))("the columns of the list of %s", (_, [useColumns, headers]) => {
  expect(headersOf(useColumns).join(", ")).toBe(headers);
});
