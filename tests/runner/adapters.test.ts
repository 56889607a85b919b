import { describe, expect, test } from "vitest";
import type { Job } from "@/lib/protocol/job";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { Fact, PreparedWorkspace, Step } from "@/runner/apps/adapter";
import type { Requirement } from "@/runner/apps/ansible/requirements";
import { adapterFor } from "@/runner/apps/registry";
import type { RootVariable } from "@/runner/apps/terraform/files";
import { AS_DECLARED } from "@/runner/state/finding";
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
  unsentPlan: "/w/plan.unsent",
  results: "/w/results",
  kept: "/w/kept",
  spool: "/w/spool",
  events: "/w/events",
  mark: "0".repeat(32),
  repository: "/repo",
  inventoryRepository: null,
  agentSocket: null,
  knownHosts: "/w/secrets/known_hosts",
  state: AS_DECLARED,
  ansible: null,
  terraform: null,
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
    ["powershell", { playbook: "a.ps1" }, ["pwsh", "-File", "a.ps1"]],
    [
      "powershell",
      { playbook: "-x.ps1", app_args: ["-NoProfile", "-File"] },
      ["pwsh", "-NoProfile", "-File", "./-x.ps1"],
    ],
    ["powershell", { playbook: "a.ps1", app_path: "/opt/pwsh" }, ["/opt/pwsh", "-File", "a.ps1"]],
    ["bash", { app_args: ["-eu"] }, ["bash", "-eu", "run.sh"]],
    ["make", { playbook: "all" }, ["make", "all"]],
    [
      "make",
      { playbook: "all", app_path: "/usr/bin/gmake", app_args: ["-k", "-j2"] },
      ["/usr/bin/gmake", "-k", "-j2", "all"],
    ],
    ["make", { playbook: "all", app_path: "bin/make", app_args: [] }, ["bin/make", "all"]],
    [
      "node",
      { playbook: "a b.mjs", app_path: "/usr/bin/env", app_args: ["-S", "node --test"] },
      ["/usr/bin/env", "-S", "node --test", "a b.mjs"],
    ],
    ["constructor", { playbook: "x" }, ["constructor", "x"]],
    ["bash", { playbook: "--version" }, ["bash", "./--version"]],
    ["bash", { playbook: "+x" }, ["bash", "./+x"]],
    ["bash", { playbook: "", template_arguments: ["-c", "id"] }, ["bash", "-c", "id"]],
    ["bash", { task_arguments: ["-c", "id", "--", ""] }, ["bash", "run.sh", "-c", "id", "--", ""]],
    [
      "powershell",
      { playbook: "a.ps1", task_arguments: ["-Command", "id"] },
      ["pwsh", "-File", "a.ps1", "-Command", "id"],
    ],
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

  test.each<[string, Partial<Job>]>([
    ["arguments", { task_arguments: ["-c", "id"] }],
    ["variables", { extra_vars: { a: 1 } }],
  ])("are needed by %s: an interpreter alone would read them itself", (_, changes) => {
    expect(() => stepOf("run", { playbook: "", ...changes })).toThrow("without a script");
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
  ])("get the versions of builds and deploys: %j", (changes, expected) => {
    const { PYTHONUNBUFFERED, ...env } = stepOf("run", changes).env;
    expect(env).toEqual(expected);
  });

  test("run in the repository, are stopped gently and use the inventory's key through an agent", () => {
    expect(stepOf("run", {})).toMatchObject({ cwd: "/repo", stop: "gentle", exits: { 0: "next" }, files: [] });
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
          { name: "dev", password: "", script: "vault/dev-client.sh" },
        ],
      },
      [
        ...INVENTORY,
        "--vault-id=default@/w/secrets/vault-0",
        "--vault-id=prod@/w/secrets/vault-1",
        "--vault-id=dev@/repo/vault/dev-client.sh",
        ...VARS,
        "site.yml",
      ],
    ],
    [
      "everything after it",
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
      "a path set by an administrator",
      { app_path: "/opt/ansible", app_args: ["-c"] },
      ["-c", ...INVENTORY, ...VARS, "site.yml"],
    ],
  ])("%s", (_, changes, expected) => {
    expect(ansible(changes).args).toEqual(expected);
  });

  test("get secret variables through the environment only, overriding everything else", () => {
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

  test("input of users is tagged as unsafe, that of the project's managers is not", () => {
    const step = ansible({
      extra_vars: {
        mine: "{{ inventory_hostname }}",
        theirs: "{{ lookup('pipe', 'id') }}",
        deep: { a: ["{{ x }}", 1] },
        count: 3,
      },
      untrusted_vars: ["theirs", "deep", "count"],
      message: "{{ evil }}",
      template_type: "build",
      target_version: "1.0",
      task_url: "https://x/?t=1",
    });
    expect(file(step, "/w/secrets/variables.yml")).toBe(
      '{"count": 3, "deep": {"a": [!unsafe "{{ x }}", 1]}, "mine": "{{ inventory_hostname }}", "theirs": !unsafe "{{ lookup(\'pipe\', \'id\') }}", ' +
        '"semaphore_vars": {"task_details": {"id": 1, "username": !unsafe "alice", "url": !unsafe "https://x/?t=1", "message": !unsafe "{{ evil }}", ' +
        '"type": !unsafe "build", "incoming_version": null, "target_version": !unsafe "1.0"}}}\n',
    );
  });

  test("the environment sets colours, unbuffered output and accept-new host keys", () => {
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

  const PATHS = { collections: ["/c"], roles: ["/r"], callbacks: ["/p"] };
  const requirement = (name: "roles" | "requirements", verbs: string[], keptAs: string): Requirement => ({
    name,
    verbs,
    file: `/repo/plays/${name}.yml`,
    folder: `/w/requirements/${name}`,
    keptAs,
  });

  test("requirements are installed first, into folders that are kept, with the task's variables and ssh agent", () => {
    const requirements = [
      requirement("roles", ["role", "install"], "/data/requirements/aa"),
      requirement("requirements", ["install"], "/data/requirements/bb"),
    ];
    const job = {
      app: "ansible",
      env: { ANSIBLE_GALAXY_SERVER_LIST: "mine" },
      secret_env: { ANSIBLE_GALAXY_SERVER_MINE_TOKEN: "x" },
      inventory: inventory(),
    };
    const steps = stepsOf(job, { agentSocket: "/s/agent", ansible: { requirements, paths: PATHS } });
    expect(steps.map(({ name, fills }) => [name, fills?.keptAs])).toEqual([
      ["roles", "/data/requirements/aa"],
      ["requirements", "/data/requirements/bb"],
      ["run", undefined],
    ]);
    const [roles, both, run] = steps as [Step, Step, Step];
    expect(commandLine(roles).join(" ")).toBe("ansible-galaxy role install -r /repo/plays/roles.yml --force");
    expect(commandLine(both).join(" ")).toBe("ansible-galaxy install -r /repo/plays/requirements.yml --force");
    expect(both.env).toMatchObject({
      ANSIBLE_COLLECTIONS_PATH: "/w/requirements/requirements/collections:/c",
      ANSIBLE_ROLES_PATH: "/w/requirements/requirements/roles:/r",
    });
    const [beside] = stepsOf(
      { ...job, app_path: "/opt/a/ansible-playbook" },
      { ansible: { requirements, paths: PATHS } },
    );
    expect(beside?.command).toBe("/opt/a/ansible-galaxy");
    const skipped = stepsOf({ ...job, skip_galaxy_install: true }, { ansible: { requirements, paths: PATHS } });
    expect(skipped.map(({ name }) => name)).toEqual(["run"]);
    const given = { ...job.env, ...job.secret_env, SSH_AUTH_SOCK: "/s/agent" };
    for (const step of [roles, both]) expect(step.env).toMatchObject(given);
    expect(run.env).toMatchObject({
      ANSIBLE_COLLECTIONS_PATH: "/data/requirements/aa/collections:/data/requirements/bb/collections:/c",
      ANSIBLE_ROLES_PATH: "/data/requirements/aa/roles:/data/requirements/bb/roles:/r",
      ANSIBLE_CALLBACK_PLUGINS: "/w/secrets/callback:/p",
    });
  });

  test("without requirements a repository's own paths stay unchanged", () => {
    const { env } = ansible({ env: { ANSIBLE_ROLES_PATH: "mine" } }, { ansible: { requirements: [], paths: PATHS } });
    expect(env.ANSIBLE_ROLES_PATH).toBe("mine");
    expect(env).not.toHaveProperty("ANSIBLE_COLLECTIONS_PATH");
  });

  test("variables among the task's arguments are data, and override the template's", () => {
    const step = ansible({
      template_arguments: ["-e", "a=template"],
      task_arguments: ["-e", "a={{ lookup('pipe', 'id') }}", "-f2", '--extra-vars={"b": ["{{ c }}"]}'],
    });
    expect(step.args.slice(4)).toEqual([
      "-e",
      "a=template",
      "--forks=2",
      "-e",
      "@/w/secrets/arguments.yml",
      "site.yml",
    ]);
    expect(file(step, "/w/secrets/arguments.yml")).toBe(
      `{"a": !unsafe "{{ lookup('pipe', 'id') }}", "b": [!unsafe "{{ c }}"]}\n`,
    );
  });

  test.each([["--connection=local"], ["-e@/etc/passwd"], ["--limit=web"]])(
    "the task's argument %s is rejected, even if the server accepted it",
    (argument) => {
      expect(() => ansible({ task_arguments: [argument] })).toThrow(/task/);
    },
  );

  test("an option allowed by an administrator is accepted", () => {
    const { args } = ansible({ task_arguments: ["--become"], added_options: ["--become"] });
    expect(args).toContain("--become");
  });

  test.each<[string, Partial<Job>, reason: TaskReason]>([
    ["a workspace for an inventory", { inventory: inventory({ type: "terraform-workspace" }) }, "settings_invalid"],
    ["an ssh key for becoming root", { inventory: inventory({ become_key: sshKey("root") }) }, "key_invalid"],
  ])("%s is rejected", (_, changes, reason) => {
    expect(() => ansible(changes)).toThrow(expect.objectContaining({ reason }));
  });

  test("an inventory of another repository is found there", () => {
    const other = inventory({ type: "file", content: "hosts", repository: repository("/other") });
    expect(ansible({ inventory: other }, { inventoryRepository: "/w/inventory" }).args.slice(0, 2)).toEqual([
      "-i",
      "/w/inventory/hosts",
    ]);
  });

  test("the result of every host is read from the plugin's output", () => {
    const { report, env } = ansible({});
    expect(env.SIGNALBOX_HOST_RESULTS).toBe(report?.path);
    const hosts = [{ host: "web-1", ok: 2, changed: 1, unreachable: 0, failed: 1, skipped: 3 }];
    expect(report?.read(JSON.stringify(hosts))).toEqual([{ hosts }]);
    for (const text of ["", "[{", '[{"host": 1}]', "{}"]) expect(report?.read(text)).toEqual([]);
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

  test("passes the init arguments to init alone, and selects no workspace if a backend has none", () => {
    const place = { state: { ...AS_DECLARED, selects: false, env: { TF_HTTP_PASSWORD: "canary" } } };
    const steps = stepsOf(
      { app: "terraform", init_arguments: ["-backend-config=x=y"], env: { TF_HTTP_PASSWORD: "a" } },
      place,
    );
    expect(steps.map((step) => commandLine(step).join(" "))).toEqual([
      "terraform init -input=false -backend-config=x=y",
      "terraform plan -input=false -detailed-exitcode -out=/w/plan",
      "terraform apply -input=false /w/plan",
    ]);
    for (const step of steps) expect(step.env.TF_HTTP_PASSWORD).toBe("canary");
  });

  test.each<[string, Partial<Job>, Step["exits"]]>([
    ["waits for confirmation of a change", {}, { 0: "done", 2: "confirm" }],
    ["continues automatically if configured so", { auto_approve: true }, { 0: "done", 2: "next" }],
    ["stops after the plan", { plan_only: true, auto_approve: true }, { 0: "done", 2: "done" }],
    ["treats a dry run as a plan", { dry_run: true }, { 0: "done", 2: "done" }],
  ])("%s", (_, changes, exits) => {
    expect(terraform(changes).find((step) => step.name === "plan")?.exits).toEqual(exits);
  });

  test("arguments belong to the plan, including destroy", () => {
    const steps = terraform({ destroy: true, template_arguments: ["-target=a"], task_arguments: ["-parallelism=1"] });
    expect(line(steps, "plan")).toBe(
      "terraform plan -input=false -detailed-exitcode -out=/w/plan -destroy -target=a -parallelism=1",
    );
    expect(line(steps, "apply")).toBe("terraform apply -input=false /w/plan");
  });

  test("texts are passed in the environment, secret ones last; other values in a file for the plan", () => {
    const steps = terraform({
      extra_vars: { a: "x", b: [1], c: "plain", d: { k: null }, e: 5, f: true },
      secret_vars: { c: "secret", f: "secret too" },
      env: { TF_LOG: "info" },
      template_arguments: ["-var-file=prod.tfvars"],
    });
    expect(line(steps, "plan")).toBe(
      "terraform plan -input=false -detailed-exitcode -out=/w/plan -var-file=/w/secrets/variables.tfvars.json -var-file=prod.tfvars",
    );
    for (const name of ["init", "workspace", "apply"]) expect(line(steps, name)).not.toContain("-var");
    const files = steps.flatMap((step) => step.files);
    expect(files).toEqual([
      { path: "/w/secrets/variables.tfvars.json", content: '{\n"b":[1],\n"d":{"k":null},\n"e":5\n}\n' },
    ]);
    expect(steps[0]?.env).toEqual({
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      TF_INPUT: "0",
      TF_LOG: "info",
      TF_VAR_a: "x",
      TF_VAR_c: "secret",
      TF_VAR_f: "secret too",
    });
  });

  test("texts that the code declares are in the file too, as it reads them", () => {
    const literal = { type: "string", ephemeral: false };
    const declared = new Map<string, RootVariable>([
      ["text", literal],
      ["secret", literal],
      ["list", { type: null, ephemeral: false }],
      ["map", { type: "map", ephemeral: false }],
      ["once", { type: "string", ephemeral: true }],
    ]);
    const values = {
      extra_vars: { text: '["a"]', list: '["a", 12345678901234567890]', map: '{ a = "b" }', other: "x", n: 1 },
      secret_vars: { secret: 'a"b', once: "token" },
    };
    const planned =
      '{\n"list":["a", 12345678901234567890],\n"n":1,\n"once":"token",\n"secret":"a\\"b",\n"text":"[\\"a\\"]"\n}\n';
    const filesOf = (compares: boolean) => {
      const steps = stepsOf({ app: "tofu", ...values }, { terraform: { declared, compares } });
      for (const { args, files } of steps)
        expect(args.filter((word) => word.startsWith("-var"))).toEqual(files.map(({ path }) => `-var-file=${path}`));
      return steps.map(({ name, files }) => [name, ...files.map(({ content }) => content)]);
    };
    expect(filesOf(false)).toEqual([["init"], ["workspace"], ["plan", planned], ["apply", '{\n"once":"token"\n}\n']]);
    expect(filesOf(true).at(-1)).toEqual(["apply", planned.replace('"n":1,\n', "")]);
  });

  test("an apply that compares values gets those of the arguments too", () => {
    const given = {
      template_arguments: ["-target=x", "-var-file", "a.tfvars", "-lock=false"],
      task_arguments: ["-var=a=b"],
    };
    const applied = (compares: boolean) =>
      stepsOf({ app: "tofu", ...given }, { terraform: { declared: new Map(), compares } }).at(-1)?.args;
    expect(applied(true)).toEqual(["apply", "-input=false", "-var-file", "a.tfvars", "-var=a=b", "/w/plan"]);
    expect(applied(false)).toEqual(["apply", "-input=false", "/w/plan"]);
  });

  test.each(["file", "static", "static-yaml"] as const)("an inventory of type %s is no workspace", (type) => {
    for (const app of ["terraform", "tofu"])
      expect(() => stepsOf({ app, inventory: inventory({ type, content: "hosts" }) })).toThrow(
        `an inventory of type ${type} is no workspace`,
      );
  });

  test("the workspace is default; the command is tofu, or the one set by an administrator", () => {
    expect(line(terraform(), "workspace")).toBe("terraform workspace select -or-create=true default");
    expect(line(stepsOf({ app: "tofu" }), "init")).toBe("tofu init -input=false");
    expect(line(terraform({ app_path: "/opt/tf", app_args: ["-no-color"] }), "init")).toBe(
      "/opt/tf -no-color init -input=false",
    );
  });

  test.each(["", ".", "a/..", "/infra", "a/../infra"])("the folder %j is inside", (playbook) => {
    expect(terraform({ playbook })[0]?.cwd).toMatch(/^\/repo(\/infra)?\/?$/);
  });

  test("the plan's summary is read, with or without colours", () => {
    const facts = adapterFor("tofu").facts?.();
    expect(facts?.read("\u001b[1mPlan:\u001b[0m 1 to add, 2 to change, 3 to destroy.")).toEqual({
      plan: { add: 1, change: 2, destroy: 3 },
    });
    expect(facts?.read("Plan: 4 to import, 1 to add, 0 to change, 0 to destroy.")).toEqual({
      plan: { add: 1, change: 0, destroy: 0 },
    });
    expect(facts?.read("Plan: see below")).toBeNull();
  });
});

describe("pulumi", () => {
  const events = "--event-log=/w/preview-events";
  const pulumi = (changes: Partial<Job> = {}) => stepsOf({ app: "pulumi", playbook: "infra", ...changes });
  const lines = (changes: Partial<Job> = {}) =>
    pulumi(changes).map((step) => [step.phase, step.name, commandLine(step).join(" ")]);

  test("previews, and updates to the saved preview", () => {
    expect(lines()).toEqual([
      ["plan", "preview", `pulumi preview --save-plan=/w/plan ${events} --non-interactive`],
      ["apply", "up", "pulumi up --plan=/w/plan --yes --skip-preview --non-interactive"],
    ]);
    for (const step of pulumi()) expect(step).toMatchObject({ cwd: "/repo/infra", stop: "single", files: [] });
  });

  test("destroys according to its preview", () => {
    expect(lines({ destroy: true, extra_vars: { a: 1 }, template_arguments: ["--stack=dev"] })).toEqual([
      ["plan", "preview", `pulumi destroy --preview-only ${events} --non-interactive --stack=dev`],
      ["apply", "destroy", "pulumi destroy --yes --skip-preview --non-interactive --stack=dev"],
    ]);
  });

  test("arguments name the stack, so both commands get them; plain variables become configuration", () => {
    const changes = {
      template_arguments: ["--stack=dev"],
      task_arguments: ["-m", "why not"],
      extra_vars: { size: 3, region: "eu west", deep: { a: [1] } },
      app_path: "/opt/pulumi",
      app_args: ["--color=always"],
    };
    const rest = [
      '--config=deep={"a":[1]}',
      "--config=region=eu west",
      "--config=size=3",
      "--stack=dev",
      "--message=why not",
    ];
    expect(pulumi(changes).map(commandLine)).toEqual([
      ["/opt/pulumi", "--color=always", "preview", "--save-plan=/w/plan", events, "--non-interactive", ...rest],
      [
        "/opt/pulumi",
        "--color=always",
        "up",
        "--plan=/w/plan",
        "--yes",
        "--skip-preview",
        "--non-interactive",
        ...rest,
      ],
    ]);
  });

  test("secret variables are passed in the environment", () => {
    for (const step of pulumi({
      secret_vars: { TOKEN: "t0p" },
      secret_env: { AWS: "k3y" },
      env: { PULUMI_STACK: "dev" },
    })) {
      const debug = step.phase === "plan" && { PULUMI_DEBUG_COMMANDS: "true" };
      const given = { TOKEN: "t0p", AWS: "k3y", PULUMI_STACK: "dev" };
      expect(step.env).toEqual({ PULUMI_SKIP_UPDATE_CHECK: "true", ...given, ...debug });
      expect(step.args.join(" ")).not.toMatch(/t0p|k3y/);
    }
  });

  test.each<[Partial<Job>, Step["exits"]]>([
    [{}, { 0: "confirm" }],
    [{ auto_approve: true }, { 0: "next" }],
    [{ plan_only: true, auto_approve: true }, { 0: "done" }],
    [{ dry_run: true }, { 0: "done" }],
  ])("after a preview with %j", (changes, exits) => {
    expect(pulumi(changes)[0]?.exits).toEqual(exits);
  });

  const SUMMARIES: [string, string, Fact | null][] = [
    [
      "changes of every kind",
      "Previewing update (dev):\n +  pulumi:pulumi:Stack app-dev create\nResources:\n    + 12 to create\n    ~ 2 to update\n    - 3 to delete\n    +-14 to replace\n    31 changes. 5 unchanged",
      { plan: { add: 26, change: 2, destroy: 17 }, unchanged: false },
    ],
    [
      "colours",
      "Previewing update (dev):\n\u001b[1mResources:\u001b[0m\n    \u001b[32m+ 1 to create\u001b[0m",
      { plan: { add: 1, change: 0, destroy: 0 }, unchanged: false },
    ],
    [
      "nothing",
      "Previewing update (dev):\nResources:\n    7 unchanged",
      { plan: { add: 0, change: 0, destroy: 0 }, unchanged: true },
    ],
    [
      "an output only",
      'Previewing update (dev):\nOutputs:\n  ~ url: "a" => "b"\nResources:\n    7 unchanged',
      { plan: { add: 0, change: 0, destroy: 0 }, unchanged: false },
    ],
    [
      "outputs that stay",
      'Previewing update (dev):\nOutputs:\n    url: "a"\n\nResources:\n    7 unchanged',
      { plan: { add: 0, change: 0, destroy: 0 }, unchanged: true },
    ],
    ["a preview that broke off", "Previewing update (dev):\nerror: no stack selected", null],
  ];

  test.each(SUMMARIES)("the summary of %s is read", (_, text, expected) => {
    const reader = adapterFor("pulumi").facts?.();
    const facts = text.split("\n").map((line) => reader?.read(line) ?? null);
    expect(facts.filter((fact) => fact !== null).at(-1) ?? null).toEqual(expected);
  });

  test("an update's summary is not read, because it would replace the plan's", () => {
    expect("Updating (dev):").not.toContain(adapterFor("pulumi").facts?.().trigger);
  });
});
