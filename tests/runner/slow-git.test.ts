import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { relaySlowly } from "../support/git-servers";
import { repository } from "../support/job";
import { listen } from "../support/listen";
import { commit, git, makeRepository } from "../support/repositories";
import { requireTool } from "../support/tools";
import { checkoutSite, HTTP_KEY } from "./checking-out";

const SILENCE_MS = 800;

const site = checkoutSite();
const { url, fetch } = site;

/** So few that git would unpack them while it downloads, and of random text, so that this takes long. */
const manyFiles = (): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`file-${n}`, randomBytes(3_000).toString("hex")]));

/** Has git need longer than a server may be silent, where it calls itself for `verb`. */
function slowAt(verb: string): { own: Record<string, string>; hasRun: () => boolean } {
  const folder = join(site.folder, `slow-${verb}`);
  mkdirSync(folder);
  const slowly = `case $1 in ${verb}) sleep 1.1; touch ${folder}/ran ;; esac`;
  const program = `#!/bin/sh\n${slowly}\nexec ${git("/", "--exec-path")}/git "$@"\n`;
  writeFileSync(join(folder, "git"), program, { mode: 0o755 });
  return { own: { GIT_EXEC_PATH: folder }, hasRun: () => existsSync(join(folder, "ran")) };
}

requireTool("git-http-backend")("a download may take longer than a server may be silent", async () => {
  const { port, stop } = await site.serve();
  const slow = await relaySlowly(port, 8_000);
  makeRepository(join(site.folder, "library"), manyFiles());
  git(site.origin, "submodule", "--quiet", "add", "../library", "library");
  git(site.origin, "config", "-f", ".gitmodules", "submodule.library.url", `${slow.url}/library/.git`);
  commit(site.origin, manyFiles(), "large, as is its submodule");
  const from = repository(`${slow.url}/origin/.git`, { key: HTTP_KEY });
  const { log, file } = await fetch(from, { silenceMs: SILENCE_MS });
  expect(file("library/file-0")).toHaveLength(6_000);
  expect(log).toMatch(/^Cloning [^\n]+\nChecked out [0-9a-f]{10} large, as is its submodule\n$/);
  await slow.stop();
  await stop();
});

test("a server may count for long, as long as it says something", async () => {
  const counting = createServer(async (_, response) => {
    response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" });
    for (let count = 0; count < 4; count++) {
      response.write("0004");
      await delay(500);
    }
    response.end();
  });
  const server = await listen(counting);
  const own = { GIT_HTTP_LOW_SPEED_TIME: "1" };
  await expect(fetch(`${server.url}/x.git`, { own })).rejects.not.toThrow("could not be reached");
  await server.stop();
});

test("what git does after a download may take longer than a server may be silent", async () => {
  const { own, hasRun } = slowAt("rev-list");
  expect((await fetch(url(), { own, silenceMs: SILENCE_MS })).file("run.sh")).toBe("echo one\n");
  expect(hasRun()).toBe(true);
});

test("git may take long to repack what was downloaded before", async () => {
  for (const name of ["first", "second"]) {
    commit(site.origin, manyFiles(), name);
    await fetch();
  }
  git(site.mirror(), "config", "gc.autoPackLimit", "1");
  const { own, hasRun } = slowAt("repack");
  const { log } = await fetch(url(), { own, silenceMs: SILENCE_MS });
  expect(log).toMatch(/^Cloning [^\n]+\nChecked out [0-9a-f]{10} second\n$/);
  expect(hasRun()).toBe(true);
});
