import { describe, expect, test } from "vitest";
import type { Job } from "@/lib/protocol/runner";
import type { PreparedWorkspace, Step } from "@/runner/apps/adapter";
import { adapterFor } from "@/runner/apps/registry";
import { inventory, job, repository } from "../support/job";

const workspace: PreparedWorkspace = {
  directory: "/w",
  home: "/w/home",
  temp: "/w/tmp",
  checkout: "/w/repository",
  inventoryCheckout: "/w/inventory",
  secrets: "/w/secrets",
  sockets: "/w/s",
  plan: "/w/plan",
  spool: "/w/spool",
  mark: "0".repeat(32),
  repository: "/repo",
  inventoryRepository: null,
  agentSocket: null,
  knownHosts: "/w/secrets/known_hosts",
};

const stepsOf = (changes: Partial<Job>, place: Partial<PreparedWorkspace> = {}): Step[] =>
  adapterFor(changes.app ?? "bash").steps(job(changes), { ...workspace, ...place });

function stepOf(name: string, changes: Partial<Job>, place: Partial<PreparedWorkspace> = {}): Step {
  const step = stepsOf(changes, place).find((candidate) => candidate.name === name);
  if (!step) throw new Error(`there is no step ${name}`);
  return step;
}

const commandLine = ({ command, args }: Step): string[] => [command, ...args];
const file = (step: Step, path: string): string | undefined =>
  step.files.find((candidate) => candidate.path === path)?.content;

const login = (name: string, password: string) => ({ type: "login_password", login: name, password }) as const;
const sshKey = (name: string) => ({ type: "ssh", login: name, passphrase: "", private_key: "KEY" }) as const;

describe("scripts", () => {
  test.each<[string, Partial<Job>, string[]]>([
    ["bash", {}, ["bash", "run.sh"]],
    ["python", { playbook: "a/b.py" }, ["python3", "a/b.py"]],
    ["powershell", { playbook: "a.ps1" }, ["pwsh", "a.ps1"]],
    ["pulumi", { playbook: "up" }, ["pulumi", "up"]],
    ["make", { playbook: "all" }, ["make", "all"]],
    [
      "make",
      { playbook: "all", app_path: "/usr/bin/gmake", app_args: ["-k", "-j2"] },
      ["/usr/bin/gmake", "-k", "-j2", "all"],
    ],
    ["constructor", { playbook: "x" }, ["constructor", "x"]],
    ["bash", { playbook: "--version" }, ["bash", "./--version"]],
    ["bash", { playbook: "" }, ["bash"]],
    [
      "bash",
      { template_arguments: ["-t", "one two"], extra_vars: { b: "2 x", a: 1 }, task_arguments: ["--task"] },
      ["bash", "run.sh", "-t", "one two", "a=1", "b=2 x", "--task"],
    ],
    [
      "bash",
      { extra_vars: { list: [1, "a"], object: { k: null }, yes: true, nothing: null } },
      ["bash", "run.sh", 'list=[1,"a"]', "nothing=null", 'object={"k":null}', "yes=true"],
    ],
  ])("%s with %j", (app, changes, expected) => {
    expect(commandLine(stepOf("run", { ...changes, app }))).toEqual(expected);
  });

  test("get secret variables by environment only, over everything else", () => {
    const step = stepOf("run", {
      env: { A: "plain", B: "b" },
      secret_env: { A: "secret", C: "c" },
      secret_vars: { C: "var" },
    });
    expect(step.env).toEqual({ PYTHONUNBUFFERED: "1", A: "secret", B: "b", C: "var" });
    expect(step.args).toEqual(["run.sh"]);
  });

  test.each<[Partial<Job>, Record<string, string>]>([
    [{ template_type: "" }, {}],
    [
      { template_type: "build", incoming_version: null, target_version: "1.2.3" },
      { SEMAPHORE_TASK_TYPE: "build", SEMAPHORE_TASK_TARGET_VERSION: "1.2.3" },
    ],
    [
      { template_type: "deploy", incoming_version: "1.2.3", target_version: "x" },
      { SEMAPHORE_TASK_TYPE: "deploy", SEMAPHORE_TASK_INCOMING_VERSION: "1.2.3" },
    ],
  ])("are told about builds and deploys: %j", (changes, expected) => {
    const { PYTHONUNBUFFERED, ...env } = stepOf("run", changes).env;
    expect(env).toEqual(expected);
  });

  test("run in the repository, are stopped gently (pulumi with one signal) and reach the inventory's key by an agent", () => {
    expect(stepOf("run", {})).toMatchObject({ cwd: "/repo", stop: "gentle", exits: { 0: "next" }, files: [] });
    expect(stepOf("run", { app: "pulumi" }).stop).toBe("single");
    expect(stepOf("run", {}, { agentSocket: "/w/s/agent" }).env.SSH_AUTH_SOCK).toBe("/w/s/agent");
  });
});

describe("ansible", () => {
  const ansible = (changes: Partial<Job>, place: Partial<PreparedWorkspace> = {}) =>
    stepOf("run", { app: "ansible", playbook: "site.yml", inventory: inventory(), ...changes }, place);
  const VARS = ["-e", "@/w/secrets/variables.yml"];
  const INVENTORY = ["-i", "/w/secrets/inventory/inventory"];

  test.each<[string, Partial<Job>, string[]]>([
    ["nothing special", {}, [...INVENTORY, ...VARS, "site.yml"]],
    ["no inventory", { inventory: null }, [...VARS, "site.yml"]],
    [
      "a YAML inventory",
      { inventory: inventory({ type: "static-yaml" }) },
      ["-i", "/w/secrets/inventory/inventory.yml", ...VARS, "site.yml"],
    ],
    [
      "an inventory of the repository",
      { inventory: inventory({ type: "file", content: "hosts/dev" }) },
      ["-i", "/repo/hosts/dev", ...VARS, "site.yml"],
    ],
    [
      "an ssh key with a login",
      { inventory: inventory({ key: sshKey("root") }) },
      [...INVENTORY, "--user", "root", ...VARS, "site.yml"],
    ],
    ["an ssh key without", { inventory: inventory({ key: sshKey("") }) }, [...INVENTORY, ...VARS, "site.yml"]],
    [
      "passwords",
      { inventory: inventory({ key: login("me", "pw1"), become_key: login("root", "pw2") }) },
      [
        ...INVENTORY,
        ...["--user", "me", "--connection-password-file", "/w/secrets/connection-password"],
        ...["--become-user", "root", "--become-password-file", "/w/secrets/become-password"],
        ...VARS,
        "site.yml",
      ],
    ],
    [
      "debug, diff and check",
      { debug: true, diff: true, dry_run: true },
      [...INVENTORY, "-vvvv", "--diff", "--check", ...VARS, "site.yml"],
    ],
    [
      "vaults",
      {
        vaults: [
          { name: "", password: "a" },
          { name: "prod", password: "b" },
        ],
      },
      [
        ...INVENTORY,
        "--vault-id=default@/w/secrets/vault-0",
        "--vault-id=prod@/w/secrets/vault-1",
        ...VARS,
        "site.yml",
      ],
    ],
    [
      "everything that comes after",
      {
        secret_vars: { token: "t" },
        template_arguments: ["-f", "5"],
        task_arguments: ["--flush-cache"],
        limit: "a,b",
        tags: "x,y",
        skip_tags: "z",
      },
      [
        ...INVENTORY,
        ...VARS,
        "-e",
        "@/w/secrets/secrets.yml",
        "-f",
        "5",
        "--flush-cache",
        "--limit=a,b",
        "--tags=x,y",
        "--skip-tags=z",
        "site.yml",
      ],
    ],
    [
      "a path set by an admin",
      { app_path: "/opt/ansible", app_args: ["-c"] },
      ["-c", ...INVENTORY, ...VARS, "site.yml"],
    ],
  ])("%s", (_, changes, expected) => {
    expect(ansible(changes).args).toEqual(expected);
  });

  test("the command is the one an admin set, or ansible-playbook", () => {
    expect(ansible({}).command).toBe("ansible-playbook");
    expect(ansible({ app_path: "/opt/ansible" }).command).toBe("/opt/ansible");
  });

  test("secrets and inventory are files, never arguments", () => {
    const step = ansible({
      inventory: inventory({
        content: "host ansible_password=in-inventory",
        key: login("me", "user-pw"),
        become_key: login("", "become-pw"),
      }),
      vaults: [{ name: "v", password: "vault-pw" }],
      secret_vars: { token: "secret-var" },
    });
    expect(step.args.join(" ")).not.toMatch(/user-pw|become-pw|vault-pw|secret-var|in-inventory/);
    expect(file(step, "/w/secrets/connection-password")).toBe("user-pw");
    expect(file(step, "/w/secrets/become-password")).toBe("become-pw");
    expect(file(step, "/w/secrets/vault-0")).toBe("vault-pw");
    expect(file(step, "/w/secrets/inventory/inventory")).toBe("host ansible_password=in-inventory");
    expect(file(step, "/w/secrets/secrets.yml")).toBe('{"token": !unsafe "secret-var"}\n');
  });

  test("what people gave is tagged as unsafe, what the project's managers wrote is not", () => {
    const step = ansible({
      extra_vars: {
        mine: "{{ inventory_hostname }}",
        theirs: "{{ lookup('pipe', 'id') }}",
        deep: { a: ["{{ x }}", 1] },
      },
      untrusted_vars: ["theirs", "deep"],
      message: "{{ evil }}",
      template_type: "build",
      target_version: "1.0",
      task_url: "https://x/?t=1",
    });
    expect(file(step, "/w/secrets/variables.yml")).toBe(
      '{"deep": {"a": [!unsafe "{{ x }}", 1]}, "mine": "{{ inventory_hostname }}", "theirs": !unsafe "{{ lookup(\'pipe\', \'id\') }}", ' +
        '"semaphore_vars": {"task_details": {"id": 1, "username": !unsafe "alice", "url": !unsafe "https://x/?t=1", "message": !unsafe "{{ evil }}", ' +
        '"type": !unsafe "build", "incoming_version": null, "target_version": !unsafe "1.0"}}}\n',
    );
  });

  test("the environment gives colours, unbuffered output and host keys that are learned once", () => {
    const { env, cwd, stop } = ansible({ env: { X: "1" } }, { agentSocket: "/w/s/agent-0" });
    expect(env).toMatchObject({
      ANSIBLE_FORCE_COLOR: "True",
      PYTHONUNBUFFERED: "1",
      X: "1",
      SSH_AUTH_SOCK: "/w/s/agent-0",
    });
    expect(env.ANSIBLE_SSH_EXTRA_ARGS).toContain("StrictHostKeyChecking=accept-new");
    expect({ cwd, stop }).toEqual({ cwd: "/repo", stop: "gentle" });
  });

  test("requirements are installed before, each when its file exists, without the task's variables", () => {
    const steps = stepsOf({ app: "ansible", playbook: "plays/site.yml", env: { SECRET: "x" }, inventory: inventory() });
    expect(steps.slice(0, -1).map((step) => [step.onlyIf, commandLine(step).join(" ")])).toEqual([
      [
        "/repo/plays/collections/requirements.yml",
        "ansible-galaxy collection install -r /repo/plays/collections/requirements.yml --force",
      ],
      [
        "/repo/plays/roles/requirements.yml",
        "ansible-galaxy role install -r /repo/plays/roles/requirements.yml --force",
      ],
      ["/repo/plays/requirements.yml", "ansible-galaxy install -r /repo/plays/requirements.yml --force"],
    ]);
    for (const step of steps.slice(0, -1)) expect(step.env).not.toHaveProperty("SECRET");
  });

  test.each<[string, Partial<Job>]>([
    ["a workspace for an inventory", { inventory: inventory({ type: "terraform-workspace" }) }],
    ["an ssh key for becoming root", { inventory: inventory({ become_key: sshKey("root") }) }],
  ])("%s is refused", (_, changes) => {
    expect(() => ansible(changes)).toThrow();
  });

  test("an inventory of another repository is found there", () => {
    const other = inventory({ type: "file", content: "hosts", repository: repository("/other") });
    expect(ansible({ inventory: other }, { inventoryRepository: "/w/inventory" }).args.slice(0, 2)).toEqual([
      "-i",
      "/w/inventory/hosts",
    ]);
  });

  test("the recap tells the result of every host", () => {
    const { facts } = adapterFor("ansible");
    const line =
      "\u001b[0;31mweb-1.example.com\u001b[0m          : \u001b[0;32mok=2   \u001b[0m changed=1    unreachable=0    \u001b[0;31mfailed=1   \u001b[0m skipped=3    rescued=0    ignored=0   ";
    expect(facts?.read(line)).toEqual({
      host: { host: "web-1.example.com", ok: 2, changed: 1, unreachable: 0, failed: 1, skipped: 3 },
    });
    expect(facts?.read("PLAY RECAP ****")).toBeNull();
  });
});

describe("terraform", () => {
  const terraform = (changes: Partial<Job> = {}) => stepsOf({ app: "terraform", playbook: "infra", ...changes });
  const line = (steps: Step[], name: string): string =>
    steps
      .filter((step) => step.name === name)
      .map((step) => commandLine(step).join(" "))
      .join();

  test("prepares, selects the workspace, plans, and applies exactly that plan", () => {
    const steps = terraform({ inventory: inventory({ type: "terraform-workspace", content: "prod" }) });
    expect(steps.map((step) => [step.phase, commandLine(step).join(" ")])).toEqual([
      [undefined, "terraform init -input=false"],
      [undefined, "terraform workspace select -or-create=true prod"],
      ["plan", "terraform plan -input=false -detailed-exitcode -out=/w/plan"],
      ["apply", "terraform apply -input=false /w/plan"],
    ]);
    for (const step of steps) expect(step).toMatchObject({ cwd: "/repo/infra", stop: "single" });
  });

  test.each<[string, Partial<Job>, Step["exits"]]>([
    ["asks when something would change", {}, { 0: "done", 2: "confirm" }],
    ["goes on by itself when that is wanted", { auto_approve: true }, { 0: "done", 2: "next" }],
    ["stops after the plan", { plan_only: true, auto_approve: true }, { 0: "done", 2: "done" }],
    ["treats a dry run as a plan", { dry_run: true }, { 0: "done", 2: "done" }],
  ])("%s", (_, changes, exits) => {
    expect(terraform(changes).find((step) => step.name === "plan")?.exits).toEqual(exits);
  });

  test("arguments belong to the plan, destroying is one of them", () => {
    const steps = terraform({ destroy: true, template_arguments: ["-target=a"], task_arguments: ["-parallelism=1"] });
    expect(line(steps, "plan")).toBe(
      "terraform plan -input=false -detailed-exitcode -out=/w/plan -destroy -target=a -parallelism=1",
    );
    expect(line(steps, "apply")).toBe("terraform apply -input=false /w/plan");
  });

  test("variables come by environment, secret ones last", () => {
    const [step] = terraform({
      extra_vars: { a: "x", b: [1], c: "plain" },
      secret_vars: { c: "secret" },
      env: { TF_LOG: "info" },
    });
    expect(step?.env).toEqual({
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      TF_INPUT: "0",
      TF_LOG: "info",
      TF_VAR_a: "x",
      TF_VAR_b: "[1]",
      TF_VAR_c: "secret",
    });
  });

  test("the workspace is default, the command tofu, or what an admin set", () => {
    expect(line(terraform(), "workspace")).toBe("terraform workspace select -or-create=true default");
    expect(line(stepsOf({ app: "tofu" }), "init")).toBe("tofu init -input=false");
    expect(line(terraform({ app_path: "/opt/tf", app_args: ["-no-color"] }), "init")).toBe(
      "/opt/tf -no-color init -input=false",
    );
  });

  test("the plan's summary is read, coloured or not", () => {
    const { facts } = adapterFor("tofu");
    expect(facts?.read("\u001b[1mPlan:\u001b[0m 1 to add, 2 to change, 3 to destroy.")).toEqual({
      plan: { add: 1, change: 2, destroy: 3 },
    });
    expect(facts?.read("Plan: 4 to import, 1 to add, 0 to change, 0 to destroy.")).toEqual({
      plan: { add: 1, change: 0, destroy: 0 },
    });
    expect(facts?.read("Plan: see below")).toBeNull();
  });
});
