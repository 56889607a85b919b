import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { getTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { PATH, TOOLS_FOLDER, withRealTools } from "../support/real-tools";
import { stateRunnerSite } from "../support/state-runner";
import { findTool } from "../support/tools";

/** With resources that somebody changes outside of the code, and with the real Pulumi. */
const PLATFORM = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;

const db = await freshDatabase();
const site = stateRunnerSite(db);

/** A mirror that offers the provider to Terraform and OpenTofu. */
function providerMirror(): string {
  const mirror = join(site().folder, "mirror");
  for (const registry of ["registry.terraform.io", "registry.opentofu.org"]) {
    const folder = join(mirror, registry, "hashicorp", "local", "1.4.0", PLATFORM);
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(TOOLS_FOLDER, "terraform-provider-local"), join(folder, "terraform-provider-local_v1.4.0"));
  }
  return mirror;
}

async function check(template: number) {
  const ended = await site().run(template, { drift_check: true, params: {} });
  const { w, look } = site().site;
  const params = { projectId: w.projectId, templateId: template };
  const { drift: known } = await w.call(getTemplate, "owner", params, {});
  return { ...ended, known, found: (await look(ended.taskId)).drift };
}

const apps = ["terraform", "tofu"].filter((app) => app === "tofu" || findTool(app));

withRealTools.each(apps)(
  "%s finds a file that was changed or deleted by hand, and a run brings it back",
  async (app) => {
    const managed = ["one", "two"].map((name) => join(site().folder, `${app}-${name}`));
    const code = managed
      .map((path, at) => `resource "local_file" "f${at}" {\n  filename = "${path}"\n  content = "as it should be"\n}\n`)
      .join("");
    const { id } = await site().repository({ "main.tf": code });
    const init_arguments = JSON.stringify([`-plugin-dir=${providerMirror()}`]);
    const template = await site().template(id, { app, init_arguments });
    await site().runner({ PATH });
    expect((await site().run(template)).status).toBe("success");
    const same = await check(template);
    expect(same.known, same.text).toMatchObject({ status: "in_sync" });
    const versions = await site().versions();

    const [changed = "", deleted = ""] = managed;
    writeFileSync(changed, "changed by hand");
    rmSync(deleted);
    const drifted = await check(template);
    expect(drifted.known, drifted.text).toMatchObject({ status: "drifted", count: 2 });
    expect(drifted.found?.items).toEqual(
      ["local_file.f0", "local_file.f1"].map((address) => ({
        address,
        type: "local_file",
        action: "create",
        outside: true,
      })),
    );
    expect(readFileSync(changed, "utf8")).toBe("changed by hand");
    expect(await site().versions()).toEqual(versions);

    expect((await site().run(template)).status).toBe("success");
    expect(managed.map((path) => readFileSync(path, "utf8"))).toEqual(["as it should be", "as it should be"]);
    expect((await check(template)).known).toMatchObject({ status: "in_sync" });
  },
  240_000,
);

const PROGRAM = (answer: number) => `name: app
runtime: yaml
outputs:
  answer: ${answer}
`;

withRealTools(
  "Pulumi previews, and keeps nothing",
  async () => {
    const { id } = await site().repository({ "Pulumi.yaml": PROGRAM(42) });
    const template = await site().template(id, { app: "pulumi", stack: "prod" });
    await site().runner({ PATH });
    const never = await check(template);
    expect(never).toMatchObject({ status: "error", known: { status: "unknown" } });
    expect((await site().run(template)).status).toBe("success");
    const versions = await site().versions();
    const same = await check(template);
    expect(same.known, same.text).toMatchObject({ status: "in_sync" });
    expect(await site().versions()).toEqual(versions);
  },
  240_000,
);
