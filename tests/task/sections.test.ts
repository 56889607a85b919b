import { beforeAll, describe, expect, it } from "vitest";
import { GET as GET_HOST } from "@/app/api/project/[projectId]/tasks/[taskId]/host_lines/route";
import { GET } from "@/app/api/project/[projectId]/tasks/[taskId]/sections/route";
import { database } from "@/db/client";
import { logChunks } from "@/db/schema/log-chunks";
import { HostLines, LogSections } from "@/lib/task/schema/log-sections";
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

const hostLines = async (taskId: number, host: string, from = 0): Promise<HostLines> => {
  const params = { projectId: w.projectId, taskId };
  return HostLines.parse((await send(w, GET_HOST, { params, query: { host, from }, as: "guest" })).body);
};

const RESULTS = [
  "TASK [debug] ***",
  "\u001b[0;32mok: [web1] => {\u001b[0m",
  '    "msg": "hello"',
  "}",
  "ok: [web10] => (item=a)",
  "changed: [web1 -> db1]",
  "",
  "about [web1]",
  "PLAY RECAP ***",
  "web1                       : ok=2    changed=1",
  "web10                      : ok=1    changed=0",
];

describe("the lines of a host", () => {
  it.each([1, 4, 100])("are those of its results, in chunks of %d lines", async (inChunk) => {
    const id = await taskWith(RESULTS, inChunk);
    const ranges = [
      { first: 1, last: 3 },
      { first: 5, last: 5 },
      { first: 9, last: 9 },
    ];
    expect(await hostLines(id, "web1")).toEqual({ lines: ranges, until: RESULTS.length });
    expect((await hostLines(id, "web10")).lines).toEqual([
      { first: 4, last: 4 },
      { first: 10, last: 10 },
    ]);
    expect((await hostLines(id, "w.*")).lines).toEqual([]);
  });

  it("come in parts, and a result goes on from one to the next", async () => {
    const lines = Array.from({ length: 60_000 }, (_, line) =>
      line % 7 === 0 ? `ok: [web1] => {` : `  detail ${line}`,
    );
    const id = await taskWith(lines, 900);
    const ranges: HostLines["lines"] = [];
    for (let from = 0; from < lines.length; ) {
      const part = await hostLines(id, "web1", from);
      ranges.push(...part.lines);
      from = part.until;
    }
    expect(ranges).toHaveLength(Math.ceil(60_000 / 7));
    expect(ranges.every(({ first, last }, at) => first === at * 7 && last === Math.min(first + 6, 59_999))).toBe(true);
  });
});
