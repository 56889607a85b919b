import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/project/[projectId]/tasks/[taskId]/sections/route";
import { database } from "@/db/client";
import { logChunks } from "@/db/schema/tasks";
import { LogSections } from "@/lib/task/schema/log-sections";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let newTask: () => Promise<number>;
beforeAll(async () => {
  w = await world(db);
  const templateId = await insertTemplateRow(db, w.projectId, await resources(db, w.projectId));
  newTask = () => insertTask(db, w.projectId, templateId);
  return () => database().close();
});

/** A task with this log, a line a second. */
async function taskWith(lines: string[], inChunk: number): Promise<number> {
  const id = await newTask();
  const starts = lines.map((_, line) => line).filter((line) => line % inChunk === 0);
  await db.insert(logChunks).values(
    starts.map((first) => {
      const chunk = lines.slice(first, first + inChunk);
      return {
        task_id: id,
        first_line: first,
        line_count: chunk.length,
        attempt: 1,
        time: new Date(Date.UTC(2026, 0, 1) + first * 1000).toISOString(),
        offsets: chunk.map((_, index) => index * 1000),
        text: chunk.join("\n"),
      };
    }),
  );
  return id;
}

const ask = async (taskId: number, query: { from?: number } = {}): Promise<LogSections> =>
  LogSections.parse((await send(w, GET, { params: { projectId: w.projectId, taskId }, query, as: "guest" })).body);

const LINES = [
  "$ ansible-playbook site.yml",
  "",
  "PLAY [web] *********************",
  "",
  "\u001b[1mTASK [nginx : install *]\u001b[0m ****",
  "ok: [web1]",
  "RUNNING HANDLER [restart] ****",
  "not a TASK [x] ***",
  "PLAY RECAP *****",
  "::group::Install packages",
  "##[group]Nested",
  "##[endgroup]",
  "::endgroup::",
  "PLAYBOOK: site.yml",
];

describe("the sections of a log", () => {
  it.each([1, 3, 100])("are found in chunks of %d lines", async (inChunk) => {
    const time = (line: number) => new Date(Date.UTC(2026, 0, 1) + line * 1000).toISOString();
    expect(await ask(await taskWith(LINES, inChunk))).toEqual({
      marks: [
        { line: 2, time: time(2), kind: "play", title: "PLAY [web]" },
        { line: 4, time: time(4), kind: "task", title: "TASK [nginx : install *]" },
        { line: 6, time: time(6), kind: "task", title: "RUNNING HANDLER [restart]" },
        { line: 8, time: time(8), kind: "play", title: "PLAY RECAP" },
        { line: 9, time: time(9), kind: "group", title: "Install packages" },
        { line: 10, time: time(10), kind: "group", title: "Nested" },
        { line: 11, time: time(11), kind: "end", title: "" },
        { line: 12, time: time(12), kind: "end", title: "" },
      ],
      until: LINES.length,
    });
  });

  it("are asked for again from where the log ended", async () => {
    const id = await taskWith(LINES, 3);
    expect(await ask(id, { from: 9 })).toMatchObject({
      marks: [{ line: 9 }, { line: 10 }, { line: 11 }, { line: 12 }],
    });
    expect(await ask(id, { from: LINES.length })).toEqual({ marks: [], until: LINES.length });
  });

  it("are none in a log without output", async () => {
    expect(await ask(await newTask())).toEqual({ marks: [], until: 0 });
  });

  it("come in parts, of lines and of sections", async () => {
    const id = await taskWith(
      Array.from({ length: 60_000 }, (_, line) => (line % 2 === 0 ? `TASK [${line}] ***` : `ok: [web${line}]`)),
      1_000,
    );
    const lines: number[] = [];
    let calls = 0;
    for (let from = 0; from < 60_000; calls++) {
      const reply = await ask(id, { from });
      lines.push(...reply.marks.map(({ line }) => line));
      expect(reply.marks.length).toBeLessThanOrEqual(5_000);
      from = reply.until;
    }
    expect(lines).toEqual(Array.from({ length: 30_000 }, (_, index) => index * 2));
    expect(calls).toBeLessThan(10);
  });
});
