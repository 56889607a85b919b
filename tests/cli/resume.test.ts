import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTemplate } from "@/lib/template/operations";
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

test("resume takes secret answers from a file or stdin, and names the one that is missing", async () => {
  const env = await site.as("owner");
  const survey_vars = [{ name: "token", title: "Token", type: "secret" }];
  const gate = join(site.home, "gate");
  const script = `[ "$token" = s3cret ] && [ -e ${gate} ] && echo it is the right one`;
  const template_id = await site.template("Deploy", script, { survey_vars });
  const nodes = [{ key: "deploy", kind: "template", template_id, answers: { token: { secret: "inputs.token" } } }];
  const workflow = { name: "Release", app: "workflow", playbook: "", graph: { nodes, edges: [] }, survey_vars };
  await w.call(createTemplate, "owner", { projectId: w.projectId }, workflow);
  const input = '{"token":"s3cret"}';
  const first = await signalbox(["run", "Release", "--follow", "--var-file", "-"], { env, input });
  expect(first.code).toBe(1);
  const run = /Task #(\d+)/.exec(first.stderr)?.[1] ?? "";
  writeFileSync(gate, "");
  const refused = await signalbox(["resume", run, "--follow"], { env });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("secret.token: ") });
  const again = await signalbox(["resume", run, "--follow", "--var-file", "-"], { env, input });
  expect(again.code).toBe(0);
  expect(again.stderr).toContain(`resumes #${run}`);
});
