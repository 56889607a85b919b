import { afterAll, beforeAll, describe, expect } from "vitest";
import { runners } from "@/db/schema/runners";
import { createProject } from "@/lib/backup/operations";
import { createTask, listTasks } from "@/lib/task/operations";
import { listTemplates } from "@/lib/template/store";
import type { ConsoleTask } from "../support/console";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type RealApi, realApi } from "../support/real-api";
import { runnerSite } from "../support/runner-site";
import { requireTool } from "../support/tools";
import { type World, world } from "../support/world";
import { type Served, servePublicFiles } from "./product-files";

/** The maximum time for a demo task. */
const PATIENCE_MS = 15_000;
const LONG = process.env.SIGNALBOX_TEST_LONG === "1";

const db = await freshDatabase();
const site = runnerSite();
let served: Served;
let api: RealApi;
let w: World;
let hand: HandRunner;
let projectId: number;
let templates: Map<string, number>;

beforeAll(async () => {
  served = await servePublicFiles();
  api = await realApi();
  process.env.SIGNALBOX_PUBLIC_URL = served.url;
  w = await world(db);
  await db.delete(runners);
  hand = await HandRunner.start(db);
  projectId = (await w.call(createProject, "admin", {}, { name: "Demo", demo: true })).id;
  const all = await listTemplates(db, projectId, { sort: "name", order: "asc" });
  templates = new Map(all.map(({ name, id }) => [name, id]));
});
afterAll(async () => {
  await api.stop();
  await served.stop();
});

const start = (name: string, input: object = {}) =>
  w.call(createTask, "admin", { projectId }, { template_id: templates.get(name), ...input });

/** Claims the next task and runs it with a real runner. */
async function runNext({ confirmed = false } = {}): Promise<ConsoleTask> {
  const ref = await hand.take();
  site.console.stateServer = api.url;
  const task = site.console.add(await hand.begin(ref));
  await site.start();
  if (confirmed) {
    await site.console.until(
      "the plan waits for confirmation",
      () => task.status === "waiting_confirmation",
      PATIENCE_MS,
    );
    site.console.confirm(task);
  }
  await site.console.finished(task, PATIENCE_MS);
  await hand.finish(ref);
  expect(task.finish, task.lines.join("\n")).toMatchObject({ result: "success", exit_code: 0 });
  return task;
}

/** The next task succeeds with a dozen lines, some coloured, that arrive over time. */
async function firstImpression(options: { confirmed?: boolean } = {}): Promise<ConsoleTask> {
  const task = await runNext(options);
  const lines = site.console.output(task);
  expect(lines.length).toBeGreaterThanOrEqual(10);
  expect(lines.filter((line) => line.includes("\u001b[")).length).toBeGreaterThan(3);
  const [first = 0, last = 0] = [task.times[0], task.times.at(-1)];
  expect(last - first).toBeGreaterThan(800);
  return task;
}

describe("every template of the demo runs, offline and at once", () => {
  const bash = requireTool("bash", "git");
  const python = requireTool("python3", "git");
  const ansible = requireTool("ansible-playbook", "git");
  const terraform = requireTool("terraform", "git");

  bash("Ping Site reaches the configured console", async () => {
    await start("Ping Site");
    const task = await firstImpression();
    expect(task.lines.join("\n")).toContain("8 of 8 answered");
    expect(served.asked.filter((path) => path === "/api/ping")).toHaveLength(8);
    expect(task.progress.commit_message).toBe("Add the demo scripts");
  });

  bash("Build creates versions; each is deployed to Dev automatically and to Production by hand", async () => {
    const { id: buildId } = await start("Build");
    const built = await firstImpression();
    expect(built.lines.join("\n")).toContain("Version 1.0.0 is ready");
    const [dev] = await w.call(listTasks, "admin", { projectId }, {});
    expect(dev).toMatchObject({ tpl_alias: "Deploy to Dev", build_task_id: buildId, status: "waiting" });
    const deployed = await firstImpression();
    expect(deployed.lines.join("\n")).toContain("dev now runs 1.0.0");
    await start("Deploy to Production", { build_task_id: buildId });
    const promoted = (await firstImpression()).lines.join("\n");
    expect(promoted).toContain("production now runs 1.0.0");
    expect(promoted).toContain("signing in with token ****");
  });

  bash("the steps of the shop's release give values to what follows, and the test can fail", async () => {
    await start("Shop: Package");
    expect((await runNext()).lines.join("\n")).toContain("Packing the shop, version");
    await start("Shop: Deploy", { environment: JSON.stringify({ version: "2.0.0", region: "us" }) });
    expect((await runNext()).lines.join("\n")).toContain("Deploying version 2.0.0 to us");
    await start("Shop: Roll Back");
    expect((await runNext()).lines.join("\n")).toContain("asia");
    await start("Shop: Smoke Test", { environment: JSON.stringify({ result: "pass" }) });
    expect((await runNext()).lines.join("\n")).toContain("checkout answers");
  });

  const ANSWERS = [
    { title: "Spring; $(sales)", weeks: "99", region: "north" },
    "Spring; $(sales)",
    "region: north, weeks: 12",
  ] as const;
  const NO_ANSWERS = [{ title: "", weeks: "" }, "Sales", "region: all, weeks: 6"] as const;
  for (const [answers, title, settings] of LONG ? [ANSWERS, NO_ANSWERS] : [ANSWERS]) {
    python(`Sales Report with the answers ${JSON.stringify(answers)}`, async () => {
      await start("Sales Report", { environment: JSON.stringify(answers) });
      const { lines } = await firstImpression();
      expect(lines.join("\n")).toContain(title);
      expect(lines.join("\n")).toContain(settings);
    });
  }

  ansible("Configure Host opens the vault and masks its token", async () => {
    await start("Configure Host");
    const task = await firstImpression();
    const text = task.lines.join("\n");
    expect(text).toContain("shop gets 2 workers");
    expect(text).toContain("a password of 25 characters for shop");
    expect(text).toContain("token from the environment: ****");
    expect(task.progress.hosts).toMatchObject([{ host: "localhost", failed: 0, unreachable: 0 }]);
  });

  ansible("Configure Host keeps answers literal and masks the secret one", async () => {
    const environment = JSON.stringify({ service: "{{ 7 * 7 }}", workers: "3" });
    await start("Configure Host", { environment, secret: JSON.stringify({ passphrase: "open-sesame-99" }) });
    const { lines } = await firstImpression();
    const text = lines.join("\n");
    expect(text).toContain("{{ 7 * 7 }} gets 3 workers");
    expect(text).toContain("passphrase from the survey: ****");
    expect(text).not.toContain("open-sesame-99");
  });

  if (LONG)
    ansible("Configure Host supports a dry run", async () => {
      await start("Configure Host", { dry_run: true, diff: true });
      const { lines } = await runNext();
      expect(lines.join("\n")).toContain("workers = 2");
    });

  for (const [size, planned, last] of [
    ["", "4 to add, 0 to change", "web-2"],
    ["large", "3 to add, 1 to change", "web-5"],
  ] as const) {
    terraform(
      `Create Servers of size ${JSON.stringify(size)} waits for confirmation and applies exactly the plan`,
      async () => {
        await start("Create Servers", { environment: JSON.stringify({ size }) });
        const { lines } = await firstImpression({ confirmed: true });
        const text = lines.join("\n");
        expect(text).toContain(planned);
        expect(text).toContain(`${last} is up`);
        expect(text).toContain("Apply complete!");
      },
    );
  }

  terraform("Create Servers plans nothing on the second and third run", async () => {
    for (let run = 2; run <= 3; run++) {
      await start("Create Servers", { environment: JSON.stringify({ size: "large" }) });
      const { lines } = await runNext();
      expect(lines.join("\n")).toContain("No changes.");
    }
  });
});
