import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { restoreProject } from "@/lib/backup/operations";
import { freshDatabase } from "../../support/database";
import { importSite } from "./import-site";

const site = importSite(await freshDatabase());
afterAll(() => database().close());

type Line = { kind: string; name: string; done: string; fields: string[] };
type Schedule = { name: string; cron_format: string; active: boolean; template_id: number };
type Template = { id: number; name: string; playbook: string };

let count = 0;
/** Imports crontabs into a folder and a project of their own. */
function importer() {
  const name = `Jobs ${++count}`;
  const folder = join(site.folder, `crontab-${count}`);
  const run = async (crontab: string, ...options: string[]) => {
    const words = ["crontab", "-", "--scripts", folder, "--project", name, "--json", ...options];
    return resultOf(await site.run(words, crontab));
  };
  const runFile = async (file: string, crontab: string) => {
    const words = ["crontab", site.write(file, crontab), "--scripts", folder, "--project", name, "--json"];
    return resultOf(await site.run(words));
  };
  /** The project as an earlier release made it: names, their paths and times, and what is in the files. */
  const earlier = async (jobs: [name: string, path: string, hour: number, text?: string][]) => {
    mkdirSync(folder);
    for (const [, path, , text] of jobs) if (text !== undefined) writeFileSync(join(folder, path), text);
    const templates = jobs.map(([job, path]) => ({ name: job, app: "bash", playbook: path, repository: "Scripts" }));
    const schedules = jobs.map(([job, , hour]) => ({ name: job, template: job, cron_format: `0 ${hour} * * *` }));
    const { id } = await site.w.call(
      restoreProject,
      "admin",
      {},
      {
        meta: { name },
        keys: [{ name: "None", type: "none" }],
        repositories: [{ name: "Scripts", git_url: folder, git_branch: "", ssh_key: "None" }],
        templates,
        schedules: schedules.map((schedule) => ({ ...schedule, active: true, overlap: "queue", task_params: {} })),
        source: `crontab: ${name}`,
      },
    );
    return id;
  };
  return { folder, run, runFile, earlier, jobs: (id: number) => jobsIn(id, folder) };
}

function resultOf({ code, stderr, report }: Awaited<ReturnType<typeof site.run>>) {
  const [project] = report.projects;
  const { changes = [] } = (project ?? {}) as { changes?: Line[] };
  const lines = changes.map(({ kind, name, done, fields }) => [done, kind, name, ...fields].join(" "));
  return { code, stderr, project, lines, id: project?.id ?? 0, left_out: project?.left_out ?? [] };
}

/** What the active schedules run: `5: /opt/backup` */
async function jobsIn(id: number, folder: string): Promise<string[]> {
  const schedules = await site.get<Schedule[]>(`project/${id}/schedules`);
  const templates = await site.get<Template[]>(`project/${id}/templates`);
  const runs = schedules.map(({ cron_format, template_id }) => {
    const { playbook = "" } = templates.find((template) => template.id === template_id) ?? {};
    const [command] = readFileSync(join(folder, playbook), "utf8").trimEnd().split("\n").reverse();
    return `${cron_format.split(" ")[1]}: ${command}`;
  });
  return runs.sort();
}

/** A script as the release before wrote it, and the first of all releases with the line. */
const scriptFrom = (origin: string, command: string) =>
  `#!/usr/bin/env bash\n\n# From ${origin}\n\nexport HOME="$(eval echo "~$(id -un)")"\ncd "$HOME" || exit\n\n${command}\n`;

const RUSSIAN = "# Резервная копия\n0 1 * * * /opt/a\n\n# Очистка\n0 2 * * * /opt/b\n# Отчёт\n0 3 * * * /opt/c\n";

describe("titles in other scripts", () => {
  test("are names as they are, with paths of their own that no other line changes", async () => {
    const { run, jobs } = importer();
    const first = await run(RUSSIAN);
    const templates = await site.get<Template[]>(`project/${first.id}/templates`);
    expect(templates.map(({ name }) => name).sort()).toEqual(["Отчёт", "Очистка", "Резервная копия"]);
    expect(new Set(templates.map(({ playbook }) => playbook)).size).toBe(3);
    expect((await run(RUSSIAN)).lines).toEqual([]);
    const second = await run(`# Архив\n0 4 * * * /opt/d\n${RUSSIAN}`);
    expect(second.lines.filter((line) => !line.endsWith(" description"))).toEqual([
      "created template Архив",
      "created schedule Архив",
    ]);
    expect(await jobs(first.id)).toEqual(["1: /opt/a", "2: /opt/b", "3: /opt/c", "4: /opt/d"]);
  });

  test.each([
    ["by their lines", ["line 2. ", "line 5. ", "line 7. "], ", "],
    ["without scripts", [], ""],
  ])("are found again after a release that named paths in order, %s", async (_how, places, comma) => {
    const { run, earlier, jobs } = importer();
    const text = (at: number, title: string, command: string) =>
      places[at] === undefined ? undefined : scriptFrom(`stdin${comma}${places[at]}${title}`, command);
    const id = await earlier([
      ["Резервная копия", "script.sh", 1, text(0, "Резервная копия", "/opt/a")],
      ["Очистка", "script-2.sh", 2, text(1, "Очистка", "/opt/b")],
      ["Отчёт", "script-3.sh", 3, text(2, "Отчёт", "/opt/c")],
    ]);
    const again = await run(RUSSIAN);
    expect([again.id, again.lines.filter((line) => /^(?:created|gone)/.test(line))]).toEqual([id, []]);
    expect(await jobs(id)).toEqual(["1: /opt/a", "2: /opt/b", "3: /opt/c"]);
    expect((await run(`# Архив\n0 4 * * * /opt/d\n${RUSSIAN}`)).lines.filter((line) => /^gone/.test(line))).toEqual([]);
    expect(await jobs(id)).toEqual(["1: /opt/a", "2: /opt/b", "3: /opt/c", "4: /opt/d"]);
  });

  test("keep the numbers in their names that a release gave them", async () => {
    const { run, earlier, jobs } = importer();
    const id = await earlier([
      ["Резервная копия", "script.sh", 1, scriptFrom("stdin. Резервная копия", "/opt/a")],
      ["Очистка (2)", "script-2.sh", 2, scriptFrom("stdin. Очистка", "/opt/b")],
      ["Отчёт (3)", "script-3.sh", 3, scriptFrom("stdin. Отчёт", "/opt/c")],
    ]);
    for (const crontab of [RUSSIAN, RUSSIAN, `# Архив\n0 4 * * * /opt/d\n${RUSSIAN}`]) {
      const { lines, left_out } = await run(crontab);
      expect(lines.filter((line) => /^gone|playbook$/.test(line))).toEqual([]);
      expect(left_out).toEqual([]);
    }
    expect(await jobs(id)).toEqual(["1: /opt/a", "2: /opt/b", "3: /opt/c", "4: /opt/d"]);
  });

  test("keep their scripts that were edited", async () => {
    const { run, earlier, jobs } = importer();
    const id = await earlier([
      ["Резервная копия", "script.sh", 1, scriptFrom("stdin, line 2. Резервная копия", "/opt/a")],
      ["Очистка", "script-2.sh", 2, scriptFrom("stdin, line 5. Очистка", "/opt/edited")],
      ["Отчёт", "script-3.sh", 3, scriptFrom("stdin, line 7. Отчёт", "/opt/c")],
    ]);
    const { left_out } = await run(RUSSIAN);
    expect(left_out).toEqual(["Script script-2.sh: the file has other content and stays; --overwrite replaces it"]);
    expect(await jobs(id)).toEqual(["1: /opt/a", "2: /opt/edited", "3: /opt/c"]);
    expect((await run(RUSSIAN, "--overwrite")).lines).toEqual([]);
    expect((await run(RUSSIAN)).lines).toEqual([]);
    expect(await jobs(id)).toEqual(["1: /opt/a", "2: /opt/b", "3: /opt/c"]);
  });
});

describe("names that are equal as file names", () => {
  const clean = (title: string, hour: number) => `# ${title}\n0 ${hour} * * * /opt/${title.replaceAll(" ", "_")}\n`;

  test("lead to scripts of their own, whatever comes before them or is gone", async () => {
    const { run, jobs } = importer();
    const { id } = await run(clean("Clean up", 1));
    await run(clean("clean-up", 2) + clean("CLEAN UP", 3) + clean("Clean up", 1));
    const all = ["1: /opt/Clean_up", "2: /opt/clean-up", "3: /opt/CLEAN_UP"];
    expect(await jobs(id)).toEqual(all);
    await run(clean("CLEAN UP", 3));
    await run(clean("clean-up", 2));
    expect(await jobs(id)).toEqual(all);
  });

  test("a number in a title is no number of an equal name", async () => {
    const { run, jobs } = importer();
    const lines = "0 1 * * * /opt/backup a\n0 2 * * * /opt/backup b\n# backup 2\n0 3 * * * /opt/c\n";
    const { id } = await run(lines);
    expect((await run(lines)).lines).toEqual([]);
    expect(await jobs(id)).toEqual(["1: /opt/backup a", "2: /opt/backup b", "3: /opt/c"]);
  });
});

test.each([
  ["below", "# certbot\n0 3 * * * certbot renew\n0 15 * * * certbot renew -q\n", ["certbot", "certbot (line 3)"]],
  ["above", "0 15 * * * certbot renew -q\n# certbot\n0 3 * * * certbot renew\n", ["certbot", "certbot (line 1)"]],
])("a line %s one whose comment is its program is found again by its number", async (_where, crontab, names) => {
  const { run, earlier, jobs } = importer();
  const [titled = "", untitled = ""] = names;
  const id = await earlier([
    [titled, "certbot.sh", 3],
    [untitled, "certbot-line.sh", 15],
  ]);
  const { lines } = await run(crontab);
  expect(lines.filter((line) => /^(?:created|gone)/.test(line))).toEqual([]);
  expect(await jobs(id)).toEqual(["15: certbot renew -q", "3: certbot renew"]);
  expect((await run(crontab)).lines).toEqual([]);
});

test("a line that an earlier release named by its number is found again when one above it is gone", async () => {
  const { run, earlier, jobs } = importer();
  const id = await earlier([
    ["backup (line 1)", "backup-line-1.sh", 3, scriptFrom("stdin, line 1.", "/opt/backup a")],
    ["backup (line 2)", "backup-line-2.sh", 4, scriptFrom("stdin, line 2.", "/opt/backup b")],
    ["backup", "backup.sh", 5, scriptFrom("stdin, line 4. backup", "/opt/backup c")],
    ["backup (line 9)", "backup-line-9.sh", 6, scriptFrom("stdin, line 9.", "/opt/backup d")],
  ]);
  const lines = "0 6 * * * /opt/backup d\n# backup\n0 5 * * * /opt/backup c\n0 4 * * * /opt/backup b\n";
  const second = await run(lines);
  expect([second.id, second.left_out, second.lines.filter((line) => line.startsWith("gone"))]).toEqual([
    id,
    [],
    expect.arrayContaining(["gone template backup (line 1)", "gone schedule backup (line 1)"]),
  ]);
  expect(second.lines.filter((line) => line.startsWith("created"))).toEqual([]);
  expect(await jobs(id)).toEqual(["3: /opt/backup a", "4: /opt/backup b", "5: /opt/backup c", "6: /opt/backup d"]);
  expect((await run(lines)).lines.filter((line) => !line.startsWith("gone"))).toEqual([]);
});

test("lines are found again in a file of another name, and in scripts that name the file", async () => {
  const lines = "0 5 * * * /opt/backup a\n0 6 * * * /opt/backup b\n";
  const all = ["4: /opt/backup z", "5: /opt/backup a", "6: /opt/backup b"];
  const { runFile, jobs } = importer();
  const { id } = await runFile("cron-nov.txt", lines);
  const second = await runFile("cron-dec.txt", `0 4 * * * /opt/backup z\n${lines}`);
  expect([second.id, second.left_out, await jobs(id)]).toEqual([id, [], all]);

  const old = importer();
  const oldId = await old.earlier([
    ["backup", "backup.sh", 5, scriptFrom("cron-nov.txt.", "/opt/backup a")],
    ["backup (2)", "backup-2.sh", 6, scriptFrom("cron-nov.txt.", "/opt/backup b")],
  ]);
  const again = await old.runFile("cron-dec.txt", `0 4 * * * /opt/backup z\n${lines}`);
  expect([again.id, again.left_out, await old.jobs(oldId)]).toEqual([oldId, [], all]);
  expect(readdirSync(old.folder).every((path) => !readFileSync(join(old.folder, path), "utf8").includes("From"))).toBe(
    true,
  );
});

test("of lines that run the same, each keeps its own time when others are gone, and their scripts", async () => {
  const { run, folder } = importer();
  const [five, noon, evening] = ["5", "12", "17"].map((hour) => `0 ${hour} * * * /opt/backup\n`);
  const { id } = await run(`${five}${noon}${evening}`);
  const times = async () =>
    (await site.get<Schedule[]>(`project/${id}/schedules`)).map(({ name, cron_format }) => `${name}: ${cron_format}`);
  const all = await times();
  expect(all).toEqual(["backup: 0 5 * * *", "backup (2): 0 12 * * *", "backup (3): 0 17 * * *"]);
  await run(`${evening}${noon}`);
  rmSync(join(folder, "backup.sh"));
  await run(`${evening}`);
  expect(await times()).toEqual(all);
});

test("a line that runs at another time stays the same line", async () => {
  const { run, jobs } = importer();
  const { id } = await run("0 5 * * * /opt/backup\n");
  const second = await run("0 6 * * * /opt/backup\n");
  expect([second.lines, second.left_out]).toEqual([["updated schedule backup timing"], []]);
  expect(await jobs(id)).toEqual(["6: /opt/backup"]);
});

test("a line whose command was changed is known by its time when one above it is gone", async () => {
  const { run, jobs } = importer();
  const { id } = await run("0 5 * * * /opt/backup a\n0 6 * * * /opt/backup b\n");
  const second = await run("0 6 * * * /opt/backup c\n");
  expect(second.left_out).toEqual([
    "Script backup-2.sh: the file has other content and stays; --overwrite replaces it",
  ]);
  expect(await jobs(id)).toEqual(["5: /opt/backup a", "6: /opt/backup b"]);
  await run("0 6 * * * /opt/backup c\n", "--overwrite");
  expect(await jobs(id)).toEqual(["5: /opt/backup a", "6: /opt/backup c"]);
});

describe("a file in the way of a script", () => {
  const SAME = (folder: string, path: string) =>
    `${join(folder, path)} exists with other content: move it, or use another folder`;

  test("stops a first import, and its dry run", async () => {
    const { run, folder } = importer();
    mkdirSync(folder);
    writeFileSync(join(folder, "backup.sh"), "mine\n");
    const problem = SAME(folder, "backup.sh");
    const dry = await run("0 5 * * * /opt/backup\n", "--dry-run");
    expect([dry.code, dry.project?.outcome, dry.project?.problem]).toEqual([1, "failed", problem]);
    const { code, stderr } = await run("0 5 * * * /opt/backup\n");
    expect([code, stderr]).toEqual([2, `${problem}\n`]);
    expect(readFileSync(join(folder, "backup.sh"), "utf8")).toBe("mine\n");
  });

  test("is run by no template that is new; one that a template runs stays, and the dry run says so", async () => {
    const { run, folder, jobs } = importer();
    const { id } = await run("0 5 * * * /opt/backup\n");
    writeFileSync(join(folder, "backup.sh"), "mine\n");
    const kept = "Script backup.sh: the file has other content and stays; --overwrite replaces it";
    for (const options of [["--dry-run"], []])
      expect((await run("0 5 * * * /opt/backup\n", ...options)).left_out).toEqual([kept]);

    writeFileSync(join(folder, "clean.sh"), "mine\n");
    const more = "0 5 * * * /opt/backup\n0 6 * * * /opt/clean\n0 7 * * * /opt/other\n";
    const dry = await run(more, "--dry-run");
    expect([dry.code, dry.project?.problem]).toEqual([1, SAME(folder, "clean.sh")]);
    const { code, stderr } = await run(more);
    expect([code, stderr]).toEqual([2, `${SAME(folder, "clean.sh")}\n`]);
    expect([await jobs(id), readdirSync(folder)]).toEqual([["5: mine"], ["backup.sh", "clean.sh"]]);
  });
});
