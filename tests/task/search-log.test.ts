import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/project/[projectId]/tasks/[taskId]/output/route";
import { database } from "@/db/client";
import { logChunks } from "@/db/schema/log-chunks";
import { freshDatabase } from "../support/database";
import { send } from "../support/http";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let taskId: number;
let longId: number;
let templateId: number;
beforeAll(async () => {
  w = await world(db);
  templateId = await insertTemplateRow(db, w.projectId, await resources(db, w.projectId));
  taskId = await insertTask(db, w.projectId, templateId);
  longId = await insertTask(db, w.projectId, templateId);
  await insertLines(taskId, LINES, 3);
  await insertLines(
    longId,
    Array.from({ length: 5000 }, (_, line) => `tick ${line % 2 === 0 ? "even" : "odd"}`),
    700,
  );
  return () => database().close();
});

const RED = "\u001b[31m";
const PLAIN = "\u001b[0m";

const LINES = [
  "Preparing task 1",
  "TASK [ping] ***",
  `${RED}fatal${PLAIN}: [web2]: UNREACHABLE!`,
  "web1 : ok=1 failed=0",
  "Grüße aus KÖLN",
  "100% of a_b",
  "",
  "deploy.sh: line 3: terrafrom: command not found",
  "Traceback (most recent call last):",
  "nothing here",
];

const newTask = () => insertTask(db, w.projectId, templateId);

async function insertLines(id: number, lines: string[], inChunk: number) {
  const starts = lines.map((_, line) => line).filter((line) => line % inChunk === 0);
  await db.insert(logChunks).values(
    starts.map((first) => {
      const chunk = lines.slice(first, first + inChunk);
      return {
        task_id: id,
        first_line: first,
        line_count: chunk.length,
        attempt: 1,
        time: "2026-01-01T00:00:00Z",
        offsets: chunk.map(() => 0),
        text: chunk.join("\n"),
      };
    }),
  );
}

const ask = async (query: Record<string, string | number>, id = taskId) => {
  const params = { projectId: w.projectId, taskId: id };
  return (await send(w, GET, { params, query, as: "guest" })).body;
};

describe("searching a log", () => {
  it.each([
    ["a text in any case", "TASK", [0, 1]],
    ["a text interrupted by colour codes", "fatal: [web2]", [2]],
    ["letters beyond ASCII", "köln", [4]],
    ["SQL wildcards literally", "% of a_b", [5]],
    ["a percent sign", "%", [5]],
    ["nothing", "nobody", []],
  ])("finds %s", async (_what, text, lines) => {
    expect(await ask({ search: text })).toEqual({ count: lines.length, skipped: 0, lines, until: 10 });
  });

  it("can tell capital letters from small ones", async () => {
    expect(await ask({ search: "TASK", case: "true" })).toMatchObject({ lines: [1] });
    expect(await ask({ search: "task", case: "true" })).toMatchObject({ lines: [0] });
  });

  it.each([
    ["a class", "line \\d+:", [7]],
    ["borders of a line", "^web2?1 : .*0$", [3]],
    ["any case", "^(task|traceback)", [1, 8]],
    ["an empty line", "^$", [6]],
    ["the begin of the text", "\\ATASK", [1]],
    ["what does not follow", "a_b(?!\\s)", [5]],
    ["a text interrupted by colour codes", "fatal: \\[web[0-9]\\]", [2]],
    ["nothing", "no.body", []],
  ])("finds a regular expression with %s", async (_what, search, lines) => {
    expect(await ask({ search, regex: "true" })).toMatchObject({ count: lines.length, lines });
  });

  it("tells capital letters from small ones in a regular expression", async () => {
    expect(await ask({ search: "^t", regex: "true", case: "true" })).toMatchObject({ lines: [] });
  });

  it.each(["(", "[a", "a{2,1}", "*a", "\\"])("refuses the invalid regular expression %s", async (search) => {
    expect(await ask({ search, regex: "true" })).toEqual({ error: "search: Not a valid regular expression" });
  });

  it("ends a regular expression that takes too long", async () => {
    const id = await insertTask(db, w.projectId, templateId);
    await insertLines(id, [String.fromCodePoint(...Array.from({ length: 500 }, (_, at) => 0x4e00 + at))], 1);
    const began = performance.now();
    const answer = await ask({ search: "^(.+)(.+)(.+).*\\1.*\\2.*\\3$", regex: "true" }, id);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(answer).toEqual({ error: "search: This regular expression takes too long. Make it simpler.", slow: true });
  });

  it("finds every character, also where a colour begins", async () => {
    const [id, plainId] = [await newTask(), await newTask()];
    const characters = [...Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)), ..."äßẞİ\u212a日😀"];
    const lines = characters.map((character) => `<${character}|`);
    await insertLines(plainId, lines, 1);
    await insertLines(
      id,
      lines.map((line) => line.replace("|", `${RED}|${PLAIN}`)),
      1,
    );
    for (const [at, search] of lines.entries()) {
      expect(await ask({ search, case: "true" }, id)).toMatchObject({ lines: [at] });
      expect(await ask({ search }, id)).toEqual(await ask({ search }, plainId));
    }
  });

  it("starts at a line", async () => {
    expect(await ask({ search: "task", from: 1 })).toEqual({ count: 1, skipped: 0, lines: [1], until: 10 });
  });

  it("finds the lines that report an error", async () => {
    expect(await ask({ errors: "true" })).toEqual({ count: 3, skipped: 0, lines: [2, 7, 8], until: 10 });
  });

  it("finds them also by a level without a colon", async () => {
    const id = await insertTask(db, w.projectId, templateId);
    const lines = ["ERROR two", "Error handling is on", "[error] three", "0 errors", "  FATAL", "Error: four"];
    await insertLines(id, lines, 3);
    expect(await ask({ errors: "true" }, id)).toMatchObject({ lines: [0, 2, 4, 5] });
  });

  it("counts every hit and returns those next to a line", async () => {
    expect(await ask({ search: "even" }, longId)).toEqual({
      count: 2500,
      skipped: 0,
      lines: Array.from({ length: 500 }, (_, place) => place * 2),
      until: 5000,
    });
    expect(await ask({ search: "even", near: 3001 }, longId)).toEqual({
      count: 2500,
      skipped: 1001,
      lines: Array.from({ length: 1000 }, (_, place) => 2002 + place * 2),
      until: 5000,
    });
    expect(await ask({ search: "even", near: 99_999 }, longId)).toMatchObject({ skipped: 2000 });
  });

  it("leaves windows unchanged", async () => {
    expect(await ask({ from: 4, limit: 1 })).toMatchObject([{ id: 4, output: "Grüße aus KÖLN" }]);
  });
});
