import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MAX_OUTPUT_BYTES, MAX_OUTPUTS } from "@/lib/protocol/outputs";
import { Masker } from "@/lib/redact/masker";
import type { ToolOutput } from "@/runner/apps/adapter";
import type { AttemptClient } from "@/runner/client/attempt";
import { parseOutputs } from "@/runner/results/output-file";
import { TaskOutputs } from "@/runner/results/outputs";

const SECRET = "canary-s3cret";

describe("the file", () => {
  test.each([
    ["a=1\nb=two words \n", { a: "1", b: "two words " }],
    ["url=https://x/?a=b<<c\n", { url: "https://x/?a=b<<c" }],
    ["empty=\n\n", { empty: "" }],
    ["a=1\na=2", { a: "2" }],
    ["notes<<END\nline one\n\nkey=value\nEND\nb=2\n", { notes: "line one\n\nkey=value", b: "2" }],
    ["notes<<EOF\nEND\nEOF\n", { notes: "END" }],
    ["none<<END\nEND\n", { none: "" }],
    ["\ufeffa=1\r\nb<<END\r\none\r\ntwo\r\nEND\r\n", { a: "1", b: "one\ntwo" }],
    ["größe.x-1=ü\n_a=1\n__proto__=x\n", { "größe.x-1": "ü", _a: "1", ["__proto__"]: "x" }],
  ])("%j", (text, values) => {
    const found = parseOutputs(text);
    expect([...found.values]).toEqual(Object.entries(values));
    expect(found.broken).toEqual([]);
  });

  test("a broken line is named, and the rest counts", () => {
    const { values, broken } = parseOutputs("a=1\nnonsense\n1a=2\n b=3\nc<<\n=x\nd=4\n");
    expect([...values]).toEqual([
      ["a", "1"],
      ["d", "4"],
    ]);
    expect(broken).toEqual(
      [2, 3, 4, 5, 6].map((line) => `line ${line} is not kept: it is neither NAME=value nor NAME<<END`),
    );
  });

  test("a value without its end takes nothing else for a value", () => {
    const { values, broken } = parseOutputs("a=1\nnotes<<END\nadmin=true\n");
    expect([...values]).toEqual([["a", "1"]]);
    expect(broken).toEqual(["line 2 and those after it are not kept: the last line of the value is missing"]);
  });
});

describe("what is uploaded", () => {
  type Sent = Parameters<AttemptClient["outputs"]>[0];
  let results: string;
  let sent: Sent[];
  let said: string[];
  let fits: boolean;

  beforeEach(() => {
    results = mkdtempSync(join(tmpdir(), "signalbox-outputs-"));
    [sent, said] = [[], []];
  });
  afterEach(() => rmSync(results, { recursive: true }));

  const file = () => join(results, "output");
  const masker = new Masker([SECRET]);
  const log = {
    note: (text: string) => void said.push(text),
    holdsSecret: (text: string) => masker.mask(text) !== text,
  };

  async function upload(text: string | null, told: ToolOutput[] = [], takesOutputs = true) {
    if (text !== null) writeFileSync(file(), text);
    const server = {
      takesOutputs,
      outputs: async (body: Sent) => {
        sent.push(body);
        return { ok: true, value: {} } as const;
      },
    };
    const outputs = new TaskOutputs(server, log);
    outputs.add(told);
    await outputs.readFile({ results });
    fits = outputs.settle().fit;
    await outputs.upload();
    return sent[0]?.outputs.map(({ name, value, secret }) => [name, value, secret]);
  }

  test("types of tools are kept, and the file counts more", async () => {
    const told = [
      { name: "count", value: 3, secret: false },
      { name: "zones", value: { a: [true, null] }, secret: false },
      { name: "token", value: "x", secret: true },
      { name: "image", value: "old", secret: false },
    ];
    expect(await upload("image=new\n", told)).toEqual([
      ["count", 3, false],
      ["zones", { a: [true, null] }, false],
      ["token", "x", true],
      ["image", "new", false],
    ]);
    expect(said).toEqual([]);
    expect(fits).toBe(true);
  });

  test("a stack with too many does not fail what its tool has done", async () => {
    const outputs = new TaskOutputs({ takesOutputs: true, outputs: async () => ({ ok: true, value: {} }) }, log);
    outputs.addStack([{ name: "big", value: "x".repeat(MAX_OUTPUT_BYTES), secret: false }]);
    expect(outputs.settle()).toEqual({ toSend: null, fit: true });
    expect(said).toHaveLength(1);
  });

  test("what equals or contains a secret is one, also inside of lists and in base64", async () => {
    const encoded = Buffer.from(SECRET).toString("base64");
    const told = [{ name: "deep", value: { a: [`x ${SECRET}`] }, secret: false }];
    expect(await upload(`a=${SECRET}\nb=postgres://u:${SECRET}@db\nc=${encoded}\nd=other\n`, told)).toEqual([
      ["deep", { a: [`x ${SECRET}`] }, true],
      ["a", SECRET, true],
      ["b", `postgres://u:${SECRET}@db`, true],
      ["c", encoded, true],
      ["d", "other", false],
    ]);
  });

  test("a name with a secret does not leave", async () => {
    expect(await upload(`${SECRET}=1\na=1\n`)).toEqual([["a", "1", false]]);
    expect(said).toEqual(["an output is not kept, because its name contains a secret"]);
  });

  test("broken lines and unusable outputs are named in the log, many of them in few lines", async () => {
    const told = [
      { name: "with space", value: 1, secret: false },
      { name: "nul", value: "a\0b", secret: false },
    ];
    const broken = Array.from({ length: 30 }, () => "?").join("\n");
    expect(await upload(`a=\0\n${broken}\n`, told)).toEqual([["a", "\ufffd", false]]);
    expect(said).toHaveLength(21);
    expect(said[0]).toBe("SIGNALBOX_OUTPUT: line 2 is not kept: it is neither NAME=value nor NAME<<END");
    expect(said[20]).toBe("12 more outputs or lines are not kept");
  });

  test.each([
    ["values", () => `a=${"x".repeat(MAX_OUTPUT_BYTES)}`, "together they may have 256 kB, and a is the largest"],
    [
      "names",
      () => Array.from({ length: MAX_OUTPUTS + 1 }, (_, n) => `n${n}=`).join("\n"),
      "there are 202, and a task may have 200",
    ],
    [
      "bytes of the file",
      () => `a=1\nbig=${"x".repeat(10 * 1024 * 1024)}`,
      "together they may have 256 kB, and big is the largest",
    ],
  ])("too many %s: none is kept, the log names the limit, and the task fails", async (_, text, limit) => {
    expect(await upload(text(), [{ name: "other", value: 1, secret: false }])).toBeUndefined();
    expect(said).toEqual([`the outputs of this task are not kept: ${limit}`]);
    expect(fits).toBe(false);
  });

  test.each<[string, () => void]>([
    ["nothing", () => undefined],
    ["a directory", () => mkdirSync(file())],
    ["a device", () => symlinkSync("/dev/zero", file())],
    ["a pipe", () => void execFileSync("mkfifo", [file()])],
    ["a link out of the folder", () => symlinkSync("/etc/passwd", file())],
  ])("%s in place of the file does not hurt", async (_, put) => {
    put();
    expect(await upload(null)).toBeUndefined();
    expect(said).toEqual([]);
  });

  test("a console that takes none gets none", async () => {
    expect(await upload("a=1\nbroken\n", [], false)).toBeUndefined();
    expect(said).toEqual([]);
  });
});
