import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { insertEnvironment } from "@/lib/environment/store";
import type { TaskReason } from "@/lib/protocol/reasons";
import { getTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { pathWith } from "../support/fake-tools";
import { stateRunnerSite } from "../support/state-runner";

/** What the runner decides before Pulumi runs, or by its environment alone; the long tests try the real one. */
const db = await freshDatabase();
const site = stateRunnerSite(db);
let PATH: string;
beforeAll(() => {
  PATH = pathWith(site().folder, "pulumi");
});

const PROJECT = "name: app\nruntime: yaml\n";
const ENCRYPTED = "encryptionsalt: v1:AAAAAAAAAAA=:v1:AAAAAAAAAAAAAAAA:AAAA\n";

async function environment(env: Record<string, string>): Promise<number> {
  const values = { name: "pulumi", password: null, json: "{}", env: JSON.stringify(env), secrets: [] };
  return insertEnvironment(db, site().site.w.projectId, values);
}

/** Runs a template of these files on the stack `prod`. */
async function run(files: Record<string, string>, changes: object = {}, runnerEnv: Record<string, string> = {}) {
  const { id } = await site().repository({ resources: "one\n", ...files });
  const template = await site().template(id, { app: "pulumi", stack: "prod", ...changes });
  await site().runner({ PATH, ...runnerEnv });
  const ended = await site().run(template);
  const params = { projectId: site().site.w.projectId, templateId: template };
  return { ...ended, declares: (await site().site.w.call(getTemplate, "owner", params)).declares_backend };
}

const refusal = (reason: TaskReason) => ({ status: "error", reason });

describe("a backend of Pulumi's own", () => {
  test.each([
    ["Pulumi.yaml", (url: string) => run({ "Pulumi.yaml": `${PROJECT}backend:\n  url: ${url}\n` })],
    [
      "PULUMI_BACKEND_URL",
      async (url: string) =>
        run({ "Pulumi.yaml": PROJECT }, { environment_id: await environment({ PULUMI_BACKEND_URL: url }) }),
    ],
  ])("in %s is refused in a folder that the runner does not offer", async (_, attempt) => {
    const folder = join(site().folder, "not-offered");
    const refused = await attempt(`file://${folder}`);
    expect(refused).toMatchObject(refusal("state_failed"));
    expect(refused.text).toContain(`the backend of Pulumi keeps the state in ${folder}`);
    expect(await site().versions()).toEqual([]);
  });

  test("in an offered folder keeps the state, and Signalbox none", async () => {
    const folder = join(site().folder, "offered");
    mkdirSync(folder);
    const environment_id = await environment({ PULUMI_BACKEND_URL: `file://${folder}` });
    const offered = { SIGNALBOX_RUNNER_LOCAL_FOLDERS: site().folder };
    const { status, text, declares } = await run({ "Pulumi.yaml": PROJECT }, { environment_id }, offered);
    expect(status, text).toBe("success");
    expect(declares).toBe(true);
    expect(existsSync(join(folder, "state"))).toBe(true);
    expect(await site().versions()).toEqual([]);
  });

  test("at Pulumi Cloud, which PULUMI_ACCESS_TOKEN means, is left alone", async () => {
    const environment_id = await environment({ PULUMI_ACCESS_TOKEN: "pul-1" });
    const { declares } = await run({ "Pulumi.yaml": PROJECT }, { environment_id });
    expect(declares).toBe(true);
    expect(await site().versions()).toEqual([]);
  });
});

describe("a stack whose state Signalbox keeps", () => {
  test.each(["--stack=other", "--stack other", "-s other"])(
    "is the only one that arguments may name: %s",
    async (words) => {
      const refused = await run({ "Pulumi.yaml": PROJECT }, { arguments: JSON.stringify(words.split(" ")) });
      expect(refused).toMatchObject(refusal("settings_invalid"));
      expect(refused.text).toContain("the arguments name the stack other: name it in the template instead");
    },
  );

  test("needs the passphrase that its settings are encrypted with", async () => {
    const refused = await run({ "Pulumi.yaml": PROJECT, "Pulumi.prod.yaml": ENCRYPTED });
    expect(refused).toMatchObject(refusal("settings_invalid"));
    expect(refused.text).toContain("add it to the environment as PULUMI_CONFIG_PASSPHRASE");
  });

  test("of a project without Pulumi.yaml, or with a broken one, is refused", async () => {
    expect((await run({ "main.ts": "" })).text).toContain("there is no Pulumi.yaml");
    await site().endRunners();
    expect((await run({ "Pulumi.yaml": "name: [" })).text).toContain("Pulumi.yaml cannot be read");
  });
});
