import { expect, test } from "vitest";
import { host, linesOf, result, step } from "../support/events";
import { checkStreams } from "./stream-checker";
import { FILE, FILE_CHECKSUM, HOSTS, STEPS, type StreamEvidence } from "./streams";

const hosts = Array.from({ length: HOSTS }, (_, n) => host(n));
const steps = Array.from({ length: STEPS }, (_, n) => [step(n), ...hosts.map((_, on) => result(n, on))]);
const file = { path: FILE, size: 9, stored: 9, checksum: FILE_CHECKSUM, contentChecksum: FILE_CHECKSUM };
const first = linesOf([...hosts, ...(steps[0] ?? [])]);
const rest = linesOf(steps.slice(1).flat());
const good: StreamEvidence = {
  id: 1,
  status: "success",
  total: first.length + rest.length,
  chunks: [
    { first: 0, lines: first },
    { first: first.length, lines: rest },
  ],
  states: steps.map(() => "o".repeat(HOSTS)),
  files: [file],
};

const violations = (changes: Partial<StreamEvidence>) => checkStreams({ ...good, ...changes });

test("a whole run, and one that broke off, violate nothing", () => {
  expect(violations({})).toEqual([]);
  const half = { status: "error", total: first.length, chunks: good.chunks.slice(0, 1), states: good.states };
  expect(violations({ ...half, files: [{ ...file, stored: 3, contentChecksum: "" }] })).toEqual([]);
});

test.each<[string, Partial<StreamEvidence>, RegExp]>([
  ["a gap", { chunks: good.chunks.slice(1) }, /missing or doubled/],
  ["events that are not counted", { total: good.total - 1 }, /are counted/],
  [
    "a doubled result",
    {
      total: good.total + 1,
      chunks: [...good.chunks, { first: good.total, lines: linesOf([result(3, 4)]) }],
    },
    /two results on host 4/,
  ],
  ["a matrix that lags behind", { states: ["", ...good.states.slice(1)] }, /the matrix lacks step 0/],
  [
    "missing results of a success",
    { total: first.length, chunks: good.chunks.slice(0, 1), states: good.states.slice(0, 1) },
    /results are missing/,
  ],
  ["a file of other bytes", { files: [{ ...file, contentChecksum: "0" }] }, /not what the runner sent/],
  ["a success without its file", { files: [{ ...file, stored: 3 }] }, /large\.bin is missing/],
])("%s is found", (_, changes, text) => {
  expect(violations(changes).join("\n")).toMatch(text);
});
