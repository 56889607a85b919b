import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CommitHistory, MAX_COMMITS } from "@/lib/protocol/commits";
import { compareTasks } from "@/lib/task/compare/operations";
import { writeGitConfig } from "@/runner/git/command";
import { parseCommits, readCommits } from "@/runner/git/commits";
import { Stopper } from "@/runner/job/stop";
import { freshDatabase } from "../support/database";
import { commit, git, makeRepository } from "../support/repositories";
import { stateRunnerSite } from "../support/state-runner";

const db = await freshDatabase();
const site = stateRunnerSite(db);

let folder: string;
let directory: string;
let gitConfig: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-commits-"));
  directory = makeRepository(join(folder, "code"), { "site.yml": "a" });
  gitConfig = await writeGitConfig(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const head = () => git(directory, "rev-parse", "HEAD");
const read = (since: string | null) =>
  readCommits(
    { env: { PATH: process.env.PATH ?? "" }, stopper: new Stopper(), onError: () => undefined, silenceMs: 10_000 },
    gitConfig,
    { directory, since, head: head() },
  );

describe("the commits since the last success", () => {
  test("have subject, author, parents and files", async () => {
    const since = head();
    const next = commit(directory, { "roles/web/tasks/main.yml": "a", "größe.txt": "b" }, "Add the role\n\nBecause.");
    expect(await read(since)).toEqual({
      more: false,
      commits: [
        {
          hash: next,
          parents: [since],
          author: "Test",
          subject: "Add the role",
          files: 2,
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          paths: ["größe.txt", "roles/web/tasks/main.yml"],
        },
      ],
    });
  });

  test("are those of both sides when the branch was rewritten", async () => {
    const base = head();
    const lost = commit(directory, { "site.yml": "b" }, "lost");
    git(directory, "reset", "-q", "--hard", base);
    const kept = commit(directory, { "site.yml": "c" }, "kept");
    expect((await read(lost))?.commits.map(({ hash }) => hash).sort()).toEqual([lost, kept].sort());
  });

  test("are none for the same commit, without an earlier one, and for one that the repository does not have", async () => {
    expect(await read(head())).toBeNull();
    expect(await read(null)).toBeNull();
    expect(await read("f".repeat(40))).toBeNull();
  });

  test("are bounded", async () => {
    const since = head();
    for (let n = 0; n <= MAX_COMMITS; n++) git(directory, "commit", "-q", "--allow-empty", "-m", `commit ${n}`);
    const found = await read(since);
    expect(found?.more).toBe(true);
    expect(found?.commits).toHaveLength(MAX_COMMITS);
    expect(found?.commits[0]?.subject).toBe(`commit ${MAX_COMMITS}`);
  });

  test("are what the server accepts, however odd or cut the output is", () => {
    const odd = (subject: string) => `\u0001${"a".repeat(40)}\u001f\u001fA\u001f2026-01-01T00:00:00Z\u001f${subject}\n`;
    const text = `${odd(`${"x".repeat(499)}😀`)}\nfile\n${odd("a\u001fb")}\u0001cut`;
    const found = parseCommits(text);
    expect(CommitHistory.parse(found)).toEqual(found);
    expect(found.commits.map(({ subject }) => subject.length)).toEqual([499, 3]);
  });
});

test("a runner reports them when a task starts, from its copy of the repository", async () => {
  await site().runner();
  const { id, path } = await site().repository({ "run.sh": "true\n" });
  const templateId = await site().site.template({ app: "bash", playbook: "run.sh", repository_id: id });
  const good = await site().run(templateId, { params: {} });
  expect(good.status, good.text).toBe("success");
  const hash = commit(path, { "run.sh": "exit 3\n" }, "Break it");
  const bad = await site().run(templateId, { params: {} });
  expect(bad.status).toBe("error");
  const params = { projectId: site().site.w.projectId, taskId: bad.taskId };
  const compared = await site().site.w.call(compareTasks, "owner", params);
  expect(compared).toMatchObject({ before: { id: good.taskId }, failing_since: bad.taskId });
  expect(compared.commits).toMatchObject({
    state: "listed",
    added: [{ hash, subject: "Break it", paths: ["run.sh"] }],
  });
  expect(compared.suspects).toMatchObject([{ kind: "commit", hash, names: ["run.sh"] }]);
});
