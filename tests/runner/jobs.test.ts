import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { inventory, repository } from "../support/job";
import { makeRepository } from "../support/repositories";
import { runnerSite } from "../support/runner-site";
import { requireTool } from "../support/tools";

const site = runnerSite();

describe("bash", () => {
  test("a script runs with its variables, and its log is in order", async () => {
    site.write("run.sh", 'echo "hello $*"\necho oops >&2\necho bye\n');
    await site.start();
    const task = site.console.add({ repository: site.files, extra_vars: { b: 2, a: "x" }, task_arguments: ["last"] });
    await site.console.finished(task);
    expect(task.lines).toEqual([
      "Preparing task 1 (Test)",
      `Using ${site.files.url} in place`,
      "Running bash run.sh a=x b=2 last",
      "hello a=x b=2 last",
      "oops",
      "bye",
      "bash ended with exit code 0",
    ]);
    expect(task.finish).toMatchObject({ result: "success", reason: null, exit_code: 0, total_lines: 7 });
    expect(task.progress.stages?.map(({ name, first_line }) => [name, first_line])).toEqual([
      ["prepare", 0],
      ["repository", 1],
      ["run", 2],
    ]);
    expect(task.progress.stages?.every(({ start, end }) => end !== null && start <= end)).toBe(true);
    expect(task.times.every((time, index) => index === 0 || time >= (task.times[index - 1] ?? 0))).toBe(true);
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
  });

  test("a failing script is an error with its exit code", async () => {
    site.write("run.sh", "exit 3\n");
    await site.start();
    const task = site.console.add({ repository: site.files });
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "exit_code", exit_code: 3 });
  });

  test("secrets reach the script but not the log, in whatever encoding it prints them", async () => {
    site.write(
      "run.sh",
      'echo "$TOKEN" "$PASSWORD" | tee copy\nprintf %s "$TOKEN" | base64\nprintf "%s" "$TOKEN" | od -An -tx1 | tr -d " \\n"; echo\n',
    );
    await site.start();
    const task = site.console.add({
      repository: site.files,
      secret_vars: { TOKEN: "s3cr3t-token-42" },
      secret_env: { PASSWORD: "pass word" },
    });
    await site.console.finished(task);
    expect(site.console.output(task)).toEqual(
      ["**** ****", "****=", "****"].map((line, index) => (index === 1 ? expect.stringMatching(/^\*\*\*\*/) : line)),
    );
    expect(site.read("copy")).toBe("s3cr3t-token-42 pass word\n");
    expect(JSON.stringify(site.console.calls)).not.toMatch(/s3cr3t-token-42|pass word/);
  });

  test("a script has its own environment and nothing of the runner's", async () => {
    site.write(
      "run.sh",
      'env | cut -d= -f1 | sort | xargs\ntest "$HOME" != "$TMPDIR" && stat -c %a "$HOME" "$TMPDIR" | xargs\ncat /proc/$PPID/environ | tr "\\0" "\\n" | grep -c TOKEN=runner || true\n',
    );
    await site.start({
      DATABASE_URL: "postgres://x",
      AUTH_SECRET: "x",
      EXTRA: "yes",
      SIGNALBOX_RUNNER_FORWARD_ENV: "EXTRA",
    });
    const task = site.console.add({ repository: site.files, env: { MINE: "1" } });
    await site.console.finished(task);
    const [names, modes] = site.console.output(task);
    expect(names).toBe(
      "EXTRA HOME LANG MINE PATH PWD PYTHONUNBUFFERED SHLVL SIGNALBOX_ARTIFACTS SIGNALBOX_OUTPUT SIGNALBOX_SUMMARY SIGNALBOX_TASK_MARK TMPDIR _",
    );
    expect(modes).toBe("700 700");
  });

  test("a secret whose name is none of an environment variable is left out, and named in the log", async () => {
    site.write("run.sh", 'env | grep -c s3cret-value\necho "$OTHER"\n');
    await site.start();
    const secret_vars = { "my-secret": "s3cret-value", OTHER: "plain" };
    const task = site.console.add({ repository: site.files, secret_vars });
    await site.console.finished(task);
    expect(site.console.output(task)).toEqual(["0", "****"]);
    const notes = task.lines.filter((line) => line.startsWith("signalbox: "));
    expect(notes).toEqual([
      "signalbox: the variable my-secret was left out: its name is none of an environment variable",
    ]);
  });

  test("reserved variables are removed, even if the console sends them, and logged", async () => {
    site.write("run.sh", 'echo "$PYTHONPATH,$BASH_ENV,$GIT_DIR,$MANAGED"; setsid sleep 300 &\n');
    await site.start();
    const task = site.console.add({
      repository: site.files,
      env: { SIGNALBOX_TASK_MARK: "mine", GIT_DIR: "/x", PYTHONPATH: "lib" },
      secret_env: { BASH_ENV: "/x", HOME: "/root" },
      secret_vars: { MANAGED: "yes", LD_PRELOAD: "/x.so", ANSIBLE_CONFIG: "from a survey" },
      untrusted_vars: ["ANSIBLE_CONFIG"],
    });
    await site.console.finished(task);
    expect(task.status, task.lines.join("\n")).toBe("success");
    expect(site.console.output(task)).toEqual(["lib,,,yes"]);
    const left = task.lines.flatMap(
      (line) => /^signalbox: the variable (\S+) is reserved and was left out$/.exec(line)?.[1] ?? [],
    );
    expect(left.toSorted()).toEqual([
      "ANSIBLE_CONFIG",
      "BASH_ENV",
      "GIT_DIR",
      "HOME",
      "LD_PRELOAD",
      "SIGNALBOX_TASK_MARK",
    ]);
  });

  test("a task that exceeds its time limit is ended", async () => {
    site.write("run.sh", "echo begin; sleep 60\n");
    await site.start();
    const task = site.console.add({ repository: site.files, timeout_seconds: 1 });
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "timed_out" });
    expect(task.lines.at(-1)).toBe("signalbox: stopped because its time is over");
  });

  test("a missing program, and a missing repository, are reported", async () => {
    await site.start();
    const lacking = site.console.add({ repository: site.files, app: "no-such-tool" });
    const missing = site.console.add({ repository: repository("/no/such/folder") });
    const hostile = site.console.add({ repository: repository("ext::sh -c id") });
    await Promise.all([lacking, missing, hostile].map((task) => site.console.finished(task)));
    expect([lacking, missing, hostile].map((task) => [task.finish?.reason, task.lines.at(-1)])).toEqual([
      ["tool_missing", "signalbox: no-such-tool is not installed on this runner"],
      ["git_failed", "signalbox: there is no directory /no/such/folder on this runner"],
      ["git_failed", "signalbox: the repository address is neither a URL nor an absolute path"],
    ]);
  });

  test("a repository is cloned, and its commit reported", async () => {
    const origin = makeRepository(join(site.folder, "origin"), { "run.sh": "cat data\n", data: "from git\n" });
    await site.start();
    const tasks = [1, 2, 3].map(() => site.console.add({ repository: repository(`file://${origin}`) }));
    for (const task of tasks) {
      await site.console.finished(task);
      expect(site.console.output(task)).toEqual(["from git"]);
      expect(task.progress).toMatchObject({
        commit_hash: expect.stringMatching(/^[0-9a-f]{40}$/),
        commit_message: "first",
      });
    }
  });

  test("200,000 lines arrive unchanged", async () => {
    site.write(
      "run.sh",
      'seq -f "line %.0f of the log, with some more words to make it as long as an ordinary one" 1 200000\n',
    );
    await site.start();
    const task = site.console.add({ repository: site.files });
    const began = performance.now();
    await site.console.finished(task);
    const seconds = (performance.now() - began) / 1_000;
    process.stderr.write(`200,000 lines end to end: ${seconds.toFixed(2)} s, ${Math.round(200 / seconds)}k lines/s\n`);
    const lines = site.console.output(task);
    expect(lines).toHaveLength(200_000);
    expect(lines.every((line, index) => line.startsWith(`line ${index + 1} of`))).toBe(true);
  });

  test("a flood of output is cut in the middle, and the runner's memory stays small", async () => {
    site.write("run.sh", "yes | head -n 2000000; echo the end\n");
    const runner = await site.start();
    const task = site.console.add({ repository: site.files });
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(
        peak,
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${runner.pid}/status`, "utf8"))?.[1]) / 1024,
      );
    }, 50);
    await site.console.finished(task);
    clearInterval(timer);
    process.stderr.write(`flood: runner at most ${Math.round(peak)} MB\n`);
    expect(peak).toBeLessThan(400);
    expect(task.lines.length).toBeLessThan(1_600_000);
    expect(
      task.lines.filter((line) => /^signalbox: \d+ lines are left out here, because the log is too long$/.test(line)),
    ).toHaveLength(1);
    expect(task.lines.at(-2)).toBe("the end");
    expect(task.status).toBe("success");
  });

  test("many tasks run in parallel, each once", async () => {
    site.write("run.sh", 'echo "$1" >> ran; echo "$1"\n');
    await site.start();
    const tasks = Array.from({ length: 100 }, (_, index) =>
      site.console.add({ repository: site.files, task_arguments: [`task-${index}`] }),
    );
    const began = performance.now();
    for (const task of tasks) await site.console.finished(task);
    process.stderr.write(`100 bash tasks: ${((performance.now() - began) / 1_000).toFixed(2)} s\n`);
    for (const [index, task] of tasks.entries()) expect(site.console.output(task)).toEqual([`task-${index}`]);
    expect(site.read("ran").trim().split("\n").sort()).toEqual(tasks.map((_, index) => `task-${index}`).sort());
  });
});

describe("python", () => {
  test("a script's lines arrive while it runs", async () => {
    site.write("run.py", "import sys, time\nprint('first', sys.argv[1:])\ntime.sleep(1.5)\nprint('second')\n");
    await site.start();
    const task = site.console.add({
      repository: site.files,
      app: "python",
      playbook: "run.py",
      extra_vars: { a: true },
    });
    await site.console.until("the first line is there", () => task.lines.includes("first ['a=true']"));
    expect(task.lines).not.toContain("second");
    await site.console.finished(task);
    expect(task.status).toBe("success");
  });
});

describe("ansible", () => {
  const withAnsible = requireTool("ansible-playbook");
  const PLAY = `
- hosts: all
  gather_facts: false
  tasks:
    - debug: msg="plain {{ plain }} secret {{ secret | length }} survey {{ survey }} vault {{ vaulted }}"
    - debug: var=secret
    - debug: msg="{{ semaphore_vars.task_details.username }} {{ mine }}"
`;

  withAnsible(
    "a playbook gets variables, secrets and vault passwords; users' input is not templated; hosts are reported",
    async () => {
      const vaultFile = join(site.folder, "vault");
      writeFileSync(vaultFile, "vault-passw0rd");
      const vaulted = execFileSync(
        "ansible-vault",
        ["encrypt_string", "--vault-id", `prod@${vaultFile}`, "hidden value", "--name", "vaulted"],
        { env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: site.folder } },
      );
      site.write("vars.yml", vaulted.toString());
      site.write("site.yml", PLAY.replace("gather_facts: false", "gather_facts: false\n  vars_files: [vars.yml]"));
      await site.start();
      const task = site.console.add({
        repository: site.files,
        app: "ansible",
        playbook: "site.yml",
        inventory: inventory({
          content: "[all]\nweb-1 ansible_connection=local ansible_python_interpreter=/usr/bin/python3\n",
        }),
        vaults: [{ name: "prod", password: "vault-passw0rd" }],
        extra_vars: {
          plain: "value",
          survey: "{{ lookup('pipe', 'touch canary') }}",
          mine: "{{ inventory_hostname }}",
        },
        untrusted_vars: ["survey"],
        secret_vars: { secret: "se{{cr}}et-value" },
      });
      await site.console.finished(task);
      const text = stripVTControlCharacters(task.lines.join("\n"));
      expect(task.finish, text).toMatchObject({ result: "success", exit_code: 0 });
      expect(text).toContain("plain value secret 16 survey {{ lookup('pipe', 'touch canary') }} vault hidden value");
      expect(text).toContain("alice web-1");
      expect(text).toContain('"secret": "****"');
      expect(text).not.toMatch(/se\{\{cr\}\}et|vault-passw0rd/);
      expect(() => site.read("canary")).toThrow();
      expect(task.lines.join("\n")).toContain("\u001b[");
      expect(task.progress.hosts).toEqual([
        { host: "web-1", ok: 3, changed: 0, unreachable: 0, failed: 0, skipped: 0 },
      ]);
    },
  );

  withAnsible("a failing play is an error that names the failed host", async () => {
    site.write("site.yml", "- hosts: all\n  gather_facts: false\n  tasks: [{fail: {msg: no}}]\n");
    await site.start();
    const task = site.console.add({
      repository: site.files,
      app: "ansible",
      playbook: "site.yml",
      inventory: inventory(),
    });
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "exit_code", exit_code: 2 });
    expect(task.progress.hosts).toMatchObject([{ host: "localhost", failed: 1 }]);
  });

  withAnsible("requirements are installed into the attempt's own home", async () => {
    site.write("requirements.yml", "collections: []\nroles: []\n");
    site.write(
      "site.yml",
      "- hosts: all\n  gather_facts: false\n  tasks: [{debug: {msg: \"home {{ lookup('env', 'HOME') }}\"}}]\n",
    );
    await site.start();
    const task = site.console.add({
      repository: site.files,
      app: "ansible",
      playbook: "site.yml",
      inventory: inventory(),
    });
    await site.console.finished(task);
    expect(task.status, task.lines.join("\n")).toBe("success");
    expect(task.lines.join("\n")).toContain("Running ansible-galaxy install -r");
    expect(task.lines.join("\n")).toContain(`home ${site.dataDir}/attempts/1-1/home`);
  });

  withAnsible("an inventory of another repository and a limit are used", async () => {
    const hosts = makeRepository(join(site.folder, "hosts"), {
      "dev/hosts": "a ansible_connection=local\nb ansible_connection=local\n",
    });
    site.write(
      "site.yml",
      '- hosts: all\n  gather_facts: false\n  tasks: [{debug: {msg: "on {{ inventory_hostname }}"}}]\n',
    );
    await site.start();
    const other = inventory({ type: "file", content: "dev/hosts", repository: repository(`file://${hosts}`) });
    const task = site.console.add({
      repository: site.files,
      app: "ansible",
      playbook: "site.yml",
      inventory: other,
      limit: "b",
    });
    await site.console.finished(task);
    expect(task.lines.join("\n")).toContain("on b");
    expect(task.lines.join("\n")).not.toContain("on a");
  });
});

describe("terraform", () => {
  const withTerraform = requireTool("terraform");
  const CODE = `
variable "text" { type = string }
variable "token" {
  type    = string
  default = "none"
}
resource "terraform_data" "file" {
  input = var.text
  provisioner "local-exec" { command = "printf '%s' \\"$TF_VAR_token\\" > ../applied" }
}
`;
  const job = () => ({
    repository: site.files,
    app: "terraform",
    playbook: "",
    extra_vars: { text: "hello" },
    secret_vars: { token: "t0ken-value" },
  });
  const code = () => site.write("main.tf", CODE.replace("../applied", join(site.folder, "applied")));

  withTerraform("a plan waits for confirmation without a slot, and exactly it is applied", async () => {
    code();
    await site.start({ SIGNALBOX_RUNNER_MAX_PARALLEL: "1" });
    const task = site.console.add(job());
    await site.console.until("the plan waits", () => task.status === "waiting_confirmation");
    expect(task.progress.plan).toEqual({ add: 1, change: 0, destroy: 0 });
    expect(task.lines.join("\n")).toContain("1 to add");
    expect(task.lines).toContain("terraform ended with exit code 2: there are changes");
    site.write("run.sh", "echo between\n");
    const other = site.console.add({ repository: site.files });
    await site.console.finished(other);
    site.write("main.tf", "this is no code any more");
    site.write("main.tf", CODE);
    expect(existsSync(join(site.folder, "applied"))).toBe(false);
    site.console.confirm(task);
    await site.console.finished(task);
    expect(task.status, task.lines.join("\n")).toBe("success");
    expect(task.lines.join("\n")).toContain("1 added");
    expect(task.progress.stages?.map(({ name }) => name)).toEqual([
      "prepare",
      "repository",
      "init",
      "workspace",
      "plan",
      "apply",
    ]);
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
  });

  withTerraform("the runner can be restarted while a plan waits", async () => {
    code();
    const runner = await site.start();
    const task = site.console.add(job());
    await site.console.until("the plan waits", () => task.status === "waiting_confirmation");
    await runner.kill("SIGKILL");
    await site.start();
    await site.console.until("the new process is there", () => site.console.hellos.length === 2);
    expect(site.console.hellos[1]?.attempts).toEqual([{ task_id: 1, attempt: 1 }]);
    site.console.confirm(task);
    await site.console.finished(task);
    expect(task.status, task.lines.join("\n")).toBe("success");
    expect(task.lines.filter((line) => line.startsWith("Running terraform"))).toHaveLength(4);
    expect(readFileSync(join(site.folder, "applied"), "utf8")).toBe("t0ken-value");
    expect(JSON.stringify(site.console.calls)).not.toContain("t0ken-value");
  });

  withTerraform("a rejected plan leaves nothing behind", async () => {
    code();
    await site.start();
    const task = site.console.add(job());
    await site.console.until("the plan waits", () => task.status === "waiting_confirmation");
    expect(site.attempts()).toHaveLength(1);
    site.console.stop(task);
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
    expect(task.status).toBe("stopped");
  });

  withTerraform("without changes, with auto approval, and with a plan only, no confirmation is requested", async () => {
    code();
    await site.start();
    const planned = site.console.add({ ...job(), plan_only: true });
    await site.console.finished(planned);
    expect(planned.lines.join("\n")).not.toContain("Creating...");
    const applied = site.console.add({ ...job(), auto_approve: true });
    await site.console.finished(applied);
    expect(applied.lines.join("\n")).toContain("Creation complete");
    const unchanged = site.console.add(job());
    await site.console.finished(unchanged);
    expect(unchanged.lines.join("\n")).toContain("No changes.");
    const destroyed = site.console.add({ ...job(), destroy: true, auto_approve: true });
    await site.console.finished(destroyed);
    expect(destroyed.progress.plan).toEqual({ add: 0, change: 0, destroy: 1 });
    expect([planned, applied, unchanged, destroyed].map((task) => task.status)).toEqual(Array(4).fill("success"));
  });
});
