const inDialog = (page, name) => page.getByRole("dialog").last().getByRole("button", { name }).first();
const showList = (page) => inDialog(page, /^List$/).click();
const editor = (page) => page.locator("[data-field=graph]");

/** Shows a view of the editor, with its end in sight. */
const showView = (name) => async (page) => {
  await editor(page).getByRole("tab", { name }).click();
  await editor(page).evaluate((element) => element.scrollIntoView({ block: "end" }));
};

/** Opens a node of the editor's outline, which phones begin with. */
const editNode = (key) => async (page) => {
  await showView("Outline")(page);
  await editor(page).locator(`[data-row="${key}"]`).click();
};

/** What a run whose smoke test passes would do. */
async function preview(page) {
  await page.getByRole("banner").getByRole("button", { name: "Run" }).click();
  await page.getByRole("combobox", { name: "Smoke test" }).click();
  await page.getByRole("option", { name: "Pass" }).click();
  await inDialog(page, "Preview").click();
  await page.getByRole("dialog", { name: "What would run" }).getByRole("status").waitFor();
}

async function breakText(page) {
  await showView("YAML")(page);
  await editor(page).getByRole("textbox", { name: "YAML" }).fill("nodes:\n  package:\n    template: Shop: Pack\n");
}

/** Runs of workflows and the tabs of a task's results. */
export function runScenes({ typical, runs }) {
  const at = (path) => `/project/${typical.project}${path}`;
  const run = (id, query = "") => at(`/history?t=${id}${query}`);
  const scene = (name, path, act) => ({ name, path, act });
  const form = at(`/templates/${runs.workflow}/edit`);
  return [
    scene("workflow", at(`/templates/${runs.workflow}`)),
    scene("workflow-graph-list", at(`/templates/${runs.workflow}`), (page) =>
      page.getByRole("region", { name: "Workflow" }).getByRole("button", { name: "List" }).click(),
    ),
    scene("workflow-preview", at(`/templates/${runs.workflow}`), preview),
    scene("workflow-preview-failure", at(`/templates/${runs.workflow}`), async (page) => {
      await preview(page);
      await inDialog(page, /^Smoke test/).press("Enter");
    }),
    scene("workflow-editor-full", form, async (page) => {
      await showView("Graph")(page);
      await editor(page).getByRole("button", { name: "Full screen" }).click();
      await editor(page).locator('.react-flow__node[data-id="deploy"]').click();
    }),
    scene("workflow-editor-collapsed", form, async (page) => {
      await showView("Graph")(page);
      await editor(page).locator('.react-flow__node[data-id="deploy"]').click();
      await page.keyboard.press("Shift+B");
    }),
    scene("workflow-editor", form, showView("Graph")),
    scene("workflow-editor-node", form, editNode("deploy")),
    scene("workflow-editor-approval", form, editNode("approval")),
    scene("workflow-editor-yaml", form, showView("YAML")),
    scene("workflow-editor-yaml-wrong", form, breakText),
    scene("workflow-editor-empty", at("/templates/new/edit?app=workflow")),
    scene("workflow-editor-large", at(`/templates/${runs.large}/edit`), showView("Graph")),
    scene("workflow-run", run(runs.good)),
    scene("workflow-run-list", run(runs.good), showList),
    scene("workflow-run-log", run(runs.good, "&node=smoke_test")),
    scene("workflow-run-items", run(runs.good, "&node=deploy")),
    scene("workflow-run-approved", run(runs.good, "&node=approval")),
    scene("workflow-run-timeline", run(runs.good, "&tab=timeline")),
    scene("workflow-run-failed", run(runs.bad)),
    scene("workflow-run-failed-log", run(runs.bad, "&node=smoke_test")),
    scene("workflow-run-resume", run(runs.bad), (page) => inDialog(page, "Resume").click()),
    scene("workflow-run-resume-chosen", run(runs.bad), async (page) => {
      await inDialog(page, "Resume").click();
      await page.getByRole("radio", { name: "Chosen nodes" }).click();
    }),
    scene("workflow-run-rejected", run(runs.rejected, "&node=roll_back")),
    scene("workflow-run-waiting", run(runs.waitingRun)),
    scene("workflow-run-waiting-node", run(runs.waitingRun, "&node=approval")),
    scene("workflow-run-large", run(runs.largeRun)),
    scene("workflow-run-large-timeline", run(runs.largeRun, "&tab=timeline")),
    scene("workflow-run-page", at(`/tasks/${runs.bad}`)),
    scene("approvals", "/approvals"),
    scene("result-summary", run(runs.results, "&tab=summary")),
    scene("result-tests", run(runs.results, "&tab=tests")),
    scene("result-artifacts", run(runs.results, "&tab=artifacts")),
    scene("result-artifact", run(runs.results, "&tab=artifacts"), async (page) => {
      const item = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "coverage.html" });
      await item.getByRole("button", { name: "Show" }).click();
    }),
    scene("result-details", run(runs.results, "&tab=details")),
    scene("result-log", run(runs.results, "&tab=log")),
    scene("result-failure", run(runs.again)),
    scene("result-compare", run(runs.again, `&tab=compare&with=${runs.results}`)),
    scene("result-compare-log", run(runs.again, `&tab=compare&with=${runs.results}`), (page) =>
      inDialog(page, "Compare the logs").click(),
    ),
    scene("result-hosts", run(runs.hosts, "&tab=hosts")),
    scene("result-hosts-cell", run(runs.hosts, "&tab=hosts&host=web-3&step=2")),
    scene("result-timeline", run(runs.hosts, "&tab=timeline")),
    scene("result-plan", run(runs.destroying, "&tab=plan")),
    scene("result-plan-typed", run(runs.destroying), (page) =>
      page
        .getByRole("dialog")
        .getByLabel(/^Type 6 to confirm/)
        .fill("6"),
    ),
    scene("statistics-hosts", at("/statistics"), (page) =>
      page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight)),
    ),
  ];
}
