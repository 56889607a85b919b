import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/db/client";
import { templates } from "@/db/schema/templates";
import { insertToken } from "@/lib/session/tokens";
import { readLines } from "@/lib/task/log/read-log";
import { createTask, getTask, listTasks } from "@/lib/task/operations";
import { signalbox } from "../cli/cli-process";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { rowCounts } from "../support/tables";
import { type World, world } from "../support/world";
import { fullFile } from "./files";
import { SEMAPHORE_TOKEN, semaphore } from "./semaphore";

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), "signalbox-history-"));
let w: World;
let api: RealApi;
let env: Record<string, string>;
beforeAll(async () => {
  w = await world(db);
  api = await realApi();
  const { id } = await insertToken(db, w.userIds.admin);
  env = {
    SIGNALBOX_URL: api.url,
    SIGNALBOX_TOKEN: id,
    SIGNALBOX_IMPORT_TOKEN: SEMAPHORE_TOKEN,
    XDG_CONFIG_HOME: folder,
  };
});
afterAll(async () => {
  await api.stop();
  await database().close();
  rmSync(folder, { recursive: true, force: true });
});

/** A task as Semaphore has it; a minute of 2024 for each number. */
const task = (id: number, fields: object = {}) => {
  const time = (seconds: number) => new Date(Date.UTC(2024, 0, 1, 0, id, seconds)).toISOString();
  return {
    id,
    template_id: 5,
    project_id: 1,
    status: "success",
    user_id: 2,
    message: `Run ${id}`,
    playbook: "",
    environment: '{"size":"L"}',
    limit: "",
    secret: "",
    arguments: null,
    git_branch: null,
    debug: false,
    created: time(0),
    start: time(1),
    end: time(30),
    commit_hash: "0123abc",
    commit_message: "Fix it",
    version: null,
    build_task_id: null,
    inventory_id: 3,
    params: { tags: ["web", "db"], debug: true },
    ...fields,
  };
};
type PeerTask = ReturnType<typeof task>;

const lines = (taskId: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    task_id: taskId,
    time: new Date(Date.UTC(2024, 0, 1, 0, taskId, 1, index)).toISOString(),
    output: `\u001b[32mline ${index}\u001b[0m of ${taskId}`,
  }));

/** What Semaphore replies about its tasks, the newest first. */
function repliesOf(list: PeerTask[], logs: Record<number, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries([
    ["project/1/templates/5/tasks", list.toReversed()],
    ...list.map((each) => [`project/1/tasks/${each.id}`, each]),
    ...list.map(({ id }) => [`project/1/tasks/${id}/output`, logs[id] ?? lines(id, 2)]),
  ]);
}

let peer: Awaited<ReturnType<typeof semaphore>>;
let replies: Record<string, unknown> = {};
/** A source of its own, so that each test imports into a project of its own. */
async function source(list: PeerTask[], logs?: Record<number, unknown>) {
  replies = repliesOf(list, logs);
  peer = await semaphore(replies);
}
const becomes = (list: PeerTask[], logs?: Record<number, unknown>) => Object.assign(replies, repliesOf(list, logs));
afterEach(async () => void (await peer?.stop()));

type Reported = { id: number; history: { taken: number; problem: string | null } | null; left_out: string[] };

async function importHistory(history: string, ...options: string[]) {
  const words = ["import", "--from", peer.url, "--project", "Web", "--history", history, "--json", ...options];
  const { code, stdout, stderr } = await signalbox(words, { env });
  const report: Reported | undefined = stdout === "" ? undefined : JSON.parse(stdout).projects[0];
  return { code, stderr, id: report?.id ?? 0, history: report?.history, left_out: ofHistory(report) };
}

const ofHistory = (report: Reported | undefined) => (report?.left_out ?? []).filter((what) => /history/i.test(what));

/** The oldest first. */
const tasksOf = async (projectId: number) => (await w.call(listTasks, "admin", { projectId })).toReversed();
const logOf = async (taskId: number) => (await readLines(db, taskId, 0, 100_000)).map(({ output }) => output);

describe("import --history", () => {
  it("takes ended tasks in their order, with all that is known about them", async () => {
    await source([
      task(7, { version: "1.0.3" }),
      task(8, { status: "error", user_id: 3, environment: "{}", params: null }),
      task(9, { status: "running", end: null }),
      task(10, { status: "rejected", build_task_id: 7, message: "n".repeat(5_000) }),
    ]);
    const { code, id, history, left_out } = await importHistory("all", "--again");
    expect([code, history, left_out]).toEqual([0, { taken: 3, problem: null }, ["History: 1 task without an end"]]);
    const list = await tasksOf(id);
    expect(list).toMatchObject([
      {
        status: "success",
        message: "Run 7",
        user_id: w.userIds.manager,
        version: "1.0.3",
        commit_hash: "0123abc",
        commit_message: "Fix it",
        created: "2024-01-01T00:07:00Z",
        start: "2024-01-01T00:07:01Z",
        end: "2024-01-01T00:07:30Z",
        environment: '{"size":"L"}',
        params: { tags: "web,db" },
        debug: true,
      },
      { status: "error", user_id: null, environment: "" },
      { status: "stopped", build_task_id: list[0]?.id, message: "n".repeat(2_000) },
    ]);
    expect(await logOf(list[0]?.id ?? 0)).toEqual(lines(7, 2).map(({ output }) => output));
    const [template] = await db.select().from(templates).where(eq(templates.project_id, id));
    expect(template).toMatchObject({ tasks: 3, last_task_id: list[2]?.id });
  });

  it("a dry run counts them, before and after the project is there", async () => {
    await source([task(1), task(2), task(3, { status: "waiting" })]);
    const before = await rowCounts(db);
    const dry = await importHistory("all", "--again", "--dry-run");
    expect([dry.history, dry.left_out]).toEqual([{ taken: 2, problem: null }, ["History: 1 task without an end"]]);
    expect(await rowCounts(db)).toEqual(before);
    await importHistory("1", "--again");
    becomes([task(1), task(2), task(3), task(4)]);
    const again = await importHistory("all", "--dry-run");
    expect([again.history, again.left_out]).toEqual([{ taken: 2, problem: null }, []]);
  });

  it("takes the newest tasks up to the limit, and again only what came since", async () => {
    await source([1, 2, 3, 4].map((id) => task(id)));
    const first = await importHistory("2", "--again");
    expect([first.history?.taken, first.left_out]).toEqual([2, ["History: 2 tasks before the newest 2"]]);
    const second = await importHistory("2");
    expect([second.id, second.history, second.left_out]).toEqual([first.id, { taken: 0, problem: null }, []]);
    becomes([1, 2, 3, 4, 5].map((id) => task(id)));
    expect((await importHistory("all")).history?.taken).toBe(1);
    expect((await tasksOf(first.id)).map(({ message }) => message)).toEqual(["Run 3", "Run 4", "Run 5"]);
  });

  it("takes numbers that count down in the order of their times", async () => {
    const last = 2_147_483_647;
    await source([1, 2, 3].map((id) => ({ ...task(id), id: last - id })));
    const { id, history } = await importHistory("2", "--again");
    expect(history).toEqual({ taken: 2, problem: null });
    expect((await tasksOf(id)).map(({ message }) => message)).toEqual(["Run 2", "Run 3"]);
  });

  it("sends a long log in pieces, as lines that can be stored", async () => {
    const odd = [
      { time: "0001-01-01T00:00:00Z", output: "a\u0000b\r" },
      { time: "never", output: "x".repeat(40_000) },
      { time: "2024-01-01T00:01:02Z", output: "two\nlines" },
      { time: "2024-01-01T00:01:02Z", output: "\ud800 https://joe:hunter2@example.com" },
    ];
    await source([task(1)], { 1: [...odd, ...lines(1, 12_000)] });
    const { id, history } = await importHistory("all", "--again");
    expect(history).toEqual({ taken: 1, problem: null });
    const [only] = await tasksOf(id);
    const log = await logOf(only?.id ?? 0);
    expect(log.slice(0, 1)).toEqual(["a\ufffdb"]);
    expect(log.slice(1, 4).join("")).toBe("x".repeat(40_000));
    expect(log.slice(4, 7)).toEqual(["two", "lines", "\ufffd https://****@example.com"]);
    expect(log.slice(7)).toEqual(lines(1, 12_000).map(({ output }) => output));
    const detail = await w.call(getTask, "admin", { projectId: id, taskId: only?.id });
    expect(detail.log_lines).toBe(log.length);
  });

  it("goes on where it was interrupted, with the whole log and nothing twice", async () => {
    const whole = lines(2, 7_000);
    await source([task(1), task(2), task(3)], { 2: JSON.stringify(whole).slice(0, -9) });
    const first = await importHistory("all", "--again");
    expect([first.code, first.history]).toEqual([
      1,
      { taken: 1, problem: expect.stringMatching(/^Cannot read the log at http.*\/project\/1\/tasks\/2\/output$/) },
    ]);
    becomes([task(1), task(2), task(3)], { 2: whole });
    const second = await importHistory("all");
    expect([second.code, second.history]).toEqual([0, { taken: 1, problem: null }]);
    const list = await tasksOf(first.id);
    expect(list.map(({ message }) => message)).toEqual(["Run 1", "Run 2", "Run 3"]);
    expect(await logOf(list[1]?.id ?? 0)).toEqual(whole.map(({ output }) => output));
  });

  it("leaves out what would come after tasks that ran here", async () => {
    await source([task(1)]);
    const { id } = await importHistory("all", "--again");
    const [template] = await db.select().from(templates).where(eq(templates.project_id, id));
    await w.call(createTask, "admin", { projectId: id }, { template_id: template?.id, environment: '{"size":"L"}' });
    becomes([task(1), task(2), task(3)]);
    const ran = ["History: 2 tasks, because tasks have run here already, and imported ones would come after them"];
    for (const options of [[], ["--dry-run"]]) {
      const again = await importHistory("all", ...options);
      expect([again.code, again.history, again.left_out]).toEqual([0, { taken: 0, problem: null }, ran]);
    }
    expect(await tasksOf(id)).toHaveLength(2);
  });

  it.each(["0", "-1", "many", "1e3"])("rejects --history=%s", async (given) => {
    await source([]);
    const { code, stderr } = await signalbox(["import", "--from", peer.url, `--history=${given}`], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("--history takes a number of tasks, or all")]);
  });

  it("says that a file has no history", async () => {
    const file = join(folder, "shop.json");
    writeFileSync(file, JSON.stringify(fullFile()));
    const { code, stdout } = await signalbox(["import", "--from", file, "--history", "all"], { env });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n {2}Left out: The history: a file has none;/)]);
  });

  it("prints how many it took", async () => {
    await source([task(1)]);
    const words = ["import", "--from", peer.url, "--project", "Web", "--again", "--history", "all"];
    const dry = await signalbox([...words, "--dry-run"], { env });
    expect(dry.stdout).toContain("\n  History: 1 task would be taken\n");
    const { stdout } = await signalbox(words, { env });
    expect(stdout).toContain("\n  History: 1 task taken\n");
  });
});
