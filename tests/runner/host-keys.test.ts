import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type HostKeyLine, knownHostsLine, parseKnownHosts } from "@/lib/protocol/known-hosts";
import { verifyHostKeys } from "@/runner/job/host-keys";
import { serveSilence, serveSsh } from "../support/git-servers";
import { requireSsh } from "../support/tools";

const folder = mkdtempSync(join(tmpdir(), "signalbox-host-keys-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = { PATH: process.env.PATH ?? "" };
const KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIIaWodWfuVBQLVJSjJrhOLUSItBkbnkGMIYzySibZ1Tn";
const lineOf = (host: string): HostKeyLine => ({ host, keyType: "ssh-ed25519", key: KEY });

test("hosts that git has used are not scanned again", async () => {
  const silent = await serveSilence();
  const early = [lineOf("git.example.com"), lineOf(`[127.0.0.1]:${silent.port}`)];
  const began = performance.now();
  expect(await verifyHostKeys({ app: "ansible" }, { early, late: [] }, environment)).toEqual({
    trusted: early,
    unverified: [],
  });
  // A scan would wait for three seconds.
  expect(performance.now() - began).toBeLessThan(2_000);
  await silent.stop();
});

requireSsh()("all other hosts are scanned at once, for at most three seconds", async () => {
  const silent = await Promise.all([serveSilence(), serveSilence(), serveSilence()]);
  const sshd = await serveSsh(folder);
  const scan = execFileSync("ssh-keyscan", ["-p", String(sshd.port), "-t", "ed25519", "127.0.0.1"], { stdio: "pipe" });
  const met = parseKnownHosts(scan.toString());
  expect(met).toHaveLength(1);
  const lost = silent.map(({ port }) => lineOf(`[127.0.0.1]:${port}`));
  const began = performance.now();
  const { trusted, unverified } = await verifyHostKeys(
    { app: "ansible" },
    { early: [], late: [...lost, ...met, lineOf("localhost")] },
    environment,
  );
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(trusted.map(knownHostsLine)).toEqual(met.map(knownHostsLine));
  expect(unverified).toEqual([...lost, lineOf("localhost")]);
  for (const server of [sshd, ...silent]) await server.stop();
});
