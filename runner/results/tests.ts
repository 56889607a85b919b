import { type FileHandle, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@/lib/protocol/json-text";
import { testsUnreadable } from "@/lib/protocol/runner-lines";
import { beginning, storable } from "@/lib/protocol/storable";
import {
  MAX_REPORT_BYTES,
  MAX_TEST_DETAILS_LENGTH,
  MAX_TEST_MESSAGE_LENGTH,
  MAX_TEST_NAME_LENGTH,
  MAX_TESTS,
  type TestCase,
  TestReport,
  type TestState,
} from "@/lib/protocol/tests";
import { artifactFiles } from "@/runner/results/artifact-files";
import { artifactsFolder } from "@/runner/results/folders";
import { isJunit, readJunit } from "@/runner/results/junit";
import type { Workspace } from "@/runner/workspace";

type Place = Pick<Workspace, "results">;
type Mask = (text: string) => string;
type Note = (text: string) => void;

/** Larger files are kept, but not read. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** For all files together: parsing takes time in which the runner does nothing else. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Tells of a file that is not read whether it has tests. */
const BEGINNING_BYTES = 4096;
const ORDER: readonly TestState[] = ["failed", "skipped", "passed"];

const maskedFile = ({ results }: Place): string => join(results, "tests.masked");

/** Reads the JUnit files among the artifacts and masks what they say, for `maskedReport`; says which it cannot read. */
export async function keepTests(place: Place, { mask, note }: { mask: Mask; note: Note }): Promise<void> {
  const tests = await testsIn(artifactsFolder(place), note);
  if (tests === null) return;
  const file = maskedFile(place);
  await writeFile(`${file}.new`, JSON.stringify(reportOf(tests, mask)), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null: there is none. */
export async function maskedReport(place: Place): Promise<TestReport | null> {
  const text = await readFile(maskedFile(place), "utf8").catch(() => "");
  return TestReport.safeParse(parseJson(text)).data ?? null;
}

async function testsIn(folder: string, note: Note): Promise<TestCase[] | null> {
  const found: TestCase[][] = [];
  let left = MAX_BYTES;
  for await (const { path, open } of artifactFiles(folder)) {
    if (!path.toLowerCase().endsWith(".xml")) continue;
    const file = await open();
    if (!file) continue;
    try {
      const { size } = await file.stat();
      if (size > MAX_FILE_BYTES || size > left) {
        if (await beginsAsJunit(file)) note(testsUnreadable(path));
        continue;
      }
      left -= size;
      const tests = readJunit(await file.readFile("utf8"));
      if (tests === "broken") note(testsUnreadable(path));
      else if (tests !== "none") found.push(tests);
    } finally {
      await file.close();
    }
  }
  return found.length > 0 ? found.flat() : null;
}

async function beginsAsJunit(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BEGINNING_BYTES), position: 0 });
  return isJunit(buffer.toString("utf8", 0, bytesRead));
}

/** With the names of as many tests as there is room for, and what is left of it for their texts. */
function reportOf(tests: TestCase[], mask: Mask): TestReport {
  const count = (state: TestState) => tests.filter((test) => test.state === state).length;
  const report: TestReport = { failed: count("failed"), skipped: count("skipped"), passed: count("passed"), tests: [] };
  const masked = (text: string, most: number) => storable(beginning(mask(text), most));
  const ordered = tests.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)).slice(0, MAX_TESTS);
  let room = MAX_REPORT_BYTES;
  for (const test of ordered) {
    const suite = masked(test.suite, MAX_TEST_NAME_LENGTH);
    const named = { ...test, suite, name: masked(test.name, MAX_TEST_NAME_LENGTH), message: "", details: "" };
    room -= sizeOf(named);
    if (room < 0) break;
    report.tests.push(named);
  }
  for (const [index, named] of report.tests.entries()) {
    const { message = "", details = "" } = ordered[index] ?? {};
    const texts = {
      message: masked(message, MAX_TEST_MESSAGE_LENGTH),
      details: masked(details, MAX_TEST_DETAILS_LENGTH),
    };
    room -= sizeOf(texts);
    if (room < 0) break;
    Object.assign(named, texts);
  }
  return report;
}

const sizeOf = (part: object): number => Buffer.byteLength(JSON.stringify(part)) + 1;
