import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTerraformFiles } from "@/runner/apps/terraform/files";
import { job } from "../support/job";
import { makeRepository } from "../support/repositories";
import { runnerSite } from "../support/runner-site";
import { requireTool } from "../support/tools";

const site = runnerSite();
const withTerraform = requireTool("terraform");

const text = { type: "string", ephemeral: false };

async function read(changes: { app?: string; phase?: "apply" } = {}) {
  const of = job({ app: "terraform", playbook: "infra", ...changes });
  const { declared } = await readTerraformFiles(site.folder, of, { PATH: "" });
  return Object.fromEntries(declared);
}

test("the variables of a root module are found in all of its files, and the last one says their type", async () => {
  makeRepository(join(site.folder, "infra"), {
    "main.tf": `# variable "commented" {}
variable "plain" {}
variable number {
  type    = number // or a text
  default = 1
  validation {
    condition     = var.number > 0
    error_message = "type = list"
  }
}
variable "list" { type = list(string) }
variable "any" {
  type      = any
  ephemeral = true
}
variable "changed" { type = map(string) }
locals { text = <<E
variable "inside" {}
E
}
output "variable" { value = "x" }
`,
    "more.tf.json": JSON.stringify({
      variable: [{ first: { type: "bool", ephemeral: true } }, { second: [{ type: "set(string)" }], third: {} }],
    }),
    "z_override.tf": 'variable "changed" { type = string }\nvariable "list" { default = [] }\n',
    "below/main.tf": 'variable "below" {}\n',
    "only.tofu": 'variable "tofu" {}\n',
  });
  const declared = {
    plain: text,
    number: { type: "number", ephemeral: false },
    list: { type: null, ephemeral: false },
    any: { type: "any", ephemeral: true },
    changed: text,
    first: { type: "bool", ephemeral: true },
    second: { type: "set(string)", ephemeral: false },
    third: text,
  };
  expect(await read()).toEqual(declared);
  expect(await read({ app: "tofu" })).toEqual({ ...declared, tofu: text });
});

test("code that cannot be read ends a plan, but no apply of one", async () => {
  makeRepository(join(site.folder, "infra"), { "main.tf": "variable {\n" });
  await expect(read()).rejects.toThrow("main.tf");
  expect(await read({ phase: "apply" })).toEqual({});
});

const TYPES = {
  text: "string",
  untyped: "",
  number: "number",
  flag: "bool",
  list: "list(string)",
  map: "map(string)",
  whole: "any",
};
const CODE = `${Object.entries(TYPES)
  .map(([name, type]) => `variable "${name}" {\n  ${type && `type = ${type}`}\n}\n`)
  .join("")}
variable "my-secret" {
  type      = string
  sensitive = true
}
variable "once" {
  type      = string
  ephemeral = true
}
resource "terraform_data" "all" {
  input = [${Object.keys(TYPES).map((name) => `var.${name}`)}]
  provisioner "local-exec" {
    command     = "printf '%s/%s' \\"$SECRET\\" \\"$ONCE\\" > MADE"
    environment = { SECRET = var.my-secret, ONCE = var.once }
  }
}
output "all" { value = jsonencode(terraform_data.all.output) }
`;
const OF_THE_REPOSITORY = `text = "repository"
untyped = "repository"
number = 1
flag = false
list = ["repository"]
map = { repository = "x" }
whole = "repository"
my-secret = "repository"
once = "repository"
`;
const GIVEN = {
  extra_vars: {
    text: "answer",
    untyped: "[1]",
    number: "5",
    flag: "true",
    list: '["a", "b"]',
    map: '{"k": "v"}',
    whole: '{"n": 1}',
    undeclared: "x",
  },
  secret_vars: { "my-secret": "s3cret-value", once: "0nce-value" },
};

withTerraform.each(["terraform.tfvars", "x.auto.tfvars"])(
  "what a task is given wins over %s, in a plan, its apply, a check and a destroy",
  async (file) => {
    const made = join(site.folder, "made");
    site.write("main.tf", CODE.replace("MADE", made));
    site.write(file, OF_THE_REPOSITORY);
    const given = { ...GIVEN, app: "terraform", playbook: "", repository: site.files };
    await site.start();
    const planned = site.console.add(given);
    await site.console.until("the plan waits", () => planned.status === "waiting_confirmation");
    site.console.confirm(planned);
    await site.console.finished(planned);
    const log = planned.lines.join("\n");
    expect(planned.status, log).toBe("success");
    expect(log).toContain(JSON.stringify(JSON.stringify(["answer", "[1]", 5, true, ["a", "b"], { k: "v" }, { n: 1 }])));
    expect(log).not.toContain("undeclared variable");
    expect(readFileSync(made, "utf8")).toBe("s3cret-value/0nce-value");
    const checked = site.console.add({ ...given, drift_check: true });
    await site.console.finished(checked);
    expect(checked.progress.drift, checked.lines.join("\n")).toEqual({ drifted: false, count: 0, items: [] });
    const destroyed = site.console.add({ ...given, destroy: true, auto_approve: true });
    await site.console.finished(destroyed);
    expect(destroyed.progress.plan, destroyed.lines.join("\n")).toEqual({ add: 0, change: 0, destroy: 1 });
    expect([checked, destroyed].map(({ status }) => status)).toEqual(["success", "success"]);
    expect(JSON.stringify(site.console.calls)).not.toMatch(/s3cret-value|0nce-value/);
    await site.console.until("the directories are removed", () => site.attempts().length === 0);
  },
);

withTerraform("a text that only Terraform can read is left to it, and a wrong one shows no other", async () => {
  const code = 'variable "map" { type = map(string) }\nvariable "n" { type = number }\nvariable "s" {}\n';
  site.write("main.tf", `${code}output "map" { value = var.map }\n`);
  const given = { app: "terraform", playbook: "", repository: site.files, secret_vars: { s: "s3cret-value" } };
  await site.start();
  const expression = site.console.add({ ...given, auto_approve: true, extra_vars: { map: '{ k = "v" }', n: "1" } });
  await site.console.finished(expression);
  expect(expression.status, expression.lines.join("\n")).toBe("success");
  expect(expression.lines.join("\n")).toContain('"k" = "v"');
  const wrong = site.console.add({ ...given, extra_vars: { map: "{}", n: "many" } });
  await site.console.finished(wrong);
  expect(wrong.status).toBe("error");
  expect(wrong.lines.join("\n")).toContain("number is required");
  expect(wrong.lines.join("\n")).not.toMatch(/s3cret|\*\*\*\*/);
});
