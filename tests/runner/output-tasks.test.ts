import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { updateEnvironment } from "@/lib/environment/operations";
import { getOutputs } from "@/lib/task/result-operations";
import { openSecretOutput } from "@/lib/task/results/outputs";
import { freshDatabase } from "../support/database";
import { realApi } from "../support/real-api";
import { stateRunnerSite } from "../support/state-runner";

/** Values that real programs give, from the runner's process to the API. */
const db = await freshDatabase();
const site = stateRunnerSite(db);
const CANARY = "canary-s3cret-of-environment";

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.delete(templates);
});

const outputsOf = (taskId: number) =>
  site().site.w.call(getOutputs, "owner", { projectId: site().site.w.projectId, taskId });

async function withSecret(): Promise<void> {
  const { w, r } = site().site;
  const secrets = [{ type: "env", name: "PASSWORD", secret: CANARY, operation: "create" }];
  await w.call(
    updateEnvironment,
    "owner",
    { projectId: w.projectId, environmentId: r.environmentId },
    { id: r.environmentId, project_id: w.projectId, name: "e", json: "{}", env: "{}", secrets },
  );
}

async function bash(script: string): Promise<number> {
  const { id } = await site().repository({ "run.sh": script });
  return site().template(id, { app: "bash", playbook: "run.sh" });
}

describe("bash", () => {
  test("a script gives values, also when it fails; a secret in them never leaves in clear", async () => {
    await withSecret();
    const runner = await site().runner();
    const { taskId, status, text } = await site().run(
      await bash(`
        echo "image=shop:1.2" >>"$SIGNALBOX_OUTPUT"
        printf 'notes<<END\\nline one\\n\\nline two\\nEND\\n' >>"$SIGNALBOX_OUTPUT"
        echo "this is nothing" >>"$SIGNALBOX_OUTPUT"
        echo "url=postgres://app:$PASSWORD@db" >>"$SIGNALBOX_OUTPUT"
        echo "encoded=$(printf %s "$PASSWORD" | base64)" >>"$SIGNALBOX_OUTPUT"
        exit 3`),
      { params: {} },
    );
    expect(status, text).toBe("error");
    expect(await outputsOf(taskId)).toEqual([
      { name: "image", value: "shop:1.2", secret: false },
      { name: "notes", value: "line one\n\nline two", secret: false },
      { name: "url", secret: true },
      { name: "encoded", secret: true },
    ]);
    expect(text).toContain("SIGNALBOX_OUTPUT: line 7 is neither NAME=value nor NAME<<END");
    expect(await openSecretOutput(db, taskId, "url")).toBe(`postgres://app:${CANARY}@db`);
    const shown = [await db.select().from(taskOutputs), await site().site.look(taskId), text, runner.output];
    expect(JSON.stringify(shown)).not.toContain(CANARY);
    expect(JSON.stringify(shown)).not.toContain(Buffer.from(CANARY).toString("base64"));
  });

  test("with 10 MB no value is kept, and the log names the limit; the task succeeds", async () => {
    await site().runner();
    const script = 'echo a=1 >>"$SIGNALBOX_OUTPUT"; head -c 10000000 /dev/zero | tr "\\0" x >>"$SIGNALBOX_OUTPUT"';
    const { taskId, status, text } = await site().run(await bash(script), { params: {} });
    expect(status, text).toBe("success");
    expect(await outputsOf(taskId)).toEqual([]);
    expect(text).toContain("signalbox: the outputs of this task are not kept: together they may have 256 kB");
  });

  test("a variable of this name cannot be set", async () => {
    const { w, r } = site().site;
    const environment = { id: r.environmentId, project_id: w.projectId, name: "e", json: "{}" };
    const set = w.call(
      updateEnvironment,
      "owner",
      { projectId: w.projectId, environmentId: r.environmentId },
      { ...environment, env: JSON.stringify({ SIGNALBOX_OUTPUT: "/etc/passwd" }) },
    );
    await expect(set).rejects.toThrow(/SIGNALBOX_OUTPUT/);
  });

  /** The runner calls its webhook between the two. */
  test("a console that goes away between the outputs and the end of the task loses nothing", async () => {
    const port = Number(new URL(site().api.url).port);
    const hook = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      if (Buffer.concat(parts).toString().includes('"finish"')) {
        await site().api.stop();
        setTimeout(async () => Object.assign(site(), { api: await realApi(port) }), 500);
      }
      response.writeHead(200).end();
    });
    await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
    await site().runner();
    const webhook = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
    await db.update(runners).set({ webhook });
    const taskId = await site().site.start(await bash('echo "image=shop:1.2" >>"$SIGNALBOX_OUTPUT"'));
    const { status, text } = await site().ended(taskId);
    hook.close();
    expect(status, text).toBe("success");
    expect(await outputsOf(taskId)).toEqual([{ name: "image", value: "shop:1.2", secret: false }]);
    expect(await db.select().from(taskOutputs).where(eq(taskOutputs.task_id, taskId))).toHaveLength(1);
  });
});
