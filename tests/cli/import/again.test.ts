import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

test("a line added on top of a crontab leaves the lines below what they were", async () => {
  const folder = join(site.folder, "added");
  const words = ["crontab", "-", "--scripts", folder, "--project", "Added", "--json"];
  const lines = "0 3 * * * /usr/bin/backup --all\n0 4 * * * /usr/bin/clean\n0 5 * * * /usr/bin/clean --hard\n";
  const first = await site.run(words, lines);
  const { id, scripts } = first.report.projects[0] ?? { id: 0, scripts: [] };
  const { report } = await site.run(words, `0 1 * * * /usr/bin/clean --all\n0 2 * * * /usr/bin/sync\n${lines}`);
  expect(changesIn(report.projects[0]).map(({ kind, name, done, fields }) => [kind, name, done, ...fields])).toEqual([
    ["template", "clean (3)", "created"],
    ["template", "sync", "created"],
    ["template", "backup", "updated", "description"],
    ["template", "clean", "updated", "description"],
    ["template", "clean (2)", "updated", "description"],
    ["schedule", "clean (3)", "created"],
    ["schedule", "sync", "created"],
  ]);
  expect(report.projects[0]).toMatchObject({ left_out: [], scripts: ["clean-3.sh", "sync.sh", ...scripts] });
  const removed = await site.run(words, "0 5 * * * /usr/bin/clean --hard\n");
  expect(changesIn(removed.report.projects[0]).filter(({ done }) => done !== "gone")).toMatchObject([
    { kind: "template", name: "clean (2)", done: "updated", fields: ["description"] },
  ]);
  expect(await site.get<unknown[]>(`project/${id}/schedules`)).toHaveLength(5);
});

test("lines that an earlier release named by their numbers are found again, in their order", async () => {
  const folder = join(site.folder, "numbers");
  const words = ["crontab", "-", "--scripts", folder, "--project", "Numbers", "--json"];
  const line = (hour: number, title = "") => `${title}\n0 ${hour} * * * /usr/bin/backup --at ${hour}\n`;
  const reboot = (title = "") => `${title}\n@reboot /usr/bin/backup\n`;
  const first = await site.run(
    words,
    line(3, "# backup (line 8)") + reboot("# backup (line 9)") + line(4, "# backup (line 10)"),
  );
  const { id } = first.report.projects[0] ?? { id: 0 };
  const { report } = await site.run(words, line(3) + reboot() + line(4));
  expect(changesIn(report.projects[0]).map(({ kind, name, done, fields }) => [kind, name, done, ...fields])).toEqual([
    ["template", "backup", "updated", "name", "playbook"],
    ["template", "backup (2)", "updated", "name", "playbook"],
    ["template", "backup (3)", "updated", "name", "playbook"],
    ["schedule", "backup", "updated", "name"],
    ["schedule", "backup (3)", "updated", "name"],
  ]);
  expect(await site.get(`project/${id}/schedules`)).toMatchObject([
    { name: "backup", cron_format: "0 3 * * *" },
    { name: "backup (3)", cron_format: "0 4 * * *" },
  ]);
  expect(changesIn((await site.run(words, line(3) + reboot() + line(4))).report.projects[0])).toEqual([]);
});

test("of several projects that claim the source, none is updated until one is named", async () => {
  const folder = join(site.folder, "claimed");
  const words = ["crontab", "-", "--scripts", folder, "--project", "Claimed", "--json"];
  const first = await site.run(words, "0 3 * * * /usr/bin/backup\n");
  const other = await site.run([...words, "--again"], "0 3 * * * /usr/bin/backup\n");
  const [mine, theirs] = [first.report.projects[0]?.id, other.report.projects[0]?.id];
  const newer = "0 3 * * * /usr/bin/backup\n0 5 * * * /usr/bin/clean\n";

  const problem = `Several projects were imported from here; name the one to update with --into <project id>: Claimed (${theirs}), Claimed (${mine})`;
  for (const options of [["--dry-run"], []]) {
    const unclear = await site.run([...words, ...options], newer);
    expect([unclear.code, unclear.report.projects]).toMatchObject([1, [{ outcome: "failed", id: null, problem }]]);
  }
  expect(await site.get<unknown[]>(`project/${theirs}/templates`)).toHaveLength(1);

  const chosen = await site.run([...words, "--into", String(mine)], newer);
  expect(chosen.report.projects).toMatchObject([{ outcome: "updated", id: mine }]);
  const wrong = await site.run([...words, "--into", "4711"], newer);
  expect([wrong.code, wrong.report.projects]).toMatchObject([
    1,
    [{ outcome: "failed", problem: "Project 4711 was not imported from here" }],
  ]);
});

test("of two backups of one project name, only one is imported, unless each is to be a project of its own", async () => {
  const folder = join(site.folder, "backups");
  mkdirSync(folder);
  for (const file of ["a", "b"]) {
    const backup = { meta: { name: "Twice" }, views: [{ title: file, position: 0 }] };
    writeFileSync(join(folder, `${file}.json`), JSON.stringify(backup));
  }
  const words = ["--from", folder, "--json"];
  const problem = expect.stringContaining("it has the same project name as a.json");
  const second = { name: "Twice", origin: "b.json", outcome: "failed", id: null, problem };
  const outcomes: [string[], string][] = [
    [["--dry-run"], "checked"],
    [[], "made"],
    [["--dry-run"], "checked"],
    [[], "updated"],
  ];
  for (const [options, outcome] of outcomes) {
    const { code, report } = await site.run([...words, ...options]);
    expect([code, report.projects]).toMatchObject([1, [{ origin: "a.json", outcome }, second]]);
  }
  const titles = async () => {
    const projects = await site.get<{ id: number; name: string }[]>("projects");
    const views = projects
      .filter(({ name }) => name === "Twice")
      .map(({ id }) => site.get<{ title: string }[]>(`project/${id}/views`));
    return (await Promise.all(views)).flat().map(({ title }) => title);
  };
  expect(await titles()).toEqual(["a"]);
  const again = await site.run([...words, "--again"]);
  expect([again.code, again.report.projects]).toMatchObject([0, [{ outcome: "made" }, { outcome: "made" }]]);
  expect((await titles()).sort()).toEqual(["a", "a", "b"]);
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
