import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { limitFiles } from "@/lib/protocol/limit-files";
import { ArgumentProblem, readTaskArguments } from "@/lib/protocol/task-arguments";
import { TASK_OPTIONS } from "@/lib/protocol/task-options";

const OBJECT = '{"a": {"b": ["{{ x }}"]}}';

describe("arguments that a task may set", () => {
  test.each<[string, string[], string[]]>([
    ["ansible", ["-vvv", "--flush-cache"], ["-vvv", "--flush-cache"]],
    ["ansible", ["-f", "5"], ["--forks=5"]],
    ["ansible", ["-f5"], ["--forks=5"]],
    ["ansible", ["--forks=5", "--timeout", "30"], ["--forks=5", "--timeout=30"]],
    ["ansible", ["--start-at-task", "-i /etc/passwd"], ["--start-at-task=-i /etc/passwd"]],
    ["terraform", ["-parallelism=4", "--refresh=false"], ["-parallelism=4", "-refresh=false"]],
    ["terraform", ["-var", "a=b=c", "-no-color"], ["-var=a=b=c", "-no-color"]],
    ["tofu", ["-lock-timeout=30s"], ["-lock-timeout=30s"]],
    ["pulumi", ["-m", "why not", "--parallel=2"], ["--message=why not", "--parallel=2"]],
    ["pulumi", ["-c", "size=3"], ["--config=size=3"]],
  ])("%s %j reach the program as %j", (app, args, expected) => {
    expect(readTaskArguments(app, args)).toMatchObject({ options: expected, variables: {}, fields: {}, others: args });
  });

  test.each<[string[], Record<string, unknown>]>([
    [["-e", "a=1"], { a: "1" }],
    [["-ea=1"], { a: "1" }],
    [["-e=a=1"], { a: "1" }],
    [["--extra-vars=a=1 b='two words' c=\"x=y\""], { a: "1", b: "two words", c: "x=y" }],
    [["-e", "a={{ lookup('pipe', 'id') }} b=2"], { a: "{{ lookup('pipe', 'id') }}", b: "2" }],
    [["--extra-vars", OBJECT], { a: { b: ["{{ x }}"] } }],
    [["-e", "a=1", "-e", '{"a": 2}'], { a: 2 }],
  ])("%j are variables", (args, variables) => {
    expect(readTaskArguments("ansible", args)).toMatchObject({ options: [], variables });
  });

  test("those for which a task has fields set the fields", () => {
    const args = ["-lweb", "-v", "--tags", "a", "-t", "b", "--skip-tags=c", "-C", "--diff", "-e", "x=1"];
    expect(readTaskArguments("ansible", args)).toEqual({
      options: ["-v"],
      variables: { x: "1" },
      fields: { limit: "web", tags: "a,b", skip_tags: "c", dry_run: "", diff: "" },
      others: ["-v", "-e", "x=1"],
    });
  });

  test.each(["bash", "python", "powershell", "make"])("those of %s are the script's own", (app) => {
    const args = ["-c", "--", "--connection=local", "@/etc/passwd", ""];
    expect(readTaskArguments(app, args)).toMatchObject({ options: args, others: args, fields: {}, variables: {} });
  });

  test("an administrator adds options, with a value or without", () => {
    const added = ["--become", "--ssh-common-args="];
    expect(readTaskArguments("ansible", ["--become", "--ssh-common-args", "-4"], added).options).toEqual([
      "--become",
      "--ssh-common-args=-4",
    ]);
    expect(() => readTaskArguments("ansible", ["--become-user=x"], added)).toThrow(ArgumentProblem);
    expect(readTaskArguments("tofu", ["--target", "a.b"], ["-target="]).options).toEqual(["-target=a.b"]);
  });
});

test("docs/task-arguments.md lists every option", () => {
  const page = readFileSync("docs/task-arguments.md", "utf8");
  for (const options of Object.values(TASK_OPTIONS)) {
    const unlisted = [...options.keys()].filter((name) => !page.includes(`\`${name}\``) && !/^-v{2,5}$/.test(name));
    expect(unlisted).toEqual([]);
  }
});

describe("attacks", () => {
  const ANSIBLE = [
    ["-i", "/etc/passwd"],
    ["-i/etc/passwd"],
    ["--inventory=evil,"],
    ["--inventory-file", "evil,"],
    ["--inv", "evil,"],
    ["--connection=local"],
    ["--connec=local"],
    ["-c", "local"],
    ["-clocal"],
    ["--vault-password-file=/etc/passwd"],
    ["--vault-pass", "/etc/passwd"],
    ["--vault-id", "a@/etc/passwd"],
    ["--ask-vault-pass"],
    ["-J"],
    ["--become-password-file", "/etc/passwd"],
    ["--become-pass-file=/etc/passwd"],
    ["--connection-password-file=/etc/passwd"],
    ["--private-key=/root/.ssh/id_rsa"],
    ["--key-file", "/root/.ssh/id_rsa"],
    ["-M", "/tmp/modules"],
    ["-M/tmp/modules"],
    ["--module-path=/tmp"],
    ["--ssh-common-args=-oProxyCommand=id"],
    ["--ssh-extra-args", "-oProxyCommand=id"],
    ["--scp-extra-args=x"],
    ["--sftp-extra-args=x"],
    ["--ssh-comm=-oProxyCommand=id"],
    ["-u", "root"],
    ["--user=root"],
    ["-b"],
    ["--become"],
    ["--become-method=evil"],
    ["-K"],
    ["-k"],
    ["--step"],
    ["--version"],
    ["-h"],
    ["-vi", "/etc/passwd"],
    ["-Cb"],
    ["--"],
    ["--", "-i", "/etc/passwd"],
    ["-"],
    [""],
    ["other.yml"],
    ["../../etc/passwd"],
    ["--forks=5", "other.yml"],
    ["-t", "a".repeat(1001)],
    ["-t", "a".repeat(600), "-t", "b".repeat(600)],
    ["--forks"],
    ["--forks="],
    ["--forks=x"],
    ["--forks=-1"],
    ["--verbose=1"],
    ["--VERBOSE"],
    ["-e"],
    ["-e", ""],
    ["-e", "@/etc/passwd"],
    ["-e@/etc/passwd"],
    ["-e=@/etc/passwd"],
    ["--extra-vars=@/etc/passwd"],
    ["--extra=@/etc/passwd"],
    ["-e", " @/etc/passwd"],
    ["-e", "a=1 @/etc/passwd"],
    ["-e", "a: 1"],
    ["-e", "[1]"],
    ["-e", "{a: 1}"],
    ["-e", "a='1"],
    ["-e", "=1"],
    ["-e", "a b=1"],
    ["-e", "ansible_connection=local"],
    ["-e", "ANSIBLE_HOST=evil"],
    ["-e", '{"ansible_ssh_common_args": "-oProxyCommand=id"}'],
    ["-e", '{"inventory_hostname": "evil"}'],
    ["-e", '{"__proto__": {"a": 1}}'],
    ["-e", "__proto__=1"],
    ["-e", '{"{{ x }}": 1}'],
    ["-e", "{}"],
    ["-e", `{"a": ${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ];
  const TERRAFORM = [
    ["-destroy"],
    ["--destroy"],
    ["-destroy=true"],
    ["-chdir=/"],
    ["-var-file=/etc/passwd"],
    ["-var-file", "x.tfvars"],
    ["-state=../x"],
    ["-state-out=/tmp/x"],
    ["-backup=/tmp/x"],
    ["-out=/tmp/x"],
    ["-generate-config-out=/tmp/x"],
    ["-target=a.b"],
    ["-replace=a.b"],
    ["-exclude=a.b"],
    ["-refresh-only"],
    ["-lock=false"],
    ["-input=true"],
    ["-json"],
    ["-detailed-exitcode=false"],
    ["-var"],
    ["-var", "a"],
    ["-var=@x"],
    ["-refresh=maybe"],
    ["-lock-timeout=x"],
    ["-parallelism"],
    ["-para=2"],
    ["dir"],
    ["--"],
    ["-"],
  ];
  const PULUMI = [
    ["--stack=prod"],
    ["-s", "prod"],
    ["-sprod"],
    ["--cwd=/"],
    ["-C/"],
    ["--config-file=/etc/passwd"],
    ["--config-path"],
    ["--config", "aws:endpoints=x"],
    ["-caws:profile=x"],
    ["--target=urn:x"],
    ["--replace=urn:x"],
    ["--target-dependents"],
    ["--policy-pack=/tmp/p"],
    ["--policy-pack-config=x"],
    ["--save-plan=/tmp/x"],
    ["--plan=/tmp/x"],
    ["--tracing=file:/tmp/x"],
    ["--profiling=/tmp/x"],
    ["--import-file=/tmp/x"],
    ["--event-log=/tmp/x"],
    ["--logtostderr"],
    ["--verbose=9"],
    ["-v9"],
    ["--remote"],
    ["--show-secrets"],
    ["--yes"],
    ["-y"],
    ["--skip-preview"],
    ["--", "x"],
    ["x"],
  ];
  const all = [
    ...ANSIBLE.map((args) => ({ app: "ansible", args })),
    ...["terraform", "tofu"].flatMap((app) => TERRAFORM.map((args) => ({ app, args }))),
    ...PULUMI.map((args) => ({ app: "pulumi", args })),
  ];

  test.each(all)("$app $args is rejected", ({ app, args }) => {
    expect(() => readTaskArguments(app, args)).toThrow(ArgumentProblem);
  });

  test("a rejected argument is named without its value", () => {
    for (const args of [["--password=hidden"], ["-ihidden"], ["--forks=hidden"], ["-e", "@hidden"]]) {
      expect(() => readTaskArguments("ansible", args)).toThrow(/^(?!.*hidden)/);
    }
  });
});

describe("the files of a limit", () => {
  test.each<[string, string[] | null]>([
    ["", []],
    ["web,!db,~re@x,web@a", []],
    ["@hosts", ["hosts"]],
    ["web, @a/retry ,!x", ["a/retry"]],
    ["@a b/retry", null],
    ["h1 @/etc/passwd", null],
    ["h1\t@/etc/passwd", null],
    ["h1\n@/etc/passwd", null],
    ["h1]@/etc/passwd", null],
    ["h1[@/etc/passwd", null],
    ["[a]@/etc/passwd", null],
    ["h1,\u001f@/etc/passwd", null],
    ["h1,\u0085@/etc/passwd", null],
    ["h1,\u00a0@/etc/passwd", ["/etc/passwd"]],
    ["@/etc/passwd", ["/etc/passwd"]],
    ["web:@/etc/passwd", null],
    ["web : @/etc/passwd", null],
    ["@a:@/etc/passwd", null],
    ["@", null],
  ])("%j: %j", (limit, files) => {
    expect(limitFiles(limit)).toEqual(files);
  });
});
