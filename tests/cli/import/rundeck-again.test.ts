import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { database } from "@/db/client";
import { exportProject } from "@/lib/backup/operations";
import { deleteTemplate, listTemplates, updateTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../../support/database";
import { type Imported, importSite } from "./import-site";
import { rundeckJobs } from "./rundeck-jobs";

const site = importSite(await freshDatabase());
afterAll(() => database().close());

type Change = { kind: string; name: string; done: string; fields: string[] };
const changesIn = (project: Imported | undefined) =>
  (project as unknown as { changes: Change[] }).changes.map(({ kind, name, done, fields }) =>
    [done, kind, name, ...fields].join(" "),
  );

let count = 0;
/** Imports into a folder and a project of its own. */
function importer() {
  const name = `Shop ${++count}`;
  const folder = join(site.folder, `jobs-${count}`);
  const words = ["rundeck", "-", "--scripts", folder, "--project", name, "--json"];
  const run = async (jobs: string, ...options: string[]) => {
    const { code, stderr, report } = await site.run([...words, ...options], jobs);
    return { code, stderr, project: report.projects[0] };
  };
  const files = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const backup = async (projectId: number) => site.w.call(exportProject, "admin", { projectId });
  return { folder, run, files, backup };
}

const job = (name: string, command: string, more = "") => `- id: ${name.toLowerCase()}
  name: ${name}
  group: shop
  sequence:
    commands:
    - exec: ${command}
${more}`;

const schedule = (hour: string) => `  schedule:
    month: '*'
    time: { hour: '${hour}', minute: '0', seconds: '0' }
    weekday: { day: '*' }
    year: '*'
`;

describe("a Rundeck export imported again", () => {
  test("changes nothing if nothing changed", async () => {
    const { run, files, backup } = importer();
    const first = await run(rundeckJobs);
    expect([first.code, first.project?.outcome]).toEqual([0, "made"]);
    const id = first.project?.id ?? 0;
    const before = [files(), await backup(id)];
    const second = await run(rundeckJobs);
    expect([second.code, second.project?.outcome, second.project?.id]).toEqual([0, "updated", id]);
    expect(changesIn(second.project)).toEqual([]);
    expect([files(), await backup(id)]).toEqual(before);
    expect(second.project?.left_out.filter((what) => what.startsWith("Script"))).toEqual([]);
  });

  test("takes what changed there, keeps what changed here, and names what is gone", async () => {
    const { run, files, folder } = importer();
    const first = await run(job("Deploy", "echo one", schedule("3")) + job("Clean", "rm -f x") + job("Old", "true"));
    const projectId = first.project?.id ?? 0;
    const templates = await site.w.call(listTemplates, "admin", { projectId });
    const clean = templates.find(({ name }) => name === "Clean");
    const params = { projectId, templateId: clean?.id };
    await site.w.call(updateTemplate, "admin", params, { ...clean, description: "Ours", timeout_seconds: 60 });

    const newer =
      job("Deploy", "echo two", `${schedule("4")}  timeout: 5m\n`) +
      job("Clean", "rm -f x", "  description: Theirs\n") +
      job("New", "date");
    const dry = await run(newer, "--dry-run");
    const second = await run(newer);
    const expected = [
      "created template New",
      "gone template Old",
      "kept template Clean description",
      "updated schedule Deploy timing",
      "updated template Deploy timeout_seconds",
    ];
    expect(changesIn(dry.project).sort()).toEqual(expected);
    expect(changesIn(second.project).sort()).toEqual(expected);
    expect(files().some((path) => path.includes("new"))).toBe(true);
    // It was not edited here, but its file cannot say so.
    const [script = ""] = files().filter((path) => path.includes("deploy") && path.endsWith(".sh"));
    expect(second.project?.left_out.join("\n")).toMatch(/Script .*deploy.*: the file has other content and stays/);
    expect(readFileSync(join(folder, script), "utf8")).toContain("echo one");
    await run(newer, "--overwrite");
    expect(readFileSync(join(folder, script), "utf8")).toContain("echo two");
  });

  test("does not bring back what was deleted here", async () => {
    const { run } = importer();
    const jobs = job("Deploy", "echo one") + job("Clean", "rm -f x");
    const { project } = await run(jobs);
    const projectId = project?.id ?? 0;
    const clean = (await site.w.call(listTemplates, "admin", { projectId })).find(({ name }) => name === "Clean");
    await site.w.call(deleteTemplate, "admin", { projectId, templateId: clean?.id });
    expect(changesIn((await run(jobs)).project)).toEqual(["deleted template Clean"]);
    expect(changesIn((await run(jobs, "--overwrite")).project)).toEqual(["created template Clean"]);
  });

  test("a folder of scripts that is gone is written again", async () => {
    const { run, folder, files } = importer();
    const jobs = job("Deploy", "echo one");
    await run(jobs);
    const [script = ""] = files().filter((path) => path.endsWith(".sh"));
    writeFileSync(join(folder, script), "");
    expect((await run(jobs)).project?.left_out.join()).toContain("stays");
    rmSync(folder, { recursive: true });
    expect((await run(jobs)).code).toBe(0);
    expect(existsSync(join(folder, script))).toBe(true);
  });
});
