import { expect, test } from "vitest";
import { nextVersion } from "@/lib/task/start/version";

test.each([
  ["1.0.0", null, "1.0.0"],
  ["1.0.0", "1.0.0", "1.0.1"],
  ["1.0.0", "1.0.4", "1.0.5"],
  ["2.0.0", "1.9.9", "2.0.0"],
  ["v7-beta", "v7-beta", "v8-beta"],
  ["v7-beta", "v9-beta", "v10-beta"],
  ["1.0.10", "1.0.3", "1.0.10"],
  ["latest", "latest", "latest"],
  ["build-007", "build-007", "build-8"],
  ["1.0.0", "1.0.x", "1.0.0"],
  ["5", "9", "10"],
  ["20261128120000124", "20261128120000124", "20261128120000125"],
  ["1.0", "1.123456789012345678901", "1.123456789012345678902"],
  ["1.20261128120000123", "1.5", "1.20261128120000123"],
])("from %s, the version after %s is %s", (start, current, next) => {
  expect(nextVersion(start, current)).toBe(next);
});
