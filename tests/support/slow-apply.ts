import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { StateRunnerSite } from "./state-runner";

const ALL = 40;
/** Enough that a state without them is wrong, few enough that much is left. */
const SOME = 10;

/** An apply in the middle of its work: slow resources, each of which adds a line to a file of its own when it is made. */
export async function slowApply(site: StateRunnerSite, changes: object = {}, env: Record<string, string> = {}) {
  const made = mkdtempSync(join(site.folder, "made-"));
  const code = `resource "terraform_data" "slow" {
  count = ${ALL}
  provisioner "local-exec" {
    command = "sleep 1; echo made >>${made}/$\{count.index}"
  }
}
`;
  const { id } = await site.repository({ "main.tf": code });
  const template = await site.template(id, changes);
  const runner = await site.runner(env);
  const taskId = await site.site.start(template, { params: { auto_approve: true } });
  await site.until("some are made", () => readdirSync(made).length >= SOME);
  return { made, template, runner, taskId };
}

/** The next run plans exactly what was not made, and nothing is made a second time. */
export async function expectNothingTwice(site: StateRunnerSite, made: string, template: number): Promise<void> {
  const count = readdirSync(made).length;
  expect(count).toBeLessThan(ALL);
  const next = await site.run(template);
  expect(next.status, next.text).toBe("success");
  expect(next.text).toContain(`Plan: ${ALL - count} to add, 0 to change, `);
  const lines = readdirSync(made).map((name) => readFileSync(join(made, name), "utf8"));
  expect(lines).toEqual(Array.from({ length: ALL }, () => "made\n"));
}
