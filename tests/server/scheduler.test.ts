import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schedules } from "@/db/schema/schedules";
import { templates } from "@/db/schema/templates";
import { createSchedule } from "@/lib/schedule/operations";
import { startScheduler } from "@/lib/server/scheduler";
import { freshDatabase } from "../support/database";
import { approval } from "../support/workflow";
import { workflowSite } from "../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);

/** Less than the pause between two rounds. */
const SOON_MS = 8000;

test("a server that starts plans schedules anew whose next run is of a clock that was ahead", async () => {
  const body = { name: "s", template_id: await site.template(), cron_format: "* * * * *", active: true };
  const { id } = await site.w.call(createSchedule, "owner", { projectId: site.w.projectId }, body);
  await db.update(schedules).set({ next_run_at: "2999-01-01T00:00:00Z" });
  const nextOf = async () => (await db.select().from(schedules).where(eq(schedules.id, id)))[0]?.next_run_at;
  const scheduler = startScheduler();
  try {
    await expect.poll(nextOf, { timeout: SOON_MS }).not.toMatch(/^2999/);
  } finally {
    scheduler.stop();
  }
});

test("a server that starts opens the runs that nothing keeps waiting any more, without a pause before", async () => {
  const workflow = await site.workflow([approval("hold", { text: "?" })]);
  await site.start(workflow);
  const second = await site.start(workflow);
  expect(await site.look(second)).toMatchObject({ status: "waiting" });
  await db.update(templates).set({ allow_parallel_tasks: true }).where(eq(templates.id, workflow));
  const scheduler = startScheduler();
  try {
    await expect.poll(async () => (await site.look(second)).status, { timeout: SOON_MS }).toBe("running");
  } finally {
    scheduler.stop();
  }
});
