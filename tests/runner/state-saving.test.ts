import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { stateLocks } from "@/db/schema/state-versions";
import { states } from "@/db/schema/states";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { stopTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { expectNothingTwice, slowApply } from "../support/slow-apply";
import { stateRunnerSite } from "../support/state-runner";
import { requireTool } from "../support/tools";

/** Whatever ends a run in the middle of an apply, the next one makes only what is not there yet. */
const db = await freshDatabase();
const site = stateRunnerSite(db);
const withTerraform = requireTool("terraform");
const LONG = process.env.SIGNALBOX_TEST_LONG === "1";
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.delete(templates);
  await db.delete(states);
});

let folders = 0;

const stop = (taskId: number, force: boolean) =>
  site().site.w.call(stopTask, "owner", { projectId: site().site.w.projectId, taskId }, { force });

const expectIntact = async (made: string, template: number) => {
  expect(await db.select().from(stateLocks)).toEqual([]);
  await expectNothingTwice(site(), made, template);
};

describe("an apply in the default workspace", () => {
  withTerraform.each(LONG ? ["later", "at once"] : ["at once"])(
    "loses nothing by a kill of its runner, which starts again %s",
    async (when) => {
      const { made, template, runner, taskId } = await slowApply(site());
      await runner.kill("SIGKILL");
      if (when === "later")
        await site().until("the state is saved", async () => (await db.select().from(stateLocks)).length === 0);
      await site().runner({}, runner);
      expect(await site().ended(taskId)).toMatchObject({ status: "error", reason: "runner_restarted" });
      await expectIntact(made, template);
    },
  );

  withTerraform("loses nothing by a forced stop, whose log says why it takes a moment", async () => {
    const { made, template, taskId } = await slowApply(site());
    await stop(taskId, true);
    const { status, text } = await site().ended(taskId);
    expect(status).toBe("stopped");
    expect(text).toContain("signalbox: terraform is interrupted; it has up to 30 seconds to save its state");
    await expectIntact(made, template);
  });

  if (LONG)
    withTerraform("loses nothing by a kill of the runner during a forced stop", async () => {
      const { made, template, runner, taskId } = await slowApply(site());
      await stop(taskId, true);
      await site().until("it is interrupted", async () => (await site().output(taskId)).includes("is interrupted"));
      await runner.kill("SIGKILL");
      await site().runner({}, runner);
      await site().ended(taskId);
      await expectIntact(made, template);
    });
});

describe("a kill of the runner", () => {
  /** Notes every interrupt, and when it is done with saving. */
  const tool = (folder: string) => `#!/bin/bash
case "$1" in
  plan) exit 2 ;;
  apply)
    trap 'echo interrupted >>${folder}/signals' INT
    echo applying
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sleep 0.2; echo line $i; done
    echo done >>${folder}/signals ;;
esac
`;

  test.each(LONG ? ["", "stop", "force"] : ["force"])(
    "interrupts a program once, also after a stop (%s)",
    async (asked) => {
      const folder = join(site().folder, `tool-${++folders}`);
      mkdirSync(folder);
      writeFileSync(join(folder, "terraform"), tool(folder), { mode: 0o755 });
      const PATH = [folder, process.env.PATH].join(delimiter);
      const signals = () => (existsSync(join(folder, "signals")) ? readFileSync(join(folder, "signals"), "utf8") : "");
      const { id } = await site().repository({ "main.tf": "" });
      const runner = await site().runner({ PATH });
      const taskId = await site().site.start(await site().template(id), { params: { auto_approve: true } });
      await site().until("it applies", async () => (await site().output(taskId)).includes("applying"));
      if (asked) {
        await stop(taskId, asked === "force");
        await site().until("it is interrupted", () => signals() !== "");
      }
      await runner.kill("SIGKILL");
      await site().until("it is done", () => signals().includes("done"));
      expect(signals()).toBe("interrupted\ndone\n");
      await site().runner({ PATH }, runner);
      await site().ended(taskId);
    },
  );
});
