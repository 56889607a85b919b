const button = (page, name) => page.getByRole("dialog").getByRole("button", { name }).first();

/** The log of a task in every state, and the dialogs that open from it. */
export function taskScenes({ tasks, typical }) {
  const at = (id) => `/project/${typical.project}/history?t=${id}`;
  const tools = [
    ["build", "copied", async (page) => button(page, /^Copy the log/).click()],
    [
      "failed",
      "found",
      async (page) => {
        await button(page, /^Find in the log/).click();
        await page.getByRole("dialog").getByRole("searchbox").fill("table");
      },
    ],
    [
      "failed",
      "times-wrapped",
      async (page) => {
        await button(page, "Show times").click();
        await button(page, /^Wrap long lines/).click();
      },
    ],
    ["failed", "not-found", async (page) => search(page, "no such text")],
    ["running", "paused", async (page) => button(page, /^Go to top/).click()],
    ["failed", "again", async (page) => button(page, "Start with options").click()],
    ["running", "stop", async (page) => button(page, "Stop").hover()],
  ];
  return [
    ...Object.entries(tasks).map(([state, id]) => ({ name: `task-${state}`, path: at(id) })),
    ...tools.map(([state, what, act]) => ({ name: `task-${state}-${what}`, path: at(tasks[state]), act })),
    { name: "task-page", path: `/project/${typical.project}/tasks/${tasks.hosts}` },
    { name: "task-page-running", path: `/project/${typical.project}/tasks/${tasks.running}` },
    { name: "task-missing", path: at(999_999) },
    { name: "task-line", path: `${at(tasks.failed)}#L30-L34` },
  ];
}

async function search(page, text) {
  await button(page, /^Find in the log/).click();
  await page.getByRole("dialog").getByRole("searchbox").fill(text);
}
