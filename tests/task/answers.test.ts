import { expect, test } from "vitest";
import { createEnvironment } from "@/lib/environment/operations";
import { createTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { taskSite } from "../support/task-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
const { w, template } = await taskSite(db);
const project = { projectId: w.projectId };
const runner = await HandRunner.start(db);
const { id: environment_id } = await w.call(createEnvironment, "owner", project, {
  name: "e",
  json: '{"region":"eu","count":3}',
  env: "{}",
  secrets: [{ name: "TOKEN", secret: "hunter2-hunter2", type: "var", operation: "create" }],
});
const variable = (name: string, type: string, required = false) => ({ name, title: name, type, required });
const survey_vars = [variable("region", ""), variable("count", "int"), variable("TOKEN", "secret")];

test("a blank answer to an optional variable leaves the environment's value, even of a secret", async () => {
  const template_id = await template({ environment_id, survey_vars });
  const answers = { environment: '{"region": "", "count": null}', secret: '{"TOKEN":""}' };
  const task = await w.call(createTask, "owner", project, { template_id, ...answers });
  expect(task).toMatchObject({ environment: answers.environment });
  const ref = await runner.take();
  const job = await runner.begin(ref);
  expect(job).toMatchObject({
    extra_vars: { region: "eu", count: 3 },
    secret_vars: { TOKEN: "hunter2-hunter2" },
    untrusted_vars: [],
  });
  await runner.finish(ref);
});

test("a blank secret among the plain answers is none", async () => {
  const template_id = await template({ environment_id, survey_vars });
  const task = await w.call(createTask, "owner", project, { template_id, environment: '{"TOKEN":"","region":"us"}' });
  expect(task).toMatchObject({ environment: '{"TOKEN":"","region":"us"}' });
  const ref = await runner.take();
  expect(await runner.begin(ref)).toMatchObject({
    extra_vars: { region: "us" },
    secret_vars: { TOKEN: "hunter2-hunter2" },
  });
  await runner.finish(ref);
});

test("a required variable needs an answer that is not blank", async () => {
  const template_id = await template({ environment_id, survey_vars: [variable("region", "", true)] });
  const start = w.call(createTask, "owner", project, { template_id, environment: '{"region":""}' });
  expect(await refusal(start)).toMatchObject({ status: 400, error: expect.stringMatching(/^environment\.region: /) });
});
