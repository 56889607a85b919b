import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freshDatabase } from "../support/database";
import { world } from "../support/world";
import { signalbox } from "./cli-process";
import { CliSite } from "./site";

// Every step is a process, which is slow to start on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const w = await world(await freshDatabase());
const site = new CliSite(w);
beforeAll(() => site.start());
afterAll(() => site.stop());

test("rerun takes secret answers from a file or stdin, and names the one that is missing", async () => {
  const env = await site.as("owner");
  const survey_vars = [{ name: "token", title: "Token", type: "secret" }];
  const report = `'<testsuite name="a"><testcase name="breaks"><failure/></testcase></testsuite>'`;
  const script = `echo ${report} >"$SIGNALBOX_ARTIFACTS/junit.xml"; [ "$token" = s3cret ] && echo "again: $SIGNALBOX_FAILED_TESTS"`;
  await site.template("Check", script, { survey_vars });
  const input = '{"token":"s3cret"}';
  const first = await signalbox(["run", "Check", "--follow", "--var-file", "-"], { env, input });
  expect(first.code).toBe(0);
  const task = /Task #(\d+)/.exec(first.stderr)?.[1] ?? "";
  const refused = await signalbox(["rerun", task, "--tests", "--follow"], { env });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("secret.token: ") });
  const again = await signalbox(["rerun", task, "--tests", "--follow", "--var-file", "-"], { env, input });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("again: breaks") });
});
