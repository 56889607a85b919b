import { expect, test } from "vitest";
import { type Progress, Reporter } from "@/runner/job/reporter";

const SECRET = "canary-s3cret";
const mask = (text: string) => text.replaceAll(SECRET, "****");

test("names of drifted things and of hosts leave without secrets, also where they are cut", async () => {
  const sent: Progress[] = [];
  const reporter = new Reporter(async (progress) => void sent.push(progress), mask);
  const item = { type: "terraform_data", action: "create", outside: false } as const;
  const long = "x".repeat(990);
  reporter.reportFact({
    drift: {
      drifted: true,
      items: [
        { ...item, address: `terraform_data.x["${SECRET}"]` },
        { ...item, address: `${long}${SECRET}`, type: SECRET },
      ],
    },
  });
  const counts = { ok: 1, changed: 0, unreachable: 0, failed: 0, skipped: 0 };
  reporter.reportFact({ hosts: [{ host: `${SECRET}.example.com`, ...counts }] });
  await reporter.flush();
  expect(Object.assign({}, ...sent)).toEqual({
    drift: {
      drifted: true,
      count: 2,
      items: [
        { ...item, address: 'terraform_data.x["****"]' },
        { ...item, address: `${long}****`, type: "****" },
      ],
    },
    hosts: [{ host: "****.example.com", ...counts }],
  });
});
