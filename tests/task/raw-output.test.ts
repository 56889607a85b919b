import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/project/[projectId]/tasks/[taskId]/raw_output/route";
import { database } from "@/db/client";
import { logChunks } from "@/db/schema/log-chunks";
import { tasks } from "@/db/schema/tasks";
import { freshDatabase, statementsOf } from "../support/database";
import { send } from "../support/http";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let templateId: number;
let taskId: number;
beforeAll(async () => {
  w = await world(db);
  templateId = await insertTemplateRow(db, w.projectId, await resources(db, w.projectId));
  taskId = await insertTask(db, w.projectId, templateId);
  return () => database().close();
});

const LINES_IN_CHUNK = 64;
const CHUNKS = 200;

/** A log of about 12 MB. */
async function insertLog(id: number, chunks: number) {
  const text = (first: number) =>
    Array.from({ length: LINES_IN_CHUNK }, (_, index) => `${first + index} ${"é".repeat(500)}`).join("\n");
  await db.insert(logChunks).values(
    Array.from({ length: chunks }, (_, index) => ({
      task_id: id,
      first_line: index * LINES_IN_CHUNK,
      line_count: LINES_IN_CHUNK,
      attempt: 1,
      time: "2026-01-01T00:00:00Z",
      offsets: Array<number>(LINES_IN_CHUNK).fill(0),
      text: text(index * LINES_IN_CHUNK),
    })),
  );
}

async function openReader(id: number) {
  const request = new Request("http://signalbox.test/", { headers: { cookie: `semaphore=${w.sessionIds.guest}` } });
  const params = { projectId: String(w.projectId), taskId: String(id) };
  const { body } = await GET(request, { params: Promise.resolve(params) });
  if (!body) throw new Error("the reply has no body");
  return body.getReader();
}

async function readAll(reader: ReadableStreamDefaultReader): Promise<void> {
  while (!(await reader.read()).done);
}

const at = (id = taskId) => ({ projectId: w.projectId, taskId: id });

describe("the raw output", () => {
  it("of a task without a log is empty", async () => {
    const { status, headers, text } = await send(w, GET, { params: at(), as: "guest" });
    expect({ status, text, type: headers.get("content-type") }).toEqual({
      status: 200,
      text: "",
      type: "text/plain; charset=utf-8",
    });
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("is every line in order, with line ends", async () => {
    await insertLog(taskId, CHUNKS);
    const { text } = await send(w, GET, { params: at(), as: "guest" });
    const lines = text.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line) => Number(line.split(" ", 1)[0]))).toEqual([...Array(CHUNKS * LINES_IN_CHUNK).keys()]);
  });

  it("breaks off when the task is deleted meanwhile", async () => {
    const gone = await insertTask(db, w.projectId, templateId);
    await insertLog(gone, 20);
    const reader = await openReader(gone);
    expect((await reader?.read())?.done).toBe(false);
    await db.delete(tasks).where(eq(tasks.id, gone));
    await expect(readAll(reader)).rejects.toThrow("was deleted");
  });

  it("is read only as fast as the caller consumes it", async () => {
    const sent = await statementsOf(database(), async () => {
      const reader = await openReader(taskId);
      for (let part = 0; part < 10; part++) expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(60_000);
      await reader?.cancel();
    });
    expect(sent.filter((statement) => statement.includes("log_chunks")).length).toBeLessThanOrEqual(3);
  });

  it("responds to HEAD with the same headers and reads nothing", async () => {
    const sent = await statementsOf(database(), async () => {
      const head = await send(w, GET, { method: "HEAD", params: at(), as: "guest" });
      expect([head.status, head.text, head.headers.get("content-type")]).toEqual([
        200,
        "",
        "text/plain; charset=utf-8",
      ]);
    });
    expect(sent.filter((statement) => statement.includes("log_chunks"))).toEqual([]);
  });

  it("is for members, and only for the project's tasks", async () => {
    const answer = async (sent: Parameters<typeof send>[2]) => (await send(w, GET, { params: at(), ...sent })).status;
    expect(await answer({})).toBe(401);
    expect(await answer({ as: "stranger" })).toBe(404);
    expect(await answer({ as: "stranger", params: { projectId: w.otherProjectId, taskId } })).toBe(404);
    expect(await answer({ as: "guest", params: at(999_999) })).toBe(404);
    expect(await answer({ as: "guest", params: { ...at(), taskId: "x" } })).toBe(400);
    expect(await answer({ as: "guest" })).toBe(200);
  });
});
