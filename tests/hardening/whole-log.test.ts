import { beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/project/[projectId]/tasks/[taskId]/output/route";
import { database } from "@/db/client";
import { logChunks } from "@/db/schema/log-chunks";
import { freshDatabase, statementsOf } from "../support/database";
import { send } from "../support/http";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type World, world } from "../support/world";

const CHUNKS = 100;
const LINES_IN_CHUNK = 50;

const db = await freshDatabase();
let w: World;
let at: { projectId: number; taskId: number };

beforeAll(async () => {
  w = await world(db);
  const templateId = await insertTemplateRow(db, w.projectId, await resources(db, w.projectId));
  at = { projectId: w.projectId, taskId: await insertTask(db, w.projectId, templateId) };
  await db.insert(logChunks).values(
    Array.from({ length: CHUNKS }, (_, index) => ({
      task_id: at.taskId,
      first_line: index * LINES_IN_CHUNK,
      line_count: LINES_IN_CHUNK,
      attempt: 1,
      time: "2026-01-01T00:00:00Z",
      offsets: Array.from({ length: LINES_IN_CHUNK }, (_, line) => line),
      text: Array.from({ length: LINES_IN_CHUNK }, (_, line) => `"${line}" ${"\u00e9".repeat(600)}`).join("\n"),
    })),
  );
  return () => database().close();
});

test("a log's windows add up to all its lines", async () => {
  const windowed = await send(w, GET, { params: at, query: { limit: 5000 }, as: "guest" });
  const whole = await send(w, GET, { params: at, as: "guest" });
  expect(whole.body).toHaveLength(CHUNKS * LINES_IN_CHUNK);
  expect(whole.text).toBe(windowed.text);
  expect(Object.fromEntries(whole.headers)).toMatchObject(Object.fromEntries(windowed.headers));
  const rest = await send(w, GET, { params: at, query: { from: 4999 }, as: "guest" });
  expect(rest.text).toBe((await send(w, GET, { params: at, query: { from: 4999, limit: 9 }, as: "guest" })).text);
  expect((await send(w, GET, { params: at, query: { from: 5000 }, as: "guest" })).text).toBe("[]\n");
});

test("lines are read only as fast as the caller consumes them", async () => {
  const sent = await statementsOf(database(), async () => {
    const request = new Request("http://signalbox.test/", { headers: { cookie: `semaphore=${w.sessionIds.guest}` } });
    const params = { projectId: String(at.projectId), taskId: String(at.taskId) };
    const reader = (await GET(request, { params: Promise.resolve(params) })).body?.getReader();
    for (let part = 0; part < 10; part++) expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(60_000);
    await reader?.cancel();
  });
  expect(sent.filter((statement) => statement.includes("log_chunks")).length).toBeLessThanOrEqual(3);
});

test("lines are for members, and only for the project's tasks", async () => {
  const answer = async (sent: Parameters<typeof send>[2]) => (await send(w, GET, { params: at, ...sent })).status;
  expect(await answer({})).toBe(401);
  expect(await answer({ as: "stranger" })).toBe(404);
  expect(await answer({ as: "stranger", params: { projectId: w.otherProjectId, taskId: at.taskId } })).toBe(404);
  expect(await answer({ as: "guest", method: "HEAD" })).toBe(200);
});
