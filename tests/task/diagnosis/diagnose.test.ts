import { describe, expect, test } from "vitest";
import { CAUSES, type Cause } from "@/lib/protocol/failure";
import {
  codeUnreadable,
  endLine,
  noArtifactKept,
  notKept,
  notRemembered,
  notTaken,
  OUTPUTS_UNREADABLE,
  startLine,
  testsUnreadable,
} from "@/lib/protocol/runner-lines";
import { diagnose, errorLine } from "@/lib/task/diagnosis/diagnose";
import { linesOf } from "./provoke";
import { ANSIBLE, SCRIPTS, TERRAFORM } from "./provoked";

const diagnosed = (app: string, log: string, exit_code = 1) => diagnose({ app, exit_code, lines: linesOf(log) });

const unreachable = (text: string) =>
  `fatal: [web1]: UNREACHABLE! => {"changed": false, "msg": "${text}", "unreachable": true}`;
const failed = (text: string) => `fatal: [web1]: FAILED! => {"changed": false, "msg": "${text}"}`;

const ran = (command: string) => startLine(`bash ${command}`);
const ended = (code: number) => endLine("bash", { code, signal: null });

/** What the runner says below a program's output, each in words that name a cause. */
const MISSING = [
  notKept('the artifact "error.bin" is', ": it changed while it was read"),
  notKept("2 more artifacts are"),
  notKept("an output is", ", because its name contains a secret"),
  notKept('the output "error code" is', ": its name cannot be used"),
  notKept("SIGNALBOX_OUTPUT: line 2 is", ": No space left on device"),
  noArtifactKept("Permission denied"),
  notTaken("the summary: Permission denied"),
  notTaken("the results of this task's hosts; what it has may lack some"),
  testsUnreadable("Permission denied.xml"),
  OUTPUTS_UNREADABLE,
  notRemembered(["error", "web1"]),
].map((text) => `signalbox: ${text}`);

test("failed tests are the cause if the log tells none, and what the runner does not keep never is", () => {
  const log = [ran("test.sh"), "1 of 3 failed", ended(1), ...MISSING].join("\n");
  const lines = [{ line: 1, output: "1 of 3 failed" }];
  expect(diagnosed("bash", log)).toEqual({ cause: null, subject: "", lines });
  const tested = (text: string) => diagnose({ app: "bash", exit_code: 1, lines: linesOf(text), tests: "adds" });
  expect(tested(log)).toEqual({ cause: "tests_failed", subject: "adds", lines });
  for (const missing of [
    "test.sh: line 2: pytets: command",
    "sh: 1: pytets:",
    "/bin/sh: pytets:",
    "run.sh: 2: pytets:",
  ])
    expect(tested(`${missing} not found`)).toMatchObject({ cause: "command_not_found", subject: "pytets" });
  expect(tested("Error: uninstall: Release not loaded: foo: release: not found").cause).toBe("tests_failed");
});

/** What needs other machines, accounts or providers, as the tools word it. */
const WRITTEN: readonly [app: string, cause: Cause, subject: string, log: string][] = [
  ["ansible", "host_unreachable", "web1", unreachable("Failed to connect to the host via ssh")],
  ["ansible", "connection_timed_out", "", unreachable("ssh: connect to host 10.0.0.9 port 22: Connection timed out")],
  ["ansible", "ssh_key_refused", "deploy@web1", unreachable("deploy@web1: Permission denied (publickey,password).")],
  ["ansible", "host_key_changed", "", unreachable("@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @")],
  ["ansible", "become_password_wrong", "", failed("Incorrect sudo password")],
  [
    "ansible",
    "package_manager_locked",
    "/var/lib/dpkg/lock-frontend",
    failed("E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7"),
  ],
  ["ansible", "package_missing", "ngnix", failed("No package matching 'ngnix' is available")],
  [
    "ansible",
    "python_library_missing",
    "psycopg2",
    failed("Failed to import the required Python library (psycopg2) on web1's Python"),
  ],
  [
    "ansible",
    "module_arguments_wrong",
    "pathh",
    failed("Unsupported parameters for (file) module: pathh. Supported parameters include: path"),
  ],
  [
    "terraform",
    "provider_missing",
    "hashicorp/awss",
    "Error: Failed to query available provider packages\n\nCould not retrieve the list of available versions for provider hashicorp/awss",
  ],
  ["terraform", "credentials_missing", "", "╷\n│ Error: No valid credential sources found\n│ \n╵"],
  [
    "terraform",
    "credentials_refused",
    "",
    "Error: creating EC2 Instance: operation error: AccessDenied: not authorized",
  ],
  [
    "terraform",
    "quota_exceeded",
    "",
    "Error: creating EC2 Instance: VcpuLimitExceeded: You have requested more vCPU capacity",
  ],
  ["terraform", "rate_limited", "", "Error: reading Zone: 429 Too Many Requests"],
  ["terraform", "rate_limited", "", "Error: api error RequestLimitExceeded: Request limit exceeded."],
  ["terraform", "rate_limited", "", "Error: googleapi: Error 403: Quota of reads, rateLimitExceeded"],
  ["terraform", "already_exists", "", "Error: creating S3 Bucket (x): BucketAlreadyExists"],
  ["terraform", "state_unavailable", "", "Error: Error loading state: HTTP remote state endpoint requires auth"],
  [
    "terraform",
    "configuration_invalid",
    "main.tf:2",
    `signalbox: ${codeUnreadable("main.tf", 2, "what begins there does not end")}`,
  ],
  [
    "pulumi",
    "configuration_invalid",
    "Pulumi.yaml",
    `signalbox: ${codeUnreadable("Pulumi.yaml", null, "a map is not closed")}`,
  ],
  ["pulumi", "stack_missing", "prod", "error: no stack named 'prod' found"],
  [
    "pulumi",
    "passphrase_wrong",
    "",
    "error: getting secrets manager: passphrase must be set with PULUMI_CONFIG_PASSPHRASE",
  ],
  ["pulumi", "variable_missing", "shop:region", "  error: Missing required configuration variable 'shop:region'"],
  [
    "powershell",
    "command_not_found",
    "Get-Frob",
    "run.ps1: The term 'Get-Frob' is not recognized as a name of a cmdlet",
  ],
];

/** Those that no log tells: tests/task/workflow/failure.test.ts. */
const OF_RUNS: readonly Cause[] = ["approval_expired", "approval_rejected", "node_failed"];
/** Those that results tell: tests/task/events/failure.test.ts, tests/task/diagnosis/explain.test.ts. */
const OF_RESULTS: readonly Cause[] = ["step_failed", "tests_failed"];
/** Those that the runner tells: tests/task/diagnosis/explain.test.ts. */
const OF_ENDS: readonly Cause[] = ["ended_by_signal", "time_limit"];

describe("the cause of a failure", () => {
  test.each(WRITTEN)("%s: %s %s", (app, cause, subject, log) => {
    expect(diagnosed(app, `one\n${log}\n`)).toMatchObject({ cause, subject });
  });

  test("each known one is tested", () => {
    const tested = [
      ...OF_RUNS,
      ...OF_RESULTS,
      ...OF_ENDS,
      ...WRITTEN.map(([, cause]) => cause),
      ...[...ANSIBLE, ...TERRAFORM, ...SCRIPTS].map(({ cause }) => cause),
    ];
    expect([...new Set(tested)].toSorted()).toEqual([...CAUSES]);
  });

  test("an unknown one shows the lines of the first error", () => {
    const log = `PLAY [all] ***\n${failed("the release is older")}\n\nPLAY RECAP ***\nweb1 : ok=0`;
    expect(diagnosed("ansible", log)).toEqual({
      cause: null,
      subject: "",
      lines: [{ line: 1, output: failed("the release is older") }],
    });
  });

  test("a script shows its last lines", () => {
    const log = Array.from({ length: 40 }, (_, line) => `step ${line}`).join("\n\n");
    const { cause, lines } = diagnosed("bash", log);
    expect(cause).toBeNull();
    expect(lines.map(({ output }) => output)).toEqual(Array.from({ length: 4 }, (_, line) => `step ${line + 36}`));
    expect(lines.at(-1)?.line).toBe(78);
  });

  test("a script that cleans up after an error shows the error", () => {
    const error = 'fatal: could not open "/var/lock/migrate": Permission denied';
    const log = ["migrate", error, ...Array.from({ length: 30 }, (_, step) => `Rolling back step ${step}`)];
    expect(diagnosed("bash", log.join("\n"))).toEqual({
      cause: "permission_denied",
      subject: "",
      lines: [
        { line: 1, output: error },
        ...[0, 1, 2].map((step) => ({ line: step + 2, output: `Rolling back step ${step}` })),
      ],
    });
  });

  test("a script with several errors shows the first, and the last with what follows", () => {
    const log = ["Error: one", ...Array(30).fill("working"), "fatal: two", "leaving"];
    const failure = diagnosed("bash", log.join("\n"));
    expect(failure.lines.map(({ line }) => line)).toEqual([0, 31, 32]);
    expect(errorLine("bash", failure)).toBe("fatal: two");
  });

  test("what a script printed early on does not count", () => {
    const log = ["cat: early.txt: No such file or directory", ...Array(30).fill("working"), "the release is older"];
    expect(diagnosed("bash", log.join("\n")).cause).toBeNull();
  });

  test("long hostile lines take no time", () => {
    const began = performance.now();
    for (const piece of ["'", "a'", "Unsupported parameters for (", "lookup ", "quota ", "\u001b[31m", "[[", "/x"])
      diagnosed(
        "ansible",
        Array(30)
          .fill(`fatal: [${piece.repeat(100_000 / piece.length)}`)
          .join("\n"),
      );
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

test.each([
  ["Failed to query available provider", `provider ${"-".repeat(1985)}!`],
  ["Failed to query available provider", `provider ${"a-".repeat(990)}!`],
  ["Permission denied (publickey)", "d@@".repeat(660)],
  ["Permission denied (publickey)", "a".repeat(1990)],
  ["timeout", `lookup ${"a".repeat(1990)}`],
  ["timeout", "[".repeat(1990)],
])("errors of %s with many hostile lines take no time", (error, line) => {
  const passage = [`Error: ${error}`, ...Array(29).fill(line)].join("\n");
  const began = performance.now();
  diagnosed("terraform", Array(20).fill(passage).join("\n"));
  expect(performance.now() - began).toBeLessThan(300);
});

describe("the line of a failure that says most", () => {
  const lineOf = (app: string, ...outputs: string[]) =>
    errorLine(app, { cause: null, subject: "", lines: outputs.map((output, line) => ({ line, output })) });

  test("is the one that begins an error", () => {
    expect(lineOf("bash", ran("run.sh"), "error: no such target", "cleaning up")).toBe("error: no such target");
  });

  test("is the first of a tool that marks its errors", () => {
    expect(lineOf("ansible", "fatal: [web1]: UNREACHABLE!", "to retry, use: --limit")).toBe(
      "fatal: [web1]: UNREACHABLE!",
    );
    expect(lineOf("terraform", "Fehler: kein Netz", "  on main.tf line 1")).toBe("Fehler: kein Netz");
  });

  test("is the last that a script wrote", () => {
    expect(lineOf("bash", ran("run.sh"), "cat: /nowhere: No such file")).toBe("cat: /nowhere: No such file");
  });

  test("is not the runner's own below it", () => {
    const log = [ran("run.sh"), "cat: /nowhere: No such file", ended(3)];
    expect(errorLine("bash", diagnosed("bash", log.join("\n"), 3))).toBe("cat: /nowhere: No such file");
  });

  test("is missing when the log does not tell", () => {
    expect(lineOf("bash")).toBe("");
    expect(errorLine("bash", null)).toBe("");
  });
});
