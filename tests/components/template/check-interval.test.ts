import { expect, test } from "vitest";
import { CHECK_INTERVALS } from "@/components/template/form/commit-check/check-interval";
import { blankTemplate } from "@/components/template/form/template-form-schema";
import { cronProblem } from "@/lib/schedule/rules/cron";

test("a commit check runs every minute, five or ten minutes, hour or day", () => {
  expect(Object.values(CHECK_INTERVALS)).toEqual(["* * * * *", "*/5 * * * *", "*/10 * * * *", "@hourly", "@daily"]);
  expect(Object.values(CHECK_INTERVALS).map(cronProblem)).toEqual([null, null, null, null, null]);
});

test("a new commit check is off, and set to every minute", () => {
  const { commit_check } = blankTemplate({ app: "bash", view_id: null, repository_id: null, environment_id: null });
  expect(commit_check).toMatchObject({ on: false, cron_format: "* * * * *" });
});
