import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect } from "vitest";
import { makeCertificate, serveHttp, serveSsh } from "../support/git-servers";
import { inventory, repository } from "../support/job";
import { commit, makeRepository } from "../support/repositories";
import { runnerSite } from "../support/runner-site";
import { requireSsh, requireTool } from "../support/tools";

/** Whole tasks against real servers: sshd, and git over https with a private authority. */
const site = runnerSite();

/** A malicious script's changes to its task's known_hosts file. */
const FORGE = `#!/bin/sh
key="ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIaWodWfuVBQLVJSjJrhOLUSItBkbnkGMIYzySibZ1Tn"
for host in '*' '@cert-authority *' 127.0.0.1 '[localhost]:1'; do
  echo "$host $key" >>"$(dirname "$ANSIBLE_SSH_CONTROL_PATH_DIR")/secrets/known_hosts"
done
`;

describe("an ssh server", () => {
  requireSsh("ansible-playbook")("gives the playbook's repository and is the host the playbook runs on", async () => {
    const origin = makeRepository(join(site.folder, "origin"), {
      "site.yml": "- hosts: all\n  gather_facts: false\n  tasks: [{raw: echo over ssh}]\n",
    });
    const sshd = await serveSsh(site.folder);
    const key = { type: "ssh", login: sshd.user, passphrase: sshd.passphrase, private_key: sshd.key } as const;
    const content = `far ansible_host=127.0.0.1 ansible_port=${sshd.port} ansible_python_interpreter=/usr/bin/python3\n`;
    const play = {
      repository: repository(`ssh://127.0.0.1:${sshd.port}${origin}`, { key }),
      app: "ansible",
      playbook: "site.yml",
      inventory: inventory({ content, key }),
    };
    try {
      await site.start();
      const first = site.console.add(play);
      await site.console.finished(first);
      expect(first.status, first.lines.join("\n")).toBe("success");
      expect(first.progress.commit_message).toBe("first");
      expect(first.progress.hosts).toMatchObject([{ host: "far", ok: 1, changed: 1 }]);
      const known = first.progress.new_known_hosts ?? "";
      expect(known.split("\n")).toEqual([expect.stringMatching(/^\[127\.0\.0\.1\]:\d+ ssh-ed25519 \S+$/)]);

      // Only from a playbook: the key that the host itself presents is pinned, other lines that a script writes are not.
      const playbook =
        "- hosts: all\n  gather_facts: false\n  tasks:\n    - {raw: echo over ssh}\n    - {local_action: {module: shell, cmd: sh forge.sh}}\n";
      const forged = makeRepository(join(site.folder, "forged"), { "site.yml": playbook, "forge.sh": FORGE });
      const met = site.console.add({ ...play, repository: repository(forged) });
      await site.console.finished(met);
      expect(met.status, met.lines.join("\n")).toBe("success");
      expect(met.progress.new_known_hosts).toBe(known);
      expect(met.lines).toContain(
        "signalbox: host keys that could not be confirmed are not remembered: 127.0.0.1, [localhost]:1",
      );

      const again = site.console.add({ ...play, known_hosts: `${known}\n` });
      await site.console.finished(again);
      expect(again.status, again.lines.join("\n")).toBe("success");
      expect(again.progress).not.toHaveProperty("new_known_hosts");

      await sshd.changeHostKey();
      const changed = site.console.add({ ...play, known_hosts: `${known}\n` });
      await site.console.finished(changed);
      expect(changed.finish).toMatchObject({ result: "error", reason: "host_key_changed" });
      expect(changed.lines.at(-1)).toMatch(/^signalbox: the git server's host key is not the one .* but SHA256:\S+;/);

      const unreachable = site.console.add({ ...play, repository: repository(origin), known_hosts: `${known}\n` });
      await site.console.finished(unreachable);
      expect(unreachable.progress.hosts).toMatchObject([{ host: "far", unreachable: 1 }]);
      expect(unreachable.finish).toMatchObject({ result: "error", reason: "managed_host_key_changed", exit_code: 4 });
      expect(unreachable.lines.at(-1)).toMatch(
        /^signalbox: the host key of \[127\.0\.0\.1\]:\d+ is not the one this project knows, but SHA256:\S+;/,
      );
      expect(stripVTControlCharacters(unreachable.lines.join("\n"))).toMatch(/HAS CHANGED[\s\S]*SHA256:/);
      expect(JSON.stringify(site.console.calls)).not.toContain(sshd.passphrase);
    } finally {
      await sshd.stop();
    }
  });
});

describe("a git server over https", () => {
  const key = { type: "login_password", login: "robot", password: "pass-w0rd" } as const;

  requireTool("git-http-backend", "openssl")("with a private authority serves runners configured for it", async () => {
    const origin = makeRepository(join(site.folder, "origin"), {
      "run.sh": "cat data; env | grep -c SSL\n",
      data: "one\n",
    });
    const pinned = commit(origin, {}, "the pinned one");
    commit(origin, { data: "two\n" }, "later");
    const certificate = makeCertificate(site.folder);
    const server = await serveHttp(site.folder, "robot", "pass-w0rd", certificate);
    const url = `${server.url}/origin/.git`;
    await site.start({ SIGNALBOX_RUNNER_CA_FILE: certificate.ca });
    const good = site.console.add({ repository: repository(url, { key }), commit_hash: pinned });
    await site.console.finished(good);
    expect(good.status, good.lines.join("\n")).toBe("success");
    expect(site.console.output(good)).toEqual(["one", "2"]);
    expect(good.progress).toMatchObject({ commit_hash: pinned, commit_message: "the pinned one" });

    const cases = [
      [{ key: { ...key, password: "wrong-pass" } }, "the git server refused the key of the repository"],
      [{ key, branch: "nope" }, "the repository has no such branch"],
      [{ key, url: `${server.url}/nothing.git` }, "there is no git repository at this address"],
    ] as const;
    for (const [changes, text] of cases) {
      const task = site.console.add({ repository: repository(url, changes) });
      await site.console.finished(task);
      expect(task.finish).toMatchObject({ result: "error", reason: "git_failed" });
      expect(task.lines.at(-1)).toBe(`signalbox: ${text}`);
    }
    expect(JSON.stringify(site.console.calls)).not.toMatch(/pass-w0rd|wrong-pass/);
    await server.stop();
  });

  requireTool("git-http-backend", "openssl")(
    "is also trusted through a forwarded variable, and rejected otherwise",
    async () => {
      makeRepository(join(site.folder, "origin"), { "run.sh": "echo cloned\n" });
      const certificate = makeCertificate(site.folder);
      const server = await serveHttp(site.folder, "robot", "pass-w0rd", certificate);
      const job = { repository: repository(`${server.url}/origin/.git`, { key }) };
      const runner = await site.start();
      const refused = site.console.add(job);
      await site.console.finished(refused);
      expect(refused.lines.at(-1)).toMatch(/certificate is not trusted here \(SIGNALBOX_RUNNER_CA_FILE/);
      await runner.kill("SIGKILL");
      await site.start({ GIT_SSL_CAINFO: certificate.ca, SIGNALBOX_RUNNER_FORWARD_ENV: "GIT_SSL_CAINFO" });
      const task = site.console.add(job);
      await site.console.finished(task);
      expect(site.console.output(task)).toEqual(["cloned"]);
      await server.stop();
    },
  );
});
