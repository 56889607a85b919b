import { readFile, rename, writeFile } from "node:fs/promises";
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
import { readJunit } from "@/runner/results/junit";
import type { Workspace } from "@/runner/workspace";

type Place = Pick<Workspace, "results">;
type Mask = (text: string) => string;
type Note = (text: string) => void;

/** Larger files are kept, but not read. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** For all files together: parsing takes time in which the runner does nothing else. */
const MAX_BYTES = 32 * 1024 * 1024;
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
      if (size > MAX_FILE_BYTES || size > left) continue;
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

function reportOf(tests: TestCase[], mask: Mask): TestReport {
  const count = (state: TestState) => tests.filter((test) => test.state === state).length;
  const report: TestReport = { failed: count("failed"), skipped: count("skipped"), passed: count("passed"), tests: [] };
  let room = MAX_REPORT_BYTES;
  for (const test of tests.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)).slice(0, MAX_TESTS)) {
    const masked = maskedTest(test, mask);
    room -= Buffer.byteLength(JSON.stringify(masked)) + 1;
    if (room < 0) break;
    report.tests.push(masked);
  }
  return report;
}

function maskedTest(test: TestCase, mask: Mask): TestCase {
  const text = (value: string, most: number) => storable(beginning(mask(value), most));
  return {
    ...test,
    suite: text(test.suite, MAX_TEST_NAME_LENGTH),
    name: text(test.name, MAX_TEST_NAME_LENGTH),
    message: text(test.message, MAX_TEST_MESSAGE_LENGTH),
    details: text(test.details, MAX_TEST_DETAILS_LENGTH),
  };
}
