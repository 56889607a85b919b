import { createServer } from "node:http";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostKeys } from "@/db/schema/host-keys";
import { listLastEvents } from "@/lib/event/operations";
import { knownHostsOf, pinHostKeys } from "@/lib/repository/host-keys";
import { forgetHostKeys, listHostKeys } from "@/lib/repository/operations";
import { insertRepository } from "@/lib/repository/store";
import { apiListener } from "@/lib/server/api";
import { freshDatabase } from "../support/database";
import { listen } from "../support/listen";
import { resources } from "../support/resources";
import { MANAGERS, MEMBERS, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});
beforeEach(async () => {
  await db.delete(hostKeys);
  await pinHostKeys(db, KNOWN, anyRun());
});

/** Created with ssh-keygen, which also printed the fingerprint. */
const KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIIaWodWfuVBQLVJSjJrhOLUSItBkbnkGMIYzySibZ1Tn";
const EC_KEY =
  "AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBJT2QeZqgUn28L+ilMy25S/AOGJALLp8h/otK+iIMks0cZTTJFoZdAdxQB16g+g4+Ugx87CwAxsWpi47bnjZsyE=";
const OTHER_KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIHjlwGn6ef/3t/Yrqp4wu6OD8xX7KPLalYWyj6f6xu5n";
const FINGERPRINT = "SHA256:6jhuGHTib7XrWndSFFdtEpsZidNp6hQFUTN8kgreYzk";
const ODD_HOST = "[git.example.com]:2222";
const KNOWN = `github.com ssh-ed25519 ${KEY}\n${ODD_HOST} ssh-ed25519 ${KEY}\n${ODD_HOST} ecdsa-sha2-nistp256 ${EC_KEY}\n`;

const anyRun = () => ({ projectId: w.projectId, urls: [], others: true });
const here = () => ({ projectId: w.projectId });
const hosts = async () => (await w.call(listHostKeys, "guest", here())).map(({ host }) => host);

describe("a pinned host key", () => {
  it("is shown with its fingerprint, as ssh-keygen prints it", async () => {
    const keys = await w.call(listHostKeys, "guest", here());
    const created = expect.stringMatching(/Z$/);
    expect(keys).toContainEqual({ host: "github.com", key_type: "ssh-ed25519", fingerprint: FINGERPRINT, created });
  });

  it("stays when the host presents another", async () => {
    await pinHostKeys(db, `github.com ssh-ed25519 ${OTHER_KEY}\n`, anyRun());
    expect(await knownHostsOf(db, w.projectId)).toContain(`github.com ssh-ed25519 ${KEY}\n`);
  });

  it("is removed with all keys of its host, which records an event", async () => {
    await w.call(forgetHostKeys, "manager", { ...here(), host: ODD_HOST });
    expect(await hosts()).toEqual(["github.com"]);
    expect(await knownHostsOf(db, w.projectId)).not.toContain("git.example.com");
    const [event] = await w.call(listLastEvents, "guest", here());
    expect(event).toMatchObject({ object_type: "host_key", description: `Host key of ${ODD_HOST} forgotten` });
    expect(await refusal(w.call(forgetHostKeys, "manager", { ...here(), host: ODD_HOST }))).toMatchObject({
      status: 404,
    });
  });

  it("belongs to its project", async () => {
    await pinHostKeys(db, KNOWN, { ...anyRun(), projectId: w.otherProjectId });
    await w.call(forgetHostKeys, "manager", { ...here(), host: "github.com" });
    expect(await knownHostsOf(db, w.otherProjectId)).toBe(KNOWN);
    await db.delete(hostKeys);
  });

  it("is visible to members, and can be removed by those who manage resources", async () => {
    expect(await statuses((as) => w.call(listHostKeys, as, here()))).toEqual(MEMBERS);
    const forget = async (as: Parameters<typeof w.call>[1]) => {
      await pinHostKeys(db, KNOWN, anyRun());
      return w.call(forgetHostKeys, as, { ...here(), host: "github.com" });
    };
    expect(await statuses(forget)).toEqual(MANAGERS);
  });

  it("is addressed by its URL-encoded host, including brackets and a port", async () => {
    const { url, stop } = await listen(createServer(apiListener()));
    const base = `${url}/api/project/${w.projectId}/host_keys`;
    const headers = { cookie: `semaphore=${w.sessionIds.manager}` };
    const response = await fetch(`${base}/${encodeURIComponent(ODD_HOST)}`, { method: "DELETE", headers });
    expect(response.status).toBe(204);
    expect(await hosts()).toEqual(["github.com"]);
    await stop();
  });
});

describe("host keys reported by a runner", () => {
  const pinned = async (lines: string, run: Partial<Parameters<typeof pinHostKeys>[2]> = {}) => {
    await db.delete(hostKeys);
    await pinHostKeys(db, lines, { ...anyRun(), ...run });
    return (await hosts()).toSorted();
  };

  it.each([
    `* ssh-ed25519 ${KEY}`,
    `*.example.com ssh-ed25519 ${KEY}`,
    `!good.example.com ssh-ed25519 ${KEY}`,
    `good.example.com,evil.example.com ssh-ed25519 ${KEY}`,
    `@cert-authority * ssh-ed25519 ${KEY}`,
    `@revoked good.example.com ssh-ed25519 ${KEY}`,
    `|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wmZL7suNrYQLITLCg= ssh-ed25519 ${KEY}`,
    `[*]:22 ssh-ed25519 ${KEY}`,
    `[good.example.com]:99x ssh-ed25519 ${KEY}`,
    `-oProxyCommand=x ssh-ed25519 ${KEY}`,
    `good.example.com ssh-dss ${KEY}`,
    `good.example.com ssh-ed25519-cert-v01@openssh.com ${KEY}`,
    `good.example.com ecdsa-sha2-nistp256 ${KEY}`,
    "good.example.com ssh-ed25519 AAAA",
    "good.example.com ssh-ed25519",
    `# good.example.com ssh-ed25519 ${KEY}`,
  ])("are not pinned if a line is %s", async (line) => {
    expect(await pinned(line)).toEqual([]);
  });

  it("are pinned for names, addresses and ports, in ssh's format", async () => {
    const names = ["10.0.0.7", "[::1]:2222", "[db_1.example.com]:2022", "fe80::1%eth0", "good.example.com", "host-7"];
    expect(await pinned(names.map((name) => `${name} ssh-ed25519 ${KEY}\r\n`).join(""))).toEqual(names.toSorted());
  });

  it("are pinned for a git server only by runs that fetch from it", async () => {
    const { keyId } = await resources(db, w.projectId);
    const repository = { name: "r", git_url: "git@git.example.com:a/b.git", git_branch: "main", ssh_key_id: keyId };
    await insertRepository(db, w.projectId, repository);
    const line = `git.example.com ssh-ed25519 ${KEY}`;
    expect(await pinned(line)).toEqual([]);
    expect(await pinned(line, { urls: ["ssh://root@GIT.example.com:22/a/b.git"] })).toEqual(["git.example.com"]);
    expect(await pinned(line, { urls: ["ssh://git.example.com:2222/a"] })).toEqual([]);
    expect(await pinned(`far ssh-ed25519 ${KEY}`, { others: false })).toEqual([]);
  });

  it("with a stored pattern are not sent to runners", async () => {
    await db
      .insert(hostKeys)
      .values({ project_id: w.projectId, host: "*", key_type: "ssh-rsa", line: `* ssh-ed25519 ${KEY}` });
    expect(await knownHostsOf(db, w.projectId)).not.toContain("*");
  });
});
