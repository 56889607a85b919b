import { beforeEach, describe, expect, test } from "vitest";
import { POST } from "@/app/api/internal/runners/tasks/[taskId]/log/route";
import { LOG_TYPE, writeLogBody } from "@/lib/protocol/log-body";
import type { AttemptRef } from "@/lib/protocol/runner";
import { readLines } from "@/lib/task/log/read-log";
import { createTask } from "@/lib/task/operations";
import { checksumOf } from "../support/checksum";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { taskSite } from "../support/task-site";

const db = await freshDatabase();
const site = await taskSite(db);
const runner = await HandRunner.start(db);
let ref: AttemptRef;

beforeEach(async () => {
  const template_id = await site.template();
  await site.w.call(createTask, "owner", { projectId: site.w.projectId }, { template_id });
  ref = await runner.take();
});

const frames = (texts: string[]) =>
  texts.map((text, n) => ({ bytes: Buffer.from(text), count: text.split("\n").length - 1, time: n }));

async function send(body: Buffer | string, type = LOG_TYPE): Promise<{ status: number; reply: unknown }> {
  const headers = { "x-runner-token": runner.token, "content-type": type };
  const request = new Request("http://console/", { method: "POST", headers, body: new Uint8Array(Buffer.from(body)) });
  const response = await POST(request, { params: Promise.resolve({ taskId: String(ref.task_id) }) });
  return { status: response.status, reply: await response.json() };
}

const stored = async () => (await readLines(db, ref.task_id, 0, 100_000)).map(({ output }) => output);

describe("log lines as they are", () => {
  test("are stored byte for byte, and once however often they are sent", async () => {
    const texts = ["first\n\n", "ümläut 日本\n\u001b[31mred\u001b[0m\n", "last\n"];
    const body = writeLogBody(ref.attempt, 0, frames(texts));
    expect(await send(body)).toEqual({ status: 200, reply: { next_line: 5 } });
    expect(await send(body)).toEqual({ status: 200, reply: { next_line: 5 } });
    expect(await stored()).toEqual(texts.join("").split("\n").slice(0, -1));
  });

  test("of many chunks are stored with one call, and may end the task with their checksum", async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `line ${n}`);
    const parts = Array.from({ length: 30 }, (_, n) => lines.slice(n * 1_000, n * 1_000 + 1_000));
    const body = writeLogBody(ref.attempt, 0, frames(parts.map((part) => `${part.join("\n")}\n`)));
    expect(await send(body)).toEqual({ status: 200, reply: { next_line: 30_000 } });
    expect(await stored()).toEqual(lines);
    const checksum = checksumOf(lines);
    expect(await runner.finish(ref, "success", { total_lines: 30_000, checksum })).toMatchObject({ finished: true });
  });

  test("that leave a gap, or continue after other lines, name the line to go on from", async () => {
    const late = writeLogBody(ref.attempt, 3, frames(["d\n"]));
    expect(await send(late)).toMatchObject({ status: 409, reply: { next_line: 0 } });
    await runner.log(ref, ["a", "b"], 0);
    expect(await send(writeLogBody(ref.attempt, 1, frames(["b\n", "c\n"])))).toEqual({
      status: 200,
      reply: { next_line: 2 },
    });
    expect(await stored()).toEqual(["a", "b"]);
  });

  test("that say a wrong number of lines, or are none, are refused and change nothing", async () => {
    const wrong = [{ bytes: Buffer.from("a\nb\n"), count: 1, time: 0 }];
    expect(await send(writeLogBody(ref.attempt, 0, wrong))).toMatchObject({ status: 400 });
    expect(await send("nonsense")).toMatchObject({ status: 400 });
    expect(await send(writeLogBody(ref.attempt, 0, frames(["a\n"])), "application/json")).toMatchObject({
      status: 400,
    });
    expect(await send(writeLogBody(ref.attempt + 1, 0, frames(["a\n"])))).toMatchObject({ status: 409 });
    expect(await stored()).toEqual([]);
  });

  test("are for runners that named the capability", async () => {
    expect(await runner.hello([ref])).toMatchObject({ raw_log: false });
    const able = await HandRunner.start(db, { capabilities: ["raw_log"] });
    expect(await able.hello()).toMatchObject({ raw_log: true });
  });
});
