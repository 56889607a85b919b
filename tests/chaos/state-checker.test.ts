import { expect, test } from "vitest";
import { checkStates, type StateRun } from "./state-checker";
import { RESOURCES, type StoredVersion, type WorkspaceEvidence } from "./states";

const all = (run: string) => Array.from({ length: RESOURCES }, () => run);
const version = (number: number, changes: Partial<StoredVersion> = {}): StoredVersion => ({
  number,
  serial: number,
  lineage: "one",
  offered: false,
  task_id: number,
  made: all(`s${number}`),
  ...changes,
});
const good: WorkspaceEvidence = {
  workspace: "staging",
  newest: 2,
  versions: [version(1), version(2)],
  begun: [...all("s1"), ...all("s2")],
  locks: [],
};
const success: StateRun = { id: 2, name: "s2", workspace: "staging", status: "success", exit_code: 0 };
const killed: StateRun = { ...success, status: "error", exit_code: null };

test("accepts two runs, an offered version, and a killed run whose file was kept", () => {
  expect(checkStates([good], [success])).toEqual([]);
  const offered = version(3, { offered: true, serial: 2, made: all("s2") });
  expect(checkStates([{ ...good, versions: [version(1), version(2), offered] }], [success])).toEqual([]);
  const half = { ...good, versions: [version(1), version(2, { made: ["s2", "s2"] })], begun: ["s1", "s2", "s2", "s2"] };
  expect(checkStates([half], [killed])).toEqual([]);
});

test.each<[string, Partial<WorkspaceEvidence>, StateRun]>([
  ["a lock that is left", { locks: ["(2,1)"] }, success],
  ["another lineage", { versions: [version(1), version(2, { lineage: "two" })] }, success],
  ["a serial that falls", { versions: [version(1), version(2, { serial: 1 })] }, success],
  ["a newest version that is not the last one", { newest: 1 }, success],
  ["an offered version that is the newest", { versions: [version(1), version(2, { offered: true })] }, success],
  ["two runs at once", { begun: ["s1", "s2", "s1"] }, success],
  ["a success that lacks a resource", { versions: [version(1), version(2, { made: ["s2"] })] }, success],
  ["a killed run whose resources are lost", { versions: [version(1)], newest: 1 }, killed],
  [
    "a failed run of the default workspace whose resources are lost",
    { workspace: "default", versions: [version(1)], newest: 1 },
    { ...killed, workspace: "default", exit_code: 1 },
  ],
])("detects %s", (_, changes, run) => {
  expect(checkStates([{ ...good, ...changes }], [run])).toHaveLength(1);
});
