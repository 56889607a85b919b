import { existsSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { taskArtifacts } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { updateEnvironment } from "@/lib/environment/operations";
import { settings } from "@/lib/settings/settings";
import { rerunTask } from "@/lib/task/operations";
import { getSummary, getTests, listArtifacts } from "@/lib/task/result-operations";
import { artifactContent } from "@/lib/task/results/artifacts";
import { freshDatabase } from "../support/database";
import { stateRunnerSite } from "../support/state-runner";
import { refusal } from "../support/world";

/** Files that scripts write, from the runner's process to the API. */
const db = await freshDatabase();
const site = stateRunnerSite(db);

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.delete(templates);
  await site().runner();
});

const params = (taskId: number) => ({ projectId: site().site.w.projectId, taskId });
const summaryOf = (taskId: number) => site().site.w.call(getSummary, "owner", params(taskId));
const artifactsOf = (taskId: number) => site().site.w.call(listArtifacts, "owner", params(taskId));

async function run(script: string) {
  const { id } = await site().repository({ "run.sh": script });
  const template = await site().template(id, { app: "bash", playbook: "run.sh" });
  return site().run(template, { params: {} });
}

async function setEnvironment(env: Record<string, string>, secrets: Record<string, string>): Promise<void> {
  const { w, r } = site().site;
  const ids = { projectId: w.projectId, environmentId: r.environmentId };
  await w.call(updateEnvironment, "owner", ids, {
    id: r.environmentId,
    project_id: w.projectId,
    name: "e",
    json: "{}",
    env: JSON.stringify(env),
    secrets: Object.entries(secrets).map(([name, secret]) => ({ type: "env", name, secret, operation: "create" })),
  });
}

describe("files that a script writes", () => {
  test("a summary and artifacts are kept, also of a script that fails", async () => {
    const { taskId, status, text } = await run(`
      echo "# Result" >>"$SIGNALBOX_SUMMARY"
      mkdir -p "$SIGNALBOX_ARTIFACTS/deep/er"
      head -c 1200000 /dev/zero | tr '\\0' x >"$SIGNALBOX_ARTIFACTS/deep/er/large.txt"
      printf hello >"$SIGNALBOX_ARTIFACTS/$(printf 'odd "name"\\n<b>.txt')"
      exit 3`);
    expect(status, text).toBe("error");
    expect(await summaryOf(taskId)).toEqual({ text: "# Result\n" });
    const artifacts = await artifactsOf(taskId);
    expect(artifacts).toMatchObject([
      { path: "deep/er/large.txt", size: 1_200_000 },
      { path: 'odd "name"\n<b>.txt', size: 5 },
    ]);
    let size = 0;
    for await (const part of artifactContent(db, artifacts[0]?.id ?? 0)) size += part.length;
    expect(size).toBe(1_200_000);
  });

  test("links out of the folder, pipes and files beyond the limit are left out, and the log says so", async () => {
    const usual = settings().artifactBytes.file;
    settings().artifactBytes.file = 1024 * 1024;
    const { taskId, text } = await run(`
      cd "$SIGNALBOX_ARTIFACTS"
      echo kept >kept.txt
      ln -s kept.txt inside
      ln -s /etc/passwd outside
      ln -s / root
      mkfifo pipe
      head -c 1100000 /dev/zero >large.bin
      mkfifo "$SIGNALBOX_SUMMARY"`);
    settings().artifactBytes.file = usual;
    expect((await artifactsOf(taskId)).map(({ path }) => path)).toEqual(["inside", "kept.txt"]);
    expect(text).toContain('the artifact "large.bin" is not kept: it is larger than 1 MB');
    expect(text).toContain('the artifact "outside" is not kept: it is no file, or lies outside of the folder');
    expect((await site().site.look(taskId)).results).toEqual(["artifacts"]);
  });

  test("the summary shows while the task runs, without its secrets", async () => {
    const { id } = await site().repository({
      "run.sh":
        'echo "step one $PASSWORD" >"$SIGNALBOX_SUMMARY"; while [ ! -e "$FLAG" ]; do sleep 0.1; done; echo two >>"$SIGNALBOX_SUMMARY"',
    });
    const flag = `${site().folder}/flag`;
    await setEnvironment({ FLAG: flag }, { PASSWORD: "s3cret-in-summary" });
    const taskId = await site().site.start(await site().template(id, { app: "bash", playbook: "run.sh" }));
    await site().until("the summary is there", async () =>
      (await site().site.look(taskId)).results.includes("summary"),
    );
    expect(await summaryOf(taskId)).toEqual({ text: "step one ****\n" });
    writeFileSync(flag, "");
    await site().ended(taskId);
    expect(await summaryOf(taskId)).toEqual({ text: "step one ****\ntwo\n" });
  });

  test("JUnit files become a list of tests, failed ones first", async () => {
    const { taskId } = await run(`
      cat >"$SIGNALBOX_ARTIFACTS/junit.xml" <<'XML'
<?xml version="1.0"?>
<testsuites><testsuite name="web">
  <testcase name="works" time="0.5"/>
  <testcase name="breaks" classname="web.Login"><failure message="expected &lt;1&gt;">at line 3</failure></testcase>
</testsuite></testsuites>
XML
      echo "<html/>" >"$SIGNALBOX_ARTIFACTS/other.xml"`);
    expect(await site().site.w.call(getTests, "guest", params(taskId))).toEqual({
      failed: 1,
      skipped: 0,
      passed: 1,
      tests: [
        {
          suite: "web.Login",
          name: "breaks",
          state: "failed",
          seconds: null,
          message: "expected <1>",
          details: "at line 3",
        },
        { suite: "web", name: "works", state: "passed", seconds: 0.5, message: "", details: "" },
      ],
    });
    expect((await site().site.look(taskId)).results.sort()).toEqual(["artifacts", "tests"]);
  });

  test("a task without such files has no results", async () => {
    const { taskId, text } = await run(
      'test -d "$SIGNALBOX_ARTIFACTS" && test ! -e "$SIGNALBOX_SUMMARY" && echo "$SIGNALBOX_SUMMARY"',
    );
    expect((await site().site.look(taskId)).results).toEqual([]);
    expect(await db.select().from(taskArtifacts)).toEqual([]);
    const file = /\S+summary\.md/.exec(text)?.[0] ?? "";
    expect(file).not.toBe("");
    await site().until("the directory is removed", () => !existsSync(file));
  });
});

describe("a run again for failed tests", () => {
  const rerun = (taskId: number) => site().site.w.call(rerunTask, "owner", params(taskId), { tests: "failed" });
  /** All three run, unless some are named. */
  const SUITE = `
    echo "named: [$(printf %s "\${SIGNALBOX_FAILED_TESTS-all}" | tr '\\n' ';')]"
    test -z "$SIGNALBOX_FAILED_TESTS" || exit 0
    cat >"$SIGNALBOX_ARTIFACTS/junit.xml" <<'XML'
<testsuite name="web"><testcase name="works"/>
<testcase name="adds up &amp; more"><failure/></testcase>
<testcase name="&#13;"><error/></testcase><testcase classname="b" name="times&#13;&#10;out"><error/></testcase><testcase classname="c" name="times out"><error/></testcase></testsuite>
XML
    exit 1`;

  test("names them in a variable, each once and in a line of its own", async () => {
    const first = await run(SUITE);
    expect(first.text).toContain("named: [all]");
    const again = await site().ended((await rerun(first.taskId)).id);
    expect(again.text).toContain("named: [adds up & more;times out]");
    expect(again.status).toBe("success");
    const none = { status: 400, error: expect.stringContaining("The task has no failed tests") };
    expect(await refusal(rerun(again.taskId))).toMatchObject(none);
  });

  test("leaves out names with a secret, says so, and is refused if there are no others", async () => {
    await setEnvironment({}, { TEST_TOKEN: "s3cret-in-a-name" });
    const suite = (...names: string[]) => `
      echo "named: [$(printf %s "\${SIGNALBOX_FAILED_TESTS-all}" | tr '\\n' ';')]"
      test -z "$SIGNALBOX_FAILED_TESTS" || exit 0
      echo "<testsuite name='s'>${names.map((name) => `<testcase name='${name}'><error/></testcase>`).join("")}</testsuite>" >"$SIGNALBOX_ARTIFACTS/a.xml"
      exit 1`;
    const some = await run(suite("for $TEST_TOKEN", "plain"));
    const again = await site().ended((await rerun(some.taskId)).id);
    expect(again.text).toContain("named: [plain]");
    expect(again.text).toContain(
      "signalbox: 1 failed tests are not in SIGNALBOX_FAILED_TESTS: their names contain secrets",
    );
    const none = await run(suite("for $TEST_TOKEN"));
    expect(await refusal(rerun(none.taskId))).toMatchObject({
      status: 400,
      error: expect.stringContaining("The names of all failed tests contain secrets"),
    });
  });

  test("is refused without any", async () => {
    const { taskId } = await run(
      `echo '<testsuite name="s"><testcase name="a"/></testsuite>' >"$SIGNALBOX_ARTIFACTS/a.xml"`,
    );
    expect(await refusal(rerun(taskId))).toMatchObject({ status: 400 });
  });
});
