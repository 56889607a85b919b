import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/projects/restore/route";
import { database } from "@/db/client";
import { exportProject } from "@/lib/backup/operations";
import type { BackupFile } from "@/lib/backup/schema";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { rowCounts } from "../support/tables";
import { type World, world } from "../support/world";
import { AGES, BROKEN } from "./ages";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
  return () => database().close();
});

const restore = (file: object, query = {}) => send(w, POST, { method: "POST", as: "admin", body: file, query });

const LISTS = ["keys", "repositories", "inventories", "environments", "views", "templates", "integrations"] as const;

describe("files of every age are restored with all entries", () => {
  it("are twenty", () => expect(AGES).toHaveLength(20));

  it.each(AGES)("%s", async (_what, file) => {
    const { status, body, text } = await restore(file);
    expect([status, text]).toEqual([200, expect.stringContaining('"empty_keys"')]);
    const backup = await w.call(exportProject, "admin", { projectId: (body as { id: number }).id });
    const given = file as Partial<BackupFile>;
    for (const list of LISTS) expect(backup[list], list).toHaveLength(given[list]?.length ?? 0);
    const crons = (given.templates ?? []).filter(({ cron }) => cron);
    expect(backup.schedules).toHaveLength((given.schedules ?? crons).length);
  });
});

describe("a strict restore rejects invalid files with 400 and no effect", () => {
  it("are more than forty", () => expect(BROKEN.length).toBeGreaterThan(40));

  it.each(BROKEN)("%s", async (_what, file, place) => {
    const before = await rowCounts(db);
    const { status, body } = await restore(file, { strict: true });
    expect([status, body]).toEqual([400, { error: expect.stringContaining(place) }]);
    expect(await rowCounts(db)).toEqual(before);
  });

  it("all errors are reported at once", async () => {
    const wrong = {
      meta: { name: "Wrong" },
      repositories: [{ name: "r", git_url: "/x", ssh_key: "a" }],
      templates: [{ name: "t", app: "bash", playbook: "x", repository: "b" }],
    };
    const { body } = await restore(wrong, { strict: true });
    expect(body).toEqual({
      error:
        'repositories[0].ssh_key: The file has no entry named "a" in keys; ' +
        'templates[0].repository: The file has no entry named "b" in repositories',
    });
  });
});
