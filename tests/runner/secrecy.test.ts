import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Job } from "@/lib/protocol/job";
import { pathWith } from "../support/fake-tools";
import { makeCertificate, serveHttp, serveSsh } from "../support/git-servers";
import { inventory, repository } from "../support/job";
import { ProcessSpy } from "../support/process-spy";
import { makeRepository } from "../support/repositories";
import { runnerSite } from "../support/runner-site";
import { findTool, requireSsh, requireTool } from "../support/tools";

/** For every application: no secret in any process's arguments, and nothing left of the attempt. */
const site = runnerSite();
let spy: ProcessSpy;
beforeEach(() => {
  spy = new ProcessSpy();
});
afterEach(() => spy.end());

const SECRETS = {
  secret_vars: { VAR_SECRET: "variable-s3cret" },
  secret_env: { ENV_SECRET: "environment-s3cret" },
};
const login = (password: string) => ({ type: "login_password", login: "robot", password }) as const;

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile())
    : [];

/** Runs the job while its processes are watched; `seen` proves that they were observed. */
async function runWatched(changes: Partial<Job>, seen: string, secrets: string[]): Promise<void> {
  const task = site.console.add({ repository: site.files, ...SECRETS, ...changes });
  await site.console.finished(task, 60_000);
  expect(task.status, task.lines.join("\n")).toBe("success");
  await site.console.until("the attempt is gone", () => site.attempts().length === 0);
  const all = [...secrets, ...Object.values(SECRETS).flatMap((values) => Object.values(values))];
  expect(spy.with(seen)).not.toEqual([]);
  expect(spy.with(...all)).toEqual([]);
  expect(filesBelow(site.dataDir).filter((path) => all.some((text) => readFileSync(path).includes(text)))).toEqual([]);
  const told = JSON.stringify(site.console.calls);
  expect(all.filter((text) => told.includes(text))).toEqual([]);
}

const SCRIPT = 'sleep 0.3; test "$VAR_SECRET$ENV_SECRET" = variable-s3cretenvironment-s3cret\n';

test("scripts: bash, powershell, python and an administrator's", async () => {
  site.write("watched.sh", SCRIPT);
  site.write("watched.py", "import os, time\ntime.sleep(0.3)\nassert os.environ['VAR_SECRET'] == 'variable-s3cret'\n");
  await site.start({ PATH: pathWith(site.folder, "pwsh") });
  const custom = { app: "custom", app_path: "sh", app_args: ["-e"] };
  await Promise.all([
    runWatched({ app: "bash", playbook: "watched.sh" }, "bash watched.sh", []),
    runWatched({ app: "powershell", playbook: "watched.sh" }, "-File watched.sh", []),
    runWatched({ app: "python", playbook: "watched.py" }, "python3 watched.py", []),
    runWatched({ ...custom, playbook: "watched.sh" }, "sh -e watched.sh", []),
  ]);
});

requireTool("terraform").each(["terraform", "tofu"])("%s", async (app) => {
  site.write(
    "main.tf",
    'variable "VAR_SECRET" { type = string }\nresource "terraform_data" "x" {\n  input = sha256(var.VAR_SECRET)\n  provisioner "local-exec" { command = "sleep 0.3" }\n}\n',
  );
  await site.start({ PATH: pathWith(site.folder, "tofu") });
  const job = { app, playbook: "", auto_approve: true, extra_vars: { list: [1] } };
  await runWatched(job, "apply -input=false", []);
});

(findTool("pulumi") ? test.skip : test)("pulumi", async () => {
  site.write("resources", "bucket\n");
  await site.start({ PATH: pathWith(site.folder, "pulumi") });
  const env = { PULUMI_BACKEND_URL: `file://${site.folder}`, PULUMI_STACK: "dev", WATCHED: "1" };
  await runWatched({ app: "pulumi", playbook: "", auto_approve: true, env }, "--skip-preview", []);
});

requireTool("ansible-playbook")("ansible, with every kind of password", async () => {
  const vaultFile = join(site.folder, "vault");
  writeFileSync(vaultFile, "vault-passw0rd");
  const environment = { NODE_ENV: "test", PATH: process.env.PATH, HOME: site.folder } as const;
  const args = ["encrypt_string", "--vault-id", `v@${vaultFile}`, "hidden", "--name", "vaulted"];
  site.write("vars.yml", execFileSync("ansible-vault", args, { env: environment }).toString());
  site.write(
    "site.yml",
    "- hosts: all\n  gather_facts: false\n  vars_files: [vars.yml]\n  tasks:\n    - assert: { that: [vaulted == 'hidden', VAR_SECRET == 'variable-s3cret'] }\n    - command: sleep 0.3\n",
  );
  await site.start();
  const key = login("connection-passw0rd");
  const become_key = login("become-passw0rd");
  const content = "localhost ansible_connection=local ansible_password=inventory-passw0rd\n";
  await runWatched(
    {
      app: "ansible",
      playbook: "site.yml",
      inventory: inventory({ content, key, become_key }),
      vaults: [{ name: "v", password: "vault-passw0rd" }],
    },
    "ansible-playbook -i",
    ["connection-passw0rd", "become-passw0rd", "inventory-passw0rd", "vault-passw0rd"],
  );
});

requireTool("git-http-backend", "openssl")("git over https", async () => {
  makeRepository(join(site.folder, "origin"), { "watched.sh": "sleep 0.3\n" });
  const certificate = makeCertificate(site.folder);
  const server = await serveHttp(site.folder, "robot", "git-passw0rd", certificate);
  await site.start({ SIGNALBOX_RUNNER_CA_FILE: certificate.ca });
  const url = `${server.url}/origin/.git`;
  const job = { repository: repository(url, { key: login("git-passw0rd") }), playbook: "watched.sh" };
  await runWatched(job, "fetch --progress", ["git-passw0rd"]);
  await server.stop();
});

requireSsh()("git over ssh", async () => {
  const origin = makeRepository(join(site.folder, "origin"), { "watched.sh": "sleep 0.3\n" });
  const sshd = await serveSsh(site.folder);
  try {
    await site.start();
    const key = { type: "ssh", login: sshd.user, passphrase: sshd.passphrase, private_key: sshd.key } as const;
    const job = { repository: repository(`ssh://127.0.0.1:${sshd.port}${origin}`, { key }), playbook: "watched.sh" };
    await runWatched(job, "ssh-agent -D", [sshd.passphrase, sshd.key.split("\n")[2] ?? ""]);
  } finally {
    await sshd.stop();
  }
});
