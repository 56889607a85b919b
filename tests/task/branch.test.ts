import { beforeAll, expect, test } from "vitest";
import { repositories } from "@/db/schema/repositories";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
let runner: HandRunner;
beforeAll(async () => {
  site = await taskSite(db);
  await db.update(repositories).set({ git_branch: "main" });
  runner = await HandRunner.start(db);
});

/** The repository as the runner receives it; its own branch is `main`. */
async function handedOut(template: object, task: object) {
  await site.start(await site.template(template), task);
  const [ref] = (await runner.poll()).tasks;
  if (!ref) throw new Error("no task");
  const { branch, branch_chosen } = (await runner.begin(ref)).repository;
  return { branch, branch_chosen };
}

test.each<[object, object, string, boolean | undefined]>([
  [{}, {}, "main", undefined],
  [{ git_branch: "" }, { git_branch: "" }, "main", undefined],
  [{ git_branch: "main" }, { git_branch: null }, "main", undefined],
  [{ git_branch: "stable" }, {}, "stable", true],
  [{ git_branch: "stable" }, { git_branch: "main" }, "main", undefined],
  [{}, { git_branch: "feature" }, "feature", true],
])("a template with %j and a task with %j run on %s", async (template, task, branch, branch_chosen) => {
  expect(await handedOut(template, task)).toEqual({ branch, branch_chosen });
});
