import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { templates } from "@/db/schema/templates";
import { startScheduler } from "@/lib/server/scheduler";
import { freshDatabase } from "../support/database";
import { approval } from "../support/workflow";
import { workflowSite } from "../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);

/** Less than the pause between two rounds. */
const SOON_MS = 8000;

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
