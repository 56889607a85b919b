import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MAX_PART_BYTES, MAX_SUMMARY_BYTES } from "@/lib/protocol/artifacts";
import { NOTE_PREFIX } from "@/lib/protocol/runner-lines";
import type { AttemptClient } from "@/runner/client/attempt";
import { TaskLog } from "@/runner/job/task-log";
import { artifactFiles } from "@/runner/results/artifact-files";
import { keepSummary, maskedSummary } from "@/runner/results/summary";
import { keepTests, maskedReport } from "@/runner/results/tests";
import { uploadResults } from "@/runner/results/upload";
import { Spool } from "@/runner/spool";
import { createWorkspace, removeWorkspace, type StoredAttempt } from "@/runner/workspace";

type Server = Parameters<typeof uploadResults>[1];
type Sent = Parameters<AttemptClient["artifact"]>[0];

let folder: string;
let place: StoredAttempt;
let said: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-upload-"));
  place = await createWorkspace(folder, { task_id: 1, attempt: 1 });
  said = [];
});

afterEach(async () => {
  await removeWorkspace(place.workspace);
  rmSync(folder, { recursive: true });
});

const at = (...path: string[]) => join(place.workspace.results, ...path);
const write = (path: string, content: string | Buffer) => {
  mkdirSync(join(at("artifacts", path), ".."), { recursive: true });
  writeFileSync(at("artifacts", path), content);
};
const asIs = (text: string) => text;
const masked = (text: string) => text.replaceAll("s3cret", "****");

const say = (text: string) => void said.push(text);
const note = (text: string) => say(`${NOTE_PREFIX}${text}`);

/** What the runner needs of an attempt to upload its results; `said`: the lines of its log. */
function record(): Parameters<typeof uploadResults>[0] {
  const log = taskLog();
  log.say = say;
  return { place, log };
}

function taskLog(): TaskLog {
  const never = async () => ({ next_line: 0 });
  const limits = () => ({ bytes: 1, lines: 1 });
  const ports = { send: never, limits, diskFailed: () => undefined, refused: () => undefined };
  return new TaskLog(Spool.inMemory(), ports, 1_000_000);
}

/** A console that keeps parts in memory, and answers a part it cannot use with where to go on. */
function memoryServer() {
  const files = new Map<string, Buffer>();
  const sent: Sent[] = [];
  const server: Server = {
    takesResults: true,
    largestArtifact: 50 * 1024 * 1024,
    summary: async () => ({ ok: true, value: {} }),
    tests: async () => ({ ok: true, value: {} }),
    artifact: async (part) => {
      sent.push(part);
      const known = files.get(part.path) ?? Buffer.alloc(0);
      const fits = known.length === part.offset;
      const now = fits ? Buffer.concat([known, Buffer.from(part.content, "base64")]) : known;
      files.set(part.path, now);
      return { ok: true, value: { next_offset: now.length, refused: null } };
    },
  };
  return { server, files, sent };
}

describe("artifacts", () => {
  test("large files go in parts with the checksum of the whole, empty ones too", async () => {
    const content = Buffer.alloc(MAX_PART_BYTES * 2 + 7, "abc");
    write("deep/large.bin", content);
    write("empty", "");
    const { server, files, sent } = memoryServer();
    await uploadResults(record(), server);
    expect(files.get("deep/large.bin")?.equals(content)).toBe(true);
    expect(files.get("empty")).toHaveLength(0);
    expect(sent.map(({ path, offset }) => [path, offset])).toEqual([
      ["deep/large.bin", 0],
      ["deep/large.bin", MAX_PART_BYTES],
      ["deep/large.bin", MAX_PART_BYTES * 2],
      ["empty", 0],
    ]);
    expect(new Set(sent.map(({ checksum }) => checksum)).has(createHash("sha256").update(content).digest("hex"))).toBe(
      true,
    );
    expect(said).toEqual([]);
  });

  test("a file of which the console has a part goes on from there", async () => {
    write("a", Buffer.alloc(MAX_PART_BYTES + 5, "x"));
    const { server, files, sent } = memoryServer();
    files.set("a", Buffer.alloc(MAX_PART_BYTES, "x"));
    await uploadResults(record(), server);
    expect(sent.map(({ offset }) => offset)).toEqual([0, MAX_PART_BYTES]);
    expect(files.get("a")).toHaveLength(MAX_PART_BYTES + 5);
  });

  test.each([
    [{ limit: "file", most: 52_428_800 }, /larger than 50 MB, the limit of a file \(SIGNALBOX_ARTIFACT_FILE_MB\)/],
    [{ limit: "task", most: 1_048_576 }, /of a task may take 1 MB \(SIGNALBOX_ARTIFACT_TASK_MB\)/],
    [{ limit: "project", most: 1_048_576 }, /of a project may take 1 MB \(SIGNALBOX_ARTIFACT_PROJECT_MB\)/],
    [{ limit: "count", most: 1_000 }, /a task may keep 1000 artifacts/],
  ] as const)("the log names the limit %o", async (refused, line) => {
    write("a", "x");
    const { server } = memoryServer();
    await uploadResults(record(), {
      ...server,
      artifact: async () => ({ ok: true, value: { next_offset: 0, refused } }),
    });
    expect(said).toEqual([expect.stringMatching(line)]);
  });

  test("a file that is too large is not read", async () => {
    write("sparse.img", "");
    truncateSync(at("artifacts", "sparse.img"), 300 * 1024 ** 3);
    const { server, sent } = memoryServer();
    await uploadResults(record(), server);
    expect(sent).toEqual([]);
    expect(said).toEqual([expect.stringContaining("larger than 50 MB")]);
  });

  test("many files that are not kept do not fill the log", async () => {
    for (let n = 0; n < 30; n++) write(`file-${n}`, "x");
    const { server } = memoryServer();
    const refused = { limit: "task", most: 0 } as const;
    await uploadResults(record(), {
      ...server,
      artifact: async () => ({ ok: true, value: { next_offset: 0, refused } }),
    });
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toContain("10 more artifacts are not kept");
  });

  test("nothing more is sent for an attempt that is over, or to a server that takes none", async () => {
    write("a", "x");
    write("b", "x");
    let calls = 0;
    const over = { ok: false, kind: "conflict", message: "over", next_line: null } as const;
    const { server } = memoryServer();
    const counting = async () => {
      calls += 1;
      return over;
    };
    await uploadResults(record(), { ...server, artifact: counting });
    expect(calls).toBe(1);
    await uploadResults(record(), { ...server, takesResults: false, artifact: counting });
    expect(calls).toBe(1);
    expect(said).toEqual([]);
  });

  test("the log names pipes, and folders that are too deep", async () => {
    execFileSync("mkfifo", [at("artifacts", "pipe")]);
    write(`${"d/".repeat(22)}file`, "x");
    const { server, sent } = memoryServer();
    await uploadResults(record(), server);
    expect(sent).toEqual([]);
    expect(said).toEqual([
      expect.stringContaining('"d/d/'),
      expect.stringContaining('"pipe" is not kept: it is no file'),
    ]);
  });

  test("links inside of the folder count as files, those out of it do not open", async () => {
    write("real.txt", "x");
    symlinkSync("real.txt", at("artifacts", "inside"));
    symlinkSync("/etc/hostname", at("artifacts", "outside"));
    symlinkSync("../summary.md", at("artifacts", "beside"));
    writeFileSync(at("summary.md"), "x");
    symlinkSync(".", at("artifacts", "loop"));
    const opened: [string, boolean][] = [];
    for await (const { path, open } of artifactFiles(at("artifacts"))) {
      const file = await open();
      opened.push([path, file !== null]);
      await file?.close();
    }
    expect(opened).toEqual([
      ["beside", false],
      ["inside", true],
      ["loop", false],
      ["outside", false],
      ["real.txt", true],
    ]);
  });

  test.each([
    ["the folder", "artifacts"],
    ["the folder around it", "."],
  ])("nothing is kept of another folder in the place of %s", async (_, replaced) => {
    const outside = join(folder, "outside");
    mkdirSync(join(outside, "artifacts"), { recursive: true });
    writeFileSync(join(outside, "key.pem"), "x");
    writeFileSync(join(outside, "artifacts", "junit.xml"), '<testsuite><testcase name="a"/></testsuite>');
    rmSync(at(replaced), { recursive: true });
    symlinkSync(outside, at(replaced));
    const { server, sent } = memoryServer();
    await keepTests(place.workspace, { mask: asIs, note });
    await uploadResults(record(), server);
    expect(sent).toEqual([]);
    expect(await maskedReport(place.workspace)).toBeNull();
    expect(said).toEqual(["signalbox: no artifact is kept: SIGNALBOX_ARTIFACTS is no longer the task's own folder"]);
  });

  test("a missing folder has no files", async () => {
    rmSync(at("artifacts"), { recursive: true });
    const { server, sent } = memoryServer();
    await uploadResults(record(), server);
    expect(sent).toEqual([]);
  });
});

describe("the summary", () => {
  test("is masked before it can leave", async () => {
    writeFileSync(at("summary.md"), "# Key: s3cret\n");
    await keepSummary(place.workspace, masked);
    expect(await maskedSummary(place.workspace)).toBe("# Key: ****\n");
  });

  test.each([
    ["none", null],
    ["blanks", " \n"],
  ])("is not there for %s", async (_, text) => {
    if (text !== null) writeFileSync(at("summary.md"), text);
    await keepSummary(place.workspace, asIs);
    expect(await maskedSummary(place.workspace)).toBeNull();
  });

  test("is cut at a line when it is too large, and stays within the limit", async () => {
    writeFileSync(at("summary.md"), "a line with ü\n".repeat(60_000));
    await keepSummary(place.workspace, asIs);
    const text = (await maskedSummary(place.workspace)) ?? "";
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
    expect(text.endsWith("a line with ü\n\n\n…\n")).toBe(true);
  });

  test.each(["\n", ""])("is cut inside of a line that is most of it, after the end %j", async (end) => {
    writeFileSync(at("summary.md"), `# Title${end}${"one wörd ".repeat(100_000)}`);
    await keepSummary(place.workspace, asIs);
    const text = (await maskedSummary(place.workspace)) ?? "";
    const bytes = Buffer.byteLength(text);
    expect(bytes).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
    expect(bytes).toBeGreaterThan(MAX_SUMMARY_BYTES - 20);
    expect(text).toMatch(/^# Title\n?(one wörd )+(o|on|one|one w|one wö|one wör|one wörd)?\s?\n\n…\n$/);
  });

  test.each([
    ["lines", "\n"],
    ["one line", " "],
  ])("holds no half of a secret where %s are cut, whether masks make it shorter or longer", async (_, between) => {
    for (const secret of ["short-s3crèt", "a-long-s3crèt-that-a-mask-makes-much-shorter-than-it-was"]) {
      const log = taskLog();
      log.hide([secret]);
      const part = `key: ${secret}${between}`;
      const text = part.repeat(Math.ceil((MAX_SUMMARY_BYTES * 1.1) / part.length));
      for (let cut = 0; cut < part.length + 2; cut += secret.length < 20 ? 1 : 9) {
        writeFileSync(at("summary.md"), "-".repeat(cut) + text);
        await keepSummary(place.workspace, (text, goesOn) => log.mask(text, goesOn));
        const found = await maskedSummary(place.workspace);
        expect(found).toMatch(/^-*(key: \*\*\*\*\s)+k?e?y?:? ?\**\s*…\n$/);
      }
    }
  });

  test("follows no link, and holds nothing that the database cannot", async () => {
    symlinkSync("/etc/hostname", at("summary.md"));
    await keepSummary(place.workspace, asIs);
    expect(await maskedSummary(place.workspace)).toBeNull();
    rmSync(at("summary.md"));
    writeFileSync(at("summary.md"), "a\0b");
    await keepSummary(place.workspace, asIs);
    expect(await maskedSummary(place.workspace)).toBe("a\ufffdb");
  });
});

describe("tests", () => {
  const suite = (tests: string) => `<testsuite name="s">${tests}</testsuite>`;
  const failed = (name: string, text: string) =>
    `<testcase name="${name}"><failure message="${text}">${text}</failure></testcase>`;

  test("of all files are counted, failed ones come first, and what they say is masked", async () => {
    write("a.xml", suite('<testcase name="fine"/><testcase name="later"><skipped/></testcase>'));
    write("deep/b.XML", suite(failed("broken s3cret", "wrong s3cret")));
    write("c.txt", suite('<testcase name="no report"/>'));
    await keepTests(place.workspace, { mask: masked, note });
    const report = await maskedReport(place.workspace);
    expect(report).toMatchObject({ failed: 1, skipped: 1, passed: 1 });
    expect(report?.tests.map(({ name, state }) => [name, state])).toEqual([
      ["broken ****", "failed"],
      ["later", "skipped"],
      ["fine", "passed"],
    ]);
    expect(JSON.stringify(report)).not.toContain("s3cret");
  });

  test("are counted also when there is no room to list them", async () => {
    write(
      "many.xml",
      suite(Array.from({ length: 12_000 }, (_, n) => `<testcase name="t${n}"/>`).join("") + failed("bad", "x")),
    );
    await keepTests(place.workspace, { mask: asIs, note });
    const report = await maskedReport(place.workspace);
    expect(report).toMatchObject({ failed: 1, passed: 12_000 });
    expect(report?.tests).toHaveLength(10_000);
    expect(report?.tests[0]?.name).toBe("bad");
  });

  test.each([
    ["is broken off", suite(failed("bad", "x")).slice(0, -20)],
    ["has too many elements", suite("<a/>".repeat(1_100_000))],
  ])("are not read from a file that %s, and the log says so", async (_, text) => {
    write("a.xml", text);
    write("b.xml", suite(failed("bad", "x")));
    await keepTests(place.workspace, { mask: asIs, note });
    expect(await maskedReport(place.workspace)).toMatchObject({ failed: 1, passed: 0 });
    expect(said).toEqual(['signalbox: the tests in "a.xml" cannot be read']);
  });

  test("that the console refuses are named in the log", async () => {
    write("a.xml", suite(failed("bad", "x")));
    await keepTests(place.workspace, { mask: asIs, note });
    const refused = { ok: false, kind: "rejected", message: "HTTP 413", next_line: null } as const;
    await uploadResults(record(), { ...memoryServer().server, tests: async () => refused });
    expect(said).toEqual(["signalbox: the console does not take the tests: HTTP 413"]);
  });

  test("in suites with long names take no more memory than their file", async () => {
    const around = Array.from({ length: 90 }, () => `<testsuite name="${"s".repeat(40_000)}">`).join("");
    write("deep.xml", `${around}${"<testcase/>".repeat(8_000)}${"</testsuite>".repeat(90)}`);
    await keepTests(place.workspace, { mask: asIs, note });
    expect(await maskedReport(place.workspace)).toMatchObject({ passed: 8_000 });
  });

  test("are not read from a file that is too large", async () => {
    write("huge.xml", suite(failed("bad", "x")));
    truncateSync(at("artifacts", "huge.xml"), 9 * 1024 * 1024);
    await keepTests(place.workspace, { mask: asIs, note });
    expect(await maskedReport(place.workspace)).toBeNull();
  });
});
