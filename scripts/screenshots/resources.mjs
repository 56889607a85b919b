/** What the pages of resources show: a history, several environments in a template, and a restore with a report. */
export async function fillResources(client, { project, backup, repository_id }) {
  const of = (path) => `/project/${project}${path}`;
  const named = async (list, name) => (await client.get(of(list))).find((one) => one.name === name);
  const change = async (path, fields) => {
    const stored = await client.get(of(path));
    await client.call("PUT", of(path), { ...stored, ...fields });
  };
  const key = await named("/keys", "Web servers");
  await change(`/keys/${key.id}`, { name: "Web server" });
  await change(`/keys/${key.id}`, { name: key.name });
  const { id: environment } = await named("/environment", "Production");
  await change(`/environment/${environment}`, { json: JSON.stringify({ region: "eu-central-1", replicas: 4 }) });

  const defaults = { region: "us-east-1", replicas: 1, log_level: "info" };
  const { id: shared } = await client.post(of("/environment"), {
    name: "Shared defaults",
    json: JSON.stringify(defaults),
    env: JSON.stringify({ HTTP_PROXY: "", TZ: "UTC" }),
  });
  const { id: unused } = await client.post(of("/environment"), { name: "Staging", json: "{}" });
  const { id: merged } = await client.post(of("/templates"), {
    name: "Settle the accounts",
    app: "bash",
    playbook: "build.sh",
    repository_id,
    environment_id: shared,
    environment_ids: [shared, environment],
  });
  for (const project_runner of [
    { name: "shop-runner-1", max_parallel_tasks: 2, active: true, tags: ["shop"] },
    { name: "shop-runner-2", max_parallel_tasks: 0, active: false, tags: [] },
  ])
    await client.post(of("/runners"), project_runner);
  const odd = oddBackup(backup);
  const { id: restored } = await client.post("/projects/restore", { ...odd, meta: { name: "Moved from elsewhere" } });
  return { key: key.id, environment, unused, merged, odd, restored };
}

/** A file with much that has to be adjusted. */
function oddBackup(backup) {
  const [template] = backup.templates;
  const broken = { ...template, name: "Nightly report", type: "deploy", build_template: null, start_version: null };
  return {
    ...backup,
    keys: [...backup.keys, { name: "Router console", type: "telnet" }],
    templates: [...backup.templates, broken, { ...template, name: "Old arguments", arguments: '"--verbose"' }],
    schedules: [
      { name: "Impossible", template: template.name, cron_format: "61 4 * * *", active: true },
      { name: "Gone", template: "A template that is not in this file", cron_format: "0 4 * * *", active: true },
    ],
  };
}
