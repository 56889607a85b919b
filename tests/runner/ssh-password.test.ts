import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { parseSource } from "@/runner/git/source";
import { Keychain } from "@/runner/keys";
import { createWorkspace } from "@/runner/workspace";
import { type PasswordServer, servePasswords } from "../support/git-servers";
import { repository } from "../support/job";
import { commit, git } from "../support/repositories";
import { requireTool } from "../support/tools";
import { checkoutSite, HTTP_KEY } from "./checking-out";

const site = checkoutSite();
const HASH = "1".repeat(40);
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"1".repeat(64)}\nsize 12\n`;
const LFS = { ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n", "a.bin": POINTER };

/** Checks the repository out as that of a server at git.team.example; what other servers are asked goes through the real ssh. */
async function checkOutOfTeam(): Promise<unknown> {
  const bin = join(site.folder, "bin");
  mkdirSync(bin);
  const toTeam = `case "$*" in *git.team.example*) exec git-upload-pack ${site.origin};; esac`;
  writeFileSync(join(bin, "ssh"), `#!/bin/sh\n${toTeam}\nPATH="$OWN_PATH" exec ssh "$@"\n`);
  chmodSync(join(bin, "ssh"), 0o755);
  const { PATH = "" } = process.env;
  const own = { PATH: `${bin}:${PATH}`, OWN_PATH: PATH };
  return site.fetch(repository("ssh://git.team.example/infra.git", { key: HTTP_KEY }), { own });
}

/** A real server that anybody could have named, stopped after the work. */
async function withServer(work: (server: PasswordServer) => Promise<void>): Promise<void> {
  const server = await servePasswords(site.folder);
  await work(server).finally(() => server.stop());
}

describe("the password of a repository over ssh", () => {
  requireTool("sshd")("is not told to the server of a submodule", () =>
    withServer(async (server) => {
      const url = `ssh://127.0.0.1:${server.port}/x.git`;
      writeFileSync(join(site.origin, ".gitmodules"), `[submodule "x"]\n\tpath = x\n\turl = ${url}\n`);
      mkdirSync(join(site.origin, "x"));
      git(site.origin, "update-index", "--add", "--cacheinfo", `160000,${HASH},x`);
      commit(site.origin, {}, "a submodule");
      await expect(checkOutOfTeam()).rejects.toMatchObject({ log: expect.stringContaining("Permission denied") });
      expect(server.told()).toEqual([]);
    }),
  );

  requireTool("sshd", "git-lfs")("is not told to the server of Git LFS that a commit names", () =>
    withServer(async (server) => {
      const config = `[lfs]\n\turl = ssh://git@127.0.0.1:${server.port}/x.git\n`;
      commit(site.origin, { ...LFS, ".lfsconfig": config }, "another place");
      await expect(checkOutOfTeam()).rejects.toMatchObject({ log: expect.stringContaining("Permission denied") });
      expect(server.told()).toEqual([]);
    }),
  );

  requireTool("sshd")("is told to its own server, with the login, however that is spelled, and to no other port", () =>
    withServer(async (server) => {
      const { workspace } = await createWorkspace(site.dataDir, { task_id: 1_000, attempt: 1 });
      const keys = new Keychain(workspace, { PATH: process.env.PATH ?? "" }, "");
      const ask = async (own: string, other = own) => {
        const access = await keys.gitAccess(parseSource(own), HTTP_KEY);
        const env = { ...process.env, ...access };
        expect(() => execFileSync("git", ["ls-remote", other], { env, stdio: "pipe" })).toThrow("Permission denied");
      };
      const place = `127.0.0.1:${server.port}`;
      await ask(`ssh://${place}/x.git`);
      await ask(`ssh://someone@${place}/x.git`);
      await ask(`[${place}]:x.git`);
      await ask(`ssh://127%2E0.0.1:${server.port}/x.git`);
      expect(server.told()).toEqual(["robot", "someone", "robot", "robot"]);
      await ask("ssh://127.0.0.1/x.git", `ssh://${place}/x.git`);
      await ask(`ssh://localhost:${server.port}/x.git`, `ssh://${place}/x.git`);
      expect(server.told()).toHaveLength(4);
    }),
  );
});
