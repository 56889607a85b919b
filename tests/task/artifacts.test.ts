import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { artifactParts, taskArtifacts, taskSummaries } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { settings } from "@/lib/settings/settings";
import { deleteTask } from "@/lib/task/operations";
import { getSummary, listArtifacts, openArtifact } from "@/lib/task/result-operations";
import { artifactContent } from "@/lib/task/results/artifacts";
import { attachment, mediaTypeOf } from "@/lib/task/schema/artifact";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
let site: TaskSite;
let runner: HandRunner;
const usual = { ...settings().artifactBytes };

beforeAll(async () => {
  site = await taskSite(db);
});

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  runner = await HandRunner.start(db);
});

afterEach(() => void Object.assign(settings().artifactBytes, usual));

const of = (taskId: number) => ({ projectId: site.w.projectId, taskId });
const listed = (taskId: number) => site.w.call(listArtifacts, "guest", of(taskId));
const taken = async () => {
  await site.start(await site.template());
  return runner.take();
};
async function contentOf(taskId: number, path: string): Promise<string> {
  const artifact = (await listed(taskId)).find((one) => one.path === path);
  const { id } = await site.w.call(openArtifact, "guest", { ...of(taskId), artifactId: artifact?.id ?? 0 });
  const parts: Buffer[] = [];
  for await (const part of artifactContent(db, id)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe("artifacts", () => {
  test.each([
    ["in one part", [[0, 10]]],
    [
      "in parts",
      [
        [0, 4],
        [4, 10],
      ],
    ],
    ["without content", [[0, 0]]],
  ])("a file that is not what its checksum says is refused %s", async (_, parts) => {
    const ref = await taken();
    const content = Buffer.from("0123456789").subarray(0, parts.at(-1)?.[1]);
    const answers = parts.map(
      ([offset = 0, end = 0]) =>
        () =>
          runner.artifact(ref, "a", content, { offset, end }, "0".repeat(64)),
    );
    for (const answer of answers.slice(0, -1)) await answer();
    expect(await refusal(answers.at(-1)?.() ?? Promise.resolve())).toMatchObject({ status: 400 });
    expect(await listed(ref.task_id)).toEqual([]);
    expect((await site.look(ref.task_id)).results).toEqual([]);
    for (const table of [artifactParts, taskArtifacts]) expect(await db.select().from(table)).toEqual([]);
  });

  test("a file that was refused leaves its room to others", async () => {
    Object.assign(settings().artifactBytes, { file: 10, task: 10, project: 10 });
    const ref = await taken();
    const content = Buffer.from("0123456789");
    await runner.artifact(ref, "a", content, { offset: 0, end: 4 }, "0".repeat(64));
    const last = () => runner.artifact(ref, "a", content, { offset: 4, end: 10 }, "0".repeat(64));
    expect(await refusal(last())).toMatchObject({ status: 400 });
    // The answer was lost, so the part is sent again: the file begins again from its start, and is refused again.
    expect(await last()).toMatchObject({ next_offset: 0, refused: null });
    const whole = runner.artifact(ref, "a", content, { offset: 0, end: 10 }, "0".repeat(64));
    expect(await refusal(whole)).toMatchObject({ status: 400 });
    expect(await runner.artifact(ref, "b", content)).toMatchObject({ next_offset: 10, refused: null });
    expect(await listed(ref.task_id)).toMatchObject([{ path: "b" }]);
  });

  test("a file arrives in parts, each once, and is listed when it is whole", async () => {
    const ref = await taken();
    const content = Buffer.from("0123456789");
    const part = (offset: number, end: number) => runner.artifact(ref, "a/b.txt", content, { offset, end });
    expect(await part(0, 4)).toMatchObject({ next_offset: 4, refused: null });
    expect(await listed(ref.task_id)).toEqual([]);
    // The answer was lost, so the part is sent again.
    expect(await part(0, 4)).toMatchObject({ next_offset: 4 });
    expect(await part(8, 10)).toMatchObject({ next_offset: 4 });
    expect(await part(4, 10)).toMatchObject({ next_offset: 10 });
    expect(await listed(ref.task_id)).toMatchObject([{ path: "a/b.txt", size: 10 }]);
    expect(await contentOf(ref.task_id, "a/b.txt")).toBe("0123456789");
    expect(await site.look(ref.task_id)).toMatchObject({ results: ["artifacts"] });
  });

  test("an empty file is kept, and a changed one takes the place of the old", async () => {
    const ref = await taken();
    await runner.artifact(ref, "x", Buffer.alloc(0));
    expect(await contentOf(ref.task_id, "x")).toBe("");
    await runner.artifact(ref, "x", Buffer.from("new"));
    expect(await contentOf(ref.task_id, "x")).toBe("new");
    expect(await db.select().from(taskArtifacts)).toHaveLength(1);
  });

  test("files, tasks and projects have limits, which name themselves", async () => {
    Object.assign(settings().artifactBytes, { file: 10, task: 15, project: 20 });
    const ref = await taken();
    const keep = (of: typeof ref, path: string, size: number) => runner.artifact(of, path, Buffer.alloc(size, "x"));
    expect(await keep(ref, "large", 11)).toMatchObject({ refused: { limit: "file", most: 10 } });
    expect(await keep(ref, "one", 10)).toMatchObject({ refused: null });
    expect(await keep(ref, "two", 6)).toMatchObject({ refused: { limit: "task", most: 15 } });
    const other = await taken();
    expect(await keep(other, "one", 10)).toMatchObject({ refused: null });
    expect(await keep(other, "two", 1)).toMatchObject({ refused: { limit: "project", most: 20 } });
    expect(await listed(ref.task_id)).toMatchObject([{ path: "one" }]);
  });

  test("they go with their task, and belong to it alone", async () => {
    const ref = await taken();
    await runner.artifact(ref, "x", Buffer.from("mine"));
    const other = await taken();
    const [artifact] = await listed(ref.task_id);
    const elsewhere = site.w.call(openArtifact, "owner", { ...of(other.task_id), artifactId: artifact?.id });
    expect(await refusal(elsewhere)).toMatchObject({ status: 404 });
    await runner.summary(ref, "# Done");
    await runner.finish(ref);
    await site.w.call(deleteTask, "admin", of(ref.task_id));
    for (const table of [artifactParts, taskArtifacts, taskSummaries])
      expect(await db.select().from(table)).toEqual([]);
  });

  test("an attempt that is over brings nothing more", async () => {
    const ref = await taken();
    await runner.finish(ref);
    expect(await refusal(runner.artifact(ref, "x", Buffer.from("late")))).toMatchObject({ status: 409 });
    expect(await refusal(runner.summary(ref, "late"))).toMatchObject({ status: 409 });
  });
});

test("a later summary takes the place of an earlier one", async () => {
  const ref = await taken();
  expect(await refusal(site.w.call(getSummary, "guest", of(ref.task_id)))).toMatchObject({ status: 404 });
  await runner.summary(ref, "# One");
  await runner.summary(ref, "# Two");
  expect(await site.w.call(getSummary, "guest", of(ref.task_id))).toEqual({ text: "# Two" });
  expect(await site.look(ref.task_id)).toMatchObject({ results: ["summary"] });
});

test.each([
  ["report.html", "text/html; charset=utf-8"],
  ["a.b/REPORT.XML", "application/xml"],
  ["a.png/no-extension", "application/octet-stream"],
  ["x.js", "application/octet-stream"],
])("%s is served as %s", (path, type) => {
  expect(mediaTypeOf(path)).toBe(type);
});

test.each([
  ["a/plain.txt", `attachment; filename="plain.txt"; filename*=UTF-8''plain.txt`],
  ['quo"te\r\n.txt', `attachment; filename="quo_te__.txt"; filename*=UTF-8''quo%22te__.txt`],
  ["a/bidi\u202egnp.exe", `attachment; filename="bidi_gnp.exe"; filename*=UTF-8''bidi_gnp.exe`],
  ["größe's.txt", `attachment; filename="gr__e_s.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe%27s.txt`],
])("the name of %j is safe in a header", (path, header) => {
  expect(attachment(path)).toBe(header);
});
