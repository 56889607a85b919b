import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CommitHash } from "@/components/format/commit-hash";
import { Duration } from "@/components/format/duration";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import messages from "@/messages/en.json";

const textOf = (node: ReactNode): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      {node}
    </NextIntlClientProvider>,
  ).replace(/<[^>]+>/g, "");

test("a commit is abbreviated to ten characters", () => {
  expect(textOf(<CommitHash hash="0123456789abcdef0123456789abcdef01234567" />)).toBe("0123456789");
});

const MISSING = {
  "a commit": <CommitHash hash={null} />,
  "a time": <Time value={null} />,
  "a time that is none": <Time value="soon" />,
  "the duration of what has not started": <Duration start={null} end={null} />,
};

test.each(Object.entries(MISSING))("%s is shown as a dash when missing", (_, node) => {
  expect(textOf(node)).toBe("—");
});

test("a duration is written with its units", () => {
  expect(textOf(<Duration start="2026-01-01T00:00:00Z" end="2026-01-01T02:05:09Z" />)).toBe("2h 5m");
});

const DEPLOY = "Deploy the customer portal to eu-central";
const FAMILY = "👩‍👩‍👧‍👦";

test.each([
  ["a long name keeps its end", `${DEPLOY}-2b`, "entral-2b"],
  ["an emoji made of several is one letter", `${DEPLOY} ${FAMILY} done`, `al ${FAMILY} done`],
  ["so is one with its skin colour", `${DEPLOY} 👍🏽 all ok`, "👍🏽 all ok".padStart(12)],
  ["so is a flag", `${DEPLOY} 🇩🇪🇫🇷 north`, " 🇩🇪🇫🇷 north"],
  ["an accent stays with its letter", `${DEPLOY} cafe\u0301s open`, "afe\u0301s open"],
])("%s", (_, text, tail) => {
  expect(renderToStaticMarkup(<Name text={text} />)).toContain(`data-tail="${tail}"`);
});

test.each(["نشر إعدادات الأمان على جميع الخوادم في المنطقة رقم 12", "2026: פריסת הגדרות האבטחה לכל השרתים באזור"])(
  "a long name written from right to left is not cut in its middle: %s",
  (text) => {
    expect(renderToStaticMarkup(<Name text={text} />)).toBe(`<span data-name="" dir="rtl" class="name">${text}</span>`);
  },
);

test("a name that only mentions one is cut like others", () => {
  expect(renderToStaticMarkup(<Name text={`${DEPLOY} نشر`} />)).toContain("data-tail");
});
