import { beforeEach, expect, test, vi } from "vitest";
import { execute } from "@/lib/operation/execute";
import * as content from "@/lib/state/content";
import { compareVersions, getVersion, listAttributes } from "@/lib/state/version-operations";
import { freshDatabase } from "../support/database";
import type { Person } from "../support/world";
import { emptiedSite } from "./site";
import { terraformState } from "./states";

const db = await freshDatabase();
const site = await emptiedSite(db);
const { readContent } = content;
const open = vi.spyOn(content, "readContent");

const MEMBERS: Person[] = ["owner", "manager", "task_runner", "guest"];

/** The newest of two versions. */
let newest: { projectId: number; stateId: number; versionId: number };
beforeEach(async () => {
  const { ref, state } = await site.run(await site.template());
  for (const serial of [3, 4])
    await site.call(
      "POST",
      state,
      "",
      terraformState((text) => Object.assign(text, { serial })),
    );
  await site.runner.finish(ref);
  newest = { ...(await site.place()), versionId: (await site.listed())[0]?.id ?? 0 };
  open.mockClear();
});

const compare = (as: Person) => site.w.call(compareVersions, as, newest);

/** A guest's comparison that is given up by the signal. */
const abandonable = (signal: AbortSignal) => {
  const credentials = { kind: "session" as const, id: site.w.sessionIds.guest };
  return execute(compareVersions, { credentials, ip: "127.0.0.1", userAgent: "tests", signal }, newest, {}, db);
};

/** Each comparison opens version 2, then version 1. */
const opened = () => open.mock.calls.map(([{ id }]) => (id === newest.versionId ? 2 : 1));

/** Comparisons that had opened one version and not yet the other, at most. */
function mostAtOnce(): number {
  let under = 0;
  return Math.max(...opened().map((number) => (number === 2 ? ++under : --under)));
}

test("a user compares versions one after the other, and reads nothing else of states meanwhile", async () => {
  const attributes = site.w.call(listAttributes, "owner", newest);
  const detail = site.w.call(getVersion, "owner", newest);
  await Promise.all([compare("owner"), attributes, compare("owner"), detail, compare("owner")]);
  expect(opened()).toHaveLength(8);
  expect(opened().join("")).toMatch(/^(2|21)*$/);
});

test("two users compare versions at once, and others wait", async () => {
  await Promise.all(MEMBERS.flatMap((as) => [compare(as), compare(as)]));
  expect(opened()).toHaveLength(2 * 2 * MEMBERS.length);
  expect(mostAtOnce()).toBe(2);
});

test("a comparison that nobody waits for any more opens nothing, and no second version", async () => {
  const waits = new AbortController();
  const both = [compare("guest"), abandonable(waits.signal)];
  waits.abort();
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(opened()).toEqual([2, 1]);
  open.mockClear();
  const began = new AbortController();
  open.mockImplementationOnce((version) => {
    began.abort();
    return readContent(version);
  });
  await expect(abandonable(began.signal)).rejects.toThrow();
  expect(opened()).toEqual([2]);
});
