import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostKeys } from "@/db/schema/host-keys";
import { listLastEvents } from "@/lib/event/operations";
import { knownHostsOf, pinHostKeys } from "@/lib/repository/host-keys";
import { forgetHostKeys, listHostKeys } from "@/lib/repository/operations";
import { apiListener } from "@/lib/server/api";
import { freshDatabase } from "../support/database";
import { MANAGERS, MEMBERS, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});
beforeEach(async () => {
  await db.delete(hostKeys);
  await pinHostKeys(db, w.projectId, KNOWN);
});

/** Made with ssh-keygen, which printed the fingerprint too. */
const KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIIaWodWfuVBQLVJSjJrhOLUSItBkbnkGMIYzySibZ1Tn";
const FINGERPRINT = "SHA256:6jhuGHTib7XrWndSFFdtEpsZidNp6hQFUTN8kgreYzk";
const ODD_HOST = "[git.example.com]:2222";
const KNOWN = `github.com ssh-ed25519 ${KEY}\n${ODD_HOST} ssh-ed25519 ${KEY}\n${ODD_HOST} ssh-rsa AAAA\n`;

const here = () => ({ projectId: w.projectId });
const hosts = async () => (await w.call(listHostKeys, "guest", here())).map(({ host }) => host);

describe("a pinned host key", () => {
  it("is shown with its fingerprint, as ssh-keygen prints it", async () => {
    const keys = await w.call(listHostKeys, "guest", here());
    const created = expect.stringMatching(/Z$/);
    expect(keys).toContainEqual({ host: "github.com", key_type: "ssh-ed25519", fingerprint: FINGERPRINT, created });
  });

  it("stays when the host shows another", async () => {
    await pinHostKeys(db, w.projectId, "github.com ssh-ed25519 BBBB\n");
    expect(await knownHostsOf(db, w.projectId)).toContain(`github.com ssh-ed25519 ${KEY}\n`);
  });

  it("is forgotten with all keys of its host, which the activity tells", async () => {
    await w.call(forgetHostKeys, "manager", { ...here(), host: ODD_HOST });
    expect(await hosts()).toEqual(["github.com"]);
    expect(await knownHostsOf(db, w.projectId)).not.toContain("git.example.com");
    const [event] = await w.call(listLastEvents, "guest", here());
    expect(event).toMatchObject({ object_type: "host_key", description: `Host key of ${ODD_HOST} forgotten` });
    expect(await refusal(w.call(forgetHostKeys, "manager", { ...here(), host: ODD_HOST }))).toMatchObject({
      status: 404,
    });
  });

  it("is another project's own", async () => {
    await pinHostKeys(db, w.otherProjectId, KNOWN);
    await w.call(forgetHostKeys, "manager", { ...here(), host: "github.com" });
    expect(await knownHostsOf(db, w.otherProjectId)).toBe(KNOWN);
    await db.delete(hostKeys);
  });

  it("is seen by members and forgotten by those who manage resources", async () => {
    expect(await statuses((as) => w.call(listHostKeys, as, here()))).toEqual(MEMBERS);
    const forget = async (as: Parameters<typeof w.call>[1]) => {
      await pinHostKeys(db, w.projectId, KNOWN);
      return w.call(forgetHostKeys, as, { ...here(), host: "github.com" });
    };
    expect(await statuses(forget)).toEqual(MANAGERS);
  });

  it("is named in the path of a call, brackets, colon and all", async () => {
    const server = createServer(apiListener());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/project/${w.projectId}/host_keys`;
    const headers = { cookie: `semaphore=${w.sessionIds.manager}` };
    const response = await fetch(`${base}/${encodeURIComponent(ODD_HOST)}`, { method: "DELETE", headers });
    expect(response.status).toBe(204);
    expect(await hosts()).toEqual(["github.com"]);
    server.closeAllConnections();
    server.close();
  });
});
