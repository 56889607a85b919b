import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_PATHS, type ProbeProblem, ProbeReport, type RunnerProbe } from "@/lib/protocol/probe";
import { writeGitConfig } from "@/runner/git/command";
import { MirrorCache } from "@/runner/git/mirror";
import { Stopped, Stopper } from "@/runner/job/stop";
import { performProbe } from "@/runner/probe/perform";
import { trustCertificates } from "@/runner/process/certificates";
import { makeCertificate, makeKey, serveHttp, serveSilence, serveSsh } from "../support/git-servers";
import { repository } from "../support/job";
import { commitOnBranch, git, makeRepository } from "../support/repositories";
import { requireSsh, requireTool } from "../support/tools";

const folder = mkdtempSync(join(tmpdir(), "signalbox-probe-"));
const dataDir = join(folder, "data");
let origin: string;
beforeAll(() => {
  mkdirSync(dataDir);
  origin = makeRepository(join(folder, "origin"), { "hosts.ini": "[web]\nweb1\nweb2\n" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ssh = (private_key: string, passphrase = "", login = "") =>
  ({ type: "ssh", login, passphrase, private_key }) as const;

const failed = (code: ProbeProblem | null, subject = "", problem = "") => ({
  outcome: "failed",
  code,
  subject,
  problem,
});

/** As the runner does; nothing may be left behind. */
async function perform(probe: RunnerProbe, own: Record<string, string> = {}, stopper = new Stopper()) {
  const inherited = { PATH: process.env.PATH ?? "", ...own };
  const context = {
    dataDir,
    localFolders: null,
    gitConfig: await writeGitConfig(dataDir),
    inherited,
    mirrors: new MirrorCache(dataDir),
  };
  try {
    return await performProbe(probe, context, stopper);
  } finally {
    expect(readdirSync(join(dataDir, "checks"))).toEqual([]);
  }
}

const ofRepository = (from: ReturnType<typeof repository>): RunnerProbe => ({
  kind: "repository",
  repository: from,
  known_hosts: "",
});
const ofInventory = (
  type: "static" | "static-yaml" | "file",
  content: string,
  from: ReturnType<typeof repository> | null = null,
): RunnerProbe => ({
  kind: "inventory",
  inventory: { type, content, repository: from },
  known_hosts: "",
  app_path: null,
});
const ofVault = (url: string, ...vaults: { name: string; password: string }[]): RunnerProbe => ({
  kind: "vault",
  repository: repository(url),
  vaults,
  known_hosts: "",
  app_path: null,
});

describe("a repository", () => {
  test("passes with the commit of its branch, or as an existing folder", async () => {
    const bare = join(folder, "bare.git");
    git(folder, "clone", "-q", "--bare", origin, bare);
    const commit = git(origin, "rev-parse", "HEAD");
    for (const url of [bare, `file://${origin}`])
      expect(await perform(ofRepository(repository(url)))).toEqual({ outcome: "passed", facts: { commit } });
    expect(await perform(ofRepository(repository(origin, { branch: "" })))).toEqual({ outcome: "passed", facts: {} });
  });

  test("fails with the reason", async () => {
    const answers = [
      [repository(`file://${origin}`, { branch: "nope" }), failed("branch_missing")],
      [repository(`file://${folder}`), failed("repository_missing")],
      [repository(join(folder, "nowhere")), failed("folder_missing", join(folder, "nowhere"))],
      [
        repository("https://user:hunter2@example.com/x"),
        failed(null, "", "the repository address holds a password: use a key instead"),
      ],
    ] as const;
    for (const [from, answer] of answers) expect(await perform(ofRepository(from))).toEqual(answer);
  });

  requireSsh()("over ssh requires the right key and passphrase", async () => {
    const sshd = await serveSsh(folder);
    const from = (passphrase: string, key = sshd.key) =>
      ofRepository(repository(`ssh://127.0.0.1:${sshd.port}${origin}`, { key: ssh(key, passphrase, sshd.user) }));
    try {
      expect(await perform(from(sshd.passphrase))).toMatchObject({ outcome: "passed" });
      expect(await perform(from("mistyped"))).toEqual(failed("passphrase_wrong"));
      expect(await perform(from("", makeKey(join(folder, "stranger"), "")))).toEqual(failed("access_refused"));
    } finally {
      await sshd.stop();
    }
  });

  requireTool("git-http-backend", "openssl")("over https requires the right password", async () => {
    const certificate = makeCertificate(folder);
    const server = await serveHttp(folder, "robot", "pass-w0rd", certificate);
    const own = await trustCertificates(certificate.ca, dataDir);
    const from = (password: string) => {
      const key = { type: "login_password", login: "robot", password } as const;
      return ofRepository(repository(`${server.url}/origin/.git`, { key }));
    };
    try {
      expect(await perform(from("pass-w0rd"), own)).toMatchObject({ outcome: "passed" });
      expect(await perform(from("wrong-pass"), own)).toMatchObject({ outcome: "failed" });
    } finally {
      await server.stop();
    }
  });

  test("ends when the runner does", async () => {
    const silent = await serveSilence();
    const stopper = new Stopper();
    const probing = perform(ofRepository(repository(`git://127.0.0.1:${silent.port}/x`)), {}, stopper);
    setTimeout(() => stopper.request("quit"), 100);
    await expect(probing).rejects.toThrow(Stopped);
    await silent.stop();
  });
});

describe("a key", () => {
  requireTool("ssh-agent", "ssh-add")("is loaded as for a task", async () => {
    const key = makeKey(join(folder, "probed"), "pass word");
    const [, fingerprint] = execFileSync("ssh-keygen", ["-lf", join(folder, "probed.pub")])
      .toString()
      .split(" ");
    const answer = await perform({ kind: "key", key: ssh(key, "pass word") });
    expect(answer).toEqual({ outcome: "passed", facts: { key_type: "ED25519 256", fingerprint } });
    const problems = [
      [ssh(key, "mistyped"), "passphrase_wrong"],
      // A word of our own texts, none of which may be masked.
      [ssh(key, "passphrase"), "passphrase_wrong"],
      [ssh(key), "passphrase_missing"],
      [ssh("not a key"), "key_format"],
      [{ type: "none" }, "key_missing"],
    ] as const;
    for (const [tried, code] of problems) expect(await perform({ kind: "key", key: tried })).toEqual(failed(code));
  });
});

describe("an inventory", () => {
  const ansible = requireTool("ansible-inventory");

  ansible("has its hosts and groups counted as Ansible reads them", async () => {
    const ini = "lone\n[web]\nweb[1:3].example.com\n[db]\nweb1.example.com\n[all:vars]\nansible_password=hunter22\n";
    expect(await perform(ofInventory("static", ini))).toEqual({ outcome: "passed", facts: { hosts: 4, groups: 2 } });
    const yaml = "all:\n  children:\n    web:\n      hosts:\n        a:\n        b:\n";
    expect(await perform(ofInventory("static-yaml", yaml))).toEqual({
      outcome: "passed",
      facts: { hosts: 2, groups: 1 },
    });
    expect(await perform(ofInventory("static", ""))).toEqual({ outcome: "passed", facts: { hosts: 0, groups: 0 } });
    const file = ofInventory("file", "hosts.ini", repository(`file://${origin}`));
    expect(await perform(file)).toEqual({ outcome: "passed", facts: { hosts: 2, groups: 1 } });
  });

  ansible("stays in its repository, and reveals no other file of the runner", async () => {
    const at = makeRepository(join(folder, "linked"), { "hosts.ini": "web1\n" });
    writeFileSync(join(folder, "elsewhere"), "[the-runner's own = file\n");
    symlinkSync(join(folder, "elsewhere"), join(at, "link.ini"));
    const url = `file://${at}`;
    git(at, "add", "-A");
    git(at, "commit", "-q", "-m", "a link");
    const outside = await perform(ofInventory("file", "link.ini", repository(url)));
    expect(outside).toEqual(failed(null, "", "link.ini lies outside of the repository"));
    renameSync(join(at, "link.ini"), join(at, "ansible.cfg"));
    git(at, "add", "-A");
    git(at, "commit", "-q", "-m", "settings");
    const settings = await perform(ofInventory("file", "hosts.ini", repository(url)));
    expect(settings).toEqual(failed(null, "", "ansible.cfg lies outside of the repository"));
  });

  ansible("that Ansible can't read shows the reason, without passwords", async () => {
    const bad = await perform(ofInventory("static", "web1\nansible_password=hunter22 = x hunter22\n"));
    const invalid = { outcome: "failed", code: "inventory_invalid" };
    expect(bad).toMatchObject({ ...invalid, problem: expect.stringContaining("Failed to parse the inventory") });
    const yaml = await perform(ofInventory("static-yaml", "all:\n  hosts:\n    token: hunter22\n  x: [ hunter22\n"));
    expect(yaml).toMatchObject({ ...invalid, problem: expect.stringContaining("Syntax Error") });
    const missing = ofInventory("file", "nope.ini", repository(`file://${origin}`));
    expect(await perform(missing)).toMatchObject({ ...invalid, problem: expect.stringContaining("nope.ini") });
    expect(JSON.stringify([bad, yaml])).not.toMatch(/hunter22|\/checks\//);
    expect(await perform(ofInventory("file", "hosts.ini"))).toEqual({
      outcome: "impossible",
      reason: "own_repository",
    });
  });
});

describe("vault passwords", () => {
  requireTool("ansible-vault")("are tested on the repository's encrypted content", async () => {
    const at = join(folder, "vaulted");
    mkdirSync(join(at, "group_vars"), { recursive: true });
    const vault = (name: string, password: string, ...args: string[]) => {
      writeFileSync(join(folder, "password"), password);
      return execFileSync("ansible-vault", [
        ...args,
        "--encrypt-vault-id",
        name,
        `--vault-id=${name}@${join(folder, "password")}`,
      ]);
    };
    writeFileSync(join(at, "secrets.yml"), "token: plain-secret\n");
    vault("prod", "first-pass", "encrypt", join(at, "secrets.yml"));
    const inline = vault("dev", "second-pass", "encrypt_string", "another-secret", "--name", "password").toString();
    makeRepository(at, {
      "secrets.yml": readFileSync(join(at, "secrets.yml"), "utf8"),
      "group_vars/all.yml": `plain: 1\n${inline}\nlast: 2\n`,
    });
    const first = { name: "prod", password: "first-pass" };
    const second = { name: "", password: "second-pass" };
    expect(await perform(ofVault(`file://${at}`, first, second))).toEqual({ outcome: "passed", facts: { files: 2 } });
    expect(await perform(ofVault(`file://${at}`, first))).toEqual(failed("vault_closed", "group_vars/all.yml"));
    expect(await perform(ofVault(`file://${at}`, second))).toEqual(failed("vault_closed", "secrets.yml"));
    expect(await perform(ofVault(`file://${origin}`, first))).toEqual({
      outcome: "impossible",
      reason: "nothing_encrypted",
    });
  });
});

describe("a list of files", () => {
  const ofFiles = (from: ReturnType<typeof repository>): RunnerProbe => ({
    kind: "files",
    repository: from,
    known_hosts: "",
  });
  const listed = (...paths: string[]) => ({ outcome: "passed", facts: { paths, more: false } });

  test("holds those of a branch, near the root first, and no others", async () => {
    const code = makeRepository(join(folder, "listed"), {
      "roles/web/tasks/main.yml": "",
      "site.yml": "",
      "play books/näher.yml": "",
    });
    commitOnBranch(code, "next", { "next.yml": "" });
    writeFileSync(join(code, "untracked.yml"), "");
    const main = listed("site.yml", "play books/näher.yml", "roles/web/tasks/main.yml");
    const next = listed("next.yml", "site.yml", "play books/näher.yml", "roles/web/tasks/main.yml");
    expect(await perform(ofFiles(repository(`file://${code}`, { branch: "main" })))).toEqual(main);
    expect(await perform(ofFiles(repository(`file://${code}`, { branch: "next" })))).toEqual(next);
    expect(await perform(ofFiles(repository(code, { branch: "next", branch_chosen: true })))).toEqual(next);
  });

  test("of a local folder holds what lies there, without links and git's own files", async () => {
    const place = join(folder, "place");
    mkdirSync(join(place, ".git"), { recursive: true });
    mkdirSync(join(place, "deep/er"), { recursive: true });
    for (const path of ["a.sh", ".git/config", "deep/er/b.sh"]) writeFileSync(join(place, path), "");
    symlinkSync("/etc/passwd", join(place, "link.sh"));
    symlinkSync("/etc", join(place, "linked"));
    expect(await perform(ofFiles(repository(place, { branch: "" })))).toEqual(listed("a.sh", "deep/er/b.sh"));
  });

  test("has an end, and leaves out names that no field can hold", async () => {
    const many = join(folder, "many");
    mkdirSync(join(many, "below"), { recursive: true });
    writeFileSync(join(many, "line\nbreak.sh"), "");
    writeFileSync(join(many, "first.sh"), "");
    for (let n = 0; n < MAX_PATHS; n++) writeFileSync(join(many, "below", `${n}.sh`), "");
    const report = await perform(ofFiles(repository(many, { branch: "" })));
    expect(report).toMatchObject({ outcome: "passed", facts: { more: true } });
    expect(ProbeReport.parse(report)).toEqual(report);
    const paths = report.outcome === "passed" ? (report.facts.paths ?? []) : [];
    expect(paths).toHaveLength(MAX_PATHS);
    expect(paths[0]).toBe("first.sh");
  });

  test("says why there is none", async () => {
    const answers = [
      [repository(`file://${origin}`, { branch: "nope" }), failed("branch_missing")],
      [repository(join(folder, "nowhere")), failed("folder_missing", join(folder, "nowhere"))],
    ] as const;
    for (const [from, answer] of answers) expect(await perform(ofFiles(from))).toEqual(answer);
  });
});
