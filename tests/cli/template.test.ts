import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { insertToken } from "@/lib/session/tokens";
import { freshDatabase } from "../support/database";
import { type RealApi, realApi } from "../support/real-api";
import { type TaskSite, taskSite } from "../support/task-site";
import { signalbox } from "./cli-process";

// Every step is a process of its own, which a busy machine takes long to start.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await freshDatabase();
const home = mkdtempSync(join(tmpdir(), "signalbox-cli-template-"));
const file = join(home, "template.yml");
let site: TaskSite;
let api: RealApi;

beforeAll(async () => {
  site = await taskSite(db);
  api = await realApi();
});
afterAll(async () => {
  await api?.stop();
  rmSync(home, { recursive: true, force: true });
});

async function cli(words: string[], input?: string) {
  const { id } = await insertToken(db, site.w.userIds.owner);
  const env = { SIGNALBOX_URL: api.url, SIGNALBOX_TOKEN: id, XDG_CONFIG_HOME: home };
  return signalbox(words, { env, input });
}

test("a template is exported, changed, applied, and applied under another name", async () => {
  await site.template({ name: "Servers", playbook: "run.sh" });
  const { stdout: yaml } = await cli(["template", "export", "servers"]);
  expect(yaml).toMatch(/^name: Servers\n/);

  writeFileSync(file, yaml.replace("playbook: run.sh", "playbook: other.sh"));
  expect(await cli(["template", "apply", file])).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Replaced Servers in /),
  });
  const copied = await cli(["template", "apply", "-"], yaml.replace("name: Servers", "name: Copied"));
  expect(copied).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Created Copied in /) });
  const exported = await Promise.all(["Servers", "Copied"].map((name) => cli(["template", "export", name])));
  expect(exported.map(({ stdout }) => stdout.match(/playbook: (\S+)/)?.[1])).toEqual(["other.sh", "run.sh"]);
});

test("a file that can't be applied is refused in one line", async () => {
  const refused = await cli(["template", "apply", "-"], "name: X\napp: bash\nplaybook: run.sh\nrepository: Gone\n");
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('repository: This project has no entry named "Gone"'),
  });
  for (const [text, message] of [
    ["playbook: x\n", "The file has no name for the template"],
    ["a: [\n", "The file is not valid YAML"],
  ] as const)
    expect(await cli(["template", "apply", "-"], text)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  expect(await cli(["template", "apply", join(home, "missing.yml")])).toMatchObject({ code: 2 });
  expect(await cli(["template", "melt"])).toMatchObject({ code: 2 });
});
