import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { freshDatabase } from "../../support/database";
import { importSite } from "./import-site";

const site = importSite(await freshDatabase());
afterAll(() => database().close());

type Changes = { kind: string; name: string; done: string; fields: string[] }[];
const changesIn = (project: unknown): Changes => (project as { changes: Changes }).changes;

test("a crontab imported again updates its project; a script that was edited stays until it may be overwritten", async () => {
  const folder = join(site.folder, "jobs");
  const words = ["crontab", "-", "--scripts", folder, "--project", "Nightly jobs", "--json"];
  const first = await site.run(words, "# Backup\n0 3 * * * /usr/bin/backup\n");
  expect(first.report.projects).toMatchObject([{ outcome: "made" }]);
  const [script = ""] = first.report.projects[0]?.scripts ?? [];
  writeFileSync(join(folder, script), "#!/bin/sh\n# edited\n");

  const newer = "# Backup\n0 4 * * * /usr/bin/backup --all\n# Clean up\n0 5 * * * /usr/bin/clean\n";
  const second = await site.run(words, newer);
  const [project] = second.report.projects;
  expect(project).toMatchObject({ outcome: "updated", id: first.report.projects[0]?.id });
  expect(changesIn(project).map(({ kind, name, done, fields }) => [kind, name, done, ...fields])).toEqual([
    ["template", "Clean up", "created"],
    ["schedule", "Backup", "updated", "timing"],
    ["schedule", "Clean up", "created"],
  ]);
  expect(project?.left_out).toContain(
    `Script ${script}: the file has other content and stays; --overwrite replaces it`,
  );
  expect(readFileSync(join(folder, script), "utf8")).toContain("# edited");
  expect(second.report.projects[0]?.scripts.every((path) => existsSync(join(folder, path)))).toBe(true);

  const third = await site.run([...words, "--overwrite"], newer);
  expect([changesIn(third.report.projects[0]), third.code]).toEqual([[], 0]);
  expect(readFileSync(join(folder, script), "utf8")).toContain("backup --all");
});

test("of several projects that claim the source, none is updated until one is named", async () => {
  const folder = join(site.folder, "claimed");
  const words = ["crontab", "-", "--scripts", folder, "--project", "Claimed", "--json"];
  const first = await site.run(words, "0 3 * * * /usr/bin/backup\n");
  const other = await site.run([...words, "--again"], "0 3 * * * /usr/bin/backup\n");
  const [mine, theirs] = [first.report.projects[0]?.id, other.report.projects[0]?.id];
  const newer = "0 3 * * * /usr/bin/backup\n0 5 * * * /usr/bin/clean\n";

  const problem = `Several projects were imported from here; name the one to update with --into <project id>: Claimed (${theirs}), Claimed (${mine})`;
  const dry = await site.run([...words, "--dry-run"], newer);
  expect([dry.code, dry.report.projects]).toMatchObject([1, [{ outcome: "failed", id: null, problem }]]);
  const unclear = await site.run(words, newer);
  expect([unclear.code, unclear.stderr]).toEqual([1, `${problem}\n`]);
  expect(await site.get<unknown[]>(`project/${theirs}/templates`)).toHaveLength(1);

  const chosen = await site.run([...words, "--into", String(mine)], newer);
  expect(chosen.report.projects).toMatchObject([{ outcome: "updated", id: mine }]);
  const wrong = await site.run([...words, "--into", "4711"], newer);
  expect([wrong.code, wrong.stderr]).toEqual([1, "Project 4711 was not imported from here\n"]);
});

test.each([
  [["--into", "Shop"], "--into takes the id of a project"],
  [["--into", "1", "--again"], "--into updates a project and --again creates one"],
])("rejects %j", async (options, problem) => {
  const { code, stderr } = await site.run(
    ["crontab", "-", "--scripts", site.folder, ...options],
    "0 3 * * * /bin/true\n",
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
});
