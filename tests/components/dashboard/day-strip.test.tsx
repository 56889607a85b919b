import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DayStrip } from "@/components/dashboard/day-strip";
import { lastDays } from "@/lib/task/dashboard/days";
import type { DayCounts } from "@/lib/task/schema/dashboard";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

const NOW = Date.parse("2026-10-26T12:00:00Z");
const NONE = { success: 0, error: 0, stopped: 0 };

/** The last days in Berlin, the oldest first; in this time, the clocks are set back. */
const daysOf = (counts: Partial<DayCounts>[]): DayCounts[] =>
  lastDays(counts.length, NOW, "Europe/Berlin").map((start, day) => ({ start, ...NONE, ...counts[day] }));

type Shown = { days: DayCounts[]; history?: string; locale?: "en" | "de" };

const markupOf = ({ days, history, locale = "en" }: Shown): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={locale === "de" ? de : en} timeZone="UTC">
      <DayStrip days={days} timezone="Europe/Berlin" history={history} />
    </NextIntlClientProvider>,
  );

const found = (markup: string, pattern: RegExp): string[] => [...markup.matchAll(pattern)].map(([, text = ""]) => text);

describe("the strip of the last days", () => {
  test("names each day in its own time zone, with its results", () => {
    const days = daysOf([{ success: 3 }, { error: 1 }, {}]);
    expect(found(markupOf({ days }), /role="img" aria-label="([^"]+)"/g)).toEqual([
      "Sat, Oct 24: 3 succeeded · 0 failed · 0 stopped",
      "Sun, Oct 25: 0 succeeded · 1 failed · 0 stopped",
      "Mon, Oct 26: 0 succeeded · 0 failed · 0 stopped",
    ]);
    expect(markupOf({ days, locale: "de" })).toContain("Sa., 24. Okt.: 3 erfolgreich");
  });

  test("sums the days up", () => {
    const markup = markupOf({
      days: daysOf([
        { success: 3, stopped: 2 },
        { success: 4, error: 1 },
      ]),
    });
    expect(markup).toContain("Last 2 days");
    expect(markup).toContain(">7 succeeded · 1 failed · 2 stopped<");
  });

  test("scales the bars by the busiest day", () => {
    const markup = markupOf({ days: daysOf([{ success: 6, error: 2 }, { success: 2 }]) });
    expect(found(markup, /height:([^"]+)"/g)).toEqual(["25%", "75%", "25%"]);
    expect(found(markup, /bg-(error|success|waiting)"/g)).toEqual(["error", "success", "success"]);
  });

  test("links a day with tasks to those of the history, today without an end", () => {
    const days = daysOf([{ success: 1 }, {}, { stopped: 1 }]);
    const links = found(markupOf({ days, history: "/project/7/history" }), /href="([^"]+)"/g).map(
      (href) => new URL(href.replaceAll("&amp;", "&"), "http://here"),
    );
    expect(links.map(({ pathname }) => pathname)).toEqual(["/project/7/history", "/project/7/history"]);
    expect(links.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { since: "2026-10-23T22:00:00.000Z", until: "2026-10-24T22:00:00.000Z" },
      { since: "2026-10-25T23:00:00.000Z" },
    ]);
  });

  test("links the failed part of a day to that day's failures", () => {
    const markup = markupOf({
      days: daysOf([{ success: 2, error: 3 }, { success: 1 }]),
      history: "/project/7/history",
    });
    const links = [...markup.matchAll(/aria-label="([^"]+: 3 failed)"[^>]*href="([^"]+)"/g)];
    expect(links).toHaveLength(1);
    const [, label, href = ""] = links[0] ?? [];
    expect(label).toBe("Sun, Oct 25: 3 failed");
    const { searchParams } = new URL(href.replaceAll("&amp;", "&"), "http://here");
    expect(Object.fromEntries(searchParams)).toEqual({
      since: "2026-10-24T22:00:00.000Z",
      until: "2026-10-25T23:00:00.000Z",
      status: "error",
    });
  });

  test("shows days without a task as empty", () => {
    expect(found(markupOf({ days: daysOf([{}, {}]) }), /height:([^"]+)"/g)).toEqual([]);
  });
});
