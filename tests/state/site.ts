import { afterAll, beforeEach } from "vitest";
import type { Database } from "@/db/client";
import { events } from "@/db/schema/events";
import { states } from "@/db/schema/states";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { listVersions } from "@/lib/state/version-operations";
import { onlyState, stateSite } from "../support/state-site";

/** A site for the tests of a file, each of which begins without tasks, events and states. */
export async function emptiedSite(db: Database) {
  const site = await stateSite(db);
  afterAll(() => site.api.stop());
  beforeEach(async () => {
    await db.delete(tasks);
    await db.delete(events);
    await db.update(templates).set({ state_id: null });
    await db.delete(states);
  });
  /** The only state, as a path of the API names it. */
  const place = async () => ({ projectId: site.w.projectId, stateId: (await onlyState(db)).id });
  const listed = async () => site.w.call(listVersions, "guest", await place(), {});
  return { ...site, place, listed };
}
