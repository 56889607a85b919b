import { expect, test } from "vitest";
import { FAULT_GROUPS } from "./faults";
import { runChaos } from "./rounds";

const ROUNDS = 1;
const SEED = 61;

test("random kills, freezes and cuts: every invariant holds for every task", async () => {
  const lines: string[] = [];
  const { tasks, faults, violations } = await runChaos({ rounds: ROUNDS, seed: SEED, say: (line) => lines.push(line) });
  expect(violations, lines.join("\n")).toEqual([]);
  expect(faults).toBe(ROUNDS * FAULT_GROUPS.length);
  expect(tasks).toBeGreaterThan(ROUNDS);
}, 300_000);
