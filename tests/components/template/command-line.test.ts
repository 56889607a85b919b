import { expect, test } from "vitest";
import { type Command, commandLines } from "@/components/template/form/command-line";
import type { SurveyVar } from "@/lib/template/schema";

const survey = (name: string, type: SurveyVar["type"] = ""): SurveyVar => ({
  name,
  title: name,
  required: false,
  type,
  description: "",
  values: null,
});

const command = (values: Partial<Command["values"]>, more: Partial<Command> = {}): Command => ({
  values: {
    app: "bash",
    playbook: "run.sh",
    arguments: [],
    init_arguments: [],
    survey_vars: [],
    vaults: [],
    task_params: { limit: [], tags: [], skip_tags: [], allow_auto_approve: false },
    auto_approve: false,
    ...values,
  },
  app: { path: "", args: null },
  inventory: null,
  variables: [],
  missing: { inventory: "‹inventory›", program: "‹file›" },
  ...more,
});

const printed = (of: Command) => commandLines(of).map(({ words }) => words.map(({ text }) => text).join(" "));

test("a script gets arguments, then answers by name; secret answers are set in its environment", () => {
  const values = { arguments: ["--fast", "two words"], survey_vars: [survey("b"), survey("a"), survey("t", "secret")] };
  expect(printed(command(values))).toEqual(["t=… bash run.sh --fast 'two words' a=… b=…"]);
});

test("an administrator's program and leading arguments replace the built-in ones", () => {
  const app = { path: "/opt/bash5", args: ["-x"] };
  expect(printed(command({}, { app }))).toEqual(["/opt/bash5 -x run.sh"]);
  expect(printed(command({ app: "nushell" }))).toEqual(["nushell run.sh"]);
});

test("a playbook gets its inventory, vaults, variables and arguments", () => {
  const values = {
    app: "ansible",
    playbook: "site.yml",
    arguments: ["--forks=10"],
    survey_vars: [survey("version")],
    vaults: [
      { id: null, name: "", type: "password" as const, vault_key_id: 1, script: "" },
      { id: null, name: " Prod ", type: "password" as const, vault_key_id: 2, script: "" },
      { id: 5, name: "Dev", stored_name: "Dev", type: "script" as const, vault_key_id: null, script: "vault/dev.sh" },
    ],
    task_params: { limit: ["web", "db"], tags: ["a"], skip_tags: [], allow_auto_approve: false },
  };
  expect(printed(command(values, { inventory: "Live hosts" }))).toEqual([
    "ansible-playbook -i 'Live hosts' --vault-id=default@… --vault-id=prod@… --vault-id=Dev@vault/dev.sh -e version=… --forks=10 --limit=web,db --tags=a site.yml",
  ]);
});

test("missing selections are placeholders", () => {
  const [line] = commandLines(command({ app: "ansible", playbook: " " }));
  expect(line?.words.filter(({ hole }) => hole).map(({ text }) => text)).toEqual(["‹inventory›", "‹file›"]);
});

test("terraform plans with the variables and applies after confirmation", () => {
  const values = {
    app: "terraform",
    playbook: "dev",
    arguments: ["-lock=false"],
    init_arguments: ["-backend-config=dev.hcl"],
    survey_vars: [survey("size")],
  };
  const of = command(values);
  expect(printed(of)).toEqual([
    "cd dev",
    "terraform init -backend-config=dev.hcl",
    "TF_VAR_size=… terraform plan -var-file=… -lock=false",
    "terraform apply",
  ]);
  expect(printed(command(values, { inventory: "default" }))).toEqual(printed(of));
  expect(commandLines(of).at(-1)?.afterConfirmation).toBe(true);
  expect(commandLines(command({ ...values, auto_approve: true })).at(-1)?.afterConfirmation).toBe(false);
});

test("tofu runs at the root of the repository, in the selected workspace", () => {
  expect(printed(command({ app: "tofu", playbook: "" }, { inventory: "staging" }))).toEqual([
    "tofu init",
    "tofu workspace select -or-create=true staging",
    "tofu plan",
    "tofu apply",
  ]);
});

test("terraform gets all values in a file, and an environment's strings as TF_VAR variables too", () => {
  const variables = [
    { name: "zone", text: true },
    { name: "count", text: false },
  ];
  const values = { app: "terraform", playbook: "", arguments: ["-lock=false"], survey_vars: [survey("key", "secret")] };
  expect(printed(command(values, { variables }))[1]).toBe(
    "TF_VAR_zone=… TF_VAR_key=… terraform plan -var-file=… -lock=false",
  );
});

test("pulumi previews with the variables as configuration, and applies the saved plan", () => {
  const values = { app: "pulumi", playbook: "infra", arguments: ["--stack=dev"], survey_vars: [survey("size")] };
  const of = command(values, { variables: [{ name: "region", text: true }] });
  expect(printed(of)).toEqual([
    "cd infra",
    "pulumi preview --save-plan=… --config=region=… --config=size=… --stack=dev",
    "pulumi up --plan=… --config=region=… --config=size=… --stack=dev",
  ]);
  expect(commandLines(of).at(-1)?.afterConfirmation).toBe(true);
});

test("PowerShell gets -File, unless an administrator set other arguments", () => {
  expect(printed(command({ app: "powershell", playbook: "run.ps1" }))).toEqual(["pwsh -File run.ps1"]);
  const app = { path: "", args: ["-NoProfile", "-File"] };
  expect(printed(command({ app: "powershell", playbook: "run.ps1" }, { app }))).toEqual([
    "pwsh -NoProfile -File run.ps1",
  ]);
});

test("a script gets an environment's variables as arguments too, overridden by answers of the same name", () => {
  const variables = [{ name: "size", text: false }];
  expect(printed(command({ survey_vars: [survey("size")] }, { variables }))).toEqual(["bash run.sh size=…"]);
});

test("arguments are quoted for the shell", () => {
  expect(printed(command({ arguments: ["it's", "$HOME", ""] }))).toEqual([`bash run.sh 'it'\\''s' '$HOME' ''`]);
});
