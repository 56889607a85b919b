import { spawnSync } from "node:child_process";
import { delimiter } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../structure/sources";
import { freshDatabase } from "../support/database";
import { stateRunnerSite } from "../support/state-runner";

/** With OpenTofu and Pulumi as they are released: what a task made is there for the next one. */
const build = spawnSync(process.execPath, ["scripts/real-tools.mjs"], {
  cwd: ROOT,
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
const withRealTools = build.status === 0 ? test : test.skip;
if (build.status !== 0) process.stderr.write("skipped tests: scripts/real-tools.mjs could not build every tool\n");
const PATH = [build.stdout.trim(), process.env.PATH].join(delimiter);

const db = await freshDatabase();
const site = stateRunnerSite(db);

const last = async (workspace: string) =>
  (await site().versions()).findLast((version) => version.workspace === workspace);

withRealTools.each(["default", "staging"])(
  "OpenTofu plans nothing in %s on the second run, on another runner",
  async (name) => {
    const { id } = await site().repository({
      "main.tofu": 'resource "terraform_data" "a" { input = terraform.workspace }\n',
    });
    const template = await site().template(id, { app: "tofu", inventory_id: await site().workspace(name) });
    await site().runner({ PATH });
    const first = await site().run(template);
    expect(first.text).toContain("Plan: 1 to add");
    expect(first.status, first.text).toBe("success");
    await site().endRunners();
    await site().runner({ PATH });
    const second = await site().run(template);
    expect(second.text).toContain("No changes.");
    expect((await last(name))?.content).toContain(`"${name}"`);
  },
);

const PROGRAM = `name: app
runtime: yaml
outputs:
  answer: 42
  token: { "fn::secret": s3cret }
`;

withRealTools("Pulumi creates the stack, keeps it, updates and destroys it, on any runner", async () => {
  const { id } = await site().repository({ "Pulumi.yaml": PROGRAM });
  const changes = { app: "pulumi", stack: "prod" };
  const template = await site().template(id, changes);
  await site().runner({ PATH });
  const first = await site().run(template);
  expect(first.status, first.text).toBe("success");
  expect(first.text).toContain("Created stack 'prod'");
  const kept = await last("prod");
  expect(JSON.parse(kept?.content ?? "{}").checkpoint.stack).toBe("organization/app/prod");
  await site().endRunners();
  await site().runner({ PATH });
  const second = await site().run(template);
  expect(second.status, second.text).toBe("success");
  expect(second.text).not.toContain("Created stack");
  expect(second.text).toContain("1 unchanged");
  const destroy = await site().template(id, { ...changes, state_id: await site().stateOf(template) });
  const destroyed = await site().run(destroy, { params: { auto_approve: true, destroy: true } });
  expect(destroyed.status, destroyed.text).toBe("success");
  expect(JSON.parse((await last("prod"))?.content ?? "{}").checkpoint.latest?.resources ?? []).toEqual([]);
});
