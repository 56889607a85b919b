import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "../../support/database";
import { requireTool } from "../../support/tools";
import { byName, type Imported, importSite, type Named } from "./import-site";
import { taskRunner } from "./task-runner";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await freshDatabase();
const site = importSite(db);
const runner = taskRunner(site, db);
afterAll(() => runner.stop());

const CRONTAB = `# Edit this file to introduce tasks to be run by cron.
#
# m h  dom mon dow   command
MAILTO=ops@example.com
PATH=/usr/local/bin:/usr/bin:/bin
GREETING = "hello  there"
CRON_TZ=Europe/Berlin

# Say hello
*/5 9-17 * * mon-fri echo "$GREETING from $(pwd)"

# Count what it is given
@daily wc -l%one%two\\%2%three
0 5 * * 7 /opt/backup.sh --full
#0 6 * * * echo turned off
SHELL=/bin/zsh
MAILTO=""
0 6 */2 * 1	echo it\\'s odd
@reboot echo up
`;

let project: Imported;
let scripts: string;
const list = (kind: string, { id }: Imported = project) => site.get<Named[]>(`project/${id}/${kind}`);
const scriptOf = (path: string) => readFileSync(join(scripts, path), "utf8");

describe("a user's crontab", () => {
  beforeAll(async () => {
    scripts = join(site.folder, "jobs");
    const words = ["crontab", "-", "--scripts", scripts, "--project", "My jobs", "--json"];
    const { code, report } = await site.run(words, CRONTAB);
    [project] = report.projects as [Imported];
    expect([code, project.outcome, project.problem]).toEqual([0, "made", null]);
  });

  test("becomes a bash template for each command, named by the comment above it", async () => {
    const templates = await list("templates");
    expect(templates.map(({ name, playbook }) => [name, playbook])).toEqual([
      ["backup.sh", "backup-sh.sh"],
      ["Count what it is given", "count-what-it-is-given.sh"],
      ["echo", "echo.sh"],
      ["echo (2)", "echo-2.sh"],
      ["Say hello", "say-hello.sh"],
    ]);
    expect(templates.every(({ app, allow_parallel_tasks }) => app === "bash" && allow_parallel_tasks)).toBe(true);
    expect(byName(templates).get("Say hello")?.description).toBe("From stdin, line 10");
    expect(byName(templates).get("echo (2)")?.description).toBe("From stdin, line 19");
  });

  test("keeps its times and time zone; unequal ones are inactive, and @reboot has none", async () => {
    const schedules = byName(await list("schedules"));
    expect(schedules.get("Say hello")).toMatchObject({
      cron_format: "*/5 9-17 * * 1-5",
      timezone: "Europe/Berlin",
      active: true,
    });
    expect(schedules.get("Count what it is given")).toMatchObject({ cron_format: "@daily", active: true });
    expect(schedules.get("backup.sh")).toMatchObject({ cron_format: "0 5 * * 0", active: true });
    expect(schedules.get("echo")).toMatchObject({ cron_format: "0 6 */2 * 1", active: false });
    expect(schedules.has("echo (2)")).toBe(false);
    expect(project.left_out).toEqual(
      expect.arrayContaining([
        'Schedule of "echo (2)": "@reboot" has no counterpart',
        'Mail of the output of "Say hello" to ops@example.com: turn on alerts in the project',
      ]),
    );
    expect(project.left_out.join("\n")).not.toContain('"echo (2)" to');
  });

  test("another shell gets the command as it is", () => {
    expect(scriptOf("echo.sh")).toContain("/bin/zsh -c 'echo it\\'\\''s odd'");
    expect(scriptOf("backup-sh.sh")).toMatch(/\n\n\/opt\/backup\.sh --full\n$/);
  });

  requireTool("bash")("runs with cron's variables, in the home folder", async () => {
    const { id = 0 } = byName(await list("templates")).get("Say hello") ?? {};
    const task = await runner.run(project.id, id);
    const home = process.env.HOME ?? "";
    expect([task.status, task.lines]).toEqual(["success", expect.arrayContaining([`hello  there from ${home}`])]);
  });

  requireTool("bash", "wc")("what follows a % is the command's input", async () => {
    const { id = 0 } = byName(await list("templates")).get("Count what it is given") ?? {};
    const { lines } = await runner.run(project.id, id);
    expect(lines.map((line) => line.trim())).toContain("3");
    expect(scriptOf("count-what-it-is-given.sh")).toContain("\none\ntwo%2\nthree\n");
  });
});

test("a system crontab names users, and its schedules are inactive", async () => {
  const words = ["crontab", "-", "--system", "--scripts", join(site.folder, "system"), "--json"];
  const { report } = await site.run(words, "17 *\t* * *\troot    cd / && run-parts --report /etc/cron.hourly\n");
  const [made] = report.projects as [Imported];
  expect(made.name).toMatch(/^Crontab of ./);
  expect(await list("schedules", made)).toMatchObject([{ cron_format: "17 * * * *", active: false }]);
  expect(await list("templates", made)).toMatchObject([{ name: "run-parts" }]);
  expect(made.changed).toEqual([expect.stringMatching(/is inactive: it ran as root, and now as the runner's user$/)]);
});

test("--inactive turns all schedules off, and the text shows what was made", async () => {
  const words = ["crontab", "-", "--inactive", "--project", "Paused", "--scripts", join(site.folder, "paused")];
  const { code, stdout } = await site.run(words, "@hourly date\n");
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Paused: created as project \d+ \(from stdin\)\n {2}Has: .*1 schedules\n {2}Scripts: date\.sh\n$/,
    ),
  ]);
  const projects = await site.get<Named[]>("projects");
  const { id } = byName(projects).get("Paused") ?? {};
  expect(await site.get(`project/${id}/schedules`)).toMatchObject([{ cron_format: "@hourly", active: false }]);
});

test.each([
  ["a line without a command", "# jobs\n5 4 * * *\n", /^stdin, line 2: expected five fields and a command$/m],
  ["a word without a command", "@daily\n", /^stdin, line 1: the command is missing$/m],
  ["a crontab that runs nothing", "# nothing\nPATH=/bin\n", /^There is nothing to import\. stdin runs no command$/m],
])("%s is refused", async (_what, input, message) => {
  const { code, stderr } = await site.run(["crontab", "-", "--scripts", join(site.folder, "none")], input);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});
