import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { DashboardBlocks } from "@/components/dashboard/dashboard-blocks";
import { ConsoleProvider } from "@/components/shell/console-context";
import type { Dashboard, DashboardTask } from "@/lib/task/schema/dashboard";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

const task: DashboardTask = {
  id: 1,
  project_id: 3,
  template_id: 2,
  tpl_alias: "Release",
  tpl_app: "workflow",
  tpl_type: "",
  status: "running",
  reason: null,
  message: "",
  user_name: "Ann",
  start: null,
  end: null,
  drift_check: false,
  plan: null,
  plan_checksum: null,
  confirm_until: null,
  may_decide: false,
  stages: [],
  nodes: null,
  error: "",
  cause: null,
  subject: "",
};

/** As a guest sees it, once the rows are loaded that have a script of their own. */
async function textOf(parts: Partial<Dashboard>): Promise<string> {
  const dashboard = { active: [], active_count: 0, waiting_count: 0, failed: [], days: [], ...parts };
  const render = () =>
    renderToStaticMarkup(
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <ConsoleProvider value={{ ...CONSOLE, user: { ...CONSOLE.user, admin: false }, permissions: 0 }}>
          <DashboardBlocks dashboard={dashboard} timezone="UTC" refetch={() => undefined} />
        </ConsoleProvider>
      </NextIntlClientProvider>,
    );
  render();
  await vi.dynamicImportSettled();
  return render()
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}

test("a plan that the reader can't decide runs, and needs nobody", async () => {
  const text = await textOf({ active: [{ ...task, status: "waiting_confirmation" }], active_count: 1 });
  expect(text).not.toContain(messages.dashboard.needsYou);
  expect(text).toContain(`#1 ${messages.status.waiting_confirmation}`);
});

test("a running workflow shows how many of its nodes have ended", async () => {
  expect(await textOf({ active: [{ ...task, nodes: { done: 2, all: 5 } }] })).toContain("2 of 5 nodes done");
});

test("a failed task says why, best in the words of its log", async () => {
  const failed: DashboardTask = { ...task, status: "error", cause: "node_failed", subject: "Smoke test" };
  expect(await textOf({ failed: [failed] })).toContain("Failed nodes: Smoke test");
  expect(await textOf({ failed: [{ ...failed, error: "boom" }] })).toContain("boom");
  expect(await textOf({ failed: [{ ...failed, cause: null, reason: "timed_out" }] })).toContain(
    messages.reasons.timed_out,
  );
});
