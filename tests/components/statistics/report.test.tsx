import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StatisticsReport } from "@/components/statistics/statistics-report";
import type { Runs, Statistics } from "@/lib/statistics/schema";
import messages from "@/messages/en.json";

const runs: Runs = {
  success: 0,
  error: 0,
  stopped: 0,
  duration_p50: null,
  duration_p95: null,
  waited_p50: null,
  waited_p95: null,
};
const days = [23, 24, 25, 26, 27, 28, 29].map((day) => ({ day: `2026-11-${day}`, ...runs }));
const lists = {
  templates: [],
  people: [],
  runners: [],
  hosts: [],
  slowest_hosts: [],
  causes: [],
  slowest: [],
  cut: [],
};
const statistics: Statistics = { tasks: 0, complete: true, total: runs, days, ...lists };

test("a printed report names its project and its days", () => {
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <StatisticsReport projectId={1} projectName="Web shop" statistics={statistics} templateId={null} />
    </NextIntlClientProvider>,
  );
  expect(markup).toMatch(/<h2 class="hidden [^"]*print:block">Web shop · 7 days \(Nov 23 – Nov 29\)<\/h2>/);
});
