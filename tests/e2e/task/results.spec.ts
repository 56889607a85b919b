import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { violations } from "../axe";
import { dialogOf, expect, makeScript, type OwnProject, test } from "../own-project";
import { changeTemplate, finishTask } from "./work";

const REPORT = `
cat >"$SIGNALBOX_SUMMARY" <<'MD'
# Deployed

| host | state |
|---|---|
| web-1 | **new** |

[safe](https://example.com/) [unsafe](javascript:alert(1)) <img src=x onerror="window.hacked=1"><script>window.hacked=1</script>
MD
cat >"$SIGNALBOX_ARTIFACTS/junit.xml" <<'XML'
<testsuite name="web"><testcase name="works"/><testcase name="breaks"><failure message="expected 1">at line 3</failure></testcase></testsuite>
XML
echo '<h1>Coverage</h1><script>parent.hacked=1</script>' >"$SIGNALBOX_ARTIFACTS/index.html"
echo >"$SIGNALBOX_ARTIFACTS/$(printf 'photo\\342\\200\\256gnp.exe')"
`;

async function open(page: import("@playwright/test").Page, project: OwnProject, task: number, tab: string) {
  await page.goto(`${project.at("history")}?t=${task}&tab=${tab}`);
  return dialogOf(page);
}

test("what a script writes has tabs: a summary, tests and artifacts, and nothing of it runs", async ({
  page,
  project,
}) => {
  const { id: template_id } = await makeScript(project, "Report", REPORT);
  const task = await finishTask(project, { template_id });
  const dialog = await open(page, project, task, "summary");
  await expect(dialog.getByRole("heading", { name: "Deployed" })).toBeVisible();
  await expect(dialog.getByRole("cell", { name: "web-1" })).toBeVisible();
  await expect(dialog.getByRole("link", { name: "safe", exact: true })).toHaveAttribute("rel", "noopener noreferrer");
  await expect(dialog.getByText("unsafe")).not.toHaveAttribute("href", /./);
  expect(await violations(page)).toEqual([]);

  await dialog.getByRole("tab", { name: "Tests" }).click();
  await expect(dialog.getByText("at line 3")).toBeVisible();
  await expect(dialog.getByText("works")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Failed 1" }).click();
  await expect(dialog.getByText("works")).toBeVisible();

  await dialog.getByRole("tab", { name: "Artifacts" }).click();
  await dialog.getByRole("listitem").filter({ hasText: "index.html" }).getByRole("button", { name: "Show" }).click();
  await expect(page.frameLocator("iframe[title='index.html']").getByRole("heading")).toHaveText("Coverage");
  await expect(dialog.getByRole("listitem").filter({ hasText: "photo\\u202egnp.exe" })).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download junit.xml" }).click();
  expect((await download).suggestedFilename()).toBe("junit.xml");
  expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
  expect(await violations(page)).toEqual([]);
});

test("running again for failed tests asks for the secret answers that the task has lost", async ({ page, project }) => {
  const script = `
echo '<testsuite name="web"><testcase name="breaks"><failure/></testcase></testsuite>' >"$SIGNALBOX_ARTIFACTS/j.xml"
echo "was given $(printf %s "$token" | tr a-z A-Z), again for $SIGNALBOX_FAILED_TESTS."
`;
  const { id: template_id } = await makeScript(project, "Secret", script);
  const survey_vars = [{ name: "token", title: "Token", type: "secret", required: false }];
  await changeTemplate(page.request, project, template_id, { survey_vars });
  const task = await finishTask(project, { template_id, secret: '{"token":"canary"}' });
  const dialog = await open(page, project, task, "tests");
  await dialog.getByRole("button", { name: "Run again for 1 failed test" }).click();
  const form = page.getByRole("dialog", { name: "Run again for 1 failed test" });
  await expect(form.getByText("Secret answers aren't kept after a run. Enter them again.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await form.getByRole("button", { name: "Run again for 1 failed test" }).click();
  await expect(form.getByText("This variable is required")).toBeVisible();
  await form.getByLabel("Token").fill("canary");
  await form.getByRole("button", { name: "Run again for 1 failed test" }).click();
  await expect(form).toBeHidden();
  await expect(page).not.toHaveURL(new RegExp(`[?&]t=${task}(&|$)`));
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByText("was given CANARY, again for breaks.")).toBeVisible({ timeout: 60_000 });
});

const CLUMSY = {
  "takes minutes": "printf '*a_%.0s' $(seq 8000)",
  "is nested too deeply": "printf '>%.0s' $(seq 20000); echo bottom",
};

for (const [what, print] of Object.entries(CLUMSY))
  test(`a summary that ${what} is shown as plain text, and its page still responds`, async ({ page, project }) => {
    const { id: template_id } = await makeScript(project, "Report", `(${print}) >"$SIGNALBOX_SUMMARY"`);
    const task = await finishTask(project, { template_id });
    const dialog = await open(page, project, task, "summary");
    await expect(dialog.getByText("Too complex to format. Shown as plain text.")).toBeVisible();
    await expect(dialog.locator("pre")).toContainText(/^(\*a_|>){1000}/);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("tab", { name: "Log" }).click();
    await expect(dialog.getByRole("tab", { name: "Log" })).toHaveAttribute("aria-selected", "true");
  });

test("values that a script gives show in the task's dialog, secret ones without their value", async ({
  page,
  project,
}) => {
  const environment = {
    name: "Secrets",
    json: "{}",
    env: "{}",
    project_id: project.id,
    secrets: [{ type: "env", name: "PASSWORD", secret: "canary-of-browser", operation: "create" }],
  };
  const { id: environment_id } = await project.make("environment", environment);
  const script = `
echo "image=shop:1.2" >>"$SIGNALBOX_OUTPUT"
echo "url=postgres://app:$PASSWORD@db" >>"$SIGNALBOX_OUTPUT"
`;
  const { id: template_id } = await makeScript(project, "Values", script);
  await changeTemplate(page.request, project, template_id, { environment_id });
  const task = await finishTask(project, { template_id });
  const dialog = await open(page, project, task, "log");
  await dialog.getByText("2 outputs").click();
  const outputs = dialog.locator("details dl");
  await expect(outputs.getByText("shop:1.2")).toBeVisible();
  await expect(outputs.getByText("sensitive")).toBeVisible();
  await expect(outputs.getByRole("button", { name: "Copy" })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await outputs.getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("shop:1.2");
  expect(await page.content()).not.toContain("canary-of-browser");
});

const CODE = (size: string) => `resource "terraform_data" "web" {
  input            = "${size}"
  triggers_replace = "${size}"
}
resource "terraform_data" "worker" { input = "${size}" }
`;

const hasTerraform = () =>
  process.env.PATH?.split(":").some((folder) => existsSync(join(folder, "terraform"))) ?? false;

/** A template with this code; the function changes the code. */
async function makeTerraform(project: OwnProject, code: string) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-e2e-plan-"));
  const change = (text: string) => writeFileSync(join(folder, "main.tf"), text);
  change(code);
  const [key] = await project.read<{ id: number }[]>("keys");
  const [environment] = await project.read<{ id: number }[]>("environment");
  const source = { name: "infra", git_url: folder, git_branch: "", ssh_key_id: key?.id };
  const { id: repository_id } = await project.make("repositories", source);
  const ids = { repository_id, environment_id: environment?.id };
  const { id } = await project.make("templates", { name: "infra", app: "terraform", playbook: "", ...ids });
  return { id, change };
}

test("a plan shows what it changes, by action, and replacing asks for the count", async ({ page, project }) => {
  test.skip(!hasTerraform(), "no terraform");
  const { id: template_id, change } = await makeTerraform(project, CODE("small"));
  await finishTask(project, { template_id, params: { auto_approve: true } });
  change(CODE("large"));
  const { id: task } = await project.make("tasks", { template_id });
  const dialog = await open(page, project, task, "plan");
  const replaced = dialog.getByRole("listitem").filter({ hasText: "terraform_data.web" });
  await expect(replaced).toContainText("replaced because of triggers_replace", { timeout: 60_000 });
  await replaced.getByText("terraform_data.web").click();
  await expect(replaced.getByRole("row", { name: /input/ })).toContainText('"small"');
  await expect(page).toHaveURL(/#plan:resources:terraform_data\.web/);
  expect(await violations(page)).toEqual([]);
  await expect(dialog.getByRole("tabpanel")).toContainText("0 to add1 to change1 to replace0 to destroy");
  await expect(dialog.getByRole("button", { name: "replace 1" })).toBeVisible();
  await dialog.getByRole("button", { name: "update 1" }).click();
  await expect(replaced).toHaveCount(0);
  const confirm = dialog.getByRole("button", { name: "Confirm", exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Type 1 to confirm").fill("1");
  await confirm.click();
  await expect
    .poll(async () => (await project.read<{ status: string }>(`tasks/${task}`)).status, { timeout: 60_000 })
    .toBe("success");
});

test("a link to a resource of a long plan opens it, also another one on the same page", async ({ page, project }) => {
  test.skip(!hasTerraform(), "no terraform");
  const { id: template_id } = await makeTerraform(project, 'resource "terraform_data" "r" { count = 320 }\n');
  const { id: task } = await project.make("tasks", { template_id });
  await expect
    .poll(async () => (await project.read<{ status: string }>(`tasks/${task}`)).status, { timeout: 60_000 })
    .toBe("waiting_confirmation");
  await page.goto(project.at(`tasks/${task}?tab=plan#plan:resources:terraform_data.r[319]`));
  const resource = (number: number) => page.getByText(`terraform_data.r[${number}]`, { exact: true });
  await expect(resource(319)).toBeInViewport();
  await expect(page.locator("details[open]").filter({ has: resource(319) })).toBeVisible();
  await page.evaluate(() => {
    window.location.hash = "#plan:resources:terraform_data.r%5B7%5D";
  });
  await expect(resource(7)).toBeInViewport();
  await expect(page.locator("details[open]").filter({ has: resource(7) })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
