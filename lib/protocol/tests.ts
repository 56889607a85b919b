import { z } from "zod";
import { line } from "@/lib/protocol/storable";

/** Holds the names of the tests that a run is to repeat, one in a line. */
export const FAILED_TESTS_VARIABLE = "SIGNALBOX_FAILED_TESTS";

export const TestState = z.enum(["failed", "skipped", "passed"]);
export type TestState = z.infer<typeof TestState>;

export const MAX_TESTS = 10_000;
/** Limit for names of suites and tests. */
export const MAX_TEST_NAME_LENGTH = 1_000;
export const MAX_TEST_MESSAGE_LENGTH = 2_000;
export const MAX_TEST_DETAILS_LENGTH = 10_000;

export const TestCase = z.object({
  /** Names of the suites around it. */
  suite: line(MAX_TEST_NAME_LENGTH),
  name: line(MAX_TEST_NAME_LENGTH),
  state: TestState,
  /** Seconds; null: not reported. */
  seconds: z.number().min(0).nullable(),
  /** What a failure says first; `details` has all of it. "" if it has not failed. */
  message: line(MAX_TEST_MESSAGE_LENGTH),
  details: line(MAX_TEST_DETAILS_LENGTH),
});
export type TestCase = z.infer<typeof TestCase>;

/** The tests of a task's JUnit files, failed ones first. */
export const TestReport = z.object({
  passed: z.int().min(0),
  failed: z.int().min(0),
  skipped: z.int().min(0),
  /** All of these, or as many as there is room for. */
  tests: z.array(TestCase).max(MAX_TESTS),
});
export type TestReport = z.infer<typeof TestReport>;

/** Limit of a report as JSON. */
export const MAX_REPORT_BYTES = 4 * 1024 * 1024;

/** POST …/tasks/{id}/tests: masked; a later report takes the place of an earlier one. */
export const TestsRequest = z.object({ attempt: z.int32(), report: TestReport });
