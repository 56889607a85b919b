import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../bench/product.mjs";

const SERVE = `
trap 'exit 1' TERM INT
echo "Watching the shop"
n=0
while :; do
  n=$((n + 1))
  printf '\\033[2m12:%02d:%02d\\033[0m \\033[32m200\\033[0m GET /products/%d in %d ms\\n' $((n / 60 % 60)) $((n % 60)) $n $((n * 7 % 90))
  [ $n -lt 400 ] || sleep 1
done
`;
const STOPPED =
  "trap 'echo \"Told to stop; rolling back\"; exit 1' TERM INT\necho working\nwhile :; do sleep 0.1; done\n";
const FAIL = `
for n in $(seq 1 60); do echo "Checking table orders_$n … ok"; done
printf '\\033[31mfatal\\033[0m: could not open lock file "/var/lock/migrate": Permission denied\\n' >&2
for n in $(seq 1 20); do echo "Rolling back step $n"; done
exit 3
`;
const SLOW = "echo started; sleep 60\n";
const PLAYBOOK = `---
- name: Roll out the shop
  hosts: web
  gather_facts: false
  tasks:
    - name: Put the version in place
      ansible.builtin.command: "true"
    - name: Check the certificate
      ansible.builtin.assert:
        that: inventory_hostname != 'web3'
        fail_msg: The certificate of web3 ends tomorrow
    - name: Take it back in
      ansible.builtin.command: "true"
      changed_when: false
`;
const LOCAL = 'ansible_connection=local ansible_python_interpreter="{{ ansible_playbook_python }}"';
const HOSTS = `[web]
${[1, 2, 3, 4, 5].map((n) => `web${n} ${LOCAL}`).join("\n")}
web6 ansible_host=127.0.0.1 ansible_port=9
`;

/** Creates a task in each state: name → id. */
export async function startTasks(client, { project, templates, environment_id }) {
  const of = (path) => `/project/${project}${path}`;
  const folder = makeScripts();
  const [key] = await client.get(of("/keys"));
  const repository = { name: "Operations", git_url: folder, git_branch: "", ssh_key_id: key.id };
  const { id: repository_id } = await client.post(of("/repositories"), repository);
  const { id: inventory_id } = await client.post(of("/inventory"), {
    name: "Web servers",
    type: "static",
    inventory: HOSTS,
    ssh_key_id: key.id,
  });
  const template = async (name, playbook, more = {}) =>
    (await client.post(of("/templates"), { name, app: "bash", playbook, repository_id, environment_id, ...more })).id;
  const start = async (template_id, more = {}) => (await client.post(of("/tasks"), { template_id, ...more })).id;
  const idOf = (name) => templates.find((one) => one.name === name).id;
  const reaches = (id, ...states) =>
    until(async () => {
      const { status, end } = await client.get(of(`/tasks/${id}`));
      if (end && !states.includes(status)) throw new Error(`task ${id} ended with ${status}`);
      return states.includes(status);
    }, 120_000);

  const build = await start(idOf("Build"), { message: "Release of the week" });
  const confirm = await start(idOf("Create Servers"), { message: "Two more before the sale" });
  const failed = await start(await template("Migrate the database", "fail.sh"));
  const ansible = { app: "ansible", inventory_id, allow_parallel_tasks: true };
  const hosts = await start(await template("Renew certificates", "site.yml", ansible));
  const stopped = await start(await template("Import the catalogue", "stopped.sh"));
  await reaches(stopped, "running");
  await client.post(of(`/tasks/${stopped}/stop`));
  await reaches(stopped, "stopped");
  for (const id of [build, failed, hosts]) await reaches(id, "success", "error");
  await reaches(confirm, "waiting_confirmation");
  const timed = await start(await template("Reindex", "slow.sh", { timeout_seconds: 1 }));
  await reaches(timed, "error");
  const watch = await template("Watch the shop", "serve.sh");
  const running = await start(watch, { message: "While the sale lasts" });
  await reaches(running, "running");
  const waiting = await start(watch);
  const untaken = await start(await template("Train the model", "serve.sh", { runner_tag: "tpu" }));
  return { build, confirm, failed, hosts, stopped, timed, running, waiting, untaken };
}

function makeScripts() {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-screenshots-"));
  chmodSync(folder, 0o755);
  const files = { "serve.sh": SERVE, "stopped.sh": STOPPED, "fail.sh": FAIL, "slow.sh": SLOW, "site.yml": PLAYBOOK };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
