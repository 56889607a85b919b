import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { until } from "../../bench/product.mjs";

const REPORT = `
cat >"$SIGNALBOX_SUMMARY" <<'MD'
# Deployed 3.4.0

| host | version | state |
|---|---|---|
| web-1 | 3.4.0 | **updated** |
| web-2 | 3.4.0 | **updated** |
| web-3 | 3.3.2 | skipped |

- The cache was warmed in \`12.4 s\`.
- See the [release notes](https://example.com/notes).
MD
cat >"$SIGNALBOX_ARTIFACTS/junit.xml" <<'XML'
<testsuites><testsuite name="checkout"><testcase name="adds an item" time="0.12"/><testcase name="applies a voucher" time="1.31"><failure message="expected 90.00, got 100.00">at checkout.spec.ts:41
  expect(total).toBe("90.00")</failure></testcase><testcase name="pays by card" time="2.4"/><testcase name="pays by invoice"><skipped/></testcase></testsuite></testsuites>
XML
echo '<h1>Coverage</h1><p>91.4 % of lines</p>' >"$SIGNALBOX_ARTIFACTS/coverage.html"
head -c 48000 /dev/zero >"$SIGNALBOX_ARTIFACTS/bundle.tar"
echo "image=registry.example.com/shop:3.4.0" >>"$SIGNALBOX_OUTPUT"
echo "pages=42" >>"$SIGNALBOX_OUTPUT"
`;
const PLAY = `---
- name: Roll out the shop
  hosts: all
  gather_facts: false
  tasks:
    - { name: Read the release, command: "true", changed_when: false }
    - { name: Write the configuration, copy: { dest: "{{ playbook_dir }}/out-{{ inventory_hostname }}", content: "new\\n" } }
    - { name: Check the disk, fail: { msg: "no space left on /var" }, when: inventory_hostname == "web-3" }
    - { name: Restart the service, command: "sleep 0.2" }
    - { name: Purge the old cache, command: "true", when: inventory_hostname is match("db") }
    - { name: Wait for the health check, command: "true", changed_when: false }
`;
const HOSTS = ["web-1", "web-2", "web-3", "web-4", "db-1", "db-2", "cache-1", "queue-1"];
const INVENTORY = HOSTS.map(
  (name) => `${name} ansible_connection=local ansible_python_interpreter="{{ ansible_playbook_python }}"`,
).join("\n");

/** Runs whose tabs are full: workflows, results, comparisons and a plan that deletes. Name → id. */
export async function startRuns(client, { project, templates, environment_id }) {
  const of = (path) => `/project/${project}${path}`;
  const [key] = await client.get(of("/keys"));
  const start = async (template_id, more = {}) => (await client.post(of("/tasks"), { template_id, ...more })).id;
  const ends = (id) => until(async () => (await client.get(of(`/tasks/${id}`))).end, 120_000);
  const finished = async (template_id, more) => {
    const id = await start(template_id, more);
    await ends(id);
    return id;
  };
  const repository = async (name, files) => {
    const made = makeRepository(files);
    const git_url = `file://${made.folder}`;
    const { id } = await client.post(of("/repositories"), { name, git_url, git_branch: "main", ssh_key_id: key.id });
    return { id, commit: made.commit };
  };
  const template = async (name, app, playbook, more) =>
    (await client.post(of("/templates"), { name, app, playbook, environment_id, ...more })).id;

  const scripts = await repository("Scripts", { "run.sh": REPORT, "site.yml": PLAY });
  const report = await template("Publish the release", "bash", "run.sh", { repository_id: scripts.id });
  const results = await finished(report);
  scripts.commit("Refuse a full disk", { "run.sh": `${REPORT}\necho "disk full" >&2; exit 3\n` });
  const failing = await finished(report, { message: "Once more with the new check" });
  const again = await finished(report, { debug: true });

  const inventory = { name: "Data centre", type: "static", inventory: INVENTORY, ssh_key_id: key.id };
  const { id: inventory_id } = await client.post(of("/inventory"), inventory);
  const play = await template("Roll out to the data centre", "ansible", "site.yml", {
    repository_id: scripts.id,
    inventory_id,
  });
  const hosts = await finished(play, { diff: true });

  return {
    results,
    failing,
    again,
    hosts,
    report,
    play,
    destroying: await startPlan({ client, of, repository, template, start, finished }),
    ...(await startWorkflows({ client, of, templates, template, start, ends })),
  };
}

async function startPlan({ client, of, repository, template, start, finished }) {
  const resource = (name, count) => `resource "terraform_data" "${name}" {\n  count = ${count}\n  input = "v1"\n}\n`;
  const code = await repository("Network code", { "main.tf": resource("router", 6) });
  const stack = await template("Routers", "terraform", "", { repository_id: code.id });
  await finished(stack, { params: { auto_approve: true } });
  code.commit("Replace the routers", { "main.tf": resource("gateway", 3) });
  const id = await start(stack);
  await until(async () => (await client.get(of(`/tasks/${id}`))).status === "waiting_confirmation", 120_000);
  return id;
}

/** One run of the demo's workflow for each result that it can have. */
async function startWorkflows({ client, of, templates, template, start, ends }) {
  const { id: workflow } = templates.find(({ name }) => name === "Release the shop");
  const stored = await client.get(of(`/templates/${workflow}`));
  await client.call("PUT", of(`/templates/${workflow}`), { ...stored, allow_parallel_tasks: true });
  const run = (result) => start(workflow, { environment: JSON.stringify({ result }) });
  const nodeOf = async (id, key) => (await client.get(of(`/tasks/${id}/nodes`))).nodes.find((node) => node.key === key);
  const asked = (id) => until(async () => (await nodeOf(id, "approval"))?.status === "waiting", 120_000);
  const decide = (id, body) => client.post(of(`/tasks/${id}/nodes/approval/decide`), body);

  const [good, bad, rejected, waiting] = [await run("pass"), await run("fail"), await run("pass"), await run("pass")];
  for (const id of [good, bad, rejected, waiting]) await asked(id);
  await decide(good, { approve: true, note: "The queue is empty" });
  await decide(bad, { approve: true, note: "" });
  await decide(rejected, { approve: false, note: "Not before the sale ends" });
  for (const id of [good, bad, rejected]) await ends(id);
  const large = await template("Rebuild every region", "workflow", "", { graph: largeGraph(templates) });
  return { workflow, good, bad, rejected, waitingRun: waiting, large, largeRun: await start(large) };
}

/** Six regions with five steps each, between a first and a last node, and a node that nothing names. */
function largeGraph(templates) {
  const { id: template_id } = templates.find(({ name }) => name === "Ping Site");
  const regions = ["eu_central", "eu_west", "us_east", "us_west", "asia_south", "asia_east"];
  const steps = ["drain", "patch", "restart", "check", "admit"];
  const node = (key, name) => ({ kind: "template", key, name, template_id });
  const nodes = [node("prepare", "Prepare"), node("report", "Report to the customers of every region")];
  const edges = [];
  for (const region of regions) {
    const keys = steps.map((step) => `${region}_${step}`);
    nodes.push(...keys.map((key) => node(key, key.replaceAll("_", " "))));
    const chain = ["prepare", ...keys, "report"];
    for (let at = 1; at < chain.length; at++) edges.push({ from: chain[at - 1], to: chain[at], on: "success" });
  }
  return { nodes, edges };
}

/** A local git repository on "main", and the function that commits to it. */
function makeRepository(files) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-screenshots-"));
  chmodSync(folder, 0o755);
  const git = (...words) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=Ann Archer", "-c", "user.email=ann@example.com", ...words]);
  const commit = (message, changed) => {
    for (const [path, text] of Object.entries(changed)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git("add", ".");
    git("commit", "--quiet", "--message", message);
  };
  git("init", "--quiet", "--initial-branch", "main");
  commit("Add the scripts", files);
  return { folder, commit };
}
