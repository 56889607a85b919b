import { beforeEach, describe, expect, test } from "vitest";
import { getState } from "@/lib/state/operations";
import { compareVersions, getVersion, rollbackState } from "@/lib/state/version-operations";
import { freshDatabase } from "../support/database";
import { emptiedSite } from "./site";
import { encryptedState, terraformState } from "./states";

const site = await emptiedSite(await freshDatabase());
const { place, listed } = site;
let template: number;
beforeEach(async () => {
  template = await site.template({ auto_approve: true });
});

const rollBack = async (version_id: number) =>
  site.w.call(rollbackState, "owner", await place(), { version_id, reason: "back" });

describe("a state that OpenTofu encrypted", () => {
  test("is kept as it is, and follows by its serial and lineage", async () => {
    const { state } = await site.run(template);
    const status = async (text: string) => (await site.call("POST", state, "", text)).status;
    expect(await status(terraformState())).toBe(200);
    expect(await status(encryptedState(4))).toBe(200);
    expect((await site.call("GET", state)).text).toBe(encryptedState(4));
    expect(await status(encryptedState(4))).toBe(200);
    expect(await status(encryptedState(4, { encrypted_data: "b3RoZXI=" }))).toBe(409);
    expect(await status(encryptedState(5, { lineage: "two" }))).toBe(409);
    expect(await site.versions()).toHaveLength(2);
    // Nothing in it tells what it follows.
    expect(await status(encryptedState(0, { serial: undefined, lineage: undefined }))).toBe(200);
  });

  test("shows neither resources nor outputs, and says so", async () => {
    const { state } = await site.run(template);
    await site.call("POST", state, "", terraformState());
    await site.call("POST", state, "", encryptedState(4));
    const [newest] = await listed();
    const params = { ...(await place()), versionId: newest?.id ?? 0 };
    expect(await site.w.call(getVersion, "guest", params, {})).toMatchObject({
      serial: 4,
      resources: null,
      resource_list: [],
      outputs: [],
    });
    const { workspaces } = await site.w.call(getState, "guest", await place(), {});
    expect(workspaces).toMatchObject([{ newest: 2, resources: null }]);
    await expect(site.w.call(compareVersions, "guest", params, {})).rejects.toThrow("stateEncrypted");
  });

  test("cannot be rolled back to, and is accepted where it follows", async () => {
    const { ref, state } = await site.run(template);
    await site.call("POST", state, "", encryptedState(1));
    await site.call("POST", state, "", encryptedState(2));
    expect(await site.runner.keepState(ref, encryptedState(3), true)).toEqual({ version: 3, offered: true });
    await site.runner.finish(ref);
    const [offered, , first] = await listed();
    await expect(rollBack(first?.id ?? 0)).rejects.toThrow("stateEncrypted");
    expect(await rollBack(offered?.id ?? 0)).toMatchObject({ number: 4, serial: 3, cause: "accepted" });
    const next = await site.run(template);
    expect((await site.call("GET", next.state)).text).toBe(encryptedState(3));
  });
});
